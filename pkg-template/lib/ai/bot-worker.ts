import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { messageOf } from '../util/print.js';
import { unref } from '../util/unref.js';
import { silentError } from './silence-timeout.js';
import { channelTo } from './worker-channel.js';
import { WorkerRequest } from './worker-request.js';
import type { AnyWorker, Answer, Answered, ChooseRequest, FromWorker, ThinkRequest, ToWorker } from './worker-channel.js';
import type { How } from './worker-request.js';

type Channel = ReturnType<typeof channelTo>;

/** Request without its number. */
type NewRequest = Omit<ThinkRequest, 'id'> | Omit<ChooseRequest, 'id'>;

interface AskOptions extends How {
  signal?: AbortSignal;
  /** Receives a promise that resolves when the worker stops working on the request, also if the signal has ended it. */
  hold?: (busy: Promise<void>) => void;
}

/** Code of the error of a worker that failed to start, or ended. */
export const WORKER_ENDED = 'bot/workerEnded';

/** Errors of requests that ended their worker. */
const errorsOfEndings = new WeakSet<object>();

/**
 * Returns `true` if the request ended its worker: the worker ended or fell silent while it worked on nothing else. The code that it ran,
 * perhaps the game's, must not run in the owner's thread.
 */
export const hasEndedWorker = (error: unknown) => errorsOfEndings.has(error as object);

/** Back-off after a failed start, in milliseconds. It doubles with each failure. */
const MIN_BACK_OFF = 100;
const MAX_BACK_OFF = 60_000;
/** Longest time until a worker is ready for requests, in milliseconds. A worker that does not call `serveBots` never is. */
const MAX_START_TIME = 20_000;
const NOT_READY = 'its script has not called serveBots(game) of rondel/ai';
/** Number of ended workers after which a request is blamed, even if the worker always had other work. */
const MAX_TRIES = 3;

/**
 * A worker that runs bots. It starts with the first request, and again after it has ended.
 *
 * The request that it worked on is blamed for its end. If there were several, the next worker gets them one at a time. Requests that only
 * awaited something are not blamed.
 */
export class BotWorker {
  #start: () => AnyWorker;
  #channel: Channel | null = null;
  #isReady = false;
  /** Requests without an answer, by number, oldest first. */
  #requests: Map<number, WorkerRequest> = new Map();
  #lastID = 0;
  /** Number of messages from the worker. */
  #messageCount = 0;
  /** Number of failed starts in a row, end of the back-off (`performance.now`), and the reason for the last end. */
  #failedStarts = 0;
  #retryAt = 0;
  #endReason = '';

  constructor(start: () => AnyWorker) {
    this.#start = start;
  }

  /** Number of requests that the worker may be busy with, including aborted ones. */
  get load() {
    return this.#requests.size;
  }

  /**
   * Sends a request and resolves with the answer. Rejects with the failure that the worker reports, with the signal's reason, with
   * `SILENT`, or with `WORKER_ENDED` if the worker failed to start or the request ended it.
   */
  ask(message: NewRequest, { signal, hold = noop, ...how }: AskOptions): Promise<Answer> {
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
      this.#sendPending();
    });
  }

  /** Sends a message that has no answer. Drops it while the worker is not ready. */
  send(message: ToWorker) {
    if (this.#isReady) this.#channel?.send(message);
  }

  /** Ends the worker. The next request starts it again. */
  close() {
    this.#disconnect();
    this.#rejectAll('it was closed');
  }

  #sendPending(): undefined {
    if (this.#requests.size > 0) (this.#channel ?? this.#open())?.hold(this.#isWanted());
    else this.#channel?.hold(false);
    if (!this.#isReady) return;
    for (const request of this.#requests.values()) {
      if (request.isSent) continue;
      const atWork = this.#requestsWhere((other) => other.isAtWork);
      if (atWork.length > 0 && (request.isAlone || atWork.some(({ isAlone }) => isAlone))) return;
      this.#deliver(request);
    }
  }

  #isWanted() {
    return this.#requestsWhere(({ isWanted }) => isWanted).length > 0;
  }

  #deliver(request: WorkerRequest) {
    try {
      this.#channel?.send(request.message);
      request.begin({
        measure: this.#channel?.measure,
        messageCount: () => this.#messageCount,
        ping: () => this.send({ type: 'ping' }),
        onSilence: () => this.#noteSilence(request),
        onIdle: () => this.#sendPending(),
      });
    } catch (error) {
      this.#settle(request, () => request.reject(error));
    }
  }

  /** The next worker gets an unanswered request again, unless nobody waits for it. */
  #abandon(request: WorkerRequest) {
    request.isWanted = false;
    if (request.isSent) this.send({ type: 'abort', id: request.message.id });
    else this.#drop(request);
    this.#sendPending();
  }

  /** Forgets a request that the worker does not have and nobody waits for. */
  #drop(request: WorkerRequest) {
    request.free();
    this.#requests.delete(request.message.id);
  }

  #settle(request: WorkerRequest, settle: () => void) {
    request.end();
    settle();
    this.#requests.delete(request.message.id);
    this.#sendPending();
  }

  #open(): Channel | null | undefined {
    if (performance.now() < this.#retryAt) return this.#rejectAll(this.#endReason);
    try {
      const channel = channelTo(this.#start(), {
        received: (message) => this.#channel === channel && this.#receive(message),
        ended: (why) => this.#channel === channel && this.#end(why),
      });
      this.#channel = channel;
      unref(setTimeout(() => this.#channel === channel && !this.#isReady && this.#end(NOT_READY), MAX_START_TIME));
      return channel;
    } catch (error) {
      return this.#end(messageOf(error));
    }
  }

  #receive(message: FromWorker) {
    this.#messageCount += 1;
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#failedStarts = 0;
      // Messages sent before this one may be lost.
      return this.#sendPending();
    }
    // A `pong` has no number.
    const request = this.#requests.get(message.id!);
    if (!request) return undefined;
    if (message.type === 'progress') return request.progress(message.progress);
    if (message.type === 'failed') return this.#settle(request, () => request.reject(rondelError(message.code, message.message)));
    return this.#settle(request, () => request.resolve((message as Answered).answer));
  }

  /** Rejects a silent request. Ends the worker only if it is blocked, for example by an endless loop. */
  #noteSilence(request: WorkerRequest) {
    const error = silentError(request.patience);
    if (!request.isBlocked) {
      this.send({ type: 'abort', id: request.message.id });
      return this.#settle(request, () => request.reject(error));
    }
    return this.#end('it did not answer', error);
  }

  /** @param error rejection of the blamed request */
  #end(why: string, error?: Error): null | undefined {
    const wasReady = this.#isReady;
    this.#disconnect();
    if (!wasReady) return this.#failToStart(why);
    const sent = this.#requestsWhere(({ isSent }) => isSent);
    const atWork = sent.filter(({ isAtWork }) => isAtWork);
    const suspects = atWork.length > 0 ? atWork : sent;
    for (const request of sent) {
      const isSuspect = suspects.includes(request);
      request.end();
      if (isSuspect && (suspects.length === 1 || request.tries === MAX_TRIES)) this.#blame(request, error ?? this.#endedError(why));
      else if (!request.isWanted) this.#drop(request);
      else request.isAlone = isSuspect;
    }
    return this.#sendPending();
  }

  #blame(request: WorkerRequest, error: Error) {
    errorsOfEndings.add(error);
    this.#requests.delete(request.message.id);
    request.reject(error);
  }

  /** Rejects all requests, and new ones until the back-off ends. */
  #failToStart(why: string) {
    this.#endReason = why;
    this.#retryAt = performance.now() + Math.min(MAX_BACK_OFF, MIN_BACK_OFF * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    return this.#rejectAll(why);
  }

  #rejectAll(why: string) {
    for (const request of this.#requestsWhere(() => true)) {
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

  #requestsWhere(fits: (request: WorkerRequest) => boolean) {
    return [...this.#requests.values()].filter(fits);
  }

  #endedError(why: string) {
    return rondelError(WORKER_ENDED, `the worker of a bot has ended: ${why}`);
  }
}
