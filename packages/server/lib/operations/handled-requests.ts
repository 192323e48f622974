import type { Context, Next } from 'koa';

/** Facts about a request after its response. `route` replaces its URL, which may contain any text of the client. */
export type HandledRequest = { method: string, route: string, status: number, milliseconds: number };

/** Koa's middleware that reports each request after its response. */
export function watchRequests(handled: (request: HandledRequest) => void) {
  return async (ctx: Context, next: Next) => {
    const begun = performance.now();
    ctx.res.once('close', () => {
      const milliseconds = Math.round(performance.now() - begun);
      handled({ method: ctx.method, route: ctx._matchedRoute ?? 'none', status: ctx.res.statusCode, milliseconds });
    });
    await next();
  };
}
