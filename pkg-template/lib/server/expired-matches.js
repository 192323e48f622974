import { Sweep } from './sweep.js';

/** Milliseconds between two looks. */
const LOOK = 60_000;
/** So many matches are read at once: as many as one look takes in. */
const PAGE = 500;

/** What `listMatches` and `listIdle` call those that are over. */
const KINDS = /** @type {const} */ ({ finished: true, unfinished: false });

/**
 * What wipes matches in which nobody has done anything for so long: those that are over, and those that are not.
 *
 * @param {object} options as `Sweep` has them, and
 * @param {any} options.db
 * @param {Map<string, { gone: (matchID: string) => void }>} options.hubs
 * @param {import('../../server.d.ts').ExpiryOptions} options.ttl
 * @param {(error: unknown) => void} options.failed
 * @param {import('./watch.js').Watch} [options.watch]
 * @param {() => number} [options.now]
 */
export function sweepExpired({ ttl: { finished = Infinity, unfinished = Infinity }, now = Date.now, ...options }) {
  const candidates = new Expired({ db: options.db, games: [...options.hubs.keys()], ttl: { finished, unfinished }, now });
  return new Sweep(options, candidates, Math.min(finished, unfinished) === Infinity ? Infinity : LOOK);
}

/**
 * The matches that have been idle for so long, those that have been so the longest first.
 *
 * @typedef {{ gameName: string, isGameover: boolean, updatedBefore: number, after?: any, matchIDs?: string[] }} Range of one game and kind;
 *   `after` is the last that was read
 */
class Expired {
  #db;
  #games;
  #ttl;
  #now;
  /** What is left to be read. @type {Range[]} */
  #ranges = [];

  constructor({ db, games, ttl, now }) {
    this.#db = db;
    this.#games = games;
    this.#ttl = ttl;
    this.#now = now;
  }

  /** It goes on where the last look has stopped: what could not be wiped keeps nothing behind it. */
  begin() {
    if (this.#ranges.length > 0) return;
    const kinds = Object.keys(KINDS).filter((kind) => this.#ttl[kind] !== Infinity);
    this.#ranges = this.#games.flatMap((gameName) => kinds.map((kind) => (
      { gameName, isGameover: KINDS[kind], updatedBefore: this.#now() - this.#ttl[kind] }
    )));
  }

  async next() {
    const range = this.#ranges[this.#ranges.length - 1];
    if (!range) return null;
    const entries = await this.#read(range);
    if (entries.length < PAGE) this.#ranges.pop();
    else range.after = entries[entries.length - 1];
    return { gameName: range.gameName, matchIDs: entries.map(({ matchID }) => matchID), seen: entries.length };
  }

  reasonOf({ metadata: { gameover, updatedAt } }) {
    const kind = gameover === undefined ? 'unfinished' : 'finished';
    return updatedAt < this.#now() - this.#ttl[kind] ? kind : null;
  }

  /** A storage that knows no pages says all IDs at once. */
  async #read(range) {
    const { gameName, isGameover, updatedBefore, after } = range;
    if (typeof this.#db.listIdle === 'function') return this.#db.listIdle({ gameName, isGameover, updatedBefore, limit: PAGE, after });
    range.matchIDs ??= [...await this.#db.listMatches({ gameName, where: { isGameover, updatedBefore } })];
    return range.matchIDs.splice(-PAGE).map((matchID) => ({ matchID }));
  }
}
