import { reportUncaught } from '../util/print.js';
import type { BotNode, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { Found } from './found.js';

/** The contents of reports, and their receivers. */
interface Report extends PlayOptions {
  /** Number of iterations to be made. */
  iterations: number;
  /** Returns the findings so far. */
  tree: () => BotNode;
  /** boardgame.io's callback, which is called each time. `onProgress` is called now and then, and at the end. */
  iterationCallback?: MCTSBotOptions['iterationCallback'];
}

/** Milliseconds between two reports. */
const BETWEEN = 50;

/**
 * A function that reports the progress of a search to its callbacks. What they throw ends no search. Progress that has not changed is not
 * reported: a search whose playout never ends gives no sign of life.
 */
export function reporterOf(
  search: Pick<Found, 'iterations' | 'candidates'>,
  { iterations: numIterations, tree, iterationCallback, onProgress }: Report,
): (share: number) => void {
  let reported = performance.now();
  let last = { iterations: -1, share: -1 };
  return (share) => {
    if (iterationCallback) unfailing(() => iterationCallback({ iterationCounter: search.iterations, numIterations, metadata: tree() }));
    const now = performance.now();
    if (!onProgress || (share < 1 && now - reported < BETWEEN)) return;
    const { iterations } = search;
    if (iterations === last.iterations && share === last.share) return;
    reported = now;
    last = { iterations, share };
    unfailing(() => onProgress({ iterations, share, candidates: search.candidates() }));
  };
}

function unfailing(report: () => void) {
  try {
    report();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
