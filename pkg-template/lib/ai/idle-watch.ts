import { noop } from '../util/noop.js';
import { unref } from '../util/unref.js';

/** Milliseconds of one sample. */
const SAMPLE = 250;
/** Share of a sample in which a thread may be busy, and still counts as idle. */
const MOST_BUSY = 0.5;

interface Measurement {
  /** Share of the time in which a thread was busy. */
  utilization: number;
}

/** Measures how busy a thread has been since an earlier measurement: `eventLoopUtilization` of Node. Browsers have no such measurement. */
export type Measure = (since?: Measurement) => Measurement;

/** Node's part of `performance`, also of a worker's. */
export interface Measurable {
  eventLoopUtilization?(since?: Measurement): Measurement;
}

export const measureThisThread: Measure | undefined = (performance as Measurable).eventLoopUtilization?.bind(performance);

/**
 * Calls `onIdle` whenever the bot gives no sign of life during a sample in which its thread is idle: the bot only awaits something, and
 * uses no processor. Without a `measure` it never does.
 *
 * @returns `alive` notes a sign of life
 */
export function watchIdle(measure: Measure | undefined, onIdle: () => void): { alive: () => void, stop: () => void } {
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
