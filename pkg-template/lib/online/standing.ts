import { FIRST, LAST, SERVER, granted } from './scheduler.js';
import { nameOf } from './names.js';
import { shareOf } from './permission.js';
import type { PlayerID } from '../../types/game.js';
import type { Refused } from '../../types/master.js';
import type { Made } from './ledger.js';
import type { Master } from './master.js';
import type { Tried } from './match-engine.js';
import type { Permission, Standing, Steps } from './match-queue.js';

/** A host's name for the sender of a request. A master reads no more of it than this. */
export interface Sender {
  connection?: { isGone?: boolean };
  [own: string]: unknown;
}

/** A request, for when it is its turn at a match. */
export interface Job {
  sender?: Sender;
  /** @param name of the match */
  steps: (name: string) => Steps<void | Refused>;
}

/** The seat that a request is made for. */
export interface Seat {
  /** Null if what was sent is no name of a player. */
  playerID: PlayerID | null;
  /** As they were sent. */
  credentials?: unknown;
  /** The error where there is no permission. */
  denial: string;
  /** `true` if one of the match's bots acts for it. */
  isBots?: boolean;
  /** Undefined before there is permission, and if none is needed. */
  permitted?: Permission;
  sender?: Sender;
}

/** A seat with the name of a player. */
export type Seated = Seat & { playerID: PlayerID };

/** A viewer of a match, who has sent a request. */
export interface Viewer {
  matchID: string;
  /** Undefined or null for a spectator. */
  playerID: PlayerID | null | undefined;
  sender?: Sender | undefined;
}

/** The whole match, as a viewer has asked a master for it. */
export interface Along extends Omit<Viewer, 'matchID'> {
  master: Master;
  /** Null for a spectator. */
  seat: Seat | null;
}

/** A request for the whole match. */
export interface SyncRequest {
  /** The number of players of a match that begins, as the client has sent it. */
  numPlayers: unknown;
  mayBegin: boolean;
  seat: Seat | null;
  sender: Sender | undefined;
}

/** A request for an action. */
export type ActRequest = Tried & {
  playerID: PlayerID;
  stateID: number;
  seat: Seat;
  sync?: Made;
  sender?: Sender;
};

/** A request, as it is queued. */
export interface Asked {
  /** Null for a spectator. */
  seat: Seat | null;
  sender?: Sender;
  /** How an action was made. */
  sync?: Made;
  /** The whole match is asked for: a connection needs only the newest reply, and may be served along with others. */
  along?: Along;
  /** It notes that a player's connections have been counted, and needs no authentication. */
  isNote?: boolean;
}

/**
 * The place of a request in the queue of a match.
 *
 * Requests of a connection are done in order. Numbered actions are queued with those of their session, whichever
 * connection they come by: one that is sent again while it waits is done once, and the newer connection is sent the reply.
 */
export function standingOf({ seat, sender, sync, along, isNote = false }: Asked): Omit<Standing, 'ask'> {
  if (isNote) return { lane: 'connections', key: String(seat?.playerID) };
  const owner = sender?.connection;
  const who = [seat?.playerID ?? null, typeof seat?.credentials === 'string' ? seat.credentials : null];
  const lane = sync ? JSON.stringify([...who, sync.session]) : owner ?? JSON.stringify(who);
  const key = sync ? String(sync.seq) : along && owner ? 'sync' : undefined;
  return { lane, key, owner, along, isLasting: !along };
}

/** The permission of a request that needs no authentication. */
export function unproven({ seat, isNote }: Asked, { lane }: Pick<Standing, 'lane'>): Permission {
  if (isNote) return granted(SERVER, FIRST);
  return seat ? granted(shareOf(seat.playerID), FIRST) : granted(lane, LAST);
}

/** Whether the sender's connection has closed. */
export function isGone(sender: Sender | undefined): boolean {
  return sender?.connection?.isGone === true;
}

/** The seat of a viewer of a match; null for a spectator. Its playerID is null if what was sent is no name of a player. */
export function viewersSeat(playerID: unknown, credentials: unknown): Seat | null {
  const isSpectator = playerID === undefined || playerID === null;
  return isSpectator ? null : { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
}
