import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { recent } from '../util/recent.js';

/** So many matches are remembered. */
const MOST_MATCHES = 1000;
/** For each millisecond that a failure has taken, others play for so many: less than a hundredth of them waits for it. */
const SHARE = 200;
/** Milliseconds that a match may be in debt, and goes on. A single failure never makes it wait. */
const CREDIT = 15_000;

/**
 * Matches whose actions have failed the engine's instance, by a full stack or memory: another one takes its place, and all matches of the
 * game wait for that. A match that does it again and again waits until the others have had their time.
 */
export class CostlyMatches {
  /** By match, until when it is in debt. */
  #debts = recent(MOST_MATCHES);

  /**
   * @param {string} matchID
   * @param {number} cost milliseconds
   * @param {number} now
   */
  note(matchID, cost, now) {
    this.#debts.keep(matchID, Math.max(now, this.#debts.get(matchID) ?? now) + Math.min(cost * SHARE, CREDIT));
  }

  /** Why an action in this match is refused. */
  objection(matchID, now) {
    const debt = (this.#debts.get(matchID) ?? now) - now;
    if (debt <= CREDIT) return undefined;
    const seconds = Math.ceil((debt - CREDIT) / 1000);
    return { type: REFUSAL_ACTION_INVALID, message: `actions of this match have failed the game's engine too often: it goes on in ${seconds} s` };
  }
}
