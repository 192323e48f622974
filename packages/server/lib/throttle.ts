import { unref } from './rondel.js';
import { TokenBuckets } from './token-bucket.js';
import type { Rate } from './token-bucket.js';

/** A job that waits. */
interface Pending {
  timer: NodeJS.Timeout;
  job: () => unknown;
}

/**
 * A throttle per key: runs a job at once as long as the rate allows it, and otherwise the newest job of the key when it does.
 *
 * Attack: connections that come and go all the time, of which all at a match are notified. Test: tests/js/server/presence-rate.test.mjs.
 */
export class Throttle {
  #buckets;
  #pending: Map<string, Pending> = new Map();
  #isOver = false;

  /** @param rate of each key, in jobs */
  constructor(rate: Rate) {
    this.#buckets = new TokenBuckets(rate);
  }

  /** Returns the job's result, or `undefined` if it runs later. */
  run<T>(key: string, job: () => T): T | undefined {
    if (this.#isOver) return job();
    const pending = this.#pending.get(key);
    if (pending) {
      pending.job = job;
      return undefined;
    }
    const wait = this.#buckets.peek(key).wait();
    if (wait === 0) {
      this.#buckets.of(key).charge(1);
      return job();
    }
    const timer = unref(setTimeout(() => {
      const { job: newest } = this.#pending.get(key) as Pending;
      this.#pending.delete(key);
      this.#buckets.of(key).charge(1);
      newest();
    }, wait));
    this.#pending.set(key, { timer, job });
    return undefined;
  }

  /** Drops the pending job of a key. */
  drop(key: string) {
    clearTimeout(this.#pending.get(key)?.timer);
    this.#pending.delete(key);
  }

  /** Runs all pending jobs, and from now on each job at once. */
  end() {
    this.#isOver = true;
    for (const { timer, job } of this.#pending.values()) {
      clearTimeout(timer);
      job();
    }
    this.#pending.clear();
  }
}
