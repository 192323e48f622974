/** So many clients are remembered, the newest. */
const MOST = 1000;
const REASONS = {
  rate: 'it sent more messages than limits.rate and limits.burst allow',
  backlog: 'it left more than limits.backlog bytes unread',
  unread: 'all clients together left more than limits.unread bytes unread, and this one left the most',
  waiting: 'too much of what it sent waited to be handled',
  unfinished: 'all clients together had sent too much of messages that were not complete, and this one the most',
  slow: 'a message took too long to arrive',
};

/**
 * Why connections have been cut. A client that has much unread, or that sends too much, can be sent nothing before its connection ends: it
 * is sent the reason by its next connection, when it asks for the same seat.
 */
export class CutReasons {
  /** @type {WeakMap<object, string>} */
  #byRequest = new WeakMap();
  /** @type {Map<string, string>} */
  #bySeat = new Map();

  /** Notes why a connection that has been made of a request is cut. */
  note(request, why) {
    this.#byRequest.set(request, why);
  }

  /** A connection has ended. */
  keep(request, { address, seat }) {
    const why = this.#byRequest.get(request) ?? '';
    if (!Object.hasOwn(REASONS, why) || seat === null) return;
    this.#bySeat.set(nameOf(address, seat), why);
    if (this.#bySeat.size > MOST) this.#bySeat.delete(this.#bySeat.keys().next().value);
  }

  /** The error for a client that asks for a seat, once; `null` if its last connection was not cut. */
  take(address, seat) {
    if (this.#bySeat.size === 0) return null;
    const name = nameOf(address, seat);
    const why = this.#bySeat.get(name);
    this.#bySeat.delete(name);
    return why === undefined ? null : { type: 'match/limited', message: `the server closed the connection of this client: ${REASONS[why]}` };
  }
}

function nameOf(address, { matchID, playerID, credentials }) {
  return JSON.stringify([address, matchID, playerID, credentials]);
}
