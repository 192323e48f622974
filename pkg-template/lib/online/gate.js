import { isPromise } from '../util/promise.js';

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
   * What a job returns, or a promise of it. A job that need not wait is done at once.
   *
   * @param {unknown} who
   * @param {() => any} job
   */
  run(who, job) {
    if (this.#underway < this.#most) return this.#begin(job);
    return new Promise((resolve) => {
      const jobs = this.#waiting.get(who);
      const begin = () => resolve(this.#begin(job));
      if (jobs) jobs.push(begin);
      else this.#waiting.set(who, [begin]);
    });
  }

  #begin(job) {
    const answer = job();
    if (!isPromise(answer)) return answer;
    this.#underway += 1;
    const ended = () => {
      this.#underway -= 1;
      this.#next();
    };
    answer.then(ended, ended);
    return answer;
  }

  #next() {
    const [[who, jobs] = []] = this.#waiting;
    if (!jobs) return;
    const begin = jobs.shift();
    this.#waiting.delete(who);
    if (jobs.length > 0) this.#waiting.set(who, jobs);
    begin();
  }
}
