import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { unref } from '../util/unref.js';

/** Number of checks for a sign of life in that time: the hour in which a laptop was closed counts as one of them. */
const CHECKS = 4;

/** The code of the error of a bot that has been silent for too long. */
export const SILENT = 'bot/silent';

/** The error of a bot that has given no sign of life for so many milliseconds. */
export const silentError = (patience: number) => rondelError(SILENT, `it gave no sign of life for ${patience / 1000} s`);

/** Options of `watchSilence`. */
interface SilenceOptions {
  /** Longest silence, in milliseconds. */
  patience: number;
  onSilence: () => void;
  /** Called at each check before the last. */
  onCheck?: () => void;
  /** `true` if the watch keeps a process of Node's alive. Default: `true`. */
  isHeld?: boolean;
}

/**
 * Calls `onSilence` when there has been no sign of life for so long.
 *
 * @returns `alive` notes a sign of life
 */
export function watchSilence({ patience, onSilence, onCheck = noop, isHeld = true }: SilenceOptions): { alive: () => void, stop: () => void } {
  let timer: ReturnType<typeof setTimeout>;
  let checks = 0;
  const wait = () => {
    timer = setTimeout(check, patience / CHECKS);
    if (!isHeld) unref(timer);
  };
  const check = () => {
    checks += 1;
    if (checks > CHECKS) return onSilence();
    onCheck();
    return wait();
  };
  wait();
  return { alive: () => { checks = 0; }, stop: () => clearTimeout(timer) };
}

/**
 * What `start` promises, unless it gives no sign of life for so long, or a signal ends it. Then the result rejects at once, whatever
 * becomes of what was started, whose own signal ends as well.
 *
 * @param start calls `alive` whenever it goes on
 * @param options.patience milliseconds
 */
export function attended<T>(
  start: (how: { signal: AbortSignal, alive: () => void }) => Promise<T> | T,
  { patience, signal: outer }: { patience: number, signal?: AbortSignal },
): Promise<T> {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      own.abort(reason);
    };
    const aborted = () => end(outer!.reason);
    if (outer?.aborted) return aborted();
    outer?.addEventListener('abort', aborted);
    const { alive, stop } = watchSilence({ patience, onSilence: () => end(silentError(patience)) });
    own.signal.addEventListener('abort', settled);
    // What throws at once rejects, too.
    new Promise<T>((done) => { done(start({ signal: own.signal, alive })); }).then(resolve, reject).finally(settled);

    function settled() {
      stop();
      outer?.removeEventListener('abort', aborted);
    }
  });
}
