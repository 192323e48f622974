import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { reportUncaught } from '../util/print.js';

/**
 * The channels of one server, by boardgame.io's contract, where its operator gives none: a master of the operator's own publishes what
 * pages are to hear, and whoever subscribes hears what the server tells, states in full.
 */
export class Channels {
  #callbacks = new Map();
  #listeners = new Set();

  /** `hear` is told whatever is published. */
  open(hear) {
    this.#listeners.add(hear);
  }

  publish(channelId, payload) {
    if (!isObject(payload) || !Array.isArray(payload.args) || typeof payload.args[0] !== 'string') {
      throw rondelError('server/transport', 'pubSub.publish: expected what a master sends, { type, args: [matchID, …] }');
    }
    for (const hear of this.#listeners) hear(payload);
    this.tell(channelId, payload);
  }

  /** Calls those who have subscribed; the pages know it. */
  tell(channelId, payload) {
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
