import { EVENT_END_GAME, EVENTS } from '../engine/codes.js';
import { isVersion } from '../engine/version.js';
import { CHAT, copyOf } from './protocol/limited-copy.js';
import { credentialsOf, isName, matchNameOf, MOST_NAME, nameOf, textOf } from './names.js';
import { GAME_NOT_FOUND, UNAUTHORIZED, UNAUTHORIZED_ACTION } from './protocol/errors.js';
import { isStorable } from '../util/foreign-text.js';
import { sizeOf } from './limits.js';
import type { CredentialedAction } from '../../types/master.js';
import type { PlayerID } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionSync } from './ledger.js';
import type { Permission } from './permission.js';

/**
 * Step 1 of a master: parses what clients send. Anybody may send anything: it is read once, checked, and copied, and nothing of the original
 * goes further. The result is a `Request`, the value that passes through the other steps.
 */

/** A host's name for the sender of a request. A master reads no more of it than this. */
export interface Sender {
  connection?: {
    isGone?: boolean;
    /** Connections of one address take turns with each other. */
    address?: string | undefined;
    /** The seat that its client has shown to be theirs. */
    seat?: AskedSeat | null;
  };
  [own: string]: unknown;
}

/** The seat that a request is made for. */
export interface Seat {
  playerID: PlayerID;
  credentials?: string | undefined;
  /** The error where there is no permission. */
  denial: string;
  /** `true` if one of the match's bots acts for it. */
  isBots?: boolean;
  /** Undefined before there is permission, and if none is needed. */
  permitted?: Permission;
  /** The host is asked once more, in the turn, whether this sender may still do anything. */
  sender?: Sender | undefined;
}

/** A seat as clients send it. */
type Sent = Omit<Seat, 'credentials'> & { credentials: unknown };

/** A request of a client, parsed. */
export interface Request {
  matchID: string;
  /** Null for a spectator. */
  seat: Seat | null;
  sender?: Sender | undefined;
  /** How an action was made. Undefined for all other requests, and for actions of boardgame.io's clients. */
  sync?: ActionSync | undefined;
  /** `true` if the whole match is asked for. */
  isForMatch?: boolean;
  /** `true` if a hub has counted the connections of a player, and nothing but the note is missing. It needs no permission. */
  isNote?: boolean;
}

/** A request for a seat. */
export interface SeatRequest extends Request {
  seat: Seat;
}

/** A request for the whole match. */
export interface SyncRequest extends Request {
  /** Undefined or null for a spectator. */
  playerID: PlayerID | null | undefined;
  /** The number of players of a match that begins, as the client has sent it. */
  numPlayers: unknown;
  mayBegin: boolean;
}

/** An action, or the problem with it. */
export type Tried = { action: PlayerAction, problem?: undefined } | { action: null, problem: Problem };

/** An action that a player asks for, and the state that they saw. */
export type ActionRequest = SeatRequest & Tried & { playerID: PlayerID, stateID: number };

/** Why there is no request. */
export type Rejection = { error: string };

const NAMED = ['MAKE_MOVE', 'GAME_EVENT', 'PLUGIN'];
const UNNAMED = ['UNDO', 'REDO'];

const USUAL = { values: 100_000, text: 1_000_000, longest: 1_000_000 };
/** Bytes of an action without arguments: about what the entry of an ordinary move takes in the log. */
const ACTION = 300;
/** Events are about players, stages and phases: a stage is noted for each of up to a thousand players. */
const EVENT = { values: 20_000, text: 200_000, longest: MOST_NAME };

const MALFORMED = { error: 'malformed action' } as const;
const TOO_BIG = { error: 'arguments too big' } as const;
const NO_MATCH = { error: GAME_NOT_FOUND } as const;

/** Why an action is not even tried; with a `type` if clients are sent one of its own. */
export type Problem = { error: string, type?: string };

/** An action of a player, as a copy of its own. */
export interface PlayerAction {
  type: CredentialedAction['type'];
  payload: {
    /** Null for an action without a name: undo and redo. */
    type: string | null;
    args: Foreign;
    playerID: PlayerID;
    /** A master keeps none. */
    credentials?: undefined;
  };
}

/** Contents of an action's arguments. */
export type ReadAction = Tried & {
  playerID: PlayerID;
  stateID: number;
  sync: ActionSync | undefined;
  credentials: string | undefined;
  /** Estimate of the bytes that the action takes to store. */
  size: number;
};

/** A chat message of a client. */
export interface SentChat {
  id: string;
  /** Null for a spectator. */
  sender: PlayerID | null;
  payload: Foreign;
}

/**
 * Reads an action, with its author and how it was made. The action is null if it is malformed and `sync` is not.
 *
 * @param credAction an action as boardgame.io's clients send it; Rondel's add `sync`
 * @param mostBytes of its arguments
 */
export function readAction(credAction: unknown, stateID: unknown, playerID: unknown, mostBytes: number = Infinity): ReadAction | Rejection {
  try {
    return read(credAction, stateID, playerID, mostBytes);
  } catch {
    // Not serialisable, too big, or an object whose members throw when they are read.
    return MALFORMED;
  }
}

/** Returns the request for an action that has been read. `matchID` may be anything. */
export function actionRequest(read: ReadAction, matchID: unknown, { isBots, sender }: Pick<Seat, 'isBots' | 'sender'>): ActionRequest | Rejection {
  const name = matchNameOf(matchID);
  if (name === null) return NO_MATCH;
  const { playerID, credentials, stateID, sync } = read;
  const seat: Seat = { playerID, credentials, denial: UNAUTHORIZED_ACTION, sender };
  if (isBots) seat.isBots = true;
  const how = { matchID: name, seat, sender, sync, playerID, stateID };
  return read.action ? { ...how, action: read.action } : { ...how, action: null, problem: read.problem };
}

/** Returns a request with the name of its match, or an error if that is none. */
export function named<Rest extends Omit<Request, 'matchID'>>(matchID: unknown, rest: Rest): Rest & { matchID: string } | Rejection {
  const name = matchNameOf(matchID);
  return name === null ? NO_MATCH : { ...rest, matchID: name };
}

/** Returns a request for a seat, or an error if what was sent is no name of a match, or `denial` if it is none of a player. */
export function seatRequest(
  matchID: unknown, playerID: unknown, { credentials, sender, denial = UNAUTHORIZED }: Partial<Sent>, rest: Pick<Request, 'isNote'> = {},
): SeatRequest | Rejection {
  const name = nameOf(playerID);
  if (name === null) return { error: denial };
  return named(matchID, { seat: { playerID: name, credentials: credentialsOf(credentials), denial: UNAUTHORIZED, sender }, sender, ...rest });
}

/** Returns the seat of a viewer, or null for a spectator. Returns an error if the sent value is not a player's name. */
export function viewersSeat(playerID: unknown, credentials: unknown): Seat | null | Rejection {
  if (playerID === undefined || playerID === null) return null;
  const name = nameOf(playerID);
  return name === null ? { error: UNAUTHORIZED } : { playerID: name, credentials: credentialsOf(credentials), denial: UNAUTHORIZED };
}

/** Returns a request whose action is not even tried. */
export function withProblem<Asked extends Tried>(request: Asked, problem: Problem | undefined): Asked {
  return problem === undefined || request.problem ? request : { ...request, action: null, problem };
}

/** Returns the problem with a request whose sender has done too much already; undefined if there is none. */
export function limitedBy(why: string | null): Problem | undefined {
  return why === null ? undefined : { error: why, type: 'match/limited' };
}

/** Returns `true` if the sender's connection has closed. */
export function isGone(sender: Sender | undefined): boolean {
  return sender?.connection?.isGone === true;
}

/** A chat message, `{ id, sender, payload }`; null if it is none. */
export function readChat(message: unknown): SentChat | null {
  try {
    const { id, sender, payload } = message as Foreign;
    const isNamed = isName(id) && isStorable(id) && (isName(textOf(sender)) || sender === null || sender === undefined);
    return isNamed ? { id, sender: textOf(sender) ?? null, payload: copyOf(payload, CHAT) } : null;
  } catch {
    return null;
  }
}

/**
 * Data that a client sends about itself with a `sync`: the version of its game's rules, if any, and whether the master may begin the match.
 * It may not if the client had joined it before, or does not want that. boardgame.io's client sends nothing.
 */
export function readAbout(about: unknown): { version?: string | number, mayBegin: boolean } {
  try {
    const { version, known, create } = Object(about);
    return { ...isVersion(version) && { version }, mayBegin: known !== true && create !== false };
  } catch {
    return { mayBegin: true };
  }
}

/** Returns `true` for a valid place in a log. */
export function isPlace(before: unknown): before is number {
  return Number.isSafeInteger(before) && (before as number) >= 0;
}

function read(credAction: Foreign, stateID: Foreign, playerID: unknown, mostBytes: number): ReadAction | Rejection {
  const { type, payload, automatic, sync } = credAction ?? {};
  if (!type || !payload) return { error: 'missing action or action payload' };
  const isNamed = NAMED.includes(type);
  // Clients can send neither automatic actions of the engine nor a state.
  if ((!isNamed && !UNNAMED.includes(type)) || automatic) return { error: UNAUTHORIZED_ACTION };
  const author = nameOf(playerID);
  // An action without a playerID is its sender's.
  const { playerID: actor, credentials } = payload;
  if (author === null || author !== nameOf(actor ?? author)) return { error: UNAUTHORIZED_ACTION };
  const made = readSync(sync);
  if (made === null || !Number.isSafeInteger(stateID)) return MALFORMED;
  const content = isNamed ? readContent(type, payload, author) : { type: null, args: null, playerID: author };
  const bytes = content === null ? 0 : sizeOf(content.args);
  const problem = content === null ? MALFORMED : bytes > mostBytes ? TOO_BIG : undefined;
  // Rondel's clients number their actions, and wait for an acknowledgement of each.
  if (problem && !made) return problem;
  return {
    ...problem ? { action: null, problem } : { action: { type, payload: content as PlayerAction['payload'] } },
    size: ACTION + bytes,
    playerID: author,
    stateID,
    sync: made,
    credentials: credentialsOf(credentials),
  };
}

/** The content of an action: its type and arguments; null if it is malformed. */
function readContent(kind: string, payload: Foreign, playerID: PlayerID): PlayerAction['payload'] | null {
  try {
    const { type, args } = payload;
    // Only the game decides how it ends.
    const limits = kind === 'GAME_EVENT' && type !== EVENTS[EVENT_END_GAME] ? EVENT : USUAL;
    return isName(type) ? { type, args: args === undefined ? [] : copyOf(args, limits), playerID } : null;
  } catch {
    return null;
  }
}

/** When the action was made, and on which others it depends; undefined from boardgame.io's clients, null if it is malformed. */
function readSync(sync: Foreign): ActionSync | null | undefined {
  if (sync === undefined) return undefined;
  const { session, seq, first, dependsOn, ahead = false, acted } = sync;
  const isSound = isName(session) && session.length <= 32 && isStorable(session)
    && isCount(seq) && isCount(first) && first <= seq
    && (dependsOn === undefined || (isCount(dependsOn) && dependsOn < seq))
    && typeof ahead === 'boolean'
    && (acted === undefined || isCount(acted));
  if (!isSound) return null;
  return acted === undefined ? { session, seq, first, dependsOn, ahead } : { session, seq, first, dependsOn, ahead, acted };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/**
 * Match and seat that a client asks for, with the credentials for the seat. A spectator has no seat. A connection keeps this value to its
 * end, and so it contains nothing else of a message.
 */
export type AskedSeat = { matchID: string, playerID: string | null | undefined, credentials: string | undefined };

/** Parses the arguments of a `sync`. Returns the seat, or the reason why there is none. */
export function readAskedSeat([matchID, playerID, credentials]: readonly unknown[]): AskedSeat | { error: string } {
  const match = matchNameOf(matchID);
  const player = playerID === undefined || playerID === null ? playerID : nameOf(playerID);
  if (player === null && playerID !== null) return { error: UNAUTHORIZED };
  if (match === null) return NO_MATCH;
  return { matchID: match, playerID: player, credentials: credentialsOf(credentials) };
}

export function isSameSeat(seat: AskedSeat, other: AskedSeat | null): boolean {
  return other !== null
    && seat.matchID === other.matchID && seat.playerID === other.playerID && seat.credentials === other.credentials;
}
