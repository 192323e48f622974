import { unheld } from '../util/unheld.js';
import { Meter } from './meter.js';

/** As long as a timer of Node's may be set, and longer than anybody waits. */
const LONGEST_MS = 60_000;

/**
 * What the client of a connection asks for that is costly to answer: one question at a time, and the next when the answers
 * before it are paid for. An answer costs as much as a message of as many bytes would, and is counted for itself: a client
 * that has to be told much is not cut, but waits.
 */
export class Answers {
  #meter;
  /** @type {(() => Promise<void>)[]} */
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
   * @param {() => Promise<void>} question
   */
  ask(question) {
    this.#waiting.push(question);
    this.#next();
  }

  /** Counts what is sent, if that is an answer. */
  count(message) {
    if (!this.#isBusy) return;
    // Of objects, boardgame.io's clients get a whole state at each move.
    if (typeof message === 'string') this.#meter.take(message.length);
    else if (message.type === 'sync') this.#meter.take(JSON.stringify(message.args).length);
  }

  /** Forgets what has not been asked. */
  close() {
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #next() {
    if (this.#isBusy || this.#timer !== null || this.#waiting.length === 0) return;
    const wait = this.#meter.wait();
    if (wait > 0) this.#timer = unheld(setTimeout(() => this.#wake(), Math.min(wait, LONGEST_MS)));
    else this.#ask(this.#waiting.shift());
  }

  #ask(question) {
    this.#isBusy = true;
    const done = () => {
      this.#isBusy = false;
      this.#next();
    };
    question().then(done, done);
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
