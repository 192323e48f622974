/** What the server writes: a line of JSON for each event, with the fields that are named here or where the event is. */
import { pino } from 'pino';

/** A client that has not waited for the end of its answer. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

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
 * Logs what the server tells. What anybody can bring about, as often as they like, is for those who look for it.
 *
 * @param {import('pino').Logger} log
 */
export function logEvent(log, { type, transport, why, limit, gameName, matchID, outcome, milliseconds, error }) {
  if (type === 'error') log.error({ event: 'error', game: gameName, match: matchID, err: error });
  else log.debug({ event: type, transport, why, limit, game: gameName, outcome, milliseconds: milliseconds && Math.round(milliseconds) });
}

/**
 * Logs what has gone wrong with a request, unless it is its client who did.
 *
 * @param {import('pino').Logger} log
 */
export function logFailure(log, err) {
  const { status = 500, code } = Object(err);
  if (status >= 500 && !GONE.includes(code)) log.error({ event: 'request-failed', err });
}

/**
 * Koa's middleware that tells of each request when it is answered. Of its address there is the route alone: strangers may write
 * anything in it.
 *
 * @param {(request: { method: string, route: string, status: number, milliseconds: number }) => void} answered
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

/** An error may hold anything besides: a query with its values, for instance, or a request's body. */
function errorFields(error) {
  const { name, message, code, stack } = Object(error);
  return { name, message, code, stack };
}
