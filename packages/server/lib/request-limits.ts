import { isSameSecret } from './secret.js';
import type { Context, Next } from 'koa';
import type { Socket } from 'node:net';
import type { ServerLimits } from './limits.js';
import type { CutLimit, CutWhy } from '../types/events.js';

/** Maximum number of requests of one connection that wait for the one before. Browsers send one after the other. */
const MOST_WAITING = 16;

/**
 * Koa's middleware that responds to the requests of a connection one after the other: to the next when its client has read the response. They
 * take turns with those of other connections, and with messages, by their address. Node hands over at once all that have come, and strangers may
 * send a thousand and read nothing. Responses that are not read count as those of other connections do.
 */
export function respondInTurn(limits: ServerLimits) {
  /** The last response, and the number of requests that wait for it, by socket. */
  const lines: WeakMap<Socket, { last: Promise<void>, waiting: number }> = new WeakMap();
  return async ({ req, res }: Pick<Context, 'req' | 'res'>, next: Next) => {
    const { socket } = req;
    const cutFor = (why: CutWhy, limit?: CutLimit) => {
      limits.noteCut(req, 'http', why, limit);
      socket.destroy();
    };
    const line = lines.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    lines.set(socket, line);
    if (line.waiting >= MOST_WAITING) return cutFor('rate');
    const before = line.last;
    let end: () => void = () => {};
    line.last = new Promise<void>((resolve) => { end = resolve; });
    res.once('close', end);
    line.waiting += 1;
    await before;
    await limits.queue.turn(socket, limits.addressOf(req));
    line.waiting -= 1;
    // After a connection has ended, only the response under way emits `close`.
    if (socket.destroyed) return end();
    const share = limits.unread.open({ size: () => socket.writableLength, cut: () => cutFor('unread', 'limits.unread.total') });
    res.once('close', share.close);
    await next();
    // Koa writes the body of the context after all middleware has ended.
    setImmediate(share.update);
  };
}

/** Koa's middleware that responds with 429 to an address that asks too often. Requests with the secret are made for many players. */
export function limitRequests(limits: ServerLimits) {
  return async (ctx: Context, next: Next) => {
    const { API_SECRET } = process.env;
    if (API_SECRET && isSameSecret(ctx.get('api-secret'), API_SECRET)) return next();
    const seconds = limits.take('address.requests', ctx.req, { transport: 'http' });
    if (seconds === 0) return next();
    ctx.status = 429;
    ctx.set('Retry-After', String(seconds));
    ctx.body = 'too many requests from this address (limits.address.requests)\n';
    return undefined;
  };
}
