import { isDead, kickOf } from './rondel.js';
import { HttpError } from './http-error.js';
import type { PlayerID } from 'rondel';
import type { Server } from 'rondel/master';
import type { Guard, StoredMetadata } from 'rondel/private';

/** Checks of the seats of a lobby's match, by its metadata. A failed check throws an `HttpError` for the client. */

/** Returns why a client may do nothing any more, or null. */
export type WhyNotCome = () => { error: string } | null;

/** A client who asks for something. They may be banned by the time when it takes effect. */
export interface Client {
  whyNotCome?: WhyNotCome;
}

/** The lobby's client, as a master knows it: a hub's connection, of which a master reads only `isGone`. */
export type Sender = Guard & { isGone?: boolean };

/** The seat for which a client asks for something. */
export interface Seat extends Client {
  playerID: PlayerID;
  credentials?: string;
}

/** Throws if a client has been banned since their request was admitted. */
export function checkClient(whyNotCome?: WhyNotCome) {
  const why = whyNotCome?.();
  if (why) throw new HttpError(403, why.error);
}

/**
 * Throws if a seat is no longer the player's who was authenticated by earlier metadata: somebody else has it, nobody may have it, or
 * the match is another. An account's credentials may be the same twice. Throws also if the client may do nothing any more.
 */
export function checkSeat(metadata: StoredMetadata, { playerID, whyNotCome }: Seat, seen: StoredMetadata) {
  checkClient(whyNotCome);
  const [now, before] = [playerAt(metadata, playerID), playerAt(seen, playerID)];
  const isSame = now.credentials === before.credentials && Boolean(now.name) === Boolean(before.name) && metadata.createdAt === seen.createdAt;
  if (!isSame || isDead(now) || kickOf(metadata, playerID)) throw unauthorized();
}

/** Returns the requested seat, or else the first free one. Throws if the seat is taken, dead or closed. */
export function freeSeat(matchID: string, metadata: StoredMetadata, playerID: PlayerID | undefined): PlayerID {
  const { players } = metadata;
  const seats = Object.keys(players);
  const isClosed = (id: PlayerID) => kickOf(metadata, id)?.until !== undefined;
  const seat = playerID ?? seats.find((id) => !players[id].name && !isClosed(id));
  if (seat === undefined) throw new HttpError(409, `Match ${matchID} reached maximum number of players (${seats.length})`);
  if (playerAt({ players }, seat).name || isClosed(seat)) throw new HttpError(409, `Player ${seat} not available`);
  return seat;
}

/** Returns the player at a seat. */
export function playerAt({ players }: Pick<StoredMetadata, 'players'>, playerID: PlayerID): Server.PlayerMetadata {
  if (!Object.hasOwn(players, playerID)) throw new HttpError(404, `Player ${playerID} not found`);
  return players[playerID];
}

/** Returns the error for wrong credentials. */
export function unauthorized() {
  return new HttpError(403, 'Invalid credentials');
}
