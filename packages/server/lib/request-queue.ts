import { unref } from './rondel.js';
import type { Foreign } from 'rondel/private';

/** Maximum size of the requests of one kind that wait at a connection, in bytes. One request of any size may wait alone. */
const MOST_BYTES = 1_000_000;
/** Longest time for which a timer is set, in milliseconds. */
const LONGEST_MS = 60_000;

/** A message as a client has sent it. Anybody may have: check each member before use. */
export interface ClientMessage {
  type?: unknown;
  args?: Foreign;
}

/** A request of a client, and how the hub is asked. */
export interface ClientRequest {
  message: ClientMessage;
  /** Bytes that it takes while it waits. */
  size: number;
  ask: () => Promise<unknown>;
  /** Called if the request will not be asked any more. */
  drop: () => void;
}

interface RequestQueueOptions {
  /** Maximum number of requests without a response. */
  concurrency: number;
  /** Returns the milliseconds until a request may be asked. */
  wait: (message: ClientMessage) => number;
  /** Returns `true` if a request that waits is asked although its connection has ended. */
  outlives: (message: ClientMessage) => boolean;
}

/**
 * The requests of one connection, in their order. A request that is sent again while it waits replaces the one that it repeats.
 *
 * Attack: a client that asks for whole matches or logs faster than it reads them, or acts without effect. Tests:
 * tests/js/server/unread-limit.test.mjs, refusals.test.mjs, hostile.test.mjs. The limits of ws and socket.io count bytes and messages, not what a
 * message costs to answer.
 */
export class RequestQueue {
  #concurrency;
  #wait;
  #outlives;
  #size = 0;
  #waiting: ClientRequest[] = [];
  #underway = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor({ concurrency, wait, outlives }: RequestQueueOptions) {
    this.#concurrency = concurrency;
    this.#wait = wait;
    this.#outlives = outlives;
  }

  /** `true` while a request has no response. */
  get isBusy() {
    return this.#underway > 0;
  }

  /** Asks when it is time. Returns `false` if the queue is full: the caller drops the request then. */
  ask(request: ClientRequest) {
    if (this.#waiting.length === 0 && this.#underway < this.#concurrency && this.#wait(request.message) === 0) {
      this.#ask(request.ask);
      return true;
    }
    const { size } = request;
    const index = this.#waiting.findIndex(({ message }) => isRepeated(message, request.message));
    const replaced = index < 0 ? 0 : this.#waiting[index].size;
    const others = this.#size - replaced;
    if (others > 0 && others + size > MOST_BYTES) return false;
    this.#size += size - replaced;
    if (index < 0) this.#waiting.push(request);
    else this.#waiting.splice(index, 1, request)[0].drop();
    this.#next();
    return true;
  }

  /** Drops the requests that wait, except those that outlive the connection. */
  close() {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#size = 0;
    for (const { message, ask, drop } of this.#waiting.splice(0)) {
      if (this.#outlives(message)) ask();
      else drop();
    }
  }

  #next() {
    while (this.#timer === null && this.#underway < this.#concurrency && this.#waiting.length > 0) {
      const wait = this.#wait(this.#waiting[0].message);
      if (wait > 0) this.#timer = unref(setTimeout(() => this.#wake(), Math.min(wait, LONGEST_MS)));
      else this.#askNext();
    }
  }

  #askNext() {
    const { ask, size } = this.#waiting.shift() as ClientRequest;
    this.#size -= size;
    this.#ask(ask);
  }

  #ask(ask: ClientRequest['ask']) {
    this.#underway += 1;
    const done = () => {
      this.#underway -= 1;
      this.#next();
    };
    ask().then(done, done);
  }

  #wake() {
    this.#timer = null;
    this.#next();
  }
}

/** Returns `true` for a `sync`, which replaces any other, and for an action that is sent again. */
function isRepeated(message: ClientMessage, newer: ClientMessage) {
  if (message.type === 'sync' || newer.type === 'sync') return message.type === newer.type;
  const [made, again] = [message.args?.[0]?.sync, newer.args?.[0]?.sync];
  return Boolean(made && again) && made.session === again.session && made.seq === again.seq
    && message.args[2] === newer.args[2] && message.args[3] === newer.args[3];
}
