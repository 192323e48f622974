import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { reportUncaught } from '../util/print.js';

/**
 * The channels of one server, by boardgame.io's contract, where its operator gives none: a master of the operator's own publishes what
 * pages are to receive, and subscribers receive what the server sends, states in full.
 */
export class Channels {
  #callbacks = new Map();
  #listeners = new Set();

  /** `receive` is called with all that is published. */
  open(receive) {
    this.#listeners.add(receive);
  }

  publish(channelId, payload) {
    if (!isObject(payload) || !Array.isArray(payload.args) || typeof payload.args[0] !== 'string') {
      throw rondelError('server/transport', 'pubSub.publish: expected what a master sends, { type, args: [matchID, …] }');
    }
    for (const receive of this.#listeners) receive(payload);
    this.deliver(channelId, payload);
  }

  /** Calls the subscribers alone: the pages have been sent it already. */
  deliver(channelId, payload) {
    for (const callback of this.#callbacks.get(channelId) ?? []) {
      try {
        callback(payload);
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  subscribe(channelId, callback) {
    if (typeof callback !== 'function') throw rondelError('server/transport', `pubSub.subscribe: expected a function, got ${described(callback)}`);
    this.#callbacks.set(channelId, [...this.#callbacks.get(channelId) ?? [], callback]);
  }

  unsubscribeAll(channelId) {
    this.#callbacks.delete(channelId);
  }
}
