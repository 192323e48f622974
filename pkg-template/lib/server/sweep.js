import { inTurn } from '../online/in-turn.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { isUnreadable } from '../online/storage/stored-match.js';
import { revisionOf } from '../online/storage/storing.js';
import { isObject } from '../util/objects.js';
import { unref } from '../util/unref.js';

/** Milliseconds until the rest is looked at, if there was more than one look takes in. */
const REST = 1000;
/** So many matches are looked at in one go. */
const MOST = 500;
/** So many that could not be wiped are looked at once more. */
const MOST_FAILED = 500;
/** So many pieces of what has become free are given back in one go. */
const MOST_PIECES = 50;

const MATCH = { state: true, metadata: true };

/**
 * Wipes matches that are to go, again and again and in slices, between which players have their turn. Every server at a storage does so; a
 * match in which somebody acts or takes a seat at that moment stays.
 *
 * @typedef {import('../../server.d.ts').ExpiryReason} Reason
 *
 * @typedef {object} Candidates
 * @property {() => void} begin is called when a look begins
 * @property {() => Promise<{ gameName: string, matchIDs: string[], seen: number } | null>} next some of the matches that may be to go, and how many have been read
 *   for that; null if there are no more
 * @property {(match: { state: any, metadata: any }) => Reason | null} reasonOf why a match that has been read goes; null if it stays
 */
export class Sweep {
  #db;
  #hubs;
  #candidates;
  #milliseconds;
  #watch;
  #failed;
  /** Those that could not be looked at. @type {{ gameName: string, matchID: string }[]} */
  #again = [];
  #timer;
  /** @type {Promise<void> | null} */
  #looking = null;
  #isStopped = false;

  /**
   * @param {object} options
   * @param {any} options.db
   * @param {Map<string, { gone: (matchID: string) => void }>} options.hubs by the name of a game
   * @param {(error: unknown) => void} options.failed is called with what the storage throws
   * @param {import('./watch.js').Watch} [options.watch]
   * @param {Candidates} candidates
   * @param {number} milliseconds between two looks; without end if there is nothing to look for
   */
  constructor({ db, hubs, failed, watch = () => {} }, candidates, milliseconds) {
    this.#db = db;
    this.#hubs = hubs;
    this.#failed = failed;
    this.#watch = watch;
    this.#candidates = candidates;
    this.#milliseconds = milliseconds;
  }

  /** Looks now, and again and again. */
  start() {
    if (this.#milliseconds === Infinity || this.#timer || this.#isStopped) return;
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
    this.#candidates.begin();
    for (const { gameName, matchID } of this.#again.splice(0)) await this.#lookAt(gameName, matchID);
    for (let left = MOST; left > 0;) {
      const found = this.#isStopped ? null : await this.#candidates.next();
      if (!found) return this.#giveBack();
      for (const matchID of found.matchIDs) await this.#lookAt(found.gameName, matchID);
      left -= found.seen + 1;
    }
    return true;
  }

  #after(milliseconds) {
    this.#timer = unref(setTimeout(() => {
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
    if (!this.#isStopped) this.#after(hasMore ? Math.min(REST, this.#milliseconds) : this.#milliseconds);
  }

  /** What fails is tried once more, with the next look. */
  async #lookAt(gameName, matchID) {
    if (this.#isStopped) return;
    // With a synchronous storage, nothing else would have its turn.
    await nextTurn();
    try {
      const { queue } = sharedBy(this.#db);
      // Somebody acts in a match whose queue is full.
      const why = queue.isFull(matchID) ? null : await inTurn(queue, matchID, () => this.#wipe(gameName, matchID));
      if (why) this.#notify(gameName, matchID, why);
    } catch (error) {
      // It is the operator's to look at.
      if (isUnreadable(error)) return;
      this.#failed(error);
      if (this.#again.length < MOST_FAILED) this.#again.push({ gameName, matchID });
    }
  }

  #notify(gameName, matchID, why) {
    this.#hubs.get(gameName)?.gone(matchID);
    this.#watch({ type: 'expired', gameName, why });
  }

  *#wipe(gameName, matchID) {
    const { state, metadata } = Object(yield this.#db.fetch(matchID, MATCH));
    // Not every storage looks at whose matches are asked for.
    if (!isObject(state) || !isObject(metadata) || metadata.gameName !== gameName) return null;
    const why = this.#candidates.reasonOf({ state, metadata });
    if (why === null) return null;
    const isComparing = typeof this.#db.compareAndWipe === 'function';
    if (!isComparing) yield this.#db.wipe(matchID);
    else if (!(yield this.#db.compareAndWipe(matchID, state._stateID, revisionOf(state), metadata))) return null;
    return why;
  }

  /** Has the storage give back what has become free, in pieces. Resolves with whether there is more of it. */
  async #giveBack() {
    if (typeof this.#db.compact !== 'function') return false;
    for (let i = 0; i < MOST_PIECES && !this.#isStopped; i += 1) {
      if (!(await this.#db.compact())) return false;
      await nextTurn();
    }
    return !this.#isStopped;
  }
}

function nextTurn() {
  return new Promise((resolve) => setImmediate(resolve));
}
