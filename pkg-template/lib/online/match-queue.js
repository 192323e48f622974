import { isPromise } from '../util/promise.js';

/** So many may wait under one name. */
const MOST_WAITING = 1000;
/** So many names are kept, whether or not a job runs: a map that gains and loses a name at each job is built anew all the time. */
const MOST_NAMES = 100;

/**
 * Runs jobs one at a time, in order, those of each name for themselves. A job that need not wait is done before
 * `run` returns. What a job itself asks for is done right after it.
 */
export class MatchQueue {
  /** @type {Map<string, { isBusy: boolean, waiting: (() => any)[] }>} */
  #queues = new Map();

  isFull(name) {
    return (this.#queues.get(name)?.waiting.length ?? 0) >= MOST_WAITING;
  }

  /**
   * @param {string} name
   * @param {() => any} job answers a value, or a promise; neither throws nor rejects
   * @returns what the job answers, or a promise of it
   */
  run(name, job) {
    const queue = this.#queueOf(name);
    if (queue.isBusy) {
      return new Promise((resolve) => {
        queue.waiting.push(() => {
          const answer = job();
          resolve(answer);
          return answer;
        });
      });
    }
    queue.isBusy = true;
    const answer = job();
    if (!isPromise(answer)) {
      this.#next(name, queue);
      return answer;
    }
    return answer.then((result) => {
      this.#next(name, queue);
      return result;
    });
  }

  #queueOf(name) {
    let queue = this.#queues.get(name);
    if (!queue) this.#queues.set(name, queue = { isBusy: false, waiting: [] });
    return queue;
  }

  #next(name, queue) {
    while (queue.waiting.length > 0) {
      const answer = queue.waiting.shift()();
      if (isPromise(answer)) {
        answer.then(() => this.#next(name, queue));
        return;
      }
    }
    queue.isBusy = false;
    if (this.#queues.size > MOST_NAMES) this.#queues.delete(name);
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
