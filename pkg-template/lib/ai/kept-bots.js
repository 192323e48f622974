import { freeBot } from './free-bot.js';

/** @typedef {{ match?: string, spec?: object }} Place in which match a bot thinks, and by which spec; without a match, it is not kept */

/**
 * Bots that wait for their next question: each goes on from what it has found out. Those that nobody waits for give back their memory.
 */
export class KeptBots {
  #most;
  /** By key, the latest last: `{ bot, match, spec }`. */
  #kept = new Map();
  /** Those that have begun, and are not forgotten. */
  #matches = new Set();

  /** @param {number} [most] beyond so many, those that have waited longest are dropped */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /**
   * The bot that waits under this key, which is kept for nobody else then; undefined if there is none of this spec.
   *
   * @param {string} key
   * @param {Place} place
   */
  take(key, { match, spec }) {
    if (match !== undefined) this.#matches.add(match);
    const known = this.#kept.get(key);
    if (known && known.spec !== spec) this.#drop(key);
    this.#kept.delete(key);
    return known?.spec === spec ? known?.bot : undefined;
  }

  /**
   * Keeps a bot, unless its match has been forgotten, or another one waits in its place.
   *
   * @param {string} key
   * @param {any} bot
   * @param {Place} place
   */
  keep(key, bot, { match, spec }) {
    if (match === undefined || !this.#matches.has(match) || this.#kept.has(key)) return freeBot(bot);
    this.#kept.set(key, { bot, match, spec });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most) this.#drop(oldest);
    return undefined;
  }

  /** @param {string} match */
  forget(match) {
    this.#matches.delete(match);
    for (const [key, { match: own }] of this.#kept) if (own === match) this.#drop(key);
  }

  forgetAll() {
    this.#matches.clear();
    for (const key of this.#kept.keys()) this.#drop(key);
  }

  #drop(key) {
    freeBot(this.#kept.get(key).bot);
    this.#kept.delete(key);
  }
}
