import { hasMembers } from '../util/objects.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Who has won by a `ctx.gameover`: their seat, what everybody gets if there are several or somebody who has none, or undefined if it
 * names nobody, as after a draw.
 *
 * @param gameover `{ winner }`, a playerID or a list of them; `{ winners }`; or anything else
 */
export function winnersOf(gameover: Foreign, seats: readonly string[]): number | number[] | undefined {
  if (!hasMembers(gameover)) return undefined;
  const { winner, winners = winner } = gameover;
  if (winners === undefined || winners === null) return undefined;
  if (!Array.isArray(winners)) {
    const seat = seats.indexOf(String(winners));
    return seat < 0 ? seats.map(() => 0) : seat;
  }
  if (winners.length === 0) return undefined;
  const names = winners.map(String);
  return seats.map((playerID) => (names.includes(playerID) ? 1 / names.length : 0));
}

/** Scores of any size as rewards from 0 to 1: between the least and the most that this search has seen. */
export class Scores {
  #least = Infinity;
  #most = -Infinity;

  /** What everybody gets; undefined if a score is NaN. */
  rewards(scores: readonly number[]): number[] | undefined {
    if (!scores.every(Number.isFinite)) return undefined;
    this.#least = Math.min(this.#least, ...scores);
    this.#most = Math.max(this.#most, ...scores);
    const range = this.#most - this.#least;
    return scores.map((score) => (range > 0 ? (score - this.#least) / range : 0.5));
  }
}
