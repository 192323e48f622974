/** What the server writes: a line of JSON for each event, with the fields that are named here or where the event is. */
import { pino } from 'pino';

/**
 * @param {{ level: string, destination?: import('pino').DestinationStream }} options
 */
export function createLog({ level, destination }) {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
  }, destination);
}

/**
 * Koa's middleware that logs requests. Of an address there is the route alone: strangers may write anything in it.
 *
 * @param {import('pino').Logger} log
 */
export function logRequests(log) {
  return async (ctx, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      ctx.res.once('close', () => {
        log.debug({
          event: 'request',
          method: ctx.method,
          route: ctx._matchedRoute ?? 'none',
          status: ctx.status,
          milliseconds: Math.round(performance.now() - begun),
        });
      });
    }
  };
}

/** An error may hold anything besides: a query with its values, for instance. */
function errorFields({ name, message, code, stack }) {
  return { name, message, code, stack };
}
