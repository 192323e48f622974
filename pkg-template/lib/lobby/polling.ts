/** Maximum delay of a timer, in milliseconds. A longer one fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Requests a list at intervals, while it is started, the list is wanted, and the page is visible.
 *
 * @param asking.interval interval in milliseconds; with `Infinity` or 0 the page refreshes itself
 * @param asking.isWaiting returns `true` if a request is pending
 * @param asking.ask requests the list, with the minimum time for the answer in milliseconds
 */
export function makePolling<Answer>({ interval, isWanted, isWaiting, ask }: { interval: () => number; isWanted: () => boolean; isWaiting: () => boolean; ask: (patience: number) => Answer }) {
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  return { isStarted: () => isStarted, start, stop, setTimer, askNow, ask: askOnce };

  function start() {
    isStarted = true;
    globalThis.document?.addEventListener('visibilitychange', onVisibility);
  }

  function stop() {
    isStarted = false;
    globalThis.document?.removeEventListener('visibilitychange', onVisibility);
    setTimer();
  }

  /** Stops while the page is hidden. Makes a request when it is visible again. */
  function onVisibility() {
    setTimer();
    if (timer !== undefined) askOnce();
  }

  /** Starts the timer if the list is wanted, and stops it otherwise. */
  function setTimer() {
    clearInterval(timer);
    const isAsking = isStarted && isWanted() && !globalThis.document?.hidden && isWait(interval());
    // One request at a time, so that a slow server is not flooded.
    timer = isAsking ? setInterval(() => isWaiting() || askOnce(), interval()) : undefined;
  }

  function askNow() {
    setTimer();
    askOnce();
  }

  function askOnce() {
    return ask(isWait(interval()) ? interval() : 0);
  }
}

/** Returns `true` if a timer can wait this long. */
function isWait(milliseconds: number) {
  return milliseconds > 0 && milliseconds <= LONGEST_WAIT;
}
