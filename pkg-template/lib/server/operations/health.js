/** What those ask who operate a server, or have a machine do so, by path. */
const LIVES = '/healthz';
const READY = '/readyz';

/** @typedef {Record<string, () => Answer | Promise<Answer>>} Routes what is answered, by path */
/** @typedef {{ status: number, text: string, type?: string }} Answer */

/**
 * `/healthz` and `/readyz`.
 *
 * @param {import('./readiness.js').Readiness} readiness
 * @returns {Routes}
 */
export function healthRoutes(readiness) {
  return {
    // Whoever cannot answer does not live.
    [LIVES]: () => ({ status: 200, text: 'the process lives\n' }),
    [READY]: async () => {
      const why = await readiness.whyNot();
      return { status: why === null ? 200 : 503, text: `${why ?? 'the server takes players'}\n` };
    },
  };
}

/**
 * Koa's middleware that answers requests to read these paths, and leaves all others to what comes behind it: a secret, limits,
 * or a page's own addresses.
 *
 * @param {Routes} routes
 * @param {object} [ways]
 * @param {(path: string, method: string) => boolean} [ways.isOthers] whether somebody else answers it
 * @param {(ctx: any, respond: () => Promise<void>) => Promise<any>} [ways.inTurn] has the answers to strangers wait for each other
 */
export function answering(routes, { isOthers = () => false, inTurn = (_ctx, respond) => respond() } = {}) {
  return async (ctx, next) => {
    const path = pathOf(ctx.req);
    const isOurs = Object.hasOwn(routes, path) && ['GET', 'HEAD'].includes(ctx.method) && !isOthers(path, ctx.method);
    if (!isOurs) return next();
    // The router's name for it, by which requests are counted.
    ctx._matchedRoute = path;
    return inTurn(ctx, async () => {
      const { status, text, type = 'text/plain; charset=utf-8' } = await routes[path]();
      ctx.status = status;
      ctx.set('Cache-Control', 'no-store');
      ctx.set('Content-Type', type);
      ctx.body = text;
    });
  };
}

/** Koa throws where an address makes no sense. */
function pathOf({ url }) {
  return url.split('?', 1)[0];
}
