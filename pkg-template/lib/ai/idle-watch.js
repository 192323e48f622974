import { noop } from '../util/noop.js';
import { unref } from '../util/unref.js';

/** Milliseconds of one sample. */
const SAMPLE = 250;
/** Share of a sample in which a thread may be busy, and still counts as idle. */
const MOST_BUSY = 0.5;

/**
 * Measures how busy a thread has been since an earlier measurement: `eventLoopUtilization` of Node. Browsers have no such measurement.
 *
 * @typedef {(since?: any) => { utilization: number }} Measure
 */

/** @type {Measure | undefined} */
export const measureThisThread = /** @type {any} */ (performance).eventLoopUtilization?.bind(performance);

/**
 * Calls `onIdle` whenever the bot gives no sign of life during a sample in which its thread is idle: the bot only awaits something, and
 * uses no processor. Without a `measure` it never does.
 *
 * @param {Measure | undefined} measure
 * @param {() => void} onIdle
 * @returns {{ alive: () => void, stop: () => void }} `alive` notes a sign of life
 */
export function watchIdle(measure, onIdle) {
  if (!measure) return { alive: noop, stop: noop };
  let before = measure();
  let isAlive = false;
  const sample = () => {
    const { utilization } = measure(before);
    before = measure();
    if (!isAlive && utilization < MOST_BUSY) onIdle();
    isAlive = false;
  };
  const timer = unref(setInterval(sample, SAMPLE));
  return { alive: () => { isAlive = true; }, stop: () => clearInterval(timer) };
}
