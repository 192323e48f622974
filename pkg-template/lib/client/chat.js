import { jsonCopy } from '../online/protocol/json-copy.js';
import { CHAT, copyOf } from '../online/protocol/limited-copy.js';
import { randomID } from '../util/random-id.js';
import { invalid } from './handle.js';

/** So many messages are kept, the newest: whoever talks much does not fill the page, nor hold it up at each message. */
const MOST_MESSAGES = 500;
/** So many messages of one's own wait to be heard. */
const MOST_WAITING = 32;
/** Milliseconds after which a message that nobody has heard is said again; each time twice as long. */
const PATIENCE = 3000;
const MOST_TRIES = 5;

const TOO_MANY = invalid('too many chat messages wait to be confirmed');
const TOO_BIG = invalid('a chat message holds what JSON can say: a thousand values and 10,000 characters at most');
/** @type {import('./handle.js').ActionError} */
const UNHEARD = { type: 'chat/unanswered', message: 'no confirmation arrived; the message may have been delivered' };

/**
 * What is said at a match: all that was heard, and the messages of one's own that are kept until they were heard, and sent again.
 * Rondel's masters say what became of a message (`said`); at one of boardgame.io's it was heard when it comes back.
 */
export class Chat {
  messages = [];
  /** By ID, those that have not been heard. */
  #waiting = new Map();
  #send;
  #end;

  /**
   * @param {object} calls
   * @param {(message: object) => void} calls.send
   * @param {(outcome: any, error?: import('./handle.js').ActionError) => void} calls.end is called when it is known what became of a message
   */
  constructor({ send, end }) {
    this.#send = send;
    this.#end = end;
  }

  /**
   * Keeps a message until it was heard. Returns why not, if it cannot.
   *
   * @param {{ id: string, sender: any, payload: unknown } | null} message of `messageOf`
   * @param {any} outcome
   * @param {{ now: number, isConnected: boolean }} when
   */
  say(message, outcome, { now, isConnected }) {
    if (this.#waiting.size >= MOST_WAITING) return TOO_MANY;
    if (message === null) return TOO_BIG;
    const own = { message, outcome, tries: 0, due: Infinity };
    this.#waiting.set(own.message.id, own);
    if (isConnected) this.#try(own, now);
    return null;
  }

  /** Takes what somebody has said. Whether it is news: it may come twice. */
  take(message) {
    const { id, sender } = Object(message);
    const isOwn = this.#waiting.get(id)?.message.sender === sender;
    const isNews = this.#keep(message);
    if (isOwn) this.#settle(id);
    return isNews;
  }

  /** The master says what became of a message. Whether anything is new. */
  takeOutcome(id, error) {
    const own = this.#waiting.get(id);
    if (!own) return false;
    // It has been heard, though not here: the connection was lost.
    if (!error) this.#keep(own.message);
    this.#settle(id, error);
    return true;
  }

  /** A connection has come: what has not been heard is said again. */
  sayAgain(now) {
    for (const own of [...this.#waiting.values()]) this.#try(own, now);
  }

  /** How many messages have not been heard. */
  get size() {
    return this.#waiting.size;
  }

  /** When to call `wake`. */
  deadline() {
    return Math.min(...[...this.#waiting.values()].map(({ due }) => due));
  }

  wake(now) {
    for (const own of [...this.#waiting.values()]) {
      if (now < own.due) continue;
      own.tries += 1;
      if (own.tries >= MOST_TRIES) this.#settle(own.message.id, UNHEARD);
      else this.#try(own, now);
    }
  }

  /** What has not been heard is given up. */
  forget(error) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, error);
  }

  /** The client goes to another match. */
  clear() {
    this.messages = [];
  }

  #try(own, now) {
    own.due = now + PATIENCE * 2 ** own.tries;
    this.#send(own.message);
  }

  #settle(id, error) {
    const { outcome } = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#end(outcome, error);
  }

  #keep(message) {
    const { id, sender } = Object(message);
    if (id !== undefined && this.messages.some((other) => other?.id === id && other.sender === sender)) return false;
    this.messages = [...this.messages.slice(1 - MOST_MESSAGES), message];
    return true;
  }
}

/** A message as everybody gets it, whatever becomes of what the page has given; null if it cannot be sent. */
export function messageOf(sender, payload) {
  try {
    return { id: randomID(), sender, payload: copyOf(jsonCopy(payload), CHAT) };
  } catch {
    return null;
  }
}
