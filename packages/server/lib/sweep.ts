import { inTurn, isObject, isUnreadable, revisionOf, sharedBy, unref } from './rondel.js';
import type { Steps, Storage, StoredMetadata, StoredState } from 'rondel/private';
import type { Watch } from './server-events.js';
import type { ExpiryReason } from '../types/events.js';

/** Milliseconds until the rest is looked at, if there was more than one look takes in. */
const REST = 1000;
/** Number of matches that are checked in one piece. */
const MOST = 500;
/** Maximum number of failed deletions that are tried again. */
const MOST_FAILED = 500;
/** Number of free pages that are released in one piece. */
const MOST_PIECES = 50;

const MATCH = { state: true, metadata: true };

/** A match as it is stored. */
export interface StoredMatch {
  state: StoredState;
  metadata: StoredMetadata;
}

/** The matches that a sweep may wipe. */
export interface Candidates {
  /** Is called when a sweep begins. */
  begin: () => void;
  /** Resolves with the next matches that may have expired, and `seen`, the number of matches read for this; null at the end. */
  next: () => Promise<{ gameName: string, matchIDs: string[], seen: number } | null>;
  /** Returns the reason why a match has expired; null if it stays. */
  reasonOf: (match: StoredMatch) => ExpiryReason | null;
}

/** The matches of a sweep, and its callbacks. */
export interface SweepOptions {
  db: Storage;
  /** Hubs by the name of their game. */
  hubs: ReadonlyMap<string, { gone: (matchID: string) => void }>;
  /** Is called with what the storage throws. */
  failed: (error: unknown) => void;
  watch?: Watch;
}

/**
 * Wipes expired matches periodically, in slices, so that players' requests run in between. Every server at a storage does so. A match in
 * which a player acts or takes a seat at that moment stays.
 */
export class Sweep {
  #db;
  #hubs;
  #candidates;
  #milliseconds;
  #watch;
  #failed;
  /** Those that could not be looked at. */
  #again: { gameName: string, matchID: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  /** @param milliseconds between two looks; without end if there is nothing to look for */
  constructor({ db, hubs, failed, watch = () => {} }: SweepOptions, candidates: Candidates, milliseconds: number) {
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

  #after(milliseconds: number) {
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

  /** A deletion that fails is tried again in the next sweep. */
  async #lookAt(gameName: string, matchID: string) {
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

  #notify(gameName: string, matchID: string, why: ExpiryReason) {
    this.#hubs.get(gameName)?.gone(matchID);
    this.#watch({ type: 'expired', gameName, why });
  }

  *#wipe(gameName: string, matchID: string): Steps<ExpiryReason | null> {
    const { state, metadata } = Object(yield this.#db.fetch(matchID, MATCH));
    // Not every storage looks at whose matches are asked for.
    if (!isObject(state) || !isObject(metadata) || metadata.gameName !== gameName) return null;
    const why = this.#candidates.reasonOf({ state, metadata });
    if (why === null) return null;
    const isComparing = typeof this.#db.compareAndWipe === 'function';
    if (!isComparing) yield this.#db.wipe(matchID);
    else if (!(yield (this.#db as Required<Storage>).compareAndWipe(matchID, state._stateID, revisionOf(state), metadata))) return null;
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
