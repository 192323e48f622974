import { createHash } from 'node:crypto';

/** Bits of the hash of an address. Thousands of addresses have the same, so that a stored share does not reveal who made a match. */
const SHARE_BITS = 20;

export interface ThinkingSlot {
  /** Number of rounds until each share that waits has had a slot, and this share as many as it waits for. 1 if none waits. */
  load: number;
  /** Call it when the bot has decided. */
  end: () => void;
}

/**
 * Queue of bots that think: a maximum number of them thinks at once, and the shares that wait are served round robin.
 *
 * Attack: an address makes a thousand matches with bots. It waits for its own matches, and others wait for one of them. Test:
 * tests/js/server/bots-queue.test.mjs.
 */
export class ThinkingQueue {
  #atOnce: number;
  #underWay = 0;
  /** Waiting bots by share. The next share comes first. */
  #waiting = new Map<unknown, Set<() => void>>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when a bot of this share may think. Rejects with the signal's reason when it is aborted. */
  take(share: unknown, signal: AbortSignal): Promise<ThinkingSlot> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const begin = () => {
        signal.removeEventListener('abort', forget);
        resolve(this.#begin(share));
      };
      const forget = () => {
        this.#remove(share, begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', forget);
      this.#add(share, begin);
      this.#goOn();
    });
  }

  #begin(share: unknown): ThinkingSlot {
    this.#underWay += 1;
    const own = 1 + (this.#waiting.get(share)?.size ?? 0);
    const shares = this.#waiting.size + (this.#waiting.has(share) ? 0 : 1);
    let isOver = false;
    return {
      load: Math.max(1, (own * shares) / this.#atOnce),
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#underWay -= 1;
        this.#goOn();
      },
    };
  }

  #goOn() {
    while (this.#underWay < this.#atOnce && this.#waiting.size > 0) {
      const [[share, waiters]] = this.#waiting;
      const [begin] = waiters;
      // The share is served again after all others.
      this.#waiting.delete(share);
      waiters.delete(begin);
      if (waiters.size > 0) this.#waiting.set(share, waiters);
      begin();
    }
  }

  #add(share: unknown, begin: () => void) {
    const waiters = this.#waiting.get(share);
    if (waiters) waiters.add(begin);
    else this.#waiting.set(share, new Set([begin]));
  }

  #remove(share: unknown, begin: () => void) {
    const waiters = this.#waiting.get(share);
    waiters?.delete(begin);
    if (waiters?.size === 0) this.#waiting.delete(share);
  }
}

/** Returns the share of an address: all matches that are made from it share the time for bots to think. */
export function shareOf(address: string) {
  return createHash('sha256').update(address).digest().readUInt32BE(0) >>> (32 - SHARE_BITS);
}
