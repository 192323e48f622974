import { isPromise } from '../util/promise.js';
import { Refusal } from './own-match.js';

/** By which all who have gone share the turns of one. */
const GONE = Symbol('gone');
/** So much may wait of those who have gone. */
const MOST_GONE = 1000;

/** Lets so many jobs be under way at once. Whoever asks for more takes turns with the others who wait. */
export class Gate {
  #most;
  #underway = 0;
  /** By who asks, what waits; whose turn is next comes first. */
  #waiting = new Map();

  /** @param {number} most */
  constructor(most) {
    this.#most = most;
  }

  /**
   * What a job returns, or a promise of it, rejected with what a job throws that has waited. A job that need not wait is done at once.
   *
   * @param {unknown} who
   * @param {() => any} job
   */
  run(who, job) {
    if (this.#underway < this.#most) return this.#begin(job);
    return new Promise((resolve, reject) => this.#add(who, { job, resolve, reject }));
  }

  /** What somebody waits for who has gone is done in the turns of all who have; what is too much of that is refused. */
  leave(who) {
    const waiters = this.#waiting.get(who) ?? [];
    this.#waiting.delete(who);
    for (const waiter of waiters) {
      if ((this.#waiting.get(GONE)?.length ?? 0) < MOST_GONE) this.#add(GONE, waiter);
      else waiter.reject(new Refusal('connection closed'));
    }
  }

  #add(who, waiter) {
    const waiters = this.#waiting.get(who);
    if (waiters) waiters.push(waiter);
    else this.#waiting.set(who, [waiter]);
  }

  #begin(job) {
    const answer = job();
    if (!isPromise(answer)) return answer;
    this.#underway += 1;
    const ended = () => {
      this.#underway -= 1;
      this.#goOn();
    };
    answer.then(ended, ended);
    return answer;
  }

  /** A job that is done at once lets the next one begin. */
  #goOn() {
    while (this.#underway < this.#most && this.#waiting.size > 0) {
      const { job, resolve, reject } = this.#take();
      try {
        resolve(this.#begin(job));
      } catch (error) {
        reject(error);
      }
    }
  }

  #take() {
    const [[who, waiters]] = this.#waiting;
    this.#waiting.delete(who);
    const waiter = waiters.shift();
    if (waiters.length > 0) this.#waiting.set(who, waiters);
    return waiter;
  }
}
