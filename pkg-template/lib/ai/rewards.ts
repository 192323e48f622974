import { hasMembers } from '../util/objects.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns the winners by `ctx.gameover`: the seat of a single winner, or the rewards of all seats. Returns `undefined` if it names nobody,
 * as after a draw.
 *
 * @param gameover `{ winner }` with a playerID or a list of them, `{ winners }`, or any other value
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

/** Converts scores of any range to rewards from 0 to 1, relative to the lowest and highest score of this search. */
export class Scores {
  #least = Infinity;
  #most = -Infinity;

  /** Returns the rewards of all seats; `undefined` if a score is not finite. */
  rewards(scores: readonly number[]): number[] | undefined {
    if (!scores.every(Number.isFinite)) return undefined;
    this.#least = Math.min(this.#least, ...scores);
    this.#most = Math.max(this.#most, ...scores);
    const range = this.#most - this.#least;
    return scores.map((score) => (range > 0 ? (score - this.#least) / range : 0.5));
  }
}
