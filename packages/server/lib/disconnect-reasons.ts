import type { AskedSeat } from 'rondel/private';
import type { CutWhy } from '../types/events.js';

/** Maximum number of clients whose reason is remembered: the newest. */
const MOST = 1000;
const REASONS = {
  rate: 'it sent more messages than limits.messages.rate and limits.messages.burst allow',
  backlog: 'it left more than limits.unread.connection bytes unread',
  unread: 'all clients together left more than limits.unread.total bytes unread, and this one left the most',
  waiting: 'too much of what it sent waited to be handled',
  unfinished: 'all clients together had sent too much of messages that were not complete, and this one the most',
  slow: 'a message took too long to arrive',
};

/** Why a connection was cut, where its client is sent the reason. */
export type DisconnectReason = keyof typeof REASONS;

/**
 * Why connections have been cut. A client that has much unread, or that sends too much, can be sent nothing before its connection ends: it
 * is sent the reason by its next connection, when it asks for the same seat. Spectators of one address look alike, and are sent no reason.
 */
export class DisconnectReasons {
  #byRequest: WeakMap<object, DisconnectReason> = new WeakMap();
  #bySeat: Map<string, DisconnectReason> = new Map();

  /** Notes why a connection that has been made of a request is cut. */
  note(request: object, why: DisconnectReason) {
    this.#byRequest.set(request, why);
  }

  /** A connection has ended. */
  keep(request: object, { address, seat }: { address: string, seat: AskedSeat | null }) {
    const why = this.#byRequest.get(request);
    if (why === undefined || seat === null || (seat.playerID ?? null) === null) return;
    this.#bySeat.set(nameOf(address, seat), why);
    if (this.#bySeat.size > MOST) this.#bySeat.delete(this.#bySeat.keys().next().value as string);
  }

  /** The error for a client that asks for a seat, once; `null` if its last connection was not cut. */
  take(address: string, seat: AskedSeat) {
    if (this.#bySeat.size === 0) return null;
    const name = nameOf(address, seat);
    const why = this.#bySeat.get(name);
    this.#bySeat.delete(name);
    return why === undefined ? null : { type: 'match/limited', message: `the server closed the connection of this client: ${REASONS[why]}` };
  }
}

/** Returns `true` if a client is sent this reason. One that is silent has no seat; one whose message is too large knows it from the connection's end. */
export function isDisconnectReason(why: CutWhy): why is DisconnectReason {
  return Object.hasOwn(REASONS, why);
}

function nameOf(address: string, { matchID, playerID, credentials }: AskedSeat) {
  return JSON.stringify([address, matchID, playerID, credentials]);
}
