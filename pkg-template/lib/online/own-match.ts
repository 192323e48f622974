import { hasMembers } from '../util/objects.js';
import { kickOf } from './kicked.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { Permission } from './match-queue.js';
import type { Seat, Sender } from './standing.js';

/** Metadata of any match, also of one that is no game's. */
type OfGame = { gameName?: string } | null | undefined;
type Metadata = StoredMetadata | undefined;

/** Whether a client may have a stored match at all: what a master checks besides their credentials. */

/** Why a request is refused. It is no fault, and so it is not reported. */
export class Refusal extends Error {
  #isRefusal = true;

  /** Of anything that was thrown, a proxy included: `in` calls nothing of it. */
  static is(thrown: unknown): thrown is Refusal {
    return hasMembers(thrown) && #isRefusal in thrown;
  }
}

/**
 * Throws a `Refusal` if a match is of another game: these rules would run their own moves on it, and show all that the
 * `playerView` of its own hides.
 *
 * @param gameName undefined where it is not compared
 */
export function checkGame(metadata: OfGame, gameName: string | undefined) {
  if (gameName !== undefined && !isOfGame(metadata, gameName)) throw new Refusal('game not found');
}

/** Whether a permission holds for a seat of these metadata. */
export function isSeatOf(permission: Permission, seat: Seat, metadata: Metadata): boolean {
  try {
    checkSeat({ ...seat, permitted: permission }, metadata);
    return true;
  } catch {
    return false;
  }
}

/** Returns `true` unless the metadata show that the match is of another game, or of none. A match without metadata may be of any. */
export function isOfGame(metadata: OfGame, gameName: string | undefined): boolean {
  return !metadata || isMatchOf(metadata, gameName);
}

/** Returns `true` if there are metadata, and they name this game. */
export function isMatchOf<Match extends OfGame>(metadata: Match, gameName: string | undefined): metadata is NonNullable<Match> {
  return Boolean(metadata) && metadata!.gameName === gameName;
}

/** What `checkSeat` throws: the request needs another permission. */
export const SEAT_CHANGED = new Refusal('the seat has changed');

/**
 * Throws SEAT_CHANGED if a seat is no longer the one that the client had permission for: while they waited for their turn it may
 * have been given to another player. Throws a `Refusal` if the match is another by now, or the host does not let its client do anything any more.
 *
 * @param seat without `permitted` no permission was needed; null for a spectator
 */
export function checkSeat(seat: Seat | null, metadata: Metadata, whyNotCome: (sender: Sender) => { error: string } | null = () => null) {
  const why = seat?.sender ? whyNotCome(seat.sender) : null;
  if (why) throw new Refusal(why.error);
  const before = seat?.permitted?.metadata;
  if (!seat?.permitted || before === metadata || metadata === undefined) return;
  if (before !== undefined && before.createdAt !== metadata.createdAt) throw new Refusal(seat.denial);
  // Nobody has permission for a seat without a player's name.
  if (!isSameSeat(before, metadata, seat.playerID as PlayerID) || kickOf(metadata, seat.playerID)) throw SEAT_CHANGED;
}

function isSameSeat(before: Metadata, now: Metadata, playerID: PlayerID): boolean {
  if (playerAt(before, playerID) !== playerAt(now, playerID)) return false;
  // Where no seat has credentials, anybody may act for all of them.
  return hasCredentials(before) || !hasCredentials(now);
}

/** Whether anyone who may act for a player by earlier metadata still may, as far as metadata show. */
export function haveSameSeats(before: Metadata, now: Metadata): boolean {
  if (before === now) return true;
  if (!before || (!hasCredentials(before) && hasCredentials(now))) return false;
  return Object.keys(before.players ?? {}).every((id) => playerAt(before, id) === playerAt(now, id));
}

/** As text, the metadata that authenticators may read. */
function playerAt(metadata: Metadata, playerID: PlayerID): string | undefined {
  const players = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? JSON.stringify({ ...players[playerID], isConnected: undefined }) : undefined;
}

function hasCredentials(metadata: Metadata): boolean {
  const players = metadata?.players ?? {};
  return Object.keys(players).some((id) => players[id].credentials);
}
