import { isPromise } from '../util/promise.js';

/** So many may wait under one name. */
const MOST_WAITING = 1000;

/**
 * Runs jobs one at a time, in order, those of each name for themselves. A job that need not wait is done before
 * `run` returns. What a job itself asks for is done right after it.
 */
export class MatchQueue {
  #queues = new Map();

  isFull(name) {
    return this.#queues.get(name)?.length >= MOST_WAITING;
  }

  /**
   * @param {string} name
   * @param {() => any} job answers a value, or a promise; neither throws nor rejects
   * @returns what the job answers, or a promise of it
   */
  run(name, job) {
    const queue = this.#queues.get(name);
    if (queue) {
      return new Promise((resolve) => {
        queue.push(() => {
          const answer = job();
          resolve(answer);
          return answer;
        });
      });
    }
    this.#queues.set(name, []);
    const answer = job();
    if (!isPromise(answer)) {
      this.#next(name);
      return answer;
    }
    return answer.then((result) => {
      this.#next(name);
      return result;
    });
  }

  #next(name) {
    const queue = this.#queues.get(name);
    while (queue.length > 0) {
      const answer = queue.shift()();
      if (isPromise(answer)) {
        answer.then(() => this.#next(name));
        return;
      }
    }
    this.#queues.delete(name);
  }
}

/** Runs a generator to its end. It waits for what is yielded if that is a promise, and only then. */
export function drive(generator, method = 'next', input = undefined) {
  for (;;) {
    const { done, value } = generator[method](input);
    if (done) return value;
    if (isPromise(value)) {
      const goOn = (how) => (result) => drive(generator, how, result);
      return Promise.resolve(value).then(goOn('next'), goOn('throw'));
    }
    method = 'next';
    input = value;
  }
}
