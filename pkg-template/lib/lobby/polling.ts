/** Milliseconds that a timer can wait; one that is to wait longer fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Requests a list at intervals, while it is started, the list is wanted, and the page is visible.
 *
 * @param asking.interval milliseconds; `Infinity`, or 0: the page asks by itself
 * @param asking.isWaiting whether an answer is still to come
 * @param asking.ask with the milliseconds that an answer may take at least
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

  /** A hidden page makes no requests; once it is visible again it makes one at once. */
  function onVisibility() {
    setTimer();
    if (timer !== undefined) askOnce();
  }

  /** Starts the timer if the list is wanted, and stops it otherwise. */
  function setTimer() {
    clearInterval(timer);
    const isAsking = isStarted && isWanted() && !globalThis.document?.hidden && isWait(interval());
    // One request at a time: a slow server gets no more than it answers.
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

/** Whether a timer can wait so long. */
function isWait(milliseconds: number) {
  return milliseconds > 0 && milliseconds <= LONGEST_WAIT;
}
