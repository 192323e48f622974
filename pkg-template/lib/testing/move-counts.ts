import { print } from '../util/print.js';
import type { MoveCounts as CountsByName } from '../../types/testing.js';
import type { RandomAction } from './random-play.js';
import type { TimeoutAction } from '../game/simulated-clock.js';

/** Number of times that each move was made, and refused. Random play may never make a move, and then proves nothing about it. */
export class MoveCounts {
  #counts = new Map<string, CountsByName[string]>();

  /** Counts an action. */
  note({ type, payload }: RandomAction | TimeoutAction, isDone: boolean) {
    if (type !== 'MAKE_MOVE') return;
    const count = this.#of(payload.type);
    if (isDone) count.made += 1;
    else count.refused += 1;
  }

  /** Returns the counts by name, including `names` that were never tried. Warns about moves that were never made. */
  result(check: string, names: readonly string[]): CountsByName {
    for (const name of names) this.#of(name);
    const never = [...this.#counts].filter(([, { made }]) => made === 0);
    if (never.length > 0) {
      const which = never.map(([name, { refused }]) => `${name} (refused ${refused} times)`).join(', ');
      print('warn', `rondel: ${check} never made these moves, and proves nothing about them: ${which}. List possible actions in its option moves or in the game's ai.enumerate, or play more games`);
    }
    return Object.fromEntries(this.#counts);
  }

  #of(name: string) {
    let count = this.#counts.get(name);
    if (!count) this.#counts.set(name, count = { made: 0, refused: 0 });
    return count;
  }
}
