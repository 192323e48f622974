import { reportUncaught } from '../util/print.js';

/** Milliseconds between two reports. */
const BETWEEN = 50;

/**
 * A function that reports the progress of a search to its callbacks. What they throw ends no search. Progress that has not changed is not
 * reported: a search whose playout never ends gives no sign of life.
 *
 * @param {any} search
 * @param {object} to
 * @param {number} to.iterations how many there are to be
 * @param {() => any} to.tree what has been found out so far
 * @param {(progress: { iterationCounter: number, numIterations: number, metadata: any }) => void} [to.iterationCallback] boardgame.io's: is
 *   called each time
 * @param {(progress: import('../../ai.d.ts').BotProgress) => void} [to.onProgress] is called now and then, and at the end
 * @returns {(share: number) => void}
 */
export function reporterOf(search, { iterations: numIterations, tree, iterationCallback, onProgress }) {
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

function unfailing(report) {
  try {
    report();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
