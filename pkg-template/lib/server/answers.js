import { sizeOf } from '../online/size.js';
import { unheld } from '../util/unheld.js';
import { Meter } from './meter.js';

/** As long as a timer of Node's may be set, and longer than anybody waits. */
const LONGEST_MS = 60_000;

/** What a `sync` costs besides its answer, in messages: it has all of a match looked up. */
const PRICE_OF_SYNC = 20;

/**
 * @typedef {object} Question
 * @property {any} message
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
  /** Bytes of the questions that may wait. */
  #most;
  #size = 0;
  /** @type {(Question & { size: number })[]} */
  #waiting = [];
  #isBusy = false;
  /** @type {any} */
  #timer = null;

  /**
   * @param {{ rate: number, burst: number, size: number }} limits those that wait may have the size of one message together
   * @param {Meter} [meter] of what has been paid
   */
  constructor(limits, meter = new Meter(limits)) {
    this.#meter = meter;
    this.#most = limits.size;
  }

  /**
   * Asks when it is time. False if there is no room to wait: nothing comes of the question then.
   *
   * @param {Question} question
   */
  ask(question) {
    if (this.#isFree() && this.#meter.wait() === 0) {
      this.#ask(question);
      return true;
    }
    const size = weightOf(question.message);
    const index = this.#waiting.findIndex(({ message }) => message.type === 'sync' && question.message.type === 'sync');
    const replaced = index < 0 ? 0 : this.#waiting[index].size;
    if (this.#size - replaced + size > this.#most) return false;
    this.#size += size - replaced;
    if (index < 0) this.#waiting.push({ ...question, size });
    else this.#waiting.splice(index, 1, { ...question, size })[0].drop();
    this.#next();
    return true;
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
    this.#size = 0;
    for (const { message, ask, drop } of this.#waiting.splice(0)) {
      if (message.type === 'update') ask();
      else drop();
    }
  }

  #isFree() {
    return !this.#isBusy && this.#timer === null && this.#waiting.length === 0;
  }

  #next() {
    if (this.#isBusy || this.#timer !== null || this.#waiting.length === 0) return;
    const wait = this.#meter.wait();
    if (wait > 0) this.#timer = unheld(setTimeout(() => this.#wake(), Math.min(wait, LONGEST_MS)));
    else this.#ask(this.#waiting.shift());
  }

  /** @param {any} question */
  #ask({ message, ask, size = 0 }) {
    this.#size -= size;
    this.#isBusy = true;
    if (message.type === 'sync') this.#meter.take((PRICE_OF_SYNC - 1) * 1024);
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

/** A stranger may nest anything as deep as the stack does not go. */
function weightOf(message) {
  try {
    return sizeOf(message);
  } catch {
    return Infinity;
  }
}
