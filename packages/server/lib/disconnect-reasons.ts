import { createHash } from 'node:crypto';
import { boundedCache } from './rondel.js';
import type { AskedSeat } from 'rondel/private';
import type { CutLimit, CutWhy } from '../types/events.js';

/** Maximum number of clients whose reason is remembered: the newest. */
const MOST = 1000;
/** Texts for the options of a server that limit a connection. */
const OF_LIMITS: Partial<Record<CutLimit, string>> = {
  'limits.messages.rate': 'it sent more messages than limits.messages.rate and limits.messages.burst allow',
  'limits.messages.burst': 'one request had more messages than limits.messages.burst allows',
  'limits.unread.connection': 'it left more than limits.unread.connection bytes unread',
  'limits.unread.total': 'all clients together left more than limits.unread.total bytes unread, and this one left the most',
};
/** Texts for fixed limits. */
const OF_FIXED_LIMITS: Partial<Record<CutWhy, string>> = {
  rate: 'it sent too many requests for namespaces, too many probes, or an event with too many values',
  backlog: 'it left too many answers to its pings unread',
  waiting: 'too much of what it sent waited to be handled',
  unfinished: 'all clients together had sent too much of messages that were not complete, and this one the most',
  slow: 'a message took too long to arrive',
};

/**
 * Why connections have been cut. A client that has much unread, or that sends too much, can be sent nothing before its connection ends: it
 * is sent the reason by its next connection, when it asks for the same seat. Spectators of one address look alike, and are sent no reason.
 */
export class DisconnectReasons {
  /** Texts by the request that a connection has been made of. */
  #byRequest: WeakMap<object, string> = new WeakMap();
  /** Texts by the hash of a seat. Connections that have closed leave no credentials in memory. */
  #bySeat = boundedCache<string, string>(MOST);

  /**
   * Notes why a connection that has been made of a request is cut. A client that is silent has no seat, and one whose message is too large
   * learns it from the end of its connection: they are sent no text.
   */
  note(request: object, why: CutWhy, limit?: CutLimit) {
    const text = limit === undefined ? OF_FIXED_LIMITS[why] : OF_LIMITS[limit];
    if (text !== undefined) this.#byRequest.set(request, text);
  }

  /** A connection has ended. */
  keep(request: object, { address, seat }: { address: string, seat: AskedSeat | null }) {
    const text = this.#byRequest.get(request);
    if (text === undefined || seat === null || (seat.playerID ?? null) === null) return;
    this.#bySeat.keep(hashOf(address, seat), text);
  }

  /** The error for a client that asks for a seat, once; `null` if its last connection was not cut. */
  take(address: string, seat: AskedSeat) {
    if (this.#bySeat.size === 0) return null;
    const text = this.#bySeat.take(hashOf(address, seat));
    return text === undefined ? null : { type: 'match/limited', message: `the server closed the connection of this client: ${text}` };
  }
}

function hashOf(address: string, { matchID, playerID, credentials }: AskedSeat) {
  return createHash('sha256').update(JSON.stringify([address, matchID, playerID, credentials])).digest('base64');
}
