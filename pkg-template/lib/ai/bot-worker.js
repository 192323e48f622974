import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { SILENT, attended } from './attended.js';
import { unref } from '../util/unref.js';
import { channelTo } from './worker-channel.js';

/** The code of the error of a worker that could not be started, or has ended. */
export const WORKER_ENDED = 'bot/workerEnded';

/** The errors of questions that a worker has fallen silent over. */
const silences = new WeakSet();

/** Whether a worker has fallen silent over a question: the code that it runs, the game's perhaps, may have no end. */
export const isWorkersSilence = (/** @type {any} */ error) => silences.has(error);

/** Milliseconds until a worker that has ended is started again: twice as many each time, since it may end by what it is asked. */
const SHORTEST_REST = 100;
const LONGEST_REST = 60_000;
/** Milliseconds in which a worker says that it can be asked. One that does not call `serveBots` never does. */
const LONGEST_START = 20_000;
const NOT_READY = 'it has not called serveBots(game) of rondel/ai';

/** A worker that thinks for bots. It is started when it is asked something, and again after it has ended. */
export class BotWorker {
  #start;
  /** @type {ReturnType<typeof channelTo> | null} */
  #channel = null;
  #isReady = false;
  /** Whether it has been ready once: then what it is asked makes it end. */
  #hasBegun = false;
  /** The questions without an answer, by number: `{ message, resolve, reject, onProgress }`. */
  #asked = new Map();
  #lastID = 0;
  /** How often it has ended since it has last answered, when it may be started again, and why it has ended. */
  #endings = 0;
  #restsUntil = 0;
  #why = '';

  /** @param {() => any} start */
  constructor(start) {
    this.#start = start;
  }

  /** How many questions wait for its answer. */
  get load() {
    return this.#asked.size;
  }

  /**
   * The worker's answer. It rejects with the failure that the worker reports, with `WORKER_ENDED`, and as `attended` does.
   *
   * @param {{ type: string, [more: string]: any }} message
   * @param {{ signal?: AbortSignal, patience: number, onProgress?: (progress: any) => void }} how
   * @returns {Promise<any>}
   */
  async ask(message, { signal: outer, patience, onProgress }) {
    const id = this.#lastID += 1;
    try {
      return await attended(({ signal, alive }) => new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => this.send({ type: 'abort', id }));
        const reported = (progress) => {
          alive();
          onProgress?.(progress);
        };
        this.#asked.set(id, { message: { ...message, id }, resolve, reject, onProgress: reported });
        this.#deliver(id);
      }), { patience, signal: outer });
    } catch (error) {
      if (error?.code === SILENT) {
        silences.add(error);
        this.#end('it did not answer');
      }
      throw error;
    } finally {
      this.#asked.delete(id);
      if (this.load === 0) this.#channel?.hold(false);
    }
  }

  /** Sends a message that has no answer; lost while the worker is not ready. */
  send(message) {
    if (this.#isReady) this.#channel?.send(message);
  }

  /** Ends it; it is started again when it is asked something. */
  close() {
    this.#drop('it was closed');
  }

  #deliver(id) {
    const { message } = this.#asked.get(id);
    const channel = this.#channel ?? this.#open();
    channel.hold(true);
    if (this.#isReady) channel.send(message);
  }

  #open() {
    if (performance.now() < this.#restsUntil) throw this.#endedError(this.#why);
    this.#isReady = false;
    try {
      const channel = channelTo(this.#start(), {
        received: (message) => this.#channel === channel && this.#receive(message, channel),
        ended: (why) => this.#channel === channel && this.#end(why),
      });
      this.#channel = channel;
      unref(setTimeout(() => this.#channel === channel && !this.#isReady && this.#end(NOT_READY), LONGEST_START));
      return channel;
    } catch (error) {
      this.#end(messageOf(error));
      throw this.#endedError(this.#why);
    }
  }

  #receive(message, channel) {
    if (message.type === 'ready') return this.#begin(channel);
    const asked = this.#asked.get(message.id);
    if (!asked) return undefined;
    if (message.type === 'progress') return asked.onProgress(message.progress);
    this.#endings = 0;
    if (message.type === 'failed') return asked.reject(rondelError(message.code, message.message));
    return asked.resolve(message.answer);
  }

  /** It can be asked: what was sent before it had begun might have been lost. */
  #begin(channel) {
    this.#isReady = true;
    this.#hasBegun = true;
    for (const { message, reject } of this.#asked.values()) {
      try {
        channel.send(message);
      } catch (error) {
        reject(error);
      }
    }
  }

  /** Its questions reject; new ones, too, for a while. */
  #end(why) {
    this.#why = why;
    this.#restsUntil = performance.now() + Math.min(LONGEST_REST, SHORTEST_REST * 2 ** this.#endings);
    this.#endings += 1;
    this.#drop(why);
  }

  #drop(why) {
    this.#channel?.close();
    this.#channel = null;
    for (const { reject } of this.#asked.values()) reject(this.#endedError(why));
  }

  /** `hasBegun` says whether it could be started. */
  #endedError(why) {
    return Object.assign(rondelError(WORKER_ENDED, `the worker of a bot has ended: ${why}`), { hasBegun: this.#hasBegun });
  }
}
