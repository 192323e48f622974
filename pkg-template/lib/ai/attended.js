import { rondelError } from '../util/error.js';

/** So often in that time it looks whether anything was heard: the hour in which a laptop was closed counts as one of them. */
const LOOKS = 4;

/** The code of the error of what has said nothing for too long. */
export const SILENT = 'bot/silent';

/**
 * What `start` promises, unless nothing is heard of it for so long, or a signal ends it. Then the result rejects at once, whatever
 * becomes of what was started, whose own signal ends as well.
 *
 * @template T
 * @param {(how: { signal: AbortSignal, heard: () => void }) => Promise<T> | T} start what calls `heard` whenever it goes on
 * @param {{ patience: number, signal?: AbortSignal }} how milliseconds
 * @returns {Promise<T>}
 */
export function attended(start, { patience, signal: outer }) {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    let timer;
    let looks = 0;
    const end = (reason) => {
      reject(reason);
      own.abort(reason);
    };
    const aborted = () => end(/** @type {AbortSignal} */ (outer).reason);
    const look = () => {
      looks += 1;
      if (looks > LOOKS) end(rondelError(SILENT, `nothing was heard of it for ${patience / 1000} s`));
      else timer = setTimeout(look, patience / LOOKS);
    };
    const heard = () => { looks = 0; };
    if (outer?.aborted) return aborted();
    outer?.addEventListener('abort', aborted);
    timer = setTimeout(look, patience / LOOKS);
    own.signal.addEventListener('abort', settled);
    // What throws at once rejects, too.
    new Promise((done) => { done(start({ signal: own.signal, heard })); }).then(resolve, reject).finally(settled);

    function settled() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', aborted);
    }
  });
}
