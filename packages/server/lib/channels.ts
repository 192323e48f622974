import { described, isObject, reportUncaught, rondelError } from './rondel.js';
import type { GenericPubSub, IntermediateTransportData } from 'rondel/master';
import type { Foreign, Message } from 'rondel/private';

/** A user's own channels, whose methods are called by name. */
export type UserChannels = { [method in keyof GenericPubSub]: (channelId: string, ...args: Foreign[]) => unknown };

/** A message as servers publish it through a user's own channels. */
export type Published = Message & { gameName?: string, version?: string | number };

/** Called with what is published. */
type Receive = (payload: Message) => void;

/** The same, by boardgame.io's contract. */
type Subscriber = (payload: IntermediateTransportData) => void;

/**
 * The channels of one server, by boardgame.io's contract, where its operator gives none: a master of the operator's own publishes what
 * pages are to receive, and subscribers receive what the server sends, states in full.
 */
export class Channels implements GenericPubSub {
  #callbacks: Map<string, Subscriber[]> = new Map();
  #listeners: Set<Receive> = new Set();

  /** `receive` is called with all that is published. */
  open(receive: Receive) {
    this.#listeners.add(receive);
  }

  publish(channelId: string, payload: IntermediateTransportData) {
    if (!isObject(payload) || !Array.isArray(payload.args) || typeof payload.args[0] !== 'string') {
      throw rondelError('server/transport', 'pubSub.publish: expected what a master sends, { type, args: [matchID, …] }');
    }
    for (const receive of this.#listeners) receive(payload);
    this.deliver(channelId, payload);
  }

  /** Calls the subscribers alone: the pages have been sent it already. */
  deliver(channelId: string, payload: Message) {
    for (const callback of this.#callbacks.get(channelId) ?? []) {
      try {
        callback(payload as IntermediateTransportData);
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  subscribe(channelId: string, callback: Subscriber) {
    if (typeof callback !== 'function') throw rondelError('server/transport', `pubSub.subscribe: expected a function, got ${described(callback)}`);
    this.#callbacks.set(channelId, [...this.#callbacks.get(channelId) ?? [], callback]);
  }

  unsubscribeAll(channelId: string) {
    this.#callbacks.delete(channelId);
  }
}
