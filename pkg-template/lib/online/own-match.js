import { hasMembers } from '../util/objects.js';
import { kickOf } from './kicked.js';

/** Whether a client may have a stored match at all: what a master checks besides their credentials. */

/** Why a request is refused. It is no fault, and so it is not reported. */
export class Refusal extends Error {
  #isRefusal = true;

  /** Of anything that was thrown, a proxy included: `in` calls nothing of it. */
  static is(thrown) {
    return hasMembers(thrown) && #isRefusal in thrown;
  }
}

/**
 * Throws a `Refusal` if a match is of another game: these rules would run their own moves on it, and show all that the
 * `playerView` of its own hides.
 *
 * @param {{ gameName?: string } | undefined} metadata
 * @param {string | undefined} gameName undefined where it is not compared
 */
export function checkGame(metadata, gameName) {
  if (gameName !== undefined && !isOfGame(metadata, gameName)) throw new Refusal('game not found');
}

/** Whether a permission holds for a seat of these metadata. */
export function isSeatOf(permission, seat, metadata) {
  try {
    checkSeat({ ...seat, permitted: permission }, metadata);
    return true;
  } catch {
    return false;
  }
}

/** Returns `true` unless the metadata show that the match is of another game, or of none. A match without metadata may be of any. */
export function isOfGame(metadata, gameName) {
  return !metadata || isMatchOf(metadata, gameName);
}

/** Returns `true` if there are metadata, and they name this game. */
export function isMatchOf(metadata, gameName) {
  return Boolean(metadata) && metadata.gameName === gameName;
}

/** What `checkSeat` throws: the request needs another permission. */
export const SEAT_CHANGED = new Refusal('the seat has changed');

/**
 * Throws SEAT_CHANGED if a seat is no longer the one that the client had permission for: while they waited for their turn it may
 * have been given to another player. Throws a `Refusal` if the match is another by now, or the host does not let its client do anything any more.
 *
 * @param {{ playerID?: string | null, denial: string, permitted?: { metadata?: any }, sender?: unknown } | null | undefined} seat without
 *   `permitted` no permission was needed
 * @param {any} metadata
 * @param {(sender: unknown) => { error: string } | null} [whyNotCome]
 */
export function checkSeat(seat, metadata, whyNotCome = () => null) {
  const why = seat?.sender ? whyNotCome(seat.sender) : null;
  if (why) throw new Refusal(why.error);
  const before = seat?.permitted?.metadata;
  if (!seat?.permitted || before === metadata || metadata === undefined) return;
  if (before !== undefined && before.createdAt !== metadata.createdAt) throw new Refusal(seat.denial);
  if (!isSameSeat(before, metadata, seat.playerID) || kickOf(metadata, seat.playerID)) throw SEAT_CHANGED;
}

function isSameSeat(before, now, playerID) {
  if (playerAt(before, playerID) !== playerAt(now, playerID)) return false;
  // Where no seat has credentials, anybody may act for all of them.
  return hasCredentials(before) || !hasCredentials(now);
}

/** Whether anyone who may act for a player by earlier metadata still may, as far as metadata show. */
export function haveSameSeats(before, now) {
  if (before === now) return true;
  if (!before || (!hasCredentials(before) && hasCredentials(now))) return false;
  return Object.keys(before.players ?? {}).every((id) => playerAt(before, id) === playerAt(now, id));
}

/** As text, the metadata that authenticators may read. */
function playerAt(metadata, playerID) {
  const players = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? JSON.stringify({ ...players[playerID], isConnected: undefined }) : undefined;
}

function hasCredentials(metadata) {
  const players = metadata?.players ?? {};
  return Object.keys(players).some((id) => players[id].credentials);
}
