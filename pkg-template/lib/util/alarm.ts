import type { NetworkClock } from '../../types/testing.js';

/** Longest time of a timer, in milliseconds. After it, the alarm begins another one. */
const LONGEST = 2 ** 31 - 1;

/** Calls a function at a moment: one at a time. */
export class Alarm {
  #ring: () => void;
  #clock: Omit<NetworkClock, 'run'>;
  #timer: { unref?: () => void } | undefined;

  constructor(ring: () => void, clock: Omit<NetworkClock, 'run'>) {
    this.#ring = ring;
    this.#clock = clock;
  }

  /** Sets the moment, by the clock, in place of an earlier one. Null: the alarm does not ring. */
  set(moment: number | null) {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (moment === null) return;
    const left = moment - this.#clock.now();
    this.#timer = this.#clock.setTimeout(() => {
      if (left > LONGEST) this.set(moment);
      else this.#ring();
    }, Math.min(Math.max(left, 0), LONGEST));
    // A process does not stay alive for it.
    this.#timer?.unref?.();
  }
}
