import { unheld } from '../util/unheld.js';
import { Meter } from './meter.js';

/** As long as a timer of Node's may be set, and longer than anybody waits. */
const LONGEST_MS = 60_000;

/** What a `sync` costs besides its answer, in messages: it has all of a match looked up. */
const PRICE_OF_SYNC = 20;

/**
 * @typedef {object} Question
 * @property {string} type the message's
 * @property {() => Promise<void>} ask
 * @property {() => void} drop it is not asked any more
 */

/**
 * What the client of a connection asks for that is costly to answer: one question at a time, and the next when the answers
 * before it are paid for. An answer costs as much as a message of as many bytes would, and is counted for itself: a client
 * that has to be told much is not cut, but waits. Of its syncs, only the newest waits.
 */
export class Answers {
  #meter;
  /** @type {Question[]} */
  #waiting = [];
  #isBusy = false;
  /** @type {any} */
  #timer = null;

  /** @param {{ rate: number, burst: number }} limits */
  constructor(limits) {
    this.#meter = new Meter(limits);
  }

  /**
   * Asks when it is time.
   *
   * @param {Question} question
   */
  ask(question) {
    const isSame = ({ type }) => type === 'sync' && question.type === 'sync';
    const index = this.#waiting.findIndex(isSame);
    if (index < 0) this.#waiting.push(question);
    else this.#waiting.splice(index, 1, question)[0].drop();
    this.#next();
  }

  /** Counts what is sent, if that is an answer. */
  count(message) {
    if (!this.#isBusy) return;
    // Of objects, boardgame.io's clients get a whole state at each move.
    if (typeof message === 'string') this.#meter.take(message.length);
    else if (message.type === 'sync') this.#meter.take(JSON.stringify(message.args).length);
  }

  /** Forgets what has not been asked, save for actions: the last move of somebody who closes the page still counts. */
  close() {
    clearTimeout(this.#timer);
    for (const { type, ask, drop } of this.#waiting.splice(0)) {
      if (type === 'update') ask();
      else drop();
    }
  }

  #next() {
    if (this.#isBusy || this.#timer !== null || this.#waiting.length === 0) return;
    const wait = this.#meter.wait();
    if (wait > 0) this.#timer = unheld(setTimeout(() => this.#wake(), Math.min(wait, LONGEST_MS)));
    else this.#ask(this.#waiting.shift());
  }

  /** @param {any} question */
  #ask({ type, ask }) {
    this.#isBusy = true;
    if (type === 'sync') this.#meter.take((PRICE_OF_SYNC - 1) * 1024);
    const done = () => {
      this.#isBusy = false;
      this.#next();
    };
    ask().then(done, done);
  }

  #wake() {
    this.#timer = null;
    this.#next();
  }
}

/** Whether a message may be answered with all of a match, or with much of it: boardgame.io's clients get that after a refusal. */
export function isCostly(message) {
  const { type, args } = message ?? {};
  return type === 'sync' || type === 'log' || (type === 'update' && !args?.[0]?.sync);
}
