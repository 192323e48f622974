import { say } from '../util/report.js';
import { guardPages } from './foreign-pages.js';
import { HttpError, httpErrorOf } from './http-error.js';
import { readBodies } from './lobby-body.js';
import { lobbyLimitsOf } from './lobby-limits.js';
import { MOST_VALUES, bodyOf, readCreation, readFilter, readJoining, readSeat, readUpdate } from './lobby-requests.js';
import { isSameSecret } from './secret.js';

/**
 * Adds the lobby's routes to a router: boardgame.io's REST interface.
 *
 * @param {object} options
 * @param {any} options.router
 * @param {import('./lobby.js').Lobby} options.lobby
 * @param {any} options.bodyParser
 * @param {string | number} [options.apiBodyLimit]
 * @param {Partial<import('./lobby-limits.js').LobbyLimits>} [options.limits]
 */
export function addLobbyRoutes({ router, lobby, bodyParser, apiBodyLimit = '5mb', limits: given }) {
  const limits = lobbyLimitsOf(given);
  const parse = readBodies(bodyParser, { bytes: apiBodyLimit, values: MOST_VALUES + 2 * limits.setupDataValues });
  const warnOfRename = once(() => say('warn', 'This endpoint /rename is deprecated. Please use /update instead.'));

  get('/games', () => lobby.names());
  get('/games/:name', async ({ params: { name }, query }) => ({ matches: await lobby.list(name, readFilter(query)) }));
  get('/games/:name/:id', ({ params: { name, id } }) => lobby.match(name, id));

  post('/games/:name/create', async ({ name }, body) => ({ matchID: await lobby.create(name, readCreation(body, limits)) }));
  post('/games/:name/:id/join', ({ name, id }, body, ctx) => lobby.join(name, id, readJoining(body), ctx));
  post('/games/:name/:id/leave', leaveSlot);
  post('/games/:name/:id/leaveSlot', leaveSlot);
  post('/games/:name/:id/leaveGame', ({ name, id }, body) => lobby.leaveGame(name, id, readSeat(body)));
  post('/games/:name/:id/update', update);
  post('/games/:name/:id/rename', (params, body) => {
    warnOfRename();
    return update(params, body);
  });
  post('/games/:name/:id/playAgain', async ({ name, id }, body) => {
    return { nextMatchID: await lobby.playAgain(name, id, { ...readCreation(body, limits), ...readSeat(body) }) };
  });

  function leaveSlot({ name, id }, body) {
    return lobby.leaveSlot(name, id, readSeat(body));
  }

  function update({ name, id }, body) {
    return lobby.update(name, id, { ...readSeat(body), ...readUpdate(body) });
  }

  function get(path, respond) {
    router.get(path, async (ctx) => {
      ctx.body = await respond(ctx);
    });
  }

  function post(path, respond) {
    router.post(path, parse, async (ctx) => {
      ctx.body = (await respond(ctx.params, bodyOf(ctx), ctx)) ?? {};
    });
  }
}

/**
 * Has an app answer what the router knows: to the pages that may ask, and, if the variable `API_SECRET` is set, to those that
 * know it.
 *
 * @param {{ app: any, router: any, cors: any, origins: any }} options
 */
export function answerByRouter({ app, router, cors, origins }) {
  const { corsOrigin, refuseForeign } = guardPages(origins);
  app.use(cors({ origin: corsOrigin }));
  app.use(answerErrors);
  app.use(refuseForeign);
  app.use(checkSecret);
  app.use(router.routes()).use(router.allowedMethods());
}

/** Koa looks inside what it is thrown, and answers nothing to a `throw null`. */
async function answerErrors(_ctx, next) {
  try {
    await next();
  } catch (thrown) {
    throw httpErrorOf(thrown);
  }
}

async function checkSecret(ctx, next) {
  const { API_SECRET } = process.env;
  if (API_SECRET && !isSameSecret(ctx.get('api-secret'), API_SECRET)) throw new HttpError(403, 'Invalid API secret');
  await next();
}

function once(fn) {
  let isDone = false;
  return () => {
    if (!isDone) fn();
    isDone = true;
  };
}
