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

/** Limits how many jobs run at once. Callers whose jobs wait take turns, those of one address with each other. */
export class Gate {
  #most: number;
  #underway = 0;
  /** Waiting jobs by address and caller. The address whose turn is next comes first, and so does the caller. */
  #waiting: Map<unknown, Map<unknown, Waiter[]>> = new Map();

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
    for (const waiter of this.#remove(caller)) {
      if ((this.#waiting.get(GONE)?.get(GONE)?.length ?? 0) < MOST_GONE) this.#add(GONE, waiter);
      else waiter.reject(new Refusal('connection closed'));
    }
  }

  #add(caller: unknown, waiter: Waiter) {
    const address = addressOf(caller);
    const callers = this.#waiting.get(address) ?? new Map<unknown, Waiter[]>();
    const waiters = callers.get(caller);
    if (waiters) waiters.push(waiter);
    else this.#waiting.set(address, callers.set(caller, [waiter]));
  }

  /** Removes the waiting jobs of a caller, and returns them. */
  #remove(caller: unknown): Waiter[] {
    const address = addressOf(caller);
    const callers = this.#waiting.get(address);
    const waiters = callers?.get(caller) ?? [];
    if (callers?.delete(caller) && callers.size === 0) this.#waiting.delete(address);
    return waiters;
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
    const [[address, callers]] = this.#waiting;
    const [[caller, waiters]] = callers;
    const waiter = waiters.shift()!;
    // Both go behind the others.
    callers.delete(caller);
    if (waiters.length > 0) callers.set(caller, waiters);
    this.#waiting.delete(address);
    if (callers.size > 0) this.#waiting.set(address, callers);
    return waiter;
  }
}

/** Returns the address of a caller, such as a connection. A caller without one has its own. */
function addressOf(caller: unknown): unknown {
  return (caller as { address?: unknown } | null | undefined)?.address ?? caller;
}
