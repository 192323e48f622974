import { rondelError } from '../util/error.js';

/** So many checks in that time whether it has given a sign of life: the hour in which a laptop was closed counts as one of them. */
const CHECKS = 4;

/** The code of the error of what has been silent for too long. */
export const SILENT = 'bot/silent';

/**
 * What `start` promises, unless it gives no sign of life for so long, or a signal ends it. Then the result rejects at once, whatever
 * becomes of what was started, whose own signal ends as well.
 *
 * @template T
 * @param {(how: { signal: AbortSignal, alive: () => void }) => Promise<T> | T} start what calls `alive` whenever it goes on
 * @param {{ patience: number, signal?: AbortSignal }} how milliseconds
 * @returns {Promise<T>}
 */
export function attended(start, { patience, signal: outer }) {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    let timer;
    let checks = 0;
    const end = (reason) => {
      reject(reason);
      own.abort(reason);
    };
    const aborted = () => end(/** @type {AbortSignal} */ (outer).reason);
    const check = () => {
      checks += 1;
      if (checks > CHECKS) end(rondelError(SILENT, `it gave no sign of life for ${patience / 1000} s`));
      else timer = setTimeout(check, patience / CHECKS);
    };
    const alive = () => { checks = 0; };
    if (outer?.aborted) return aborted();
    outer?.addEventListener('abort', aborted);
    timer = setTimeout(check, patience / CHECKS);
    own.signal.addEventListener('abort', settled);
    // What throws at once rejects, too.
    new Promise((done) => { done(start({ signal: own.signal, alive })); }).then(resolve, reject).finally(settled);

    function settled() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', aborted);
    }
  });
}
