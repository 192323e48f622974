import { unref } from './rondel.js';

/** The types of messages that a whole match replaces. */
const REPLACEABLE = ['update', 'patch', 'matchData'];
/** Milliseconds between two checks whether a client that is behind has read on. */
const INTERVAL = 100;

/**
 * The backlog of one connection: the bytes that it was sent and that its client has not read. A whole match has any size, and does not
 * count. The next whole match waits until the client has read this one. A client with a larger backlog is behind: it is sent no
 * states until it has read on, and then the whole match in their place.
 */
export class Backlog {
  #size: () => number;
  #limit: () => number;
  #refresh: () => Promise<boolean>;
  /** Bytes sent since the last whole match. Unread bytes beyond them belong to the match. */
  #since = 0;
  /** Those of them that no newer state replaces. */
  #lasting = 0;
  #isMatchUnread = false;
  #isBehind = false;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param connection.size bytes that are unread
   * @param connection.limit bytes
   * @param connection.refresh asks for the whole match. Resolves with `false` if the connection is at no match
   */
  constructor({ size, limit, refresh }: { size: () => number; limit: () => number; refresh: () => Promise<boolean> }) {
    [this.#size, this.#limit, this.#refresh] = [size, limit, refresh];
  }

  /** `true` while the last whole match is unread. A client that asks for it again needs no other response. */
  get isMatchUnread() {
    this.#isMatchUnread &&= this.#size() > this.#since;
    return this.#isMatchUnread;
  }

  /**
   * Sends a message of this type, or drops a state that the whole match will replace. Returns `false` if neither is possible: the backlog
   * is full of messages that nothing replaces.
   */
  send(type: string, send: () => void) {
    const before = this.#size();
    if (type === 'sync') {
      // A `sync` for another seat, or after a refused action of boardgame.io's client, would add to the unread one.
      if (this.isMatchUnread && before > this.#limit()) {
        this.#fallBehind();
        return true;
      }
      send();
      this.close();
      [this.#since, this.#lasting, this.#isMatchUnread] = [0, 0, true];
      return true;
    }
    const isReplaceable = REPLACEABLE.includes(type);
    const isFull = Math.min(before, isReplaceable ? this.#since : this.#lasting) > this.#limit();
    if (isReplaceable && (isFull || this.#isBehind)) {
      this.#fallBehind();
      return true;
    }
    if (isFull) return false;
    send();
    const sent = Math.max(0, this.#size() - before);
    this.#since += sent;
    if (!isReplaceable) this.#lasting += sent;
    return true;
  }

  /** The connection has ended, or its client has been sent the whole match. */
  close() {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    [this.#isBehind, this.#timer] = [false, null];
  }

  #fallBehind() {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#wait();
  }

  #wait() {
    this.#timer = unref(setTimeout(async () => {
      if (this.#size() > this.#limit()) return this.#wait();
      const isAtMatch = await this.#refresh();
      // The request may have failed.
      if (this.#isBehind && isAtMatch) return this.#wait();
      this.#isBehind = false;
      return undefined;
    }, INTERVAL));
  }
}
