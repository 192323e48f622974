import { hasMembers } from '../util/objects.js';
import { kickOf } from './kicked.js';

/** Whether those who ask may have a stored match at all: what a master looks at besides their credentials. */

/** Why somebody who asks is refused. It is nobody's fault, and so it is not reported. */
export class Refusal extends Error {
  #isRefusal = true;

  /** Of whatever was thrown, a proxy included: `in` asks it nothing. */
  static is(thrown) {
    return hasMembers(thrown) && #isRefusal in thrown;
  }
}

/**
 * Throws a `Refusal` if a match is of another game: these rules would run their own moves on it, and show all that the
 * `playerView` of its own hides.
 *
 * @param {{ gameName?: string } | undefined} metadata
 * @param {string | undefined} gameName undefined where nobody compares
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

/** Whether a match is of this game, as far as its metadata say: of some, nobody knows whose they are. */
export function isOfGame(metadata, gameName) {
  const { gameName: stored } = metadata ?? {};
  return stored === undefined || stored === gameName;
}

/** What `checkSeat` throws: whoever asks needs another permission. */
export const SEAT_CHANGED = new Refusal('the seat has changed');

/**
 * Throws SEAT_CHANGED if a seat is no longer the one that somebody was let act for: while they waited for their turn it may
 * have been given to somebody else. Throws a `Refusal` if the match is another by now.
 *
 * @param {{ playerID?: string | null, denial: string, permitted?: { metadata?: any } } | null | undefined} seat without `permitted`
 *   nobody had to be asked
 */
export function checkSeat(seat, metadata) {
  const before = seat?.permitted?.metadata;
  if (!seat?.permitted || before === metadata || metadata === undefined) return;
  if (before !== undefined && before.createdAt !== metadata.createdAt) throw new Refusal(seat.denial);
  if (!isSameSeat(before, metadata, seat.playerID) || kickOf(metadata, seat.playerID)) throw SEAT_CHANGED;
}

function isSameSeat(before, now, playerID) {
  if (playerAt(before, playerID) !== playerAt(now, playerID)) return false;
  // Where nobody has credentials, everybody may act for everybody.
  return hasCredentials(before) || !hasCredentials(now);
}

/** Whether whoever may act for a player by metadata from before still may, as far as they say. */
export function haveSameSeats(before, now) {
  if (before === now) return true;
  if (!before || (!hasCredentials(before) && hasCredentials(now))) return false;
  return Object.keys(before.players ?? {}).every((id) => playerAt(before, id) === playerAt(now, id));
}

/** As text, what authenticators may look at. */
function playerAt(metadata, playerID) {
  const players = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? JSON.stringify({ ...players[playerID], isConnected: undefined }) : undefined;
}

function hasCredentials(metadata) {
  const players = metadata?.players ?? {};
  return Object.keys(players).some((id) => players[id].credentials);
}
