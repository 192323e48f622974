import { GAME_NOT_FOUND } from './protocol/errors.js';
import { hasMembers } from '../util/objects.js';
import type { Refused } from '../../types/master.js';

/** Why a request is refused. It is no fault, and so it is not reported. */
export class Refusal extends Error {
  #isRefusal = true;

  /** Returns `true` for a refusal. Accepts any thrown value, also a proxy: `in` with a private name runs none of its traps. */
  static is(thrown: unknown): thrown is Refusal {
    return hasMembers(thrown) && #isRefusal in thrown;
  }
}

/** The request needs another permission: its seat has changed while it waited for its turn. */
export const SEAT_CHANGED = new Refusal('the seat has changed');

/** Result of a job whose permission must be checked again. The job then waits for another turn. */
export const AGAIN: Refused = { error: 'busy' };

/** Metadata of any match, also of one that is no game's. */
type OfGame = { gameName?: string } | null | undefined;

/**
 * Throws a `Refusal` if a match is of another game: these rules would run their own moves on it, and show all that the
 * `playerView` of its own hides.
 *
 * @param gameName undefined where it is not compared
 */
export function checkGame(metadata: OfGame, gameName: string | undefined) {
  if (gameName !== undefined && !isOfGame(metadata, gameName)) throw new Refusal(GAME_NOT_FOUND);
}

/** Returns `true` unless the metadata show that the match is of another game, or of none. A match without metadata may be of any. */
export function isOfGame(metadata: OfGame, gameName: string | undefined): boolean {
  return !metadata || isMatchOf(metadata, gameName);
}

/** Returns `true` if there are metadata, and they name this game. */
export function isMatchOf<Match extends OfGame>(metadata: Match, gameName: string | undefined): metadata is NonNullable<Match> {
  return Boolean(metadata) && metadata!.gameName === gameName;
}
