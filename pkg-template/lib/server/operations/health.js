/** The paths that operators and orchestrators request. */
const LIVES = '/healthz';
const READY = '/readyz';

/** @typedef {Record<string, () => Answer | Promise<Answer>>} Routes responses, by path */
/** @typedef {{ status: number, text: string, type?: string }} Answer */

/**
 * `/healthz` and `/readyz`.
 *
 * @param {import('./readiness.js').Readiness} readiness
 * @returns {Routes}
 */
export function healthRoutes(readiness) {
  return {
    // A response is the proof of life.
    [LIVES]: () => ({ status: 200, text: 'the process lives\n' }),
    [READY]: async () => {
      const why = await readiness.whyNot();
      return { status: why === null ? 200 : 503, text: `${why ?? 'the server takes players'}\n` };
    },
  };
}

/**
 * Koa's middleware that responds to GET and HEAD of these paths, and leaves all others to what comes behind it: a secret, limits,
 * or a page's own addresses.
 *
 * @param {Routes} routes
 * @param {object} [ways]
 * @param {(path: string, method: string) => boolean} [ways.isOthers] whether another route serves it
 * @param {(ctx: any, respond: () => Promise<void>) => Promise<any>} [ways.inTurn] has the responses to strangers wait for each other
 */
export function serving(routes, { isOthers = () => false, inTurn = (_ctx, respond) => respond() } = {}) {
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
