import { jsonCopy } from '../util/json-copy.js';
import { CHAT, copyOf } from '../online/protocol/limited-copy.js';
import { hasMembers } from '../util/objects.js';
import { randomID } from '../util/random.js';
import { invalid } from './handle.js';
import type { ChatMessage } from '../../types/master.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionError, Pending } from './handle.js';

/** An own message without a confirmation. */
interface OwnMessage {
  message: ChatMessage;
  pending: Pending;
  tries: number;
  /** Time of the next retry. */
  due: number;
}

/** An effect of the chat: a message to send, or the outcome of one. */
export type ChatEffect = ['send', message: ChatMessage] | ['settle', pending: Pending, error: ActionError | undefined];

/** Maximum number of messages. The newest are kept, so that a player who sends many neither fills the page nor slows it down. */
const MOST_MESSAGES = 500;
/** Maximum number of unconfirmed own messages. */
const MOST_WAITING = 32;
/** Time until the first retry, in milliseconds. It doubles with each retry. */
const PATIENCE = 3000;
const MOST_TRIES = 5;

const TOO_MANY = invalid('too many chat messages wait to be confirmed');
const TOO_BIG = invalid('a chat message holds what JSON can say: a thousand values and 10,000 characters at most, neither U+0000 nor lone surrogates');
const unconfirmed = (why?: string): ActionError => ({ type: 'chat/unanswered', message: `no confirmation arrived; the message may have been delivered${why ? ` (${why})` : ''}` });

/**
 * The chat of a match: received messages, and unconfirmed own messages, which are resent. Rondel's masters report the outcome of a message
 * (`said`). At boardgame.io's servers, a message is confirmed when it comes back.
 */
export class Chat {
  messages: ChatMessage[] = [];
  /** Unconfirmed messages by ID. */
  #waiting = new Map<string, OwnMessage>();
  #effects: ChatEffect[] = [];

  /** Returns the next effect; `undefined` if there is none. */
  poll(): ChatEffect | undefined {
    return this.#effects.shift();
  }

  /**
   * Sends a message, and keeps it until it is confirmed. Returns the error if it cannot be sent.
   *
   * @param message result of `messageOf`
   */
  send(message: ChatMessage | null, pending: Pending, { now, isConnected }: { now: number, isConnected: boolean }) {
    if (this.#waiting.size >= MOST_WAITING) return TOO_MANY;
    if (message === null) return TOO_BIG;
    const own = { message, pending, tries: 0, due: Infinity };
    this.#waiting.set(own.message.id, own);
    if (isConnected) this.#try(own, now);
    return null;
  }

  /** Handles a received message. Returns `true` if it is new: it may arrive twice. */
  take(message: Foreign) {
    // A custom master may send anything.
    if (!hasMembers(message)) return false;
    const isNews = this.#keep(message);
    if (this.#isOwn(message)) this.#settle(message.id);
    return isNews;
  }

  /** Merges the stored messages of the match into the list. Returns `true` if any was missing. A custom master may send anything. */
  takeHistory(history: unknown) {
    if (!Array.isArray(history)) return false;
    const kept = history.slice(-MOST_MESSAGES).filter(isFirst);
    const isNews = kept.some((message) => !this.#has(message));
    if (isNews) this.messages = merged(this.messages, kept).slice(-MOST_MESSAGES);
    for (const message of kept) if (this.#isOwn(message)) this.#settle(message.id);
    return isNews;
  }

  /** Handles the outcome of an own message. Returns `true` if anything has changed. */
  takeOutcome(id: string, error?: ActionError) {
    const own = this.#waiting.get(id);
    if (!own) return false;
    // The master delivered it, but this client had lost its connection.
    if (!error) this.#keep(own.message);
    this.#settle(id, error);
    return true;
  }

  /** Resends unconfirmed messages after a reconnect. */
  resend(now: number) {
    for (const own of [...this.#waiting.values()]) this.#try(own, now);
  }

  /** Number of unconfirmed messages. */
  get size() {
    return this.#waiting.size;
  }

  /** Returns the time at which to call `wake`; `Infinity` if there is nothing to resend. */
  deadline() {
    if (this.#waiting.size === 0) return Infinity;
    return Math.min(...[...this.#waiting.values()].map(({ due }) => due));
  }

  wake(now: number) {
    for (const own of [...this.#waiting.values()]) {
      if (now < own.due) continue;
      own.tries += 1;
      if (own.tries >= MOST_TRIES) this.#settle(own.message.id, unconfirmed());
      else this.#try(own, now);
    }
  }

  /** Gives up all unconfirmed messages. */
  forget(cause: ActionError) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, unconfirmed(cause.message));
  }

  /** Removes all messages when the client moves to another match. */
  clear() {
    this.messages = [];
  }

  #try(own: OwnMessage, now: number) {
    own.due = now + PATIENCE * 2 ** own.tries;
    this.#effects.push(['send', own.message]);
  }

  #settle(id: string, error?: ActionError) {
    const { pending } = this.#waiting.get(id)!;
    this.#waiting.delete(id);
    this.#effects.push(['settle', pending, error]);
  }

  /** Compares the sender as well: boardgame.io's spectators send messages without one. */
  #isOwn({ id, sender }: Foreign) {
    const own = this.#waiting.get(id);
    return own !== undefined && own.message.sender === sender;
  }

  #has(message: ChatMessage) {
    return this.messages.some((other) => isSame(other, message));
  }

  #keep(message: ChatMessage) {
    if (this.#has(message)) return false;
    this.messages = [...this.messages.slice(1 - MOST_MESSAGES), message];
    return true;
  }
}

/** Merges both lists without duplicates: in the order of the history, with other messages after their predecessors. */
function merged(messages: ChatMessage[], history: ChatMessage[]) {
  const all: ChatMessage[] = [];
  let rest = history;
  for (const message of messages) {
    const place = rest.findIndex((other) => isSame(other, message));
    if (place >= 0) all.push(...rest.slice(0, place + 1));
    else if (!history.some((other) => isSame(other, message))) all.push(message);
    rest = rest.slice(place + 1);
  }
  return [...all, ...rest];
}

/** Returns `true` if two messages are the same. A message without an ID is always different. */
function isSame(message: unknown, other: Foreign) {
  const { id, sender } = Object(message);
  return id !== undefined && id === other?.id && sender === other.sender;
}

/** Returns `true` for a message of a list that is not a duplicate of an earlier one. */
function isFirst(value: unknown, place: number, list: unknown[]) {
  return hasMembers(value) && typeof value.id === 'string' && list.findIndex((other) => isSame(other, value)) === place;
}

/** Returns a message as all players receive it, with a copy of the payload; `null` if it cannot be sent. */
export function messageOf(sender: string | null | undefined, payload: unknown): ChatMessage | null {
  try {
    return { id: randomID(), sender: sender!, payload: copyOf(jsonCopy(payload), CHAT) };
  } catch {
    return null;
  }
}
