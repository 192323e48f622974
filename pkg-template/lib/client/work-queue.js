import { report } from '../util/report.js';
import { nested } from './runaway.js';
import { checkRoom } from '../engine/stack-probe.js';

/**
 * A queue of things to do, one after the other: what is asked for in the midst of one follows when that is done.
 *
 * @param {{ now: () => number, between: () => void, after: () => void }} calls `between`: after each, when others may
 *   be asked for and are done at once; `after`: when nothing is left to do
 */
export function makeWorkQueue({ now, between, after }) {
  const waiting = [];
  let isBusy = false;
  return { call, during };

  /** Throws what the first of those that were done has thrown; all are done. Where the stack is full, none is begun. */
  function call(work) {
    if (!isBusy) checkRoom();
    waiting.push(work);
    if (!isBusy) nested(0, workOff);
  }

  /** Answers a question, in the midst of which nothing else is done. */
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

  /** Nobody would catch what is thrown. */
  function goOn() {
    try {
      nested(0, workOff);
    } catch (error) {
      report(error);
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
      // Taken here, so that each round ends nearer the end, even where the stack is full.
      const work = waiting.shift();
      attempt(() => doOne(work));
      attempt(between);
    }
    attempt(after);
    if (thrown.length === 0) return;
    const [first, ...others] = thrown;
    for (const other of others) report(other);
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
