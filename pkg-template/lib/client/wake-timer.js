/**
 * The timer that wakes a client when it has something to send again. It keeps a process of Node's alive only for as long
 * as an action waits for the master's answer.
 *
 * @param {{ now: () => number, setTimeout: Function, clearTimeout: Function }} clock
 * @param {() => void} wake
 */
export function makeWakeTimer(clock, wake) {
  let timer;
  let wakesAt = Infinity;
  let isHeld = false;
  return { set, stop };

  /**
   * @param {number} deadline when to wake; NaN: not at all
   * @param {boolean} holds whether it keeps the process alive
   */
  function set(deadline, holds) {
    if (!(deadline >= wakesAt)) setTo(deadline);
    if (holds === isHeld) return;
    isHeld = holds;
    if (holds) timer?.ref?.();
    else timer?.unref?.();
  }

  function stop() {
    clock.clearTimeout(timer);
  }

  /** Sets an earlier time. A later one is set when the timer has woken the client too early. */
  function setTo(deadline) {
    const next = Number.isNaN(deadline) ? undefined : clock.setTimeout(wakeNow, Math.max(0, deadline - clock.now()));
    stop();
    timer = next;
    wakesAt = Number.isNaN(deadline) ? Infinity : deadline;
    // As timers are made.
    isHeld = true;
  }

  function wakeNow() {
    wakesAt = Infinity;
    wake();
  }
}
