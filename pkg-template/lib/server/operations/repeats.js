import { unref } from '../../util/unref.js';

/** Milliseconds in which the same is told once, and counted after that. */
const WINDOW = 10_000;
/** So many different things are told in that time. */
const MOST = 100;

/** @typedef {{ level: 'info' | 'error', fields: object, count: number }} Counted */

/** Tells what strangers may bring about at each message: the first at once, and of the same in the next seconds how often it was. */
export class Repeats {
  #write;
  /** By key, what has been told in this window, and how often it was since. @type {Map<string, Counted>} */
  #told = new Map();
  #timer;

  /** @param {(level: 'info' | 'error', fields: object) => void} write */
  constructor(write) {
    this.#write = write;
  }

  /**
   * @param {'info' | 'error'} level
   * @param {object} fields
   * @param {string} key the same for what is told once
   */
  say(level, fields, key) {
    const known = this.#told.get(key) ?? (this.#told.size < MOST ? undefined : this.#others(level));
    if (known) {
      known.count += 1;
      return;
    }
    this.#told.set(key, { level, fields, count: 0 });
    this.#timer ??= unref(setTimeout(() => this.end(), WINDOW));
    this.#write(level, fields);
  }

  /** Tells what has been counted, and begins anew. */
  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const told = [...this.#told.values()];
    this.#told.clear();
    for (const { level, fields, count } of told) if (count > 0) this.#write(level, { ...fields, count });
  }

  /** What is beyond those that are told. @returns {Counted} */
  #others(level) {
    const others = this.#told.get(level) ?? { level, fields: { event: 'others' }, count: 0 };
    this.#told.set(level, others);
    return others;
  }
}
