import { isDead } from '../online/dead-seats.js';
import { kickOf } from '../online/kicked.js';
import { HttpError } from './http-error.js';

/** The seats of a lobby's match, by its metadata. What does not hold is an `HttpError` for the client. */

/**
 * What a client asks for at a seat. `whyNotCome` returns why this client may do nothing any more, or null.
 *
 * @typedef {{ playerID: string, credentials?: unknown, whyNotCome?: WhyNotCome }} Seat
 * @typedef {() => { error: string } | null} WhyNotCome
 */

/**
 * Throws if a client has been banned since their request was admitted.
 *
 * @param {WhyNotCome} [whyNotCome]
 */
export function checkClient(whyNotCome) {
  const why = whyNotCome?.();
  if (why) throw new HttpError(403, why.error);
}

/**
 * Throws if a seat is no longer the player's who was authenticated by earlier metadata: somebody else has it, nobody may have it, or
 * the match is another. An account's credentials may be the same twice. Throws also if the client may do nothing any more.
 *
 * @param {any} metadata
 * @param {Seat} seat
 * @param {any} seen
 */
export function checkSeat(metadata, { playerID, whyNotCome }, seen) {
  checkClient(whyNotCome);
  const [now, before] = [playerAt(metadata, playerID), playerAt(seen, playerID)];
  const isSame = now.credentials === before.credentials && Boolean(now.name) === Boolean(before.name) && metadata.createdAt === seen.createdAt;
  if (!isSame || isDead(now) || kickOf(metadata, playerID)) throw unauthorized();
}

/** Returns the requested seat, or else the first free one. Throws if the seat is taken, dead or closed. */
export function freeSeat(matchID, metadata, playerID) {
  const { players } = metadata;
  const seats = Object.keys(players);
  const isClosed = (id) => kickOf(metadata, id)?.until !== undefined;
  const seat = playerID ?? seats.find((id) => !players[id].name && !isClosed(id));
  if (seat === undefined) throw new HttpError(409, `Match ${matchID} reached maximum number of players (${seats.length})`);
  if (playerAt({ players }, seat).name || isClosed(seat)) throw new HttpError(409, `Player ${seat} not available`);
  return seat;
}

/** Returns the player at a seat. */
export function playerAt({ players }, playerID) {
  if (!Object.hasOwn(players, playerID)) throw new HttpError(404, `Player ${playerID} not found`);
  return players[playerID];
}

/** Returns the error for wrong credentials. */
export function unauthorized() {
  return new HttpError(403, 'Invalid credentials');
}
