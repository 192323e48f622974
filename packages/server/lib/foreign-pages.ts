import { HttpError, httpErrorOf } from './http-error.js';
import { withTimeout } from './with-timeout.js';
import { isOriginAllowed, isOwnOrigin } from './origins.js';
import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { AllowedOrigins } from '../types/transport.js';

/** Milliseconds that a function among the origins may take: what has no end keeps no request for ever. */
const PATIENCE = 5000;
/** Methods that change nothing; browsers ask by CORS whether a page may read the response. */
const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Which pages may use the lobby: Koa's middleware, and what `@koa/cors` asks. Browsers send the forms of any page without
 * asking first, and so a write is refused if it comes from a page that is neither the server's own nor let in.
 *
 * @param origins as the `apiOrigins` of a server
 * @param addressOf returns the address that a request counts for
 */
export function guardPages(origins: AllowedOrigins | undefined, addressOf: (request: IncomingMessage) => string) {
  /** Pending decisions by context. Each request is decided once. */
  const asked: WeakMap<Context, Promise<boolean>> = new WeakMap();
  return { corsOrigin, refuseForeign };

  /** The origin that may read the response; empty if the page may not. The server's own pages need not be let in. */
  async function corsOrigin(ctx: Context): Promise<string> {
    if (!isPage(ctx) || isOwn(ctx)) return '';
    try {
      return (await isLetIn(ctx)) ? ctx.get('Origin') : '';
    } catch (thrown) {
      throw httpErrorOf(thrown);
    }
  }

  async function refuseForeign(ctx: Context, next: Next) {
    const isWelcome = READING.includes(ctx.method) || !isPage(ctx) || isOwn(ctx) || (await isLetIn(ctx));
    if (!isWelcome) {
      ctx.watch?.({ type: 'refused', transport: 'http', why: 'origin', limit: 'apiOrigins', request: ctx.req, address: addressOf(ctx.req) });
      throw new HttpError(403, 'Pages of this origin may not do that');
    }
    await next();
  }

  function isLetIn(ctx: Context) {
    const known = asked.get(ctx) ?? withTimeout(isOriginAllowed(ctx.get('Origin'), origins), { name: 'apiOrigins', milliseconds: PATIENCE });
    asked.set(ctx, known);
    return known;
  }
}

/** Clients that are no pages send no origin. */
function isPage({ req }: Context) {
  return req.headers.origin !== undefined;
}

function isOwn({ req, trustedProxies }: Context) {
  return isOwnOrigin(req, trustedProxies);
}
