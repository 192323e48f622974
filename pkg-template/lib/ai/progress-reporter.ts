import { reportUncaught } from '../util/print.js';
import type { BotNode, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { BaseSearch } from './base-search.js';

/** Contents and callbacks of reports. */
interface Report extends PlayOptions {
  /** Number of planned iterations. */
  iterations: number;
  /** Returns the findings so far. */
  tree: () => BotNode;
  /** boardgame.io's callback, called after each slice. `onProgress` is called at most every 50 ms, and at the end. */
  iterationCallback?: MCTSBotOptions['iterationCallback'];
}

/** Minimum time between two reports, in milliseconds. */
const MIN_INTERVAL = 50;

/**
 * Returns a function that reports the progress of a search to its callbacks. Exceptions in callbacks do not end the search. Unchanged
 * progress is not reported, so that a playout that never ends counts as silence.
 */
export function progressReporter(
  search: Pick<BaseSearch, 'iterations' | 'candidates'>,
  { iterations: numIterations, tree, iterationCallback, onProgress }: Report,
): (share: number) => void {
  let reported = performance.now();
  let last = { iterations: -1, share: -1 };
  return (share) => {
    if (iterationCallback) reportingErrors(() => iterationCallback({ iterationCounter: search.iterations, numIterations, metadata: tree() }));
    const now = performance.now();
    if (!onProgress || (share < 1 && now - reported < MIN_INTERVAL)) return;
    const { iterations } = search;
    if (iterations === last.iterations && share === last.share) return;
    reported = now;
    last = { iterations, share };
    reportingErrors(() => onProgress({ iterations, share, candidates: search.candidates() }));
  };
}

function reportingErrors(report: () => void) {
  try {
    report();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
