import { isPromise } from '../util/promise.js';
import { Refusal } from './refusal.js';

/** A job that waits, and how its promise is settled. */
interface Waiter {
  job: () => unknown;
  // Any: the jobs of a gate have results of various types, and each promise gets the result of its own job.
  resolve: (result: any) => void;
  reject: (reason: unknown) => void;
}

/** Key of the common queue of all disconnected callers. */
const GONE = Symbol('gone');
/** Maximum number of waiting jobs of disconnected callers. */
const MOST_GONE = 1000;

/** Limits how many jobs run at once. Callers whose jobs wait take turns. */
export class Gate {
  #most: number;
  #underway = 0;
  /** The waiting jobs by caller; the caller whose turn is next comes first. */
  #waiting: Map<unknown, Waiter[]> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns what the job returns, or a promise of it, rejected with what a job throws that has waited. A job that need not wait is done at once. */
  run<Result>(caller: unknown, job: () => Result | Promise<Result>): Result | Promise<Result> {
    if (this.#underway < this.#most) return this.#begin(job);
    return new Promise((resolve, reject) => this.#add(caller, { job, resolve, reject }));
  }

  /** Moves the jobs of a disconnected caller to a common queue, which takes turns like one caller. If that is full, rejects them. */
  leave(caller: unknown) {
    const waiters = this.#waiting.get(caller) ?? [];
    this.#waiting.delete(caller);
    for (const waiter of waiters) {
      if ((this.#waiting.get(GONE)?.length ?? 0) < MOST_GONE) this.#add(GONE, waiter);
      else waiter.reject(new Refusal('connection closed'));
    }
  }

  #add(caller: unknown, waiter: Waiter) {
    const waiters = this.#waiting.get(caller);
    if (waiters) waiters.push(waiter);
    else this.#waiting.set(caller, [waiter]);
  }

  #begin<Result>(job: () => Result | Promise<Result>): Result | Promise<Result> {
    const result = job();
    if (!isPromise(result)) return result;
    this.#underway += 1;
    const ended = () => {
      this.#underway -= 1;
      this.#goOn();
    };
    result.then(ended, ended);
    return result;
  }

  /** Runs waiting jobs; one that is done at once lets the next one begin. */
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

  /** Called while a job waits: no list is empty. */
  #take() {
    const [[caller, waiters]] = this.#waiting;
    this.#waiting.delete(caller);
    const waiter = waiters.shift()!;
    if (waiters.length > 0) this.#waiting.set(caller, waiters);
    return waiter;
  }
}
