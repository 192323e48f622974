import { RANDOM } from '../game/drawing.js';
import { MASTER_LIMITS } from '../online/limits.js';
import { rondelError } from '../util/error.js';
import { isLeftOut, isObject } from '../util/objects.js';
import { warnOfUnknown } from '../util/unknown-options.js';
import { SERVER_AMOUNTS } from './limits.js';
import { LOBBY_AMOUNTS } from './lobby-limits.js';
import { LEVELS } from './operations/log.js';
import { checkOrigins } from './origins.js';

/** What a server is given to call, by name. */
const CALLED = ['uuid', 'generateCredentials', 'authenticateCredentials', 'watch'];
/** What a server calls of a storage, whichever it is. */
const STORAGE = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];
/** @type {import('../util/unknown-options.js').Known<import('../../server.d.ts').ServerOptions>} */
const OPTIONS = {
  games: true, db: true, transport: true, origins: true, apiOrigins: true, authenticateCredentials: true,
  generateCredentials: true, uuid: true, https: true, apiBodyLimit: true, limits: true, ttl: true, watch: true,
  trustedProxies: true, lobbyOnly: true, authTimeout: true, random: true, operations: true, log: true, shutdown: true,
  bots: true,
};
/** @type {import('../util/unknown-options.js').Known<import('../../server.d.ts').OperationsOptions>} */
const OPERATIONS = { health: true, port: true, host: true, metrics: true, registry: true };
/** @type {import('../util/unknown-options.js').Known<import('../../server.d.ts').ShutdownOptions>} */
const SHUTDOWN = { within: true, drain: true };
/** @type {import('../util/unknown-options.js').Known<import('../../server.d.ts').ExpiryOptions>} */
const TTL = { finished: true, unfinished: true };
/** When a match was played last is noted every ten seconds. */
const LEAST_TTL_MS = 60_000;
/** An hour; a timer of Node's takes days at most. */
const MOST_MS = 3_600_000;
const AMOUNTS = [...SERVER_AMOUNTS, ...MASTER_LIMITS, ...LOBBY_AMOUNTS];
const LIMITS = [...AMOUNTS, 'admit'];

/**
 * What `Server()` is given, looked at before anything is done with it: throws an error that names the option.
 *
 * @param {any} options
 * @returns {import('../../server.d.ts').ServerOptions}
 */
export function checkOptions(options) {
  if (!isObject(options)) throw mistake('Server', 'an object with `games`', options);
  // In production, too: a misspelt option would have players authenticated otherwise.
  warnOfUnknown('Server', options, OPTIONS);
  warnOfUnknown('Server: limits', options.limits, Object.fromEntries(LIMITS.map((name) => [name, true])));
  for (const name of CALLED) checkFunction(name, options[name]);
  checkMethods('db', options.db, { methods: [], what: 'a storage' });
  checkMethods('transport', options.transport, { methods: ['init'], what: 'a transport' });
  checkLimits(options.limits);
  checkCount('trustedProxies', options.trustedProxies);
  checkFlag('lobbyOnly', options.lobbyOnly);
  checkTimeout(options.authTimeout);
  checkRandom(options.random);
  checkOperations(options.operations);
  checkLog(options.log);
  checkShutdown(options.shutdown);
  checkTtl(options.ttl);
  for (const name of ['origins', 'apiOrigins']) if (!isLeftOut(options[name])) checkOrigins(name, options[name]);
  const limits = given(options.limits ?? {}, LIMITS);
  const operations = given(options.operations ?? {}, Object.keys(OPERATIONS));
  const shutdown = options.shutdown === true ? {} : options.shutdown && given(options.shutdown, Object.keys(SHUTDOWN));
  const ttl = given(options.ttl ?? {}, Object.keys(TTL));
  return given({ ...options, limits, operations, shutdown, ttl }, [...CALLED, 'origins', 'apiOrigins', 'trustedProxies', 'lobbyOnly', 'authTimeout', 'random', 'log']);
}

/**
 * What `run` is given: a port and a callback, or an object with both and more.
 *
 * @param {any} portOrConfig
 * @param {unknown} callback
 * @returns {import('../../server.d.ts').RunOptions}
 */
export function runOptions(portOrConfig, callback) {
  const config = isObject(portOrConfig) ? portOrConfig : { port: portOrConfig };
  const result = { ...config, callback: config.callback ?? callback };
  checkPort('port', result.port);
  checkPort('lobbyConfig.apiPort', result.lobbyConfig?.apiPort);
  checkFunction('callback', result.callback);
  checkFunction('lobbyConfig.apiCallback', result.lobbyConfig?.apiCallback);
  return result;
}

/** What matches are kept in, looked at when a server begins to use it. */
export function checkStorage(db) {
  checkMethods('db', db, { methods: STORAGE, what: 'a storage' });
}

/**
 * What `kill` is given.
 *
 * @param {any} servers
 * @returns {import('../../server.d.ts').RunningServers}
 */
export function runningServers(servers) {
  if (!isObject(servers)) throw mistake('kill', 'what run() has returned', servers);
  return servers;
}

function checkLimits(limits) {
  if (isLeftOut(limits)) return;
  if (!isObject(limits)) throw mistake('limits', 'an object', limits);
  for (const name of AMOUNTS) {
    const amount = limits[name];
    if (!isLeftOut(amount) && !(typeof amount === 'number' && amount >= 0)) throw mistake(`limits.${name}`, 'a number', amount);
  }
  checkFunction('limits.admit', limits.admit);
}

function checkCount(name, value) {
  if (!isLeftOut(value) && !(Number.isSafeInteger(value) && value >= 0)) throw mistake(name, 'a whole number', value);
}

function checkFlag(name, value) {
  if (!isLeftOut(value) && typeof value !== 'boolean') throw mistake(name, 'true or false', value);
}

function checkTimeout(milliseconds) {
  const isTime = typeof milliseconds === 'number' && milliseconds > 0;
  if (!isLeftOut(milliseconds) && !isTime) throw mistake('authTimeout', 'a positive number of milliseconds', milliseconds);
}

function checkRandom(random) {
  if (!isLeftOut(random) && !RANDOM.includes(random)) throw mistake('random', RANDOM.map((name) => `'${name}'`).join(' or '), random);
}

function checkOperations(operations) {
  if (isLeftOut(operations)) return;
  if (!isObject(operations)) throw mistake('operations', 'an object', operations);
  warnOfUnknown('Server: operations', operations, OPERATIONS);
  checkPort('operations.port', operations.port);
  checkText('operations.host', operations.host);
  checkFlag('operations.health', operations.health);
  checkMetrics(operations);
  checkMethods('operations.registry', operations.registry ?? undefined, { methods: ['registerMetric', 'metrics'], what: 'a Registry of prom-client' });
}

function checkMetrics({ port, metrics, registry }) {
  if (metrics !== 'public' && !isLeftOut(metrics) && typeof metrics !== 'boolean') throw mistake('operations.metrics', "true, false or 'public'", metrics);
  if (metrics === true && isLeftOut(port) && isLeftOut(registry)) {
    throw rondelError('server/options', "operations.metrics: expected operations.port, where they are answered; 'public' answers them to everybody");
  }
}

function checkLog(log) {
  if (isLeftOut(log) || (typeof log === 'string' && LEVELS.includes(log))) return;
  if (!isObject(log)) throw mistake('log', `a logger, or one of ${LEVELS.join(', ')}`, log);
  checkMethods('log', log, { methods: ['error', 'info', 'debug'], what: 'a logger' });
}

function checkShutdown(shutdown) {
  if (isLeftOut(shutdown) || typeof shutdown === 'boolean') return;
  if (!isObject(shutdown)) throw mistake('shutdown', 'true, or an object', shutdown);
  warnOfUnknown('Server: shutdown', shutdown, SHUTDOWN);
  for (const name of Object.keys(SHUTDOWN)) {
    const milliseconds = shutdown[name];
    const isTime = Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= MOST_MS;
    if (!isLeftOut(milliseconds) && !isTime) throw mistake(`shutdown.${name}`, `milliseconds, ${MOST_MS} at most`, milliseconds);
  }
}

function checkTtl(ttl) {
  if (isLeftOut(ttl)) return;
  if (!isObject(ttl)) throw mistake('ttl', 'an object with `finished`, `unfinished` or both', ttl);
  warnOfUnknown('Server: ttl', ttl, TTL);
  for (const name of Object.keys(TTL)) {
    const milliseconds = ttl[name];
    const isTime = typeof milliseconds === 'number' && milliseconds >= LEAST_TTL_MS;
    if (!isLeftOut(milliseconds) && !isTime) throw mistake(`ttl.${name}`, `milliseconds, ${LEAST_TTL_MS} at least`, milliseconds);
  }
}

function checkText(name, value) {
  if (!isLeftOut(value) && (typeof value !== 'string' || value === '')) throw mistake(name, 'a text', value);
}

/** A number, as a text, too, or the path of a socket: Node takes any other text for such a path. */
function checkPort(name, port) {
  if (isLeftOut(port) || typeof port === 'number' || isNumber(port) || isPath(port)) return;
  throw mistake(name, 'a number such as 8000, or the path of a socket', port);
}

function isNumber(text) {
  return typeof text === 'string' && text.trim() !== '' && !Number.isNaN(Number(text));
}

function isPath(text) {
  return typeof text === 'string' && /[/\\]/.test(text);
}

function checkFunction(name, value) {
  if (!isLeftOut(value) && typeof value !== 'function') throw mistake(name, 'a function', value);
}

function checkMethods(name, value, { methods, what }) {
  if (value === undefined) return;
  if (!isObject(value)) throw mistake(name, what, value);
  const lacking = methods.filter((method) => typeof value[method] !== 'function');
  if (lacking.length > 0) throw rondelError('server/options', `${name}: expected ${what}; this object lacks ${lacking.join(', ')}`);
}

function given(object, names) {
  return /** @type {any} */ (Object.fromEntries(Object.entries(object).filter(([name, value]) => !isLeftOut(value) || !names.includes(name))));
}

function mistake(name, expected, value) {
  return rondelError('server/options', `${name}: expected ${expected}, got ${described(value)}`);
}

function described(value) {
  if (typeof value === 'function') return `the function ${value.name}: new ${value.name}() may be meant`;
  return typeof value === 'object' ? value && 'an object' : String(value);
}
