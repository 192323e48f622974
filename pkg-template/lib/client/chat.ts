import { jsonCopy } from '../util/json-copy.js';
import { CHAT, copyOf } from '../online/protocol/limited-copy.js';
import { hasMembers } from '../util/objects.js';
import { randomID } from '../util/random.js';
import { invalid } from './handle.js';
import type { ChatMessage } from '../../types/master.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionError, Pending } from './handle.js';

/** An own message that is not confirmed. */
interface OwnMessage {
  message: ChatMessage;
  pending: Pending;
  tries: number;
  /** when it is sent again */
  due: number;
}

/** What a client has to do for its chat: to send a message, or to report the outcome of one. */
export type ChatEffect = ['send', message: ChatMessage] | ['settle', pending: Pending, error: ActionError | undefined];

/** So many messages are kept, the newest: a player who sends many does not fill the page, nor slow it down at each message. */
const MOST_MESSAGES = 500;
/** So many own messages may wait to be confirmed. */
const MOST_WAITING = 32;
/** Milliseconds after which a message that is not confirmed is sent again; each time twice as long. */
const PATIENCE = 3000;
const MOST_TRIES = 5;

const TOO_MANY = invalid('too many chat messages wait to be confirmed');
const TOO_BIG = invalid('a chat message holds what JSON can say: a thousand values and 10,000 characters at most, neither U+0000 nor lone surrogates');
const unconfirmed = (why?: string): ActionError => ({ type: 'chat/unanswered', message: `no confirmation arrived; the message may have been delivered${why ? ` (${why})` : ''}` });

/**
 * The chat of a match: all messages received, and the own messages that are not confirmed yet, which are sent again.
 * Rondel's masters report the outcome of a message (`said`); with one of boardgame.io's it is confirmed when it comes back.
 */
export class Chat {
  messages: ChatMessage[] = [];
  /** By ID, those that are not confirmed. */
  #waiting = new Map<string, OwnMessage>();
  #effects: ChatEffect[] = [];

  /** Returns what to do next; `undefined` if there is nothing to do. */
  poll(): ChatEffect | undefined {
    return this.#effects.shift();
  }

  /**
   * Sends a message, and keeps it until it is confirmed. Returns the error if it cannot be sent.
   *
   * @param message of `messageOf`
   */
  send(message: ChatMessage | null, pending: Pending, { now, isConnected }: { now: number, isConnected: boolean }) {
    if (this.#waiting.size >= MOST_WAITING) return TOO_MANY;
    if (message === null) return TOO_BIG;
    const own = { message, pending, tries: 0, due: Infinity };
    this.#waiting.set(own.message.id, own);
    if (isConnected) this.#try(own, now);
    return null;
  }

  /** Takes a message that somebody has sent. Returns whether it is new: it may arrive twice. */
  take(message: Foreign) {
    // A custom master may send anything.
    if (!hasMembers(message)) return false;
    const isNews = this.#keep(message);
    if (this.#isOwn(message)) this.#settle(message.id);
    return isNews;
  }

  /**
   * Takes the messages that the match keeps: those that are missing here are put at their place. Returns whether any is. A custom master may
   * send anything.
   */
  takeHistory(history: unknown) {
    if (!Array.isArray(history)) return false;
    const kept = history.slice(-MOST_MESSAGES).filter(isFirst);
    const isNews = kept.some((message) => !this.#has(message));
    if (isNews) this.messages = merged(this.messages, kept).slice(-MOST_MESSAGES);
    for (const message of kept) if (this.#isOwn(message)) this.#settle(message.id);
    return isNews;
  }

  /** The master reports the outcome of a message. Returns whether anything is new. */
  takeOutcome(id: string, error?: ActionError) {
    const own = this.#waiting.get(id);
    if (!own) return false;
    // It was delivered, though not to this client: the connection was lost.
    if (!error) this.#keep(own.message);
    this.#settle(id, error);
    return true;
  }

  /** There is a connection again: what is not confirmed is sent again. */
  resend(now: number) {
    for (const own of [...this.#waiting.values()]) this.#try(own, now);
  }

  /** How many messages are not confirmed. */
  get size() {
    return this.#waiting.size;
  }

  /** Returns the time at which to call `wake`; `Infinity` if there is nothing to send again. */
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

  /** Gives up all messages that are not confirmed. */
  forget(cause: ActionError) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, unconfirmed(cause.message));
  }

  /** The client goes to another match. */
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

  /** boardgame.io's spectators send messages without a sender. */
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

/** The messages of both lists, each once: in the order of the history, and the others behind those that they came after. */
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

/** Whether two messages are one: what has no ID is always another. */
function isSame(message: unknown, other: Foreign) {
  const { id, sender } = Object(message);
  return id !== undefined && id === other?.id && sender === other.sender;
}

/** Whether an element of a list is a message, and none before it is the same. */
function isFirst(value: unknown, place: number, list: unknown[]) {
  return hasMembers(value) && typeof value.id === 'string' && list.findIndex((other) => isSame(other, value)) === place;
}

/** A message as all receive it, a copy of what the page has given; null if it cannot be sent. */
export function messageOf(sender: string | null | undefined, payload: unknown): ChatMessage | null {
  try {
    return { id: randomID(), sender: sender!, payload: copyOf(jsonCopy(payload), CHAT) };
  } catch {
    return null;
  }
}
