import { Questions } from './questions.js';

/** What a question costs besides its answer, in messages: a match is looked up, or a part of its log, be the answer ever so short. */
const PRICE = 20;

/**
 * What the client of a connection asks for that is costly to answer: one question at a time, and the next when the answers
 * before it are paid for. An answer costs as much as a message of as many bytes would, and is counted for itself: a client
 * that has to be sent much is not cut, but waits. Of its syncs, only the newest waits.
 */
export class Answers {
  #meter;
  #questions;

  /**
   * @param {object} limits
   * @param {import('./meter.js').Meter} limits.meter of what has been paid
   * @param {(message: any) => number} limits.wait milliseconds that a message has to wait besides
   * @param {(message: any) => boolean} limits.lasts as of `Questions`
   */
  constructor({ meter, wait, lasts }) {
    this.#meter = meter;
    this.#questions = new Questions({ atOnce: 1, wait: (message) => Math.max(meter.wait(), wait(message)), lasts });
  }

  /**
   * As `ask` of `Questions`.
   *
   * @param {import('./questions.js').Question} question
   */
  ask({ message, ask, ...question }) {
    const askPaid = () => {
      if (message.type !== 'update') this.#meter.charge(PRICE);
      return ask();
    };
    return this.#questions.ask({ ...question, message, ask: askPaid });
  }

  /** Counts what is sent, if that is an answer. */
  count(message) {
    if (!this.#questions.isBusy) return;
    // Of objects, boardgame.io's clients get a whole state at each move.
    if (typeof message === 'string') this.#meter.take(message.length);
    else if (message.type === 'sync') this.#meter.take(JSON.stringify(message.args).length);
  }

  /** As `close` of `Questions`. */
  close() {
    this.#questions.close();
  }
}

/** Whether a message may be answered with all of a match, or with much of it: boardgame.io's clients get that after a refusal. */
export function isCostly(message) {
  const { type, args } = message ?? {};
  return type === 'sync' || type === 'log' || (type === 'update' && !args?.[0]?.sync);
}
