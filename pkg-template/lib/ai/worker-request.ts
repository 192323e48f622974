import { noop } from '../util/noop.js';
import { watchSilence } from './attended.js';
import { watchIdle } from './idle-watch.js';
import type { BotProgress } from '../../types/bots.js';
import type { Measure } from './idle-watch.js';
import type { Answer, ChooseRequest, ThinkRequest } from './worker-channel.js';

/** Checks in a row without any message of its worker after which the worker counts as blocked. */
const UNHEARD = 2;

/** Options of a request. */
export interface How {
  /** Milliseconds that the bot may be silent. */
  patience: number;
  onProgress?: (progress: BotProgress) => void;
  /** Is called when the bot only awaits something: it uses no processor. */
  onIdle?: () => void;
}

/** The access of a request to its worker. */
interface WorkerLink {
  measure?: Measure;
  /** Returns the number of messages that have come from the worker. */
  heard: () => number;
  /** Asks the worker for a message. */
  ping: () => void;
  onSilence: () => void;
  onIdle: () => void;
}

/** A request to a bot worker, until its answer. */
export class WorkerRequest {
  declare readonly message: ThinkRequest | ChooseRequest;
  /** Milliseconds that the bot may be silent. */
  declare readonly patience: number;
  declare readonly answer: Promise<Answer>;
  /** Resolves when the worker is not busy with it any more. */
  declare readonly busy: Promise<void>;
  /** Whether somebody still waits for the answer. */
  isWanted = true;
  /** Whether the worker has it. */
  isSent = false;
  /** Whether the worker is to have no other work meanwhile: it may have ended one. */
  isAlone = false;
  /** How often it was sent. */
  tries = 0;
  resolve: (answer: Answer) => void = noop;
  reject: (reason: unknown) => void = noop;
  #isIdle = false;
  #unheard = 0;
  #free: () => void = noop;
  #onProgress: (progress: BotProgress) => void;
  #onIdle: () => void;
  #alive: () => void = noop;
  #stop: () => void = noop;

  constructor(message: ThinkRequest | ChooseRequest, { patience, onProgress = noop, onIdle = noop }: How) {
    this.message = message;
    this.patience = patience;
    this.#onProgress = onProgress;
    this.#onIdle = onIdle;
    this.answer = new Promise((resolve, reject) => { Object.assign(this, { resolve, reject }); });
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

  /** The worker has got it. */
  begin({ measure, heard, ping, onSilence, onIdle }: WorkerLink) {
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
  progress(progress: BotProgress) {
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
