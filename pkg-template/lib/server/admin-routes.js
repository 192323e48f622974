import { HttpError } from './http-error.js';

/**
 * What is asked for below `/admin`: what stands in the path in place of `:`, the query, and the body of a POST.
 *
 * @typedef {{ given: string[], query: URLSearchParams, body: any }} Question
 *
 * @typedef {(admin: import('../../server.d.ts').Admin, question: Question) => Promise<any>} Respond
 */

/**
 * The handlers, by method and path; one that returns null has found nothing.
 *
 * @type {Record<string, Respond>}
 */
const ROUTES = {
  'GET matches': (admin, { query }) => admin.listMatches({ ...textsIn(query, ['gameName']), ...pageIn(query), ...flagIn(query, 'isGameover') }),
  'GET matches/:': (admin, { given: [matchID], query }) => admin.getMatch(matchID, { credentials: query.get('credentials') === 'true' }),
  'DELETE matches/:': async (admin, { given: [matchID] }) => ({ wasThere: await admin.deleteMatch(matchID) }),
  'POST matches/:/end': async (admin, { given: [matchID], body }) => ({ isEnded: await admin.endMatch(matchID, body.gameover) }),
  'POST matches/:/kick': async (admin, { given: [matchID], body: { playerID, reason, until } }) => (
    { isKicked: await admin.kick(matchID, playerID, { reason, until }) }
  ),
  'GET matches/:/export': (admin, { given: [matchID] }) => admin.exportMatch(matchID),
  'POST matches/:/quarantine': async (admin, { given: [matchID] }) => ({ id: await admin.quarantineMatch(matchID) }),
  'GET quarantined': (admin, { query }) => admin.listQuarantined(pageIn(query)),
  'POST quarantined/:/restore': async (admin, { given: [id] }) => ({ isRestored: await admin.restoreMatch(id) }),
  'GET bans': (admin, { query }) => admin.listBans(pageIn(query)),
  'POST bans': async (admin, { body: { address, matchID, playerID, reason, until } }) => (
    { isBanned: await admin.ban({ address, matchID, playerID, reason, until }) }
  ),
  'DELETE bans': async (admin, { query }) => ({ wasBanned: await admin.unban(/** @type {any} */ (textsIn(query, ['address', 'matchID', 'playerID']))) }),
  'POST notices': async (admin, { body: { text, matchID, gameName } }) => ({ isSent: await admin.sendNotice(text, { matchID, gameName }) }),
};

/**
 * The handler, with what stands in the path in place of `:`. Throws an `HttpError` where there is nothing.
 *
 * @param {string} method
 * @param {string[]} parts of the path
 */
export function routeOf(method, [collection, id, ...rest]) {
  const asked = [collection, ...id === undefined ? [] : [':'], ...rest].join('/');
  const route = `${method} ${asked}`;
  if (!Object.hasOwn(ROUTES, route)) throw new HttpError(404, 'Not Found');
  return { respond: ROUTES[route], given: id === undefined ? [] : [id] };
}

function pageIn(query) {
  return { ...textsIn(query, ['after']), ...query.has('limit') && { limit: Number(query.get('limit')) } };
}

function textsIn(query, names) {
  return Object.fromEntries(names.filter((name) => query.has(name)).map((name) => [name, query.get(name)]));
}

/** What is neither is for the admin to refuse. */
function flagIn(query, name) {
  const text = query.get(name);
  return text === null ? {} : { [name]: { true: true, false: false }[text] ?? text };
}
