import { noop } from '../util/noop.js';
import { unref } from '../util/unref.js';

/** Length of a sample, in milliseconds. */
const SAMPLE = 250;
/** Share of a sample that an idle thread may be busy. */
const MAX_BUSY_SHARE = 0.5;

interface Measurement {
  /** Share of the time in which a thread was busy. */
  utilization: number;
}

/** Measures the utilization of a thread since an earlier measurement: Node's `eventLoopUtilization`. Browsers have none. */
export type Measure = (since?: Measurement) => Measurement;

/** Node's part of `performance`, in this thread or of a worker. */
export interface Measurable {
  eventLoopUtilization?(since?: Measurement): Measurement;
}

export const measureThisThread: Measure | undefined = (performance as Measurable).eventLoopUtilization?.bind(performance);

/**
 * Calls `onIdle` after each sample in which the thread is idle and the bot makes no progress: the bot only awaits something. Without a
 * `measure` it never does.
 *
 * @returns `alive` reports progress
 */
export function watchIdle(measure: Measure | undefined, onIdle: () => void): { alive: () => void, stop: () => void } {
  if (!measure) return { alive: noop, stop: noop };
  let before = measure();
  let isAlive = false;
  const sample = () => {
    const { utilization } = measure(before);
    before = measure();
    if (!isAlive && utilization < MAX_BUSY_SHARE) onIdle();
    isAlive = false;
  };
  const timer = unref(setInterval(sample, SAMPLE));
  return { alive: () => { isAlive = true; }, stop: () => clearInterval(timer) };
}
