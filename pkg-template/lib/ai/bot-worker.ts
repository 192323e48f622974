import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { messageOf } from '../util/print.js';
import { unref } from '../util/unref.js';
import { silentError } from './attended.js';
import { channelTo } from './worker-channel.js';
import { WorkerRequest } from './worker-request.js';
import type { AnyWorker, Answer, Answered, ChooseRequest, FromWorker, ThinkRequest, ToWorker } from './worker-channel.js';
import type { How } from './worker-request.js';

/** The channel to a worker. */
type Channel = ReturnType<typeof channelTo>;

/** A request before it has a number. */
type NewRequest = Omit<ThinkRequest, 'id'> | Omit<ChooseRequest, 'id'>;

/** Options of `ask`. */
interface Asking extends How {
  signal?: AbortSignal;
  /** Gets what resolves when the worker is no longer busy with the request, also after the signal. */
  hold?: (busy: Promise<void>) => void;
}

/** The code of the error of a worker that could not be started, or has ended. */
export const WORKER_ENDED = 'bot/workerEnded';

/** The errors of requests that have ended a worker. */
const charged = new WeakSet<object>();

/**
 * Returns `true` if a request is charged with the end of its worker: the worker has ended or fallen silent while it worked on nothing else.
 * What it ran, the game's code perhaps, must not run in the owner's thread.
 */
export const isCharged = (error: unknown) => charged.has(error as object);

/** Milliseconds until a worker that could not be started is started again: twice as many each time. */
const SHORTEST_REST = 100;
const LONGEST_REST = 60_000;
/** Milliseconds in which a worker says that it can be asked. One that does not call `serveBots` never does. */
const LONGEST_START = 20_000;
const NOT_READY = 'it has not called serveBots(game) of rondel/ai';
/** A request that a worker has ended under so often is charged, also if the worker had other work each time. */
const MOST_TRIES = 3;

/**
 * A worker that thinks for bots. It is started when it is asked something, and again after it has ended. Its end is charged to the request
 * that it worked on. If there were several, it gets them again, one at a time; those that only awaited something are not charged.
 */
export class BotWorker {
  #start: () => AnyWorker;
  #channel: Channel | null = null;
  #isReady = false;
  /** Those without an answer, by number, in the order in which they were made. */
  #requests: Map<number, WorkerRequest> = new Map();
  #lastID = 0;
  /** Number of messages from the worker. */
  #heard = 0;
  /** How often it could not be started in a row, when it may be started again, and why it has ended. */
  #failedStarts = 0;
  #restsUntil = 0;
  #why = '';

  constructor(start: () => AnyWorker) {
    this.#start = start;
  }

  /** Number of requests that it may be at work on, aborted ones included. */
  get load() {
    return this.#requests.size;
  }

  /**
   * The worker's answer. It rejects with the failure that the worker reports, with the signal's reason, with `SILENT`, and with
   * `WORKER_ENDED` if the worker cannot be started, or the request has ended it.
   */
  ask(message: NewRequest, { signal, hold = noop, ...how }: Asking): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#lastID += 1;
    const request = new WorkerRequest({ ...message, id }, how);
    this.#requests.set(id, request);
    hold(request.busy);
    return new Promise((resolve, reject) => {
      const aborted = () => {
        reject(signal!.reason);
        this.#abandon(request);
      };
      signal?.addEventListener('abort', aborted);
      request.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', aborted));
      this.#goOn();
    });
  }

  /** Sends a message that has no answer; lost while the worker is not ready. */
  send(message: ToWorker) {
    if (this.#isReady) this.#channel?.send(message);
  }

  /** Ends it; it is started again when it is asked something. */
  close() {
    this.#disconnect();
    this.#rejectAll('it was closed');
  }

  #goOn(): undefined {
    if (this.#requests.size > 0) (this.#channel ?? this.#open())?.hold(this.#isWanted());
    else this.#channel?.hold(false);
    if (!this.#isReady) return;
    for (const request of this.#requests.values()) {
      if (request.isSent) continue;
      const atWork = this.#all((other) => other.isAtWork);
      if (atWork.length > 0 && (request.isAlone || atWork.some(({ isAlone }) => isAlone))) return;
      this.#deliver(request);
    }
  }

  #isWanted() {
    return this.#all(({ isWanted }) => isWanted).length > 0;
  }

  #deliver(request: WorkerRequest) {
    try {
      this.#channel?.send(request.message);
      request.begin({
        measure: this.#channel?.measure,
        heard: () => this.#heard,
        ping: () => this.send({ type: 'ping' }),
        onSilence: () => this.#noteSilence(request),
        onIdle: () => this.#goOn(),
      });
    } catch (error) {
      this.#settle(request, () => request.reject(error));
    }
  }

  /** The worker gets a request again that it was sent in vain, if somebody still waits for it. */
  #abandon(request: WorkerRequest) {
    request.isWanted = false;
    if (request.isSent) this.send({ type: 'abort', id: request.message.id });
    else this.#requests.delete(request.message.id);
    this.#goOn();
  }

  #settle(request: WorkerRequest, settle: () => void) {
    request.end();
    settle();
    this.#requests.delete(request.message.id);
    this.#goOn();
  }

  #open(): Channel | null | undefined {
    if (performance.now() < this.#restsUntil) return this.#rejectAll(this.#why);
    try {
      const channel = channelTo(this.#start(), {
        received: (message) => this.#channel === channel && this.#receive(message),
        ended: (why) => this.#channel === channel && this.#end(why),
      });
      this.#channel = channel;
      unref(setTimeout(() => this.#channel === channel && !this.#isReady && this.#end(NOT_READY), LONGEST_START));
      return channel;
    } catch (error) {
      return this.#end(messageOf(error));
    }
  }

  #receive(message: FromWorker) {
    this.#heard += 1;
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#failedStarts = 0;
      // What was sent before it had begun might have been lost.
      return this.#goOn();
    }
    // A `pong` has no number.
    const request = this.#requests.get(message.id!);
    if (!request) return undefined;
    if (message.type === 'progress') return request.progress(message.progress);
    if (message.type === 'failed') return this.#settle(request, () => request.reject(rondelError(message.code, message.message)));
    return this.#settle(request, () => request.resolve((message as Answered).answer));
  }

  /** A bot that only awaits something keeps no worker from others' requests; one with an endless loop does. */
  #noteSilence(request: WorkerRequest) {
    const error = silentError(request.patience);
    if (!request.isUnheard) {
      this.send({ type: 'abort', id: request.message.id });
      return this.#settle(request, () => request.reject(error));
    }
    return this.#end('it did not answer', error);
  }

  /** @param error why the request that is charged rejects */
  #end(why: string, error?: Error): null | undefined {
    const wasReady = this.#isReady;
    this.#disconnect();
    if (!wasReady) return this.#failToStart(why);
    const sent = this.#all(({ isSent }) => isSent);
    const atWork = sent.filter(({ isAtWork }) => isAtWork);
    const suspects = atWork.length > 0 ? atWork : sent;
    for (const request of sent) {
      const isSuspect = suspects.includes(request);
      request.end();
      if (isSuspect && (suspects.length === 1 || request.tries === MOST_TRIES)) this.#charge(request, error ?? this.#endedError(why));
      else if (!request.isWanted) this.#requests.delete(request.message.id);
      else request.isAlone = isSuspect;
    }
    return this.#goOn();
  }

  #charge(request: WorkerRequest, error: Error) {
    charged.add(error);
    this.#requests.delete(request.message.id);
    request.reject(error);
  }

  /** Requests reject; new ones, too, for a while. */
  #failToStart(why: string) {
    this.#why = why;
    this.#restsUntil = performance.now() + Math.min(LONGEST_REST, SHORTEST_REST * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    return this.#rejectAll(why);
  }

  #rejectAll(why: string) {
    for (const request of this.#all(() => true)) {
      request.end();
      request.reject(this.#endedError(why));
    }
    this.#requests.clear();
    return null;
  }

  #disconnect() {
    this.#isReady = false;
    this.#channel?.close();
    this.#channel = null;
  }

  #all(fits: (request: WorkerRequest) => boolean) {
    return [...this.#requests.values()].filter(fits);
  }

  #endedError(why: string) {
    return rondelError(WORKER_ENDED, `the worker of a bot has ended: ${why}`);
  }
}
