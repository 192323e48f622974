/**
 * The present moment, for the clocks of matches: milliseconds since 1970, as `Date.now()`. A clock that somebody sets, or that was asleep with
 * its machine, jumps; such jumps are ignored, so that no player gains or loses time by them. Slow corrections are followed, so that the clocks
 * of several machines stay together.
 */

import type { NetworkClock } from '../../types/testing.js';

/** Larger differences between two readings are jumps, in milliseconds. */
const LARGEST_CORRECTION = 500;

let lastDate = NaN;
let lastSteady = 0;
/** Sum of the jumps so far. */
let ahead = 0;

/** Returns the present moment in whole milliseconds. */
export function steadyNow(): number {
  const [date, steady] = [Date.now(), performance.now()];
  const jump = date - lastDate - (steady - lastSteady);
  if (Math.abs(jump) > LARGEST_CORRECTION) ahead += jump;
  [lastDate, lastSteady] = [date, steady];
  return Math.round(date - ahead);
}

/** The time of masters in this process. */
export const MASTER_TIME: Omit<NetworkClock, 'run'> = {
  now: steadyNow,
  setTimeout: (fn, ms) => setTimeout(fn, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};
