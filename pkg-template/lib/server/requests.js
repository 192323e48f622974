import { isSameSecret } from './secret.js';
import { refuse } from './upgraded.js';

/** So many requests of one connection may wait for the one before; browsers send one after the other. */
const MOST_WAITING = 16;

/** The status of a request whose body has not arrived, by why it is cut. */
const STATUSES = { slow: '408 Request Timeout', unfinished: '503 Service Unavailable' };

/**
 * Koa's middleware that responds to the requests of a connection one after the other: to the next when its client has read the response.
 * Node hands over at once all that have come, and strangers may send a thousand and read nothing. Responses that are not read count
 * as those of other connections do.
 *
 * @param {import('./limits.js').ServerLimits} limits
 */
export function respondInTurn({ unread, watch }) {
  /** By socket, when the last response has been read, and how many requests wait for them. @type {WeakMap<object, { last: Promise<void>, waiting: number }>} */
  const lines = new WeakMap();
  return async ({ req: { socket }, res }, next) => {
    const line = lines.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    lines.set(socket, line);
    if (line.waiting >= MOST_WAITING) return cutFor(socket, watch, 'rate');
    const before = line.last;
    /** @type {() => void} */
    let end = () => {};
    line.last = new Promise((resolve) => { end = resolve; });
    res.once('close', end);
    line.waiting += 1;
    await before;
    line.waiting -= 1;
    // Of a connection that has ended, only the response that was under way emits `close`.
    if (socket.destroyed) return end();
    const share = unread.open({ backlog: () => socket.writableLength, cut: () => cutFor(socket, watch, 'unread') });
    res.once('close', share.close);
    await next();
    // Koa writes what stands in the context when all middleware has ended.
    setImmediate(share.look);
  };
}

/**
 * Koa's middleware that responds with 429 to an address that asks too often. Requests with the secret are made for many players.
 *
 * @param {import('./limits.js').ServerLimits} limits
 */
export function limitRequests(limits) {
  return async (ctx, next) => {
    const { API_SECRET } = process.env;
    if (API_SECRET && isSameSecret(ctx.get('api-secret'), API_SECRET)) return next();
    const seconds = limits.take('requests', ctx.req, { transport: 'http' });
    if (seconds === 0) return next();
    ctx.status = 429;
    ctx.set('Retry-After', String(seconds));
    ctx.body = 'too many requests\n';
    return undefined;
  };
}

/**
 * Koa's middleware around what reads bodies, each of which counts until it has been read.
 *
 * @param {import('./limits.js').ServerLimits} limits
 * @param {(ctx: any, next: () => Promise<any>) => Promise<any>} readBody
 */
export function countBodies({ unfinished }, readBody) {
  return async (ctx, next) => {
    const share = unfinished.openBody(ctx.req, { transport: 'http', cut: (why) => refuse(ctx.req.socket, STATUSES[why]) });
    try {
      return await readBody(ctx, () => {
        share.close();
        return next();
      });
    } finally {
      share.close();
    }
  };
}

function cutFor(socket, watch, why) {
  watch({ type: 'cut', transport: 'http', why });
  socket.destroy();
}
