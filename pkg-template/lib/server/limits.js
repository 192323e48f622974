/**
 * What one connection may ask of a server, and how many there may be. Whoever goes beyond it loses the connection, and
 * nobody else anything.
 *
 * @typedef {object} Limits
 * @property {number} rate messages a second in the long run; each kilobyte of a message counts as another one
 * @property {number} burst messages at once
 * @property {number} waiting messages that wait to be answered; those beyond it are dropped, and clients send them again
 * @property {number} backlog bytes that a slow client has not read
 * @property {number} size bytes of a message
 * @property {number} connections at one time
 */

/** @type {Limits} */
const USUAL = { rate: 500, burst: 2000, waiting: 500, backlog: 1_000_000, size: 1_000_000, connections: Infinity };

/**
 * The limits of a server, and what they have been used for until now: one object for all transports of an app.
 */
export class ServerLimits {
  #connections = 0;

  /** @param {Partial<Limits>} [limits] */
  constructor(limits = {}) {
    /** @type {Limits} */
    this.of = { ...USUAL, ...limits };
  }

  /**
   * Lets a connection in: returns how to say that it has ended, or null if there are too many.
   *
   * @returns {(() => void) | null}
   */
  admit() {
    if (this.#connections >= this.of.connections) return null;
    this.#connections += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.#connections -= 1;
      isOver = true;
    };
  }

  /** Counts the messages of a connection: a function that answers whether one of so many bytes is still within the rate. */
  meter() {
    const { rate, burst } = this.of;
    let left = burst;
    let at = performance.now();
    return (bytes) => {
      const now = performance.now();
      left = Math.min(burst, left + ((now - at) / 1000) * rate);
      at = now;
      left -= 1 + bytes / 1024;
      return left >= 0;
    };
  }
}

/** The limits of an app, made of what its `context.limits` holds. */
export function limitsOf({ context }) {
  if (!(context.limits instanceof ServerLimits)) context.limits = new ServerLimits(context.limits);
  return context.limits;
}
