import { unref } from '../util/unref.js';

/** Bytes of the questions of one kind that may wait at a connection: many actions of a player who is slowed down. */
const ROOM = 1_000_000;
/** As long as a timer of Node's may be set, and longer than anybody waits. */
const LONGEST_MS = 60_000;

/**
 * @typedef {object} Question
 * @property {any} message
 * @property {number} size bytes that it takes while it waits
 * @property {() => Promise<void>} ask
 * @property {() => void} drop it is not asked any more
 */

/**
 * What the client of a connection asks for, in its order: so much at once, and the next when it is time. What is asked again while
 * it waits takes the place of what it repeats.
 */
export class Questions {
  #atOnce;
  #wait;
  #lasts;
  #size = 0;
  /** @type {Question[]} */
  #waiting = [];
  #underway = 0;
  /** @type {any} */
  #timer = null;

  /**
   * @param {object} limits
   * @param {number} limits.atOnce how many may be unanswered
   * @param {(message: any) => number} limits.wait milliseconds until a message may be asked
   * @param {(message: any) => boolean} limits.lasts whether a message that waits is asked although its connection has gone
   */
  constructor({ atOnce, wait, lasts }) {
    this.#atOnce = atOnce;
    this.#wait = wait;
    this.#lasts = lasts;
  }

  /** Whether one is unanswered. */
  get isBusy() {
    return this.#underway > 0;
  }

  /**
   * Asks when it is time. False if the queue is full: the question is dropped then.
   *
   * @param {Question} question
   */
  ask(question) {
    if (this.#waiting.length === 0 && this.#underway < this.#atOnce && this.#wait(question.message) === 0) {
      this.#ask(question.ask);
      return true;
    }
    const { size } = question;
    const index = this.#waiting.findIndex(({ message }) => isRepeated(message, question.message));
    const replaced = index < 0 ? 0 : this.#waiting[index].size;
    const others = this.#size - replaced;
    // A message of any size waits alone.
    if (others > 0 && others + size > ROOM) return false;
    this.#size += size - replaced;
    if (index < 0) this.#waiting.push(question);
    else this.#waiting.splice(index, 1, question)[0].drop();
    this.#next();
    return true;
  }

  /** Forgets what has not been asked, save for what lasts. */
  close() {
    clearTimeout(this.#timer);
    this.#size = 0;
    for (const { message, ask, drop } of this.#waiting.splice(0)) {
      if (this.#lasts(message)) ask();
      else drop();
    }
  }

  #next() {
    while (this.#timer === null && this.#underway < this.#atOnce && this.#waiting.length > 0) {
      const wait = this.#wait(this.#waiting[0].message);
      if (wait > 0) this.#timer = unref(setTimeout(() => this.#wake(), Math.min(wait, LONGEST_MS)));
      else this.#askNext();
    }
  }

  #askNext() {
    const { ask, size } = /** @type {Question} */ (this.#waiting.shift());
    this.#size -= size;
    this.#ask(ask);
  }

  #ask(ask) {
    this.#underway += 1;
    const done = () => {
      this.#underway -= 1;
      this.#next();
    };
    ask().then(done, done);
  }

  #wake() {
    this.#timer = null;
    this.#next();
  }
}

/** Of syncs only the newest is of use, and of an action that is sent again. */
function isRepeated(message, newer) {
  if (message.type === 'sync' || newer.type === 'sync') return message.type === newer.type;
  const [made, again] = [message.args?.[0]?.sync, newer.args?.[0]?.sync];
  return Boolean(made && again) && made.session === again.session && made.seq === again.seq
    && message.args[2] === newer.args[2] && message.args[3] === newer.args[3];
}
