import { Sweep } from './sweep.js';
import type { StorageAPI } from 'rondel/master';
import type { Storage } from 'rondel/private';
import type { Candidates, StoredMatch, SweepOptions } from './sweep.js';
import type { ExpiryOptions } from '../types/server.js';

/** Milliseconds between two looks. */
const LOOK = 60_000;
/** Number of matches that are read at once. */
const PAGE = 500;

/** Kinds of matches, with their `isGameover` in `listMatches` and `listIdle`. */
const KINDS = { finished: true, unfinished: false } as const;

type Kind = keyof typeof KINDS;

/** After how long matches go, and by which clock. */
interface Expiry {
  ttl: ExpiryOptions;
  now?: () => number;
}

/** Deletes matches in which nobody has acted for the time of the option `ttl`, finished and unfinished ones. */
export function sweepExpired({ ttl: { finished = Infinity, unfinished = Infinity }, now = Date.now, ...options }: SweepOptions & Expiry) {
  const candidates = new Expired({ db: options.db, games: [...options.hubs.keys()], ttl: { finished, unfinished }, now });
  return new Sweep(options, candidates, Math.min(finished, unfinished) === Infinity ? Infinity : LOOK);
}

/** Matches of one game and kind. */
interface Range extends Pick<StorageAPI.ListIdleOpts, 'gameName' | 'isGameover' | 'updatedBefore'> {
  /** The last that was read. */
  after?: StorageAPI.IdleMatch;
  /** Those that were not read, of a storage that knows no pages. */
  matchIDs?: string[];
}

/** The matches that have been idle for so long, those that have been so the longest first. */
class Expired implements Candidates {
  #db;
  #games;
  #ttl;
  #now;
  /** Pages that are still to be read. */
  #ranges: Range[] = [];

  constructor({ db, games, ttl, now }: { db: Storage, games: string[], ttl: Record<Kind, number>, now: () => number }) {
    this.#db = db;
    this.#games = games;
    this.#ttl = ttl;
    this.#now = now;
  }

  /** It goes on where the last look has stopped: what could not be wiped keeps nothing behind it. */
  begin() {
    if (this.#ranges.length > 0) return;
    const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => this.#ttl[kind] !== Infinity);
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

  reasonOf({ metadata: { gameover, updatedAt } }: StoredMatch) {
    const kind = gameover === undefined ? 'unfinished' : 'finished';
    return updatedAt < this.#now() - this.#ttl[kind] ? kind : null;
  }

  /** A storage that knows no pages says all IDs at once. */
  async #read(range: Range): Promise<StorageAPI.IdleMatch[]> {
    const { gameName, isGameover, updatedBefore, after } = range;
    if (typeof this.#db.listIdle === 'function') return this.#db.listIdle({ gameName, isGameover, updatedBefore, limit: PAGE, after });
    range.matchIDs ??= [...await this.#db.listMatches({ gameName, where: { isGameover, updatedBefore } })];
    // The caller does not read when they were updated.
    return range.matchIDs.splice(-PAGE).map((matchID) => ({ matchID }) as StorageAPI.IdleMatch);
  }
}
