import { nextTask } from './next-task.js';

/**
 * Real time, in the form in which a network's virtual time is given to clients.
 *
 * @type {import('../../testing.js').NetworkClock}
 */
export const REAL_TIME = Object.freeze({
  now: () => performance.now(),
  setTimeout: (fn, ms) => setTimeout(fn, ms),
  clearTimeout: (id) => clearTimeout(id),
  run: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Milliseconds in which nothing happens: connected clients always have a timer, but a longer one. */
const QUIET = 10_000;

/**
 * Time that passes when it is run: timer by timer, those of one moment in the order in which they were set.
 *
 * @returns {import('../../testing.js').NetworkClock}
 */
export function virtualTime() {
  const timers = [];
  let now = 0;
  let lastID = 0;

  return {
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
    /** Runs so many milliseconds, or until nothing happens. */
    async run(ms) {
      const end = ms === undefined ? undefined : now + ms;
      const until = () => end ?? now + QUIET;
      await nextTask();
      while (timers.length > 0 && timers[0].at <= until()) {
        const { at, fn } = timers.shift();
        now = at;
        fn();
        await nextTask();
      }
      if (end !== undefined) now = Math.max(now, end);
    },
  };
}
