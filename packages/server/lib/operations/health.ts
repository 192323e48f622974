import type { Context, Next } from 'koa';
import type { IncomingMessage } from 'node:http';
import type { Readiness } from './readiness.js';

/** The paths that operators and orchestrators request. */
const LIVES = '/healthz';
const READY = '/readyz';

/** Responses, by path. */
export type Routes = Record<string, () => Answer | Promise<Answer>>;

export interface Answer {
  status: number;
  text: string;
  /** The content type. Default: plain text. */
  type?: string;
}

/** Has the responses to strangers wait for each other. */
export type InTurn = (ctx: Context, respond: () => Promise<void>) => Promise<unknown>;

interface ServingOptions {
  /** Returns `true` if another route serves the path. */
  isOthers?: (path: string, method: string) => boolean;
  inTurn?: InTurn;
}

/** `/healthz` and `/readyz`. */
export function healthRoutes(readiness: Readiness): Routes {
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
 */
export function serving(routes: Routes, { isOthers = () => false, inTurn = (_ctx, respond) => respond() }: ServingOptions = {}) {
  return async (ctx: Context, next: Next): Promise<unknown> => {
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
function pathOf({ url }: IncomingMessage) {
  // A request to a server has one.
  return url!.split('?', 1)[0];
}
