import { unheld } from '../util/unheld.js';
import { Meters } from './meters.js';

/**
 * Work that is done at once, but of each name only so often in the long run: what is asked for too early is done when its time has
 * come, once, however often it was asked for.
 */
export class Paced {
  #meters;
  /** By name, what waits. */
  #waiting = new Map();
  #isOver = false;

  /** @param {{ rate: number, burst: number }} limits a second, and at once */
  constructor(limits) {
    this.#meters = new Meters(limits);
  }

  /**
   * What the work returns, or nothing if it is done later.
   *
   * @template T
   * @param {string} name
   * @param {() => T} work
   * @returns {T | undefined}
   */
  run(name, work) {
    if (this.#isOver) return work();
    if (this.#waiting.has(name)) return undefined;
    const wait = this.#meters.wait(name);
    if (wait === 0) {
      this.#meters.charge(name, 1);
      return work();
    }
    const timer = unheld(setTimeout(() => {
      this.#waiting.delete(name);
      this.#meters.charge(name, 1);
      work();
    }, wait));
    this.#waiting.set(name, { timer, work });
    return undefined;
  }

  /** Does what waits, and from now on everything at once. */
  end() {
    this.#isOver = true;
    for (const { timer, work } of this.#waiting.values()) {
      clearTimeout(timer);
      work();
    }
    this.#waiting.clear();
  }
}
