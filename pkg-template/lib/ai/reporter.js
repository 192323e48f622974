import { reportUncaught } from '../util/print.js';

/** Milliseconds between two reports. */
const BETWEEN = 50;

/**
 * A function that reports the progress of a search to its callbacks. What they throw ends no search.
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
  return (share) => {
    if (iterationCallback) unfailing(() => iterationCallback({ iterationCounter: search.iterations, numIterations, metadata: tree() }));
    const now = performance.now();
    if (!onProgress || (share < 1 && now - reported < BETWEEN)) return;
    reported = now;
    unfailing(() => onProgress({ iterations: search.iterations, share, candidates: search.candidates() }));
  };
}

function unfailing(report) {
  try {
    report();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
