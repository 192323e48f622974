import { routeOf } from './admin-routes.js';
import { HttpError, httpErrorOf } from './http-error.js';
import { bodyOf } from './lobby-requests.js';
import { readBody } from './request-body.js';
import { respondInTurn } from './request-limits.js';
import { isSameSecret } from './secret.js';
import { AddressQuota } from './token-bucket.js';
import type { Context, Next } from 'koa';
import type { Admin } from '../types/admin.js';
import type { ServerLimits } from './limits.js';

/** The error for a request that makes no sense. */
type Mistake = Error & { code?: unknown };

/** Anything that was thrown. */
type Thrown = Mistake | null | undefined;

const PATH = '/admin';
/** Maximum number of wrong secrets of one address per minute. Beyond it, secrets are not compared. */
const MOST_WRONG = 10;
const MINUTE_SECONDS = 60;
const BODY = { bytes: 100_000, values: 1000 };

/**
 * Koa's middleware that serves `/admin` to clients that send the variable `ADMIN_SECRET`, by the header `admin-secret`, and to none without that
 * variable. It comes before anything that lets pages of other origins in.
 */
export function serveAdmin({ admin, limits }: { admin: Admin, limits: ServerLimits }) {
  const parse = readBody(limits, BODY);
  const inTurn = respondInTurn(limits);
  const wrong = new AddressQuota(MOST_WRONG, MINUTE_SECONDS);
  return async (ctx: Context, next: Next) => {
    const { ADMIN_SECRET } = process.env;
    const [path, query] = (ctx.req.url as string).split('?', 2);
    if (!ADMIN_SECRET || !(path === PATH || path.startsWith(`${PATH}/`))) return next();
    // The router's name for it, by which requests are counted.
    ctx._matchedRoute = PATH;
    return inTurn(ctx, async () => {
      ctx.set('Cache-Control', 'no-store');
      checkSecret(ctx, ADMIN_SECRET);
      const { method } = ctx.req;
      const { respond, given } = routeOf(method as string, partsOf(path));
      if (method === 'POST') await parse(ctx, async () => {});
      const question = { given, query: new URLSearchParams(query), body: method === 'POST' ? bodyOf(ctx) : {} };
      const result = await orRefused(() => respond(admin, question));
      if (result === null) throw new HttpError(404, 'Not Found');
      ctx.type = 'json';
      ctx.body = JSON.stringify(result);
    });
  };

  function checkSecret(ctx: Context, secret: string) {
    const given = ctx.get('admin-secret');
    // Any page may have its visitor's browser ask: that is no attempt.
    if (given === '' || isOfPage(ctx)) throw refused();
    const address = limits.addressOf(ctx.req);
    const seconds = wrong.wait(address);
    if (seconds > 0) {
      limits.warnOfProxy('the admin secret', ctx.req);
      const error = new HttpError(429, `The admin secret was wrong too often: try again in ${seconds} seconds`);
      error.headers = { 'Retry-After': String(seconds) };
      throw error;
    }
    if (isSameSecret(given, secret)) return;
    wrong.take(address);
    throw refused();
  }
}

/** Browsers say that a page asks: no page is to know the secret. */
function isOfPage(ctx: Context) {
  return ctx.get('origin') !== '' || ctx.get('sec-fetch-site') !== '';
}

function refused() {
  return new HttpError(403, 'Invalid admin secret');
}

/** Has a request that makes no sense refused with the reason. */
async function orRefused<Result>(respond: () => Promise<Result>): Promise<Result> {
  try {
    return await respond();
  } catch (thrown) {
    if ((thrown as Thrown)?.name === 'RondelError' && (thrown as Mistake).code === 'server/admin') throw new HttpError(400, (thrown as Mistake).message);
    throw httpErrorOf(thrown);
  }
}

/** The parts of a path below `/admin`. */
function partsOf(path: string) {
  try {
    return path.slice(PATH.length + 1).split('/').map(decodeURIComponent);
  } catch {
    throw new HttpError(400, 'Malformed address');
  }
}
