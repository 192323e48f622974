// Filling the stack to its end, and acting there.
import { partOfToday } from '../support/rotation.mjs';
import { isFault, isOverflow, textOf } from './values.mjs';

/** Additional words in each frame, so that each call overflows at other places. Odd and even days have different ones. */
export const PADDINGS = [[0, 3], [1, 6]][partOfToday(2)];

/**
 * Fills the stack until it overflows, and acts on the way back: with almost no room left, then with a frame more, and so
 * on. Errors there go to `note`, and the stack unwinds as after any call.
 *
 * @param {number} levels how many frames from the end
 * @param {(level: number) => void} act
 * @param {{ padding?: number, note?: (error: unknown) => void }} options `padding`: how many words more a frame has
 */
export function fromTheEnd(levels, act, { padding = 0, note = () => {} } = {}) {
  const words = Array(padding).fill(0);
  let level = 0;
  let thrown = [];
  (function descend(...padded) {
    try {
      descend(...padded);
    } catch {
      // The end, or a level with too little room to call `note`.
    }
    if (level >= levels) return;
    level += 1;
    try {
      act(level);
    } catch (error) {
      thrown.push(error);
    }
  })(...words);
  thrown.forEach(note);
  return level;
}

/** Collects the errors at the end of the stack, except for the overflow. */
export class Notes {
  #wrong = new Map();
  thrown = 0;

  note = (error) => {
    this.thrown += 1;
    if (isOverflow(error) && !isFault(error)) return;
    const text = textOf(error);
    this.#wrong.set(text, (this.#wrong.get(text) ?? 0) + 1);
  };

  /** Throws if anything but an overflow was thrown. */
  assertClean(what) {
    if (this.#wrong.size === 0) return;
    const told = [...this.#wrong].slice(0, 4).map(([text, count]) => `${count} times ${text}`);
    throw new Error(`${what}: thrown ${told.join('; ')}`);
  }
}
