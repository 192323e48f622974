import type { ServerLimits } from './limits.js';
import type { TransportName } from '../types/transport.js';
import type { IncomingMessage } from 'node:http';

/** Maximum number of pongs in a row that are sent while the client has not read all before them. */
const MOST_UNREAD = 500;

/**
 * Counts pongs to a client that does not read them. Returns a function that takes the client's unread bytes, and returns whether to send
 * the next pong; it cuts a client beyond the limit.
 *
 * Attack: a client that pings and does not read. A pong has two bytes, and takes a hundred times as many until it is read, which limits in bytes do
 * not see. Tests: tests/js/server/hostile.test.mjs, hostile-socket-io.test.mjs. `autoPong: false` of ws would not do: the pings of Rondel's
 * clients are messages.
 */
export function limitPongs(limits: ServerLimits, { request, transport, cut }: { request: IncomingMessage, transport: TransportName, cut: () => void }) {
  let unread = 0;
  return (unreadBytes: number) => {
    unread = unreadBytes > 0 ? unread + 1 : 0;
    if (unread <= MOST_UNREAD) return true;
    limits.noteCut(request, transport, 'backlog');
    cut();
    return false;
  };
}
