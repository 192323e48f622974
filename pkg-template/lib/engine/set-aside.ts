import { hasCode, rondelError } from '../util/error.js';
import { boundedCache } from '../util/bounded-cache.js';
import { forgiveFullMemory, isFullMemory } from './failure-count.js';

/** The most matches that are remembered. */
const MOST_MATCHES = 10_000;
/** Number of failed parts after which no part of a match is tried. */
const MOST_PARTS = 3;
/** Milliseconds for which a part that has failed is not tried again. */
const TIME = 60_000;
/** The code of the error in place of what is not tried. */
export const SET_ASIDE = 'match/set_aside';

/**
 * Parts of matches with which the game's code fails the engine: states that cannot be read, views that cannot be shown. Another attempt would
 * have the same result, and cost all other matches of the game a new instance.
 */
export class SetAside {
  /** Failed parts by match, with the time until which each is set aside. */
  #failed = boundedCache<string, Map<string, number>>(MOST_MATCHES);

  /**
   * Does what may fail the engine for a part of a match, such as the view of one player. Throws an error with the code `SET_ASIDE` if that has failed
   * the engine, now or not long ago, or several other parts have; the first error has a `cause`.
   */
  attempt<Result>(matchID: string, part: string, work: () => Result): Result {
    if (this.#isSetAside(matchID, part)) throw setAside();
    try {
      return onceMoreIfFull(work);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      const parts = this.#failed.get(matchID) ?? new Map<string, number>();
      this.#failed.keep(matchID, parts.set(part, performance.now() + TIME));
      throw Object.assign(setAside(), { cause: error.cause });
    }
  }

  #isSetAside(matchID: string, part: string) {
    const parts = this.#failed.get(matchID);
    if (parts === undefined) return false;
    const now = performance.now();
    for (const [name, until] of parts) if (until <= now) parts.delete(name);
    return parts.has(part) || parts.size >= MOST_PARTS;
  }
}

/** Does work again if the engine's memory was full: of other matches, perhaps. The new instance has none of them. */
function onceMoreIfFull<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!lackedMemory(error)) throw error;
  }
  const result = work();
  forgiveFullMemory();
  return result;
}

/** Returns `true` if an error replaces an attempt that was not made. */
export function isSetAside(error: unknown) {
  return hasCode(error, [SET_ASIDE]);
}

/** Returns `true` if an error means that an engine's instance has failed and was replaced. */
export function isEngineFailure(error: unknown): error is Error {
  return hasCode(error, ['engine/retired']);
}

/** Returns `true` if an error means that an engine's instance has failed and may have lacked memory. */
export function lackedMemory(error: unknown) {
  return isEngineFailure(error) && isFullMemory(error.cause);
}

function setAside() {
  return rondelError(SET_ASIDE, "the game's code made the engine fail in this match: the match is set aside for a minute");
}
