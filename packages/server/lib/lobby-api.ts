import cors from '@koa/cors';
import { noop, print } from './rondel.js';
import { guardPages } from './foreign-pages.js';
import { HttpError, httpErrorOf, tooSoon } from './http-error.js';
import { shareOf } from './bots/thinking-queue.js';
import { limitsOf } from './limits.js';
import { lobbyLimitsOf } from './lobby-limits.js';
import { MOST_VALUES, bodyOf, readCreation, readFilter, readJoining, readPage, readSeat, readUpdate } from './lobby-requests.js';
import { checkClient } from './lobby-seats.js';
import { HeldBodies, readBody } from './request-body.js';
import { respondInTurn } from './request-limits.js';
import { isSameSecret } from './secret.js';
import type { Context, Next } from 'koa';
import type { Server as Types } from 'rondel/master';
import type { IncomingMessage } from 'node:http';
import type { GameServer } from '../types/server.js';
import type { Limits } from '../types/limits.js';
import type { AllowedOrigins } from '../types/transport.js';
import type { Lobby } from './lobby.js';
import type { LobbyLimits } from './lobby-limits.js';
import type { Body } from './lobby-requests.js';
import type { AddressLimit, ServerLimits } from './limits.js';

/** The parts of a path that stand for its parameters: `name` of a game, and `id` of a match. */
type Params = Record<string, string>;

/** Returns the body of the response to a request with a body; nothing stands for `{}`. */
type Respond = (params: Params, body: Body, ctx: Types.RequestContext) => unknown;

/** The router, and the lobby that responds. */
interface Routes {
  router: GameServer['router'];
  lobby: Lobby;
  apiBodyLimit?: string | number;
  limits?: Limits;
  allowances: ServerLimits;
}

/** Adds the lobby's routes to a router: boardgame.io's REST interface. */
export function addLobbyRoutes({ router, lobby, apiBodyLimit, limits: given, allowances }: Routes) {
  const limits = lobbyLimitsOf(given);
  const bytes = apiBodyLimit ?? usualBodyLimit(limits);
  const parse = readBody(allowances, { bytes, values: MOST_VALUES + 2 * limits.setupDataValues });
  const bodies = new HeldBodies();
  const warnOfRename = once(() => print('warn', 'This endpoint /rename is deprecated. Please use /update instead.'));

  const creations = counting('address.matches', 'too many matches are made from this address');
  const joins = counting('address.joins', 'too many seats are taken from this address');
  const changes = counting('address.changes', 'too many seats are changed from this address');

  get('/games', () => lobby.names());
  get('/games/:name', ({ params: { name }, query, req }) => {
    // The result is JSON already.
    return lobby.list(name, { where: readFilter(query), ...readPage(query), address: allowances.addressOf(req) });
  });
  get('/games/:name/:id', ({ params: { name, id } }) => lobby.match(name, id));

  post('/games/:name/create', async ({ name }, body, ctx) => ({ matchID: await lobby.create(name, creation(body, ctx)) }), creations);
  post('/games/:name/:id/join', ({ name, id }, body, ctx) => lobby.join(name, id, { ...readJoining(body), ...clientOf(ctx) }, ctx), joins);
  post('/games/:name/:id/leave', leaveSlot);
  post('/games/:name/:id/leaveSlot', leaveSlot);
  post('/games/:name/:id/leaveGame', ({ name, id }, body, ctx) => {
    return lobby.leaveGame(name, id, seatIn(body, ctx), addressOf(ctx.req));
  });
  post('/games/:name/:id/update', update);
  post('/games/:name/:id/rename', (...request) => {
    warnOfRename();
    return update(...request);
  });
  post('/games/:name/:id/playAgain', async ({ name, id }, body, ctx) => {
    const request = { ...creation(body, ctx), ...seatIn(body, ctx) };
    return { nextMatchID: await lobby.playAgain(name, id, request, () => creations(ctx)) };
  });

  function creation(body: Body, ctx: Context) {
    const address = addressOf(ctx.req);
    return { ...readCreation(body, limits), botShare: address === undefined ? undefined : shareOf(address), address, ...clientOf(ctx) };
  }

  /** Adds the check for a ban, which the lobby repeats when a request is about to take effect: a callback may have taken long. */
  function clientOf({ req }: Context) {
    return { whyNotCome: () => banOf(req) };
  }

  /** Returns the ban of a request's address, or null. Requests with the secret are never banned: their backend acts for many players. */
  function banOf(req: IncomingMessage) {
    const ban = process.env.API_SECRET ? null : allowances.banOf(req);
    return ban && { error: ban.reason };
  }

  function seatIn(body: Body, ctx: Context) {
    return { ...readSeat(body), ...clientOf(ctx) };
  }

  /** Requests with the secret are made for many players. */
  function addressOf(req: IncomingMessage) {
    return process.env.API_SECRET ? undefined : allowances.addressOf(req);
  }

  function leaveSlot({ name, id }: Params, body: Body, ctx: Context) {
    return lobby.leaveSlot(name, id, seatIn(body, ctx));
  }

  function update({ name, id }: Params, body: Body, ctx: Context) {
    return lobby.update(name, id, { ...seatIn(body, ctx), ...readUpdate(body) });
  }

  function get(path: string, respond: (ctx: Types.RequestContext) => unknown) {
    router.get(path, async (ctx) => {
      admit(ctx);
      const body = await respond(ctx);
      ctx.type = 'json';
      // As bytes: of a text that waits to be read, Node keeps three for each character, and counts one.
      ctx.body = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  /** Refuses banned addresses, and games that this server does not have. */
  function admit({ req, params: { name } }: Types.RequestContext) {
    checkClient(() => banOf(req));
    if (name !== undefined && !lobby.has(name)) throw new HttpError(404, `Game ${name} not found`);
  }

  /** Counts a request for its address; throws if that has made too many. */
  function counting(limit: AddressLimit, why: string) {
    return ({ req, params: { name: gameName } }: Types.RequestContext) => {
      // Requests with the secret are made for many players.
      if (process.env.API_SECRET) return;
      const seconds = allowances.take(limit, req, { transport: 'http', gameName });
      if (seconds > 0) throw tooSoon(`${why} (limits.${limit}): try again in ${seconds} seconds`, seconds);
    };
  }

  /** With the secret, somebody's backend asks for many players. */
  async function holdBody(ctx: Context, next: Next) {
    const leave = process.env.API_SECRET ? noop : bodies.enter(allowances.addressOf(ctx.req), [ctx.request.body, ctx.request.rawBody]);
    if (!leave) throw new HttpError(503, 'The lobby is busy: try again later');
    try {
      await next();
    } finally {
      leave();
    }
  }

  /** Counts a request for its address before its body is read. */
  function post(path: string, respond: Respond, count = changes) {
    const counted = (ctx: Types.RequestContext, next: Next) => {
      admit(ctx);
      count(ctx);
      return next();
    };
    router.post(path, counted, parse, holdBody, async (ctx) => {
      ctx.body = (await respond(ctx.params, bodyOf(ctx), ctx)) ?? {};
    });
  }
}

/** A megabyte, or more where `setupData` may be more: as JSON a character may be written in six. */
function usualBodyLimit({ setupDataBytes }: LobbyLimits) {
  return 400_000 + 6 * setupDataBytes;
}

/**
 * Has an app serve the router's routes: to the pages that may ask, and, if the variable `API_SECRET` is set, to those that
 * know it.
 */
export function serveRouter({ app, router, origins }: { app: Types.App, router: GameServer['router'], origins: AllowedOrigins | undefined }) {
  const limits = limitsOf(app);
  const { corsOrigin, refuseForeign } = guardPages(origins, (request) => limits.addressOf(request));
  app.use(respondInTurn(limits));
  app.use(refuseMalformed);
  app.use(cors({ origin: corsOrigin }));
  app.use(respondToErrors);
  app.use(refuseForeign);
  app.use(checkSecret);
  app.use(router.routes()).use(router.allowedMethods());
}

async function refuseMalformed(ctx: Context, next: Next) {
  if (!hasAddress(ctx)) throw new HttpError(400, 'Malformed address');
  await next();
}

/** Koa reads an address when it is asked for, and throws where that is none. */
function hasAddress(ctx: Context) {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

/** Koa looks inside what is thrown, and does not respond to a `throw null`. */
async function respondToErrors(ctx: Context, next: Next) {
  try {
    await next();
  } catch (thrown) {
    const error = httpErrorOf(thrown);
    if (error.responseBody === undefined) throw error;
    ctx.status = error.status;
    ctx.body = error.responseBody;
    ctx.app.emit('error', error, ctx);
  }
}

async function checkSecret(ctx: Context, next: Next) {
  const { API_SECRET } = process.env;
  if (API_SECRET && !isSameSecret(ctx.get('api-secret'), API_SECRET)) throw new HttpError(403, 'Invalid API secret');
  await next();
}

function once(fn: () => void) {
  let isDone = false;
  return () => {
    if (!isDone) fn();
    isDone = true;
  };
}
