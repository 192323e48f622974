import { noop } from '../util/noop.js';
import { watchSilence } from './silence-timeout.js';
import { watchIdle } from './idle-watch.js';
import type { BotProgress } from '../../types/bots.js';
import type { Measure } from './idle-watch.js';
import type { Answer, ChooseRequest, ThinkRequest } from './worker-channel.js';

/** Number of checks in a row without any message after which a worker counts as blocked. */
const MAX_CHECKS_WITHOUT_MESSAGE = 2;

/** Options of a request. */
export interface How {
  /** Longest silence of the bot, in milliseconds. */
  patience: number;
  onProgress?: (progress: BotProgress) => void;
  /** Called when the bot only awaits something and uses no processor. */
  onIdle?: () => void;
}

/** Access of a request to its worker. */
interface WorkerLink {
  measure?: Measure;
  /** Returns the number of messages from the worker. */
  messageCount: () => number;
  /** Asks the worker for a message. */
  ping: () => void;
  onSilence: () => void;
  onIdle: () => void;
}

/** A request to a bot worker, until its answer. */
export class WorkerRequest {
  declare readonly message: ThinkRequest | ChooseRequest;
  /** Longest silence of the bot, in milliseconds. */
  declare readonly patience: number;
  declare readonly answer: Promise<Answer>;
  /** Resolves when the worker is no longer busy with the request. */
  declare readonly busy: Promise<void>;
  /** Resolves `busy`. */
  free: () => void = noop;
  /** `true` while somebody waits for the answer. */
  isWanted = true;
  /** `true` while the worker has the request. */
  isSent = false;
  /** `true` if the worker must have no other work: the request may have ended a worker. */
  isAlone = false;
  /** Number of times that it was sent. */
  tries = 0;
  resolve: (answer: Answer) => void = noop;
  reject: (reason: unknown) => void = noop;
  #isIdle = false;
  #checksWithoutMessage = 0;
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
    this.busy = new Promise((resolve) => { this.free = resolve; });
    this.answer.then(this.free, this.free);
  }

  /** `true` if the worker seems to run the request's code. */
  get isAtWork() {
    return this.isSent && !this.#isIdle;
  }

  /** `true` if the worker has sent no message lately. */
  get isBlocked() {
    return this.#checksWithoutMessage >= MAX_CHECKS_WITHOUT_MESSAGE;
  }

  /** Starts the timers after the request was sent. */
  begin({ measure, messageCount, ping, onSilence, onIdle }: WorkerLink) {
    this.isSent = true;
    this.tries += 1;
    let before = messageCount();
    const onCheck = () => {
      this.#checksWithoutMessage = messageCount() === before ? this.#checksWithoutMessage + 1 : 0;
      before = messageCount();
      ping();
    };
    const silence = watchSilence({ patience: this.patience, onSilence, onCheck, isHeld: false });
    const idle = watchIdle(measure, () => {
      this.#isIdle = true;
      this.#onIdle();
      this.free();
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

  /** Handles progress of the bot. */
  progress(progress: BotProgress) {
    this.#alive();
    if (this.isWanted) this.#onProgress(progress);
  }

  /** Stops the timers when the worker no longer has the request. */
  end() {
    this.#stop();
    this.isSent = false;
    this.#isIdle = false;
    this.#checksWithoutMessage = 0;
  }
}
