import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { unref } from '../util/unref.js';

/** Number of checks within the longest silence. While a computer sleeps, at most one check is due. */
const CHECKS = 4;

/** Code of the error of a bot that was silent for too long. */
export const SILENT = 'bot/silent';

/** Returns the error of a bot without a sign of life for this many milliseconds. */
export const silentError = (patience: number) => rondelError(SILENT, `it has not reported for ${patience / 1000} s`);

interface SilenceOptions {
  /** Longest silence, in milliseconds. */
  patience: number;
  onSilence: () => void;
  /** Called at each check before the last. */
  onCheck?: () => void;
  /** `true` if the timer keeps a Node process alive. Default: `true`. */
  isHeld?: boolean;
}

/**
 * Calls `onSilence` if `alive` is not called for this long.
 *
 * @returns `alive` resets the timer
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
 * Settles like the promise of `start`. Rejects at once if `alive` is not called for too long, or if a signal ends it; then it also aborts
 * the signal that `start` received.
 *
 * @param start calls `alive` whenever it makes progress
 * @param options.patience longest silence, in milliseconds
 */
export function withSilenceTimeout<T>(
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
    // A synchronous exception rejects, too.
    new Promise<T>((done) => { done(start({ signal: own.signal, alive })); }).then(resolve, reject).finally(settled);

    function settled() {
      stop();
      outer?.removeEventListener('abort', aborted);
    }
  });
}
