import { HttpError } from './http-error.js';
import type { Foreign } from 'rondel/private';
import type { Admin, Banned } from '../types/admin.js';

/** Request to a route below `/admin`. */
export interface Question {
  /** Values of the path's parameters, which the route writes as `:`. */
  given: string[];
  query: URLSearchParams;
  /** Body of a POST. The admin checks its members. */
  body: Foreign;
}

/** Resolves with the body of the response, or null if nothing was found. */
export type Respond = (admin: Admin, question: Question) => Promise<unknown>;

/** The handlers, by method and path; one that returns null has found nothing. */
const ROUTES: Record<string, Respond> = {
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
  'DELETE bans': async (admin, { query }) => ({ wasBanned: await admin.unban(textsIn(query, ['address', 'matchID', 'playerID']) as Banned) }),
  'POST notices': async (admin, { body: { text, matchID, gameName } }) => ({ isSent: await admin.sendNotice(text, { matchID, gameName }) }),
};

/**
 * Returns the handler, with the parts of the path at the places of `:`. Throws an `HttpError` if there is no handler.
 *
 * @param parts of the path
 */
export function routeOf(method: string, [collection, id, ...rest]: string[]) {
  const asked = [collection, ...id === undefined ? [] : [':'], ...rest].join('/');
  const route = `${method} ${asked}`;
  if (!Object.hasOwn(ROUTES, route)) throw new HttpError(404, 'Not Found');
  return { respond: ROUTES[route], given: id === undefined ? [] : [id] };
}

function pageIn(query: URLSearchParams) {
  return { ...textsIn(query, ['after']), ...query.has('limit') && { limit: Number(query.get('limit')) } };
}

function textsIn<Name extends string>(query: URLSearchParams, names: Name[]) {
  return Object.fromEntries(names.filter((name) => query.has(name)).map((name) => [name, query.get(name)])) as { [name in Name]?: string };
}

/** The admin refuses other values. */
function flagIn(query: URLSearchParams, name: string) {
  const text = query.get(name);
  return text === null ? {} : { [name]: { true: true, false: false }[text as 'true' | 'false'] ?? text };
}
