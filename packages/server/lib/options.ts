import { isOmitted, isObject, RANDOM_SOURCES, rondelError, warnOfUnknown } from './rondel.js';
import { DEFAULT_LIMITS } from './limit-defaults.js';
import { LEVELS } from './operations/log.js';
import { checkOrigins } from './origins.js';
import type { Foreign, OptionNames } from 'rondel/private';
import type { OperationsOptions, ShutdownOptions } from '../types/operations.js';
import type { ExpiryOptions, RunOptions, RunningServers, ServerOptions } from '../types/server.js';

/** Callbacks among the options, by name. */
const CALLED = ['uuid', 'generateCredentials', 'authenticateCredentials', 'watch', 'inspect'];
/** Methods that every storage has. */
const STORAGE = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];
const OPTIONS: OptionNames<ServerOptions> = {
  games: true, db: true, transport: true, origins: true, apiOrigins: true, authenticateCredentials: true,
  generateCredentials: true, uuid: true, https: true, apiBodyLimit: true, limits: true, ttl: true, watch: true,
  trustedProxies: true, lobbyOnly: true, authTimeout: true, random: true, operations: true, log: true, shutdown: true,
  bots: true, inspect: true,
};
const OPERATIONS: OptionNames<OperationsOptions> = { health: true, port: true, host: true, metrics: true, registry: true };
const SHUTDOWN: OptionNames<ShutdownOptions> = { within: true, drain: true };
const TTL: OptionNames<ExpiryOptions> = { finished: true, unfinished: true };
/** Minimum `ttl`: the time of a match's last action is stored every ten seconds. */
const LEAST_TTL_MS = 60_000;
/** An hour; a timer of Node's takes days at most. */
const MOST_MS = 3_600_000;

/** Options as somebody gives them: any value. */
type Given = Record<string, Foreign>;

/** The members that an option has. */
interface Members {
  methods: string[];
  /** Name of the value, for errors. */
  what: string;
}

/** Checks the options of `Server()`. Throws an error that names the wrong option. */
export function checkOptions(options: unknown): ServerOptions {
  if (!isObject(options)) throw mistake('Server', 'an object with `games`', options);
  // In production, too: a misspelt option would have players authenticated otherwise.
  warnOfUnknown('Server', options, OPTIONS);
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
  for (const name of ['origins', 'apiOrigins']) if (!isOmitted(options[name])) checkOrigins(name, options[name]);
  const limits = given(options.limits ?? {}, Object.keys(DEFAULT_LIMITS));
  const operations = given(options.operations ?? {}, Object.keys(OPERATIONS));
  const shutdown = options.shutdown === true ? {} : options.shutdown && given(options.shutdown, Object.keys(SHUTDOWN));
  const ttl = given(options.ttl ?? {}, Object.keys(TTL));
  return given({ ...options, limits, operations, shutdown, ttl }, [...CALLED, 'origins', 'apiOrigins', 'trustedProxies', 'lobbyOnly', 'authTimeout', 'random', 'log']);
}

/** Returns the options of `run`: a port and a callback, or an object with both and more. */
export function runOptions(portOrConfig: unknown, callback: unknown): RunOptions {
  const config = isObject(portOrConfig) ? portOrConfig : { port: portOrConfig };
  const result = { ...config, callback: config.callback ?? callback };
  checkPort('port', result.port);
  checkPort('lobbyConfig.apiPort', result.lobbyConfig?.apiPort);
  checkFunction('callback', result.callback);
  checkFunction('lobbyConfig.apiCallback', result.lobbyConfig?.apiCallback);
  return result;
}

/** Checks a storage when a server begins to use it. */
export function checkStorage(db: unknown) {
  checkMethods('db', db, { methods: STORAGE, what: 'a storage' });
}

/** Returns the servers that `kill` received. */
export function runningServers(servers: unknown): RunningServers {
  if (!isObject(servers)) throw mistake('kill', 'the result of run()', servers);
  return servers;
}

function checkLimits(limits: unknown) {
  if (isOmitted(limits)) return;
  if (!isObject(limits)) throw mistake('limits', 'an object', limits);
  warnOfUnknown('Server: limits', limits, known(Object.keys(DEFAULT_LIMITS)));
  for (const [group, amounts] of Object.entries(DEFAULT_LIMITS)) checkGroup(`limits.${group}`, limits[group], Object.keys(amounts));
}

function checkGroup(path: string, group: unknown, names: string[]) {
  if (isOmitted(group)) return;
  if (!isObject(group)) throw mistake(path, 'an object', group);
  const mayAdmit = path === 'limits.connections';
  warnOfUnknown(`Server: ${path}`, group, known(mayAdmit ? [...names, 'admit'] : names));
  for (const name of names) {
    const amount = group[name];
    if (!isOmitted(amount) && !(typeof amount === 'number' && amount >= 0)) throw mistake(`${path}.${name}`, 'a number', amount);
  }
  if (mayAdmit) checkFunction(`${path}.admit`, group.admit);
}

function known(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, true] as const));
}

function checkCount(name: string, value: unknown) {
  if (!isOmitted(value) && !(Number.isSafeInteger(value) && value as number >= 0)) throw mistake(name, 'a whole number', value);
}

function checkFlag(name: string, value: unknown) {
  if (!isOmitted(value) && typeof value !== 'boolean') throw mistake(name, 'true or false', value);
}

function checkTimeout(milliseconds: unknown) {
  const isTime = typeof milliseconds === 'number' && milliseconds > 0;
  if (!isOmitted(milliseconds) && !isTime) throw mistake('authTimeout', 'a positive number of milliseconds', milliseconds);
}

function checkRandom(random: unknown) {
  if (!isOmitted(random) && !RANDOM_SOURCES.includes(random as string)) throw mistake('random', RANDOM_SOURCES.map((name) => `'${name}'`).join(' or '), random);
}

function checkOperations(operations: unknown) {
  if (isOmitted(operations)) return;
  if (!isObject(operations)) throw mistake('operations', 'an object', operations);
  warnOfUnknown('Server: operations', operations, OPERATIONS);
  checkPort('operations.port', operations.port);
  checkText('operations.host', operations.host);
  checkFlag('operations.health', operations.health);
  checkMetrics(operations);
  checkMethods('operations.registry', operations.registry ?? undefined, { methods: ['registerMetric', 'metrics'], what: 'a Registry of prom-client' });
}

function checkMetrics({ port, metrics, registry }: Given) {
  if (metrics !== 'public' && !isOmitted(metrics) && typeof metrics !== 'boolean') throw mistake('operations.metrics', "true, false or 'public'", metrics);
  if (metrics === true && isOmitted(port) && isOmitted(registry)) {
    throw rondelError('server/options', "operations.metrics: needs operations.port, where the server answers them; 'public' answers them to everybody");
  }
}

function checkLog(log: unknown) {
  if (isOmitted(log) || (typeof log === 'string' && LEVELS.includes(log))) return;
  if (!isObject(log)) throw mistake('log', `a logger, or one of ${LEVELS.join(', ')}`, log);
  checkMethods('log', log, { methods: ['error', 'info', 'debug'], what: 'a logger' });
}

function checkShutdown(shutdown: unknown) {
  if (isOmitted(shutdown) || typeof shutdown === 'boolean') return;
  if (!isObject(shutdown)) throw mistake('shutdown', 'true, or an object', shutdown);
  warnOfUnknown('Server: shutdown', shutdown, SHUTDOWN);
  for (const name of Object.keys(SHUTDOWN)) {
    const milliseconds = shutdown[name];
    const isTime = Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= MOST_MS;
    if (!isOmitted(milliseconds) && !isTime) throw mistake(`shutdown.${name}`, `milliseconds, ${MOST_MS} at most`, milliseconds);
  }
}

function checkTtl(ttl: unknown) {
  if (isOmitted(ttl)) return;
  if (!isObject(ttl)) throw mistake('ttl', 'an object with `finished`, `unfinished` or both', ttl);
  warnOfUnknown('Server: ttl', ttl, TTL);
  for (const name of Object.keys(TTL)) {
    const milliseconds = ttl[name];
    const isTime = typeof milliseconds === 'number' && milliseconds >= LEAST_TTL_MS;
    if (!isOmitted(milliseconds) && !isTime) throw mistake(`ttl.${name}`, `milliseconds, ${LEAST_TTL_MS} at least`, milliseconds);
  }
}

function checkText(name: string, value: unknown) {
  if (!isOmitted(value) && (typeof value !== 'string' || value === '')) throw mistake(name, 'a text', value);
}

/** A number, as a text, too, or the path of a socket: Node takes any other text for such a path. */
function checkPort(name: string, port: unknown) {
  if (isOmitted(port) || typeof port === 'number' || isNumber(port) || isPath(port)) return;
  throw mistake(name, 'a number such as 8000, or the path of a socket', port);
}

function isNumber(text: unknown) {
  return typeof text === 'string' && text.trim() !== '' && !Number.isNaN(Number(text));
}

function isPath(text: unknown) {
  return typeof text === 'string' && /[/\\]/.test(text);
}

function checkFunction(name: string, value: unknown) {
  if (!isOmitted(value) && typeof value !== 'function') throw mistake(name, 'a function', value);
}

function checkMethods(name: string, value: unknown, { methods, what }: Members) {
  if (value === undefined) return;
  if (!isObject(value)) throw mistake(name, what, value);
  const lacking = methods.filter((method) => typeof (value as Given)[method] !== 'function');
  if (lacking.length > 0) throw rondelError('server/options', `${name}: expected ${what}; this object lacks ${lacking.join(', ')}`);
}

function given<Options extends object>(object: Options, names: string[]): Options {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => !isOmitted(value) || !names.includes(name))) as Options;
}

function mistake(name: string, expected: string, value: unknown) {
  return rondelError('server/options', `${name}: expected ${expected}, got ${described(value)}`);
}

function described(value: unknown) {
  if (typeof value === 'function') return `the function ${value.name}: new ${value.name}() may be meant`;
  return typeof value === 'object' ? value && 'an object' : String(value);
}
