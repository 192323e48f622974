import { Misuse } from '../rondel.js';
import { showBans, showMatch, showMatches, showQuarantined } from './show.js';
import type { Foreign } from 'rondel/private';

/** A request to a server. Fields of `query` that are undefined are omitted. */
export interface AdminRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: object;
  body?: object;
}

/** An operator's command. */
interface AdminCommand {
  /** Allowed numbers of words after its name. */
  count: number[];
  /** The names of its options. */
  options: string[];
  ask: (words: string[], values: AdminOptions) => AdminRequest;
  /** The server's response, for people. Default: as JSON. */
  show?: (response: Foreign, words: string[]) => string;
  /** Returns `true` if the command succeeded. Default: it did. */
  isDone?: (response: Foreign) => boolean;
}

/** The options of all commands, as they were given. */
type AdminOptions = {
  [Name in keyof typeof OPTIONS]?: typeof OPTIONS[Name]['type'] extends 'boolean' ? boolean : string
};

export const USAGE = `Usage: ADMIN_SECRET=… rondel-server admin URL COMMAND

Asks a server of Rondel's, which has the same ADMIN_SECRET, for what its operator wants.

  matches [--game-name NAME] [--over true|false]   lists matches, the newest first
  match ID [--credentials]                          shows one, with its log and who is connected
  end ID [OUTCOME]                                  ends it, with an outcome as JSON
  delete ID                                         deletes it permanently: its ID is refused from then on
  kick ID PLAYER [--reason TEXT] [--until DATE]     takes a seat from a player
  ban ADDRESS [--reason TEXT] [--until DATE]        keeps all at an address from playing: of IPv6, its /64
  ban ID PLAYER [--reason TEXT] [--until DATE]      kicks a player, and keeps the seat from everybody
  unban ADDRESS | unban ID PLAYER                   lifts a ban
  bans                                              lists who is banned
  notice TEXT [--match ID] [--game-name NAME]       says something to those who are at matches now
  export ID                                         writes a match as JSON, for replay of rondel/testing
  quarantine ID                                     puts a match out of the way
  quarantined                                       lists those that are
  restore QUARANTINE-ID                             puts one back

  --limit N, --after NEXT   of the lists: so many, and behind the page that said so
  --json                    prints the server's response
  --help                    prints this

The secret is read from the variable ADMIN_SECRET alone. A DATE is one such as 2030-01-31T18:00Z.
The status is 0 if it was done, 1 if not, and 2 if the command makes no sense.
`;

export const OPTIONS = {
  'game-name': { type: 'string' }, over: { type: 'string' }, limit: { type: 'string' }, after: { type: 'string' }, credentials: { type: 'boolean' },
  reason: { type: 'string' }, until: { type: 'string' }, match: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
} as const;

const PAGE = ['limit', 'after'];
const TERMS = ['reason', 'until'];

/** The commands, by name. */
export const COMMANDS: Record<string, AdminCommand> = {
  matches: {
    count: [0],
    options: ['game-name', 'over', ...PAGE],
    ask: (_, { 'game-name': gameName, over: isGameover, ...page }) => ({ method: 'GET', path: '/matches', query: { gameName, isGameover, ...page } }),
    show: showMatches,
  },
  match: { count: [1], options: ['credentials'], ask: ([id], query) => ({ method: 'GET', path: matchPath(id), query }), show: showMatch },
  end: {
    count: [1, 2],
    options: [],
    ask: ([id, outcome]) => ({ method: 'POST', path: matchPath(id, 'end'), body: outcome === undefined ? {} : { gameover: outcomeOf(outcome) } }),
    ...saying('isEnded', ([id]) => [`match ${id} has been ended`, `there is no match ${id}, or it was over`]),
  },
  delete: {
    count: [1],
    options: [],
    ask: ([id]) => ({ method: 'DELETE', path: matchPath(id) }),
    // The ID is refused in any case.
    ...saying('wasThere', ([id]) => [`match ${id} has been deleted permanently`, `there was no match ${id}; its ID is refused from now on`]),
  },
  kick: {
    count: [2],
    options: TERMS,
    ask: ([id, playerID], values) => ({ method: 'POST', path: matchPath(id, 'kick'), body: { playerID, ...termsOf(values) } }),
    ...saying('isKicked', ([id, playerID]) => [`player ${playerID} has been kicked from match ${id}`, `match ${id} has no seat ${playerID}`]),
  },
  ban: {
    count: [1, 2],
    options: TERMS,
    ask: (words, values) => ({ method: 'POST', path: '/bans', body: { ...bannedIn(words), ...termsOf(values) } }),
    ...saying('isBanned', (words) => [`${nameIn(words)} is banned`, `there is no ${nameIn(words)}`]),
  },
  unban: {
    count: [1, 2],
    options: [],
    ask: (words) => ({ method: 'DELETE', path: '/bans', query: bannedIn(words) }),
    ...saying('wasBanned', (words) => [`${nameIn(words)} is banned no more`, `${nameIn(words)} was not banned`]),
  },
  bans: { count: [0], options: PAGE, ask: (_, query) => ({ method: 'GET', path: '/bans', query }), show: showBans },
  notice: {
    count: [1],
    options: ['match', 'game-name'],
    ask: ([text], { match: matchID, 'game-name': gameName }) => ({ method: 'POST', path: '/notices', body: { text, matchID, gameName } }),
    ...saying('isSent', () => ['the notice has been sent', 'there is no such match']),
  },
  export: { count: [1], options: [], ask: ([id]) => ({ method: 'GET', path: matchPath(id, 'export') }) },
  quarantine: {
    count: [1],
    options: [],
    ask: ([id]) => ({ method: 'POST', path: matchPath(id, 'quarantine'), body: {} }),
    show: ({ id }, [matchID]) => (id === null ? `there is no match ${matchID}` : `match ${matchID} is in quarantine; put it back by: restore ${id}`),
    isDone: ({ id }) => id !== null,
  },
  quarantined: { count: [0], options: PAGE, ask: (_, query) => ({ method: 'GET', path: '/quarantined', query }), show: showQuarantined },
  restore: {
    count: [1],
    options: [],
    ask: ([id]) => ({ method: 'POST', path: `/quarantined/${encodeURIComponent(id)}/restore`, body: {} }),
    ...saying('isRestored', ([id]) => [`${id} has been put back`, `there is no ${id} in quarantine, or another match has its ID`]),
  },
};

/** A command whose response has a field that says whether it was done, with a text for either case. */
function saying(field: string, textsOf: (words: string[]) => [done: string, not: string]): Pick<AdminCommand, 'show' | 'isDone'> {
  return { show: (response, words) => textsOf(words)[response[field] ? 0 : 1], isDone: (response) => response[field] === true };
}

function matchPath(id: string, what?: string) {
  return `/matches/${encodeURIComponent(id)}${what === undefined ? '' : `/${what}`}`;
}

function bannedIn([first, playerID]: string[]) {
  return playerID === undefined ? { address: first } : { matchID: first, playerID };
}

function nameIn([first, playerID]: string[]) {
  return playerID === undefined ? first : `seat ${playerID} of match ${first}`;
}

function termsOf({ reason, until }: AdminOptions) {
  return { reason, until: until === undefined ? undefined : timeOf(until) };
}

function outcomeOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse('rondel-server admin: end: the outcome is not valid JSON');
  }
}

function timeOf(text: string) {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Misuse('rondel-server admin: --until: expected a date, such as 2030-01-31T18:00Z');
  return time;
}
