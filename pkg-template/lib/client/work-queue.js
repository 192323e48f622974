import { reportUncaught } from '../util/print.js';
import { nested } from './runaway.js';
import { checkStackForSteps } from '../engine/stack-probe.js';

/**
 * A queue of work that is done one piece at a time: a piece that is added while another runs waits until that is done.
 *
 * @param {object} calls
 * @param {() => number} calls.now the time that each piece gets
 * @param {() => void} calls.between is called after each piece; what is added then is done at once
 * @param {() => void} calls.after is called when the queue is empty
 */
export function makeWorkQueue({ now, between, after }) {
  const waiting = [];
  let isBusy = false;
  return { call, during };

  /** Does all that waits, and then throws what the first piece has thrown. On a full stack nothing is begun. */
  function call(work) {
    if (!isBusy) checkStackForSteps();
    waiting.push(work);
    if (!isBusy) nested(0, workOff);
  }

  /** Returns what `ask` returns; work that is added meanwhile waits until then. */
  function during(ask) {
    const wasBusy = isBusy;
    isBusy = true;
    try {
      return ask();
    } finally {
      isBusy = wasBusy;
      if (!isBusy && waiting.length > 0) goOn();
    }
  }

  /** The caller of `during` is not to catch what other work throws. */
  function goOn() {
    try {
      nested(0, workOff);
    } catch (error) {
      reportUncaught(error);
    }
  }

  function workOff() {
    const thrown = [];
    const attempt = (work) => {
      try {
        work();
      } catch (error) {
        thrown.push(error);
      }
    };
    while (waiting.length > 0) {
      // Taken from the queue first, so that the loop ends even if each attempt fails on a full stack.
      const work = waiting.shift();
      attempt(() => doOne(work));
      attempt(between);
    }
    attempt(after);
    if (thrown.length === 0) return;
    const [first, ...others] = thrown;
    for (const other of others) reportUncaught(other);
    throw first;
  }

  function doOne(work) {
    isBusy = true;
    try {
      work(now());
    } finally {
      isBusy = false;
    }
  }
}
