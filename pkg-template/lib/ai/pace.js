/**
 * What a promise settles with, at that time at the earliest: people read what a bot does. A signal ends the wait, and the result then
 * rejects with its reason.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {{ until: number, signal: AbortSignal }} how `until` by `performance.now`
 * @returns {Promise<T>}
 */
export async function paced(promise, { until, signal }) {
  try {
    return await promise;
  } finally {
    const left = until - performance.now();
    if (left > 0 && !signal.aborted) await pause(left, signal);
    signal.throwIfAborted();
  }
}

/** @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
