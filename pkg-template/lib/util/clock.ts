import { rondelError } from './error.js';
import { nextTask } from './next-task.js';
import type { NetworkClock } from '../../types/testing.js';

/** Real time, as a clock for clients. */
export const REAL_TIME: Readonly<NetworkClock> = Object.freeze<NetworkClock>({
  now: () => performance.now(),
  setTimeout: (fn, ms) => setTimeout(fn, ms),
  clearTimeout: (id) => clearTimeout(id as number),
  run: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Time without a timer after which a clock stops, in milliseconds. Idle connected clients have longer timers. */
const QUIET = 10_000;
/**
 * Time within which every connected client asks its master for missed messages, in milliseconds: 30 s of silence, and the deadline of the
 * answer.
 */
const CHECK_UP = 35_000;

/** Time after which a run without a duration fails, in milliseconds. If every message is lost, clients resend without end. */
const ENDLESS = 86_400_000;

/** Creates a clock whose time only passes in `run`. Timers of one moment fire in the order in which they were set. */
export function virtualTime(): NetworkClock & { losses: Losses } {
  const timers: { at: number, id: number, fn: () => void }[] = [];
  const losses = new Losses();
  let now = 0;
  let lastID = 0;

  return {
    losses,
    now: () => now,
    setTimeout(fn, ms = 0) {
      const timer = { at: now + Math.max(0, ms), id: ++lastID, fn };
      const later = timers.findIndex((other) => other.at > timer.at);
      timers.splice(later === -1 ? timers.length : later, 0, timer);
      return timer.id;
    },
    clearTimeout(id) {
      const index = timers.findIndex((timer) => timer.id === id);
      if (index !== -1) timers.splice(index, 1);
    },
    /**
     * Runs the clock for `ms` milliseconds. Without a duration it runs until nothing happens any more, including retries of lost messages.
     * Rejects with `testing/endless` if that takes longer than a day.
     */
    async run(ms) {
      if (ms === undefined) {
        await settle();
        return;
      }
      const end = now + ms;
      await runUntil(() => end);
      now = Math.max(now, end);
    },
  };

  async function settle() {
    const last = now + ENDLESS;
    await runUntil(() => now + QUIET, last);
    while (losses.beginCheckUp()) {
      const end = now + CHECK_UP;
      await runUntil(() => Math.max(end, now + QUIET), last);
    }
  }

  /** Runs the timers that are due until `end()`. Throws if one is due after `last`. */
  async function runUntil(end: () => number, last = Infinity) {
    await nextTask();
    while (timers.length > 0 && timers[0].at <= end()) {
      if (timers[0].at > last) throw endless();
      const { at, fn } = timers.shift()!;
      now = at;
      fn();
      await nextTask();
    }
  }
}

function endless() {
  return rondelError('testing/endless', 'run(): clients still repeat messages after a day of the network\'s time, as with a loss of 1: pass the milliseconds to run()');
}

/**
 * The links of networks on one clock whose messages were lost.
 *
 * Not every receiver notices a loss: an idle client asks its master only after a long silence. That check-up makes up for all earlier
 * losses. A client repeats a lost check-up, so that in the end the newest message of each link has arrived.
 */
class Losses {
  #links = new Set<object>();
  #isCheckUp = false;

  lost(link: object) {
    this.#links.add(link);
  }

  /** Records a delivered message. During a check-up it makes up for earlier losses of the link. */
  sent(link: object) {
    if (this.#isCheckUp) this.forget(link);
  }

  forget(link: object) {
    this.#links.delete(link);
  }

  /** Starts a check-up. Returns `false` if none is needed. */
  beginCheckUp() {
    this.#isCheckUp = this.#links.size > 0;
    this.#links.clear();
    return this.#isCheckUp;
  }
}
