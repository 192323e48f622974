/**
 * What is known of a request after its response. Of its address there is the route alone: strangers may write anything in it.
 *
 * @typedef {{ method: string, route: string, status: number, milliseconds: number }} HandledRequest
 */

/**
 * Koa's middleware that reports each request after its response.
 *
 * @param {(request: HandledRequest) => void} handled
 */
export function watchRequests(handled) {
  return async (ctx, next) => {
    const begun = performance.now();
    ctx.res.once('close', () => {
      const milliseconds = Math.round(performance.now() - begun);
      handled({ method: ctx.method, route: ctx._matchedRoute ?? 'none', status: ctx.res.statusCode, milliseconds });
    });
    await next();
  };
}
