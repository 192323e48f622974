import { unref } from '../util/unref.js';
import { Meters } from './meters.js';

/**
 * Work that is done at once, but of each name only so often in the long run: of what is asked for too early, the newest is done
 * when its time has come.
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
    const waiting = this.#waiting.get(name);
    if (waiting) {
      waiting.work = work;
      return undefined;
    }
    const wait = this.#meters.wait(name);
    if (wait === 0) {
      this.#meters.charge(name, 1);
      return work();
    }
    const timer = unref(setTimeout(() => {
      const { work: newest } = this.#waiting.get(name);
      this.#waiting.delete(name);
      this.#meters.charge(name, 1);
      newest();
    }, wait));
    this.#waiting.set(name, { timer, work });
    return undefined;
  }

  /** Does not do what waits. */
  drop(name) {
    clearTimeout(this.#waiting.get(name)?.timer);
    this.#waiting.delete(name);
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
