import { unref } from '../rondel.js';

/** Milliseconds that the storage has to take what is written. */
const PATIENCE = 2000;
/** Milliseconds for which a result holds: however often it is asked for, it costs the storage one write a second. */
const HOLDS = 1000;
/** Milliseconds after which an attempt that has never ended is given up for another. */
const GIVEN_UP = 30_000;

/**
 * Tells whether a server is ready for players, and if not, the reason. It writes to the storage: a full database, or one that has become a
 * replica, can still be read.
 */
export class Readiness {
  #probe: () => unknown;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #result: Promise<string | null> | null = null;
  /** Time at which the result expires; null while a result is pending. */
  #until: number | null = 0;
  /** Start time of the pending attempt; null if no attempt is pending. */
  #begun: number | null = null;

  /** @param probe writes to the storage; throws, or is rejected, if that fails */
  constructor(probe: () => unknown) {
    this.#probe = probe;
  }

  started() {
    if (this.#state === 'starting') this.#state = 'running';
  }

  stopping() {
    this.#state = 'stopping';
  }

  /** Resolves with the reason why the server is not ready; null if it is ready. Never rejected. */
  async whyNot() {
    if (this.#state !== 'running') return `the server is ${this.#state}`;
    const isOld = this.#until !== null && performance.now() >= this.#until;
    if (this.#result === null || isOld) this.#result = this.#ask();
    const why = await this.#result;
    // It may have begun to stop meanwhile.
    return this.#state === 'running' ? why : `the server is ${this.#state}`;
  }

  async #ask() {
    this.#until = null;
    const why = await this.#failure();
    this.#until = performance.now() + HOLDS;
    return why;
  }

  async #failure(): Promise<string | null> {
    const isHanging = this.#begun !== null && performance.now() - this.#begun < GIVEN_UP;
    if (isHanging) return LATE;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((done) => { timer = unref(setTimeout(() => done(LATE), PATIENCE)); });
    try {
      return await Promise.race([this.#attempt(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Writes to the storage. Its error is not sent to the client: the error may name the database. */
  async #attempt() {
    const begun = performance.now();
    this.#begun = begun;
    try {
      await this.#probe();
      return null;
    } catch {
      return 'the storage accepts no writes';
    } finally {
      if (this.#begun === begun) this.#begun = null;
    }
  }
}

const LATE = 'the storage does not respond';
