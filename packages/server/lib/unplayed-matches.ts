import { isUntouched, mayBeUnplayed } from './rondel.js';
import { Sweep } from './sweep.js';
import type { StorageAPI } from 'rondel/master';
import type { Storage } from 'rondel/private';
import type { Candidates, StoredMatch, SweepOptions } from './sweep.js';

/** Milliseconds between two looks, at most. */
const LOOK = 300_000;
/** Number of matches that are read at once. */
const PAGE = 50;

/** After how long a match goes in which nobody acts, and by which clock. */
interface Patience {
  milliseconds: number;
  now?: () => number;
}

/** Deletes matches that began because a client asked for them, and in which nobody has acted for a while. */
export function sweepUnplayed({ milliseconds, now = Date.now, ...options }: SweepOptions & Patience) {
  const candidates = new Unplayed({ db: options.db, games: [...options.hubs.keys()], age: milliseconds, now });
  return new Sweep(options, candidates, milliseconds === Infinity ? Infinity : Math.min(LOOK, milliseconds));
}

/** The matches of a game that have begun between two moments. */
interface Range {
  gameName: string;
  until: number;
  before: number;
  /** The last that was read. */
  after?: { matchID: string, createdAt: number };
  /** Those that were not read, of a storage that knows no pages. */
  matchIDs?: string[];
}

/** Those that are old enough: all that were there before it began, once, and then those that have become so since. */
class Unplayed implements Candidates {
  #db;
  #games;
  #age;
  #now;
  /** Cursor of the next page. The newest match is the last. */
  #ranges: Range[] = [];
  #until = -Infinity;

  constructor({ db, games, age, now }: { db: Storage, games: string[], age: number, now: () => number }) {
    this.#db = db;
    this.#games = games;
    this.#age = age;
    this.#now = now;
  }

  begin() {
    const before = this.#now() - this.#age;
    // The clock has been set back: what begins from now on is looked at when it is old enough.
    if (before < this.#until) this.#until = before;
    if (before === this.#until) return;
    for (const gameName of this.#games) this.#ranges.push({ gameName, until: this.#until, before });
    this.#until = before;
  }

  async next() {
    const range = this.#ranges[this.#ranges.length - 1];
    if (!range) return null;
    const entries = await this.#read(range);
    // A storage without pages does not list them.
    const young = entries.filter(({ createdAt }) => !(createdAt < range.until));
    if (young.length < PAGE) this.#ranges = this.#ranges.filter((other) => other !== range);
    else range.after = { matchID: young[PAGE - 1].matchID, createdAt: young[PAGE - 1].createdAt };
    const wanted = young.filter(({ metadata }) => metadata === undefined || mayBeUnplayed(metadata, range.before));
    return { gameName: range.gameName, matchIDs: wanted.map(({ matchID }) => matchID), seen: entries.length };
  }

  reasonOf({ state, metadata }: StoredMatch) {
    return isUntouched(state) && mayBeUnplayed(metadata, this.#now() - this.#age) ? 'unplayed' : null;
  }

  /** Newest first. A storage that knows no pages says all IDs at once, and nothing of the matches. */
  async #read(range: Range): Promise<StorageAPI.ListedMatch[]> {
    const { gameName, before, until, after = { matchID: '', createdAt: before } } = range;
    const where = { isGameover: false };
    if (typeof this.#db.listPage === 'function') return this.#db.listPage({ gameName, where: { ...where, unlisted: true }, limit: PAGE, after });
    const since = until === -Infinity ? {} : { updatedAfter: until - 1 };
    range.matchIDs ??= [...await this.#db.listMatches({ gameName, where: { ...where, ...since, updatedBefore: before } })];
    return range.matchIDs.splice(-PAGE).map((matchID) => ({ matchID }) as StorageAPI.ListedMatch);
  }
}
