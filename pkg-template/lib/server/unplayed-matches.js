import { inTurn } from '../online/in-turn.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { LEFT_BY_ALL } from '../online/left.js';
import { revisionOf } from '../online/storage/storing.js';
import { isUntouched, mayBeUnplayed } from '../online/unplayed.js';
import { unheld } from '../util/unheld.js';

/** Milliseconds between two looks, at most. */
const LOOK = 300_000;
/** Milliseconds until the rest is looked at, if there was more than one look takes in. */
const REST = 1000;
/** So many matches are looked at in one go, and so many are read at once. */
const MOST = 500;
const PAGE = 50;
/** So many that could not be wiped are looked at once more. */
const MOST_FAILED = 500;

const STATE = { state: true, metadata: true };
/** What a storage has that several processes share. */
const COMPARING = ['compareAndSetMetadata', 'compareAndWipe'];

/**
 * Wipes the matches that have begun because a client asked for them, and in which nobody has acted for a while. Every server at a
 * storage does so; a match in which somebody acts at that moment stays. It looks at all that were there before it began, once and in
 * slices, and then at those that have become old enough since.
 *
 * @typedef {{ gameName: string, until: number, before: number, after?: any, matchIDs?: string[] }} Range the matches of a game that
 *   have begun between two moments; `after` is the last that was looked at
 */
export class UnplayedMatches {
  #db;
  #hubs;
  #age;
  #now;
  #failed;
  /** Where it goes on; the newest at the end. @type {Range[]} */
  #ranges = [];
  /** Those that could not be looked at. @type {{ gameName: string, matchID: string }[]} */
  #again = [];
  #until = -Infinity;
  #timer;
  /** @type {Promise<void> | null} */
  #looking = null;
  #isStopped = false;

  /**
   * @param {object} options
   * @param {any} options.db
   * @param {Map<string, { gone: (matchID: string) => void }>} options.hubs by the name of a game
   * @param {number} options.milliseconds after which a match goes in which nobody acts
   * @param {(error: unknown) => void} options.failed is told of what the storage throws
   * @param {() => number} [options.now]
   */
  constructor({ db, hubs, milliseconds, failed, now = Date.now }) {
    this.#db = db;
    this.#hubs = hubs;
    this.#age = milliseconds;
    this.#failed = failed;
    this.#now = now;
  }

  /** Looks now, and again and again. */
  start() {
    if (this.#age === Infinity || this.#timer || this.#isStopped) return;
    this.#after(0);
  }

  /** Resolves when what is under way has ended. */
  async stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Resolves with whether there is more to look at. */
  async look() {
    this.#addRange();
    for (const { gameName, matchID } of this.#again.splice(0)) await this.#lookAt(gameName, matchID);
    for (let left = MOST; left > 0 && this.#ranges.length > 0 && !this.#isStopped;) left -= await this.#lookIn(this.#ranges[this.#ranges.length - 1]);
    return this.#ranges.length > 0;
  }

  #after(milliseconds) {
    this.#timer = unheld(setTimeout(() => {
      this.#looking = this.#lookAgain();
    }, milliseconds));
  }

  async #lookAgain() {
    let hasMore = false;
    try {
      hasMore = await this.look();
    } catch (error) {
      this.#failed(error);
    }
    if (!this.#isStopped) this.#after(hasMore ? Math.min(REST, this.#age) : Math.min(LOOK, this.#age));
  }

  /** Those that have become old enough since it looked last. */
  #addRange() {
    const before = this.#now() - this.#age;
    // The clock has been set back: what begins from now on is looked at when it is old enough.
    if (before < this.#until) this.#until = before;
    if (before === this.#until) return;
    for (const gameName of this.#hubs.keys()) this.#ranges.push({ gameName, until: this.#until, before });
    this.#until = before;
  }

  /** Looks at the next matches of a range, and resolves with how many there were. */
  async #lookIn(range) {
    const entries = await this.#read(range);
    for (const { matchID, createdAt, metadata } of entries) {
      if (createdAt < range.until) return this.#end(range, entries);
      if (metadata === undefined || mayBeUnplayed(metadata, range.before)) await this.#lookAt(range.gameName, matchID);
      range.after = { matchID, createdAt };
    }
    if (entries.length < PAGE) return this.#end(range, entries);
    return entries.length;
  }

  #end(range, entries) {
    this.#ranges = this.#ranges.filter((other) => other !== range);
    return entries.length + 1;
  }

  /** Newest first. A storage that knows no pages says all IDs at once, and nothing of the matches. */
  async #read(range) {
    const { gameName, before, until, after = { matchID: '', createdAt: before } } = range;
    const where = { isGameover: false };
    if (typeof this.#db.listPage === 'function') return this.#db.listPage({ gameName, where: { ...where, unlisted: true }, limit: PAGE, after });
    const since = until === -Infinity ? {} : { updatedAfter: until - 1 };
    range.matchIDs ??= [...await this.#db.listMatches({ gameName, where: { ...where, ...since, updatedBefore: before } })];
    return range.matchIDs.splice(-PAGE).map((matchID) => ({ matchID }));
  }

  /** What fails is tried once more, with the next look. */
  async #lookAt(gameName, matchID) {
    try {
      const { queue } = sharedBy(this.#db);
      // Whoever waits there acts.
      if (!queue.isFull(matchID) && await inTurn(queue, matchID, () => this.#wipe(matchID))) this.#hubs.get(gameName)?.gone(matchID);
    } catch (error) {
      this.#failed(error);
      if (this.#again.length < MOST_FAILED) this.#again.push({ gameName, matchID });
    }
  }

  *#wipe(matchID) {
    const { state, metadata } = Object(yield this.#db.fetch(matchID, STATE));
    if (!isUntouched(state) || !mayBeUnplayed(metadata, this.#now() - this.#age)) return false;
    if (COMPARING.every((method) => typeof this.#db[method] === 'function')) return yield* this.#wipeUntouched(matchID, { state, metadata });
    yield this.#db.wipe(matchID);
    return true;
  }

  /** Another process may seat somebody now, or have somebody act: one of the two is too late. */
  *#wipeUntouched(matchID, { state, metadata }) {
    const left = { ...metadata, ...LEFT_BY_ALL };
    if (!(yield this.#db.compareAndSetMetadata(matchID, metadata, left))) return false;
    let isWiped = false;
    try {
      isWiped = yield this.#db.compareAndWipe(matchID, 0, revisionOf(state));
    } finally {
      if (!isWiped) yield this.#db.compareAndSetMetadata(matchID, left, metadata);
    }
    return isWiped;
  }
}
