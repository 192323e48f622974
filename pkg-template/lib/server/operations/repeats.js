import { unref } from '../../util/unref.js';

/** Milliseconds in which the same is logged once, and counted after that. */
const WINDOW = 10_000;
/** So many different things are logged in that time. */
const MOST = 100;

/** @typedef {{ level: 'info' | 'error', fields: object, count: number }} Counted */

/** Logs what strangers can cause at each message: the first at once, and how often the same happened in the next seconds. */
export class Repeats {
  #write;
  /** By key, what has been logged in this window, and how often it was since. @type {Map<string, Counted>} */
  #logged = new Map();
  #timer;

  /** @param {(level: 'info' | 'error', fields: object) => void} write */
  constructor(write) {
    this.#write = write;
  }

  /**
   * @param {'info' | 'error'} level
   * @param {object} fields
   * @param {string} key the same for what is logged once
   */
  log(level, fields, key) {
    const known = this.#logged.get(key) ?? (this.#logged.size < MOST ? undefined : this.#others(level));
    if (known) {
      known.count += 1;
      return;
    }
    this.#logged.set(key, { level, fields, count: 0 });
    this.#timer ??= unref(setTimeout(() => this.end(), WINDOW));
    this.#write(level, fields);
  }

  /** Logs what has been counted, and begins again. */
  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const logged = [...this.#logged.values()];
    this.#logged.clear();
    for (const { level, fields, count } of logged) if (count > 0) this.#write(level, { ...fields, count });
  }

  /** Counts what is beyond those that are logged. @returns {Counted} */
  #others(level) {
    const others = this.#logged.get(level) ?? { level, fields: { event: 'others' }, count: 0 };
    this.#logged.set(level, others);
    return others;
  }
}
