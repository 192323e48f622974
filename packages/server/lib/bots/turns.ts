export interface Turn {
  /** How many turns there are until each that waits now has had one, and this share as many as it wants: 1 if nobody waits. */
  crowd: number;
  /** To be called when the thought is over. */
  end: () => void;
}

/**
 * Lets so many thoughts be under way at once. Those that wait take turns by what share they belong to: anyone with a thousand matches
 * waits for their own, and others for no more than one of them.
 */
export class ThinkingTurns {
  #atOnce: number;
  #underWay = 0;
  /** By share, those that wait; the share whose turn is next comes first. */
  #waiting = new Map<unknown, Set<() => void>>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when it is a thought's turn; rejects with the signal's reason when it is not wanted any more. */
  take(share: unknown, signal: AbortSignal): Promise<Turn> {
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

  #begin(share: unknown): Turn {
    this.#underWay += 1;
    const own = 1 + (this.#waiting.get(share)?.size ?? 0);
    const shares = this.#waiting.size + (this.#waiting.has(share) ? 0 : 1);
    let isOver = false;
    return {
      crowd: Math.max(1, (own * shares) / this.#atOnce),
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
      // Its turn comes again after all others'.
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
