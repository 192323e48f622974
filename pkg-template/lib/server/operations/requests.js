/**
 * What is known of a request that was answered. Of its address there is the route alone: strangers may write anything in it.
 *
 * @typedef {{ method: string, route: string, status: number, milliseconds: number }} AnsweredRequest
 */

/**
 * Koa's middleware that tells of each request when it is answered.
 *
 * @param {(request: AnsweredRequest) => void} answered
 */
export function watchRequests(answered) {
  return async (ctx, next) => {
    const begun = performance.now();
    ctx.res.once('close', () => {
      const milliseconds = Math.round(performance.now() - begun);
      answered({ method: ctx.method, route: ctx._matchedRoute ?? 'none', status: ctx.res.statusCode, milliseconds });
    });
    await next();
  };
}
