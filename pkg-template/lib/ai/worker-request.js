import { noop } from '../util/noop.js';
import { watchSilence } from './attended.js';
import { watchIdle } from './idle-watch.js';

/** Checks in a row without any message of its worker after which the worker counts as blocked. */
const UNHEARD = 2;

/**
 * @typedef {object} How
 * @property {number} patience milliseconds that the bot may be silent
 * @property {(progress: any) => void} [onProgress]
 * @property {() => void} [onIdle] is called when the bot only awaits something: it uses no processor
 */

/** A request to a bot worker, until its answer. */
export class WorkerRequest {
  /** Whether somebody still waits for the answer. */
  isWanted = true;
  /** Whether the worker has it. */
  isSent = false;
  /** Whether the worker is to have no other work beside it: it may have ended one. */
  isAlone = false;
  /** How often it was sent. */
  tries = 0;
  /** @type {(answer: any) => void} */
  resolve = noop;
  /** @type {(reason: unknown) => void} */
  reject = noop;
  #isIdle = false;
  #unheard = 0;
  #free = noop;
  #onProgress;
  #onIdle;
  #alive = noop;
  #stop = noop;

  /** @param {any} message @param {How} how */
  constructor(message, { patience, onProgress = noop, onIdle = noop }) {
    this.message = message;
    this.patience = patience;
    this.#onProgress = onProgress;
    this.#onIdle = onIdle;
    /** @type {Promise<any>} */
    this.answer = new Promise((resolve, reject) => { Object.assign(this, { resolve, reject }); });
    /** Resolves when the worker is not busy with it any more. @type {Promise<void>} */
    this.busy = new Promise((resolve) => { this.#free = resolve; });
    this.answer.then(this.#free, this.#free);
  }

  /** Whether the worker runs its code, as far as can be seen. */
  get isAtWork() {
    return this.isSent && !this.#isIdle;
  }

  /** Whether nothing was heard from the worker lately. */
  get isUnheard() {
    return this.#unheard >= UNHEARD;
  }

  /**
   * The worker has got it.
   *
   * @param {{ measure?: import('./idle-watch.js').Measure, heard: () => number, ping: () => void, onSilence: () => void, onIdle: () => void }} worker
   */
  begin({ measure, heard, ping, onSilence, onIdle }) {
    this.isSent = true;
    this.tries += 1;
    let before = heard();
    const onCheck = () => {
      this.#unheard = heard() === before ? this.#unheard + 1 : 0;
      before = heard();
      ping();
    };
    const silence = watchSilence({ patience: this.patience, onSilence, onCheck, isHeld: false });
    const idle = watchIdle(measure, () => {
      this.#isIdle = true;
      this.#onIdle();
      this.#free();
      onIdle();
    });
    this.#alive = () => {
      this.#isIdle = false;
      silence.alive();
      idle.alive();
    };
    this.#stop = () => {
      silence.stop();
      idle.stop();
    };
  }

  /** The bot has made progress. */
  progress(progress) {
    this.#alive();
    if (this.isWanted) this.#onProgress(progress);
  }

  /** The worker has it no longer. */
  end() {
    this.#stop();
    this.isSent = false;
    this.#isIdle = false;
    this.#unheard = 0;
  }
}
