import { createServer } from 'node:https';
import { Router } from '@koa/router';
import Koa from 'koa';
import { ifRejected, messageOf, print, printable, printError, rondelError } from './rondel.js';
import { addressOf } from './address.js';
import { makeAdmin } from './admin.js';
import { serveAdmin } from './admin-api.js';
import { Auth } from './auth.js';
import { Bans } from './bans.js';
import { readBotOptions } from './bots/options.js';
import { Thinking } from './bots/thinking.js';
import { checkGames, drawingGames, namedGames } from './games.js';
import { DueTimes } from './due-times.js';
import { sweepExpired } from './expired-matches.js';
import { httpErrorOf, printSafely } from './http-error.js';
import { openHubs } from './hub.js';
import { limitsOf } from './limits.js';
import { closeServer, endInTime, startListening } from './util/http-server.js';
import { Lobby } from './lobby.js';
import { addLobbyRoutes, serveRouter } from './lobby-api.js';
import { Node } from './nodes/node.js';
import { Log } from './operations/log.js';
import { Operations } from './operations/operations.js';
import { Readiness } from './operations/readiness.js';
import { Shutdown } from './operations/shutdown.js';
import { logEnd, logAddresses } from './operations/log-events.js';
import { Origins } from './origins.js';
import { checkOptions, checkStorage, runOptions, runningServers } from './options.js';
import { respondInTurn, limitRequests } from './request-limits.js';
import { SocketIO } from './socket-io.js';
import { FlatFile } from './storage/flat-file.js';
import { InMemory } from './storage/in-memory.js';
import { sweepUnplayed } from './unplayed-matches.js';
import { RecentErrors, printErrorNowAndThen, failureNamed } from './util/recent-errors.js';
import { watchedBy } from './server-events.js';
import { WebSockets } from './web-sockets.js';
import type { Context, Next } from 'koa';
import type { Server as HttpServer } from 'node:http';
import type { Server as Types } from 'rondel/master';
import type { Storage } from 'rondel/private';
import type { ServerEvent } from '../types/events.js';
import type { ShutdownOptions } from '../types/operations.js';
import type { GameServer, RunningServers, RunOptions, ServerOptions } from '../types/server.js';
import type { AllowedOrigins, ServerTransport } from '../types/transport.js';
import type { ServerHub } from './hub.js';
import type { Watch } from './server-events.js';

/** Koa's own `compose`, which its types do not declare. */
interface Composing {
  compose: (middleware: Types.App['middleware']) => (ctx: Context, next: Next) => Promise<unknown>;
}

type App = Types.App & Composing;

type ErrorEvent = Extract<ServerEvent, { type: 'error' }>;

/** An app, or a server of a transport. */
interface Listener {
  listen(port: unknown, host: string | undefined, done: () => void): HttpServer;
}

const LETS_LOCALHOST = 'NODE_ENV is not set, and so pages of localhost may connect (Origins.LOCALHOST_IN_DEVELOPMENT): set NODE_ENV=production where '
  + 'others play';

/** Creates a game server: sockets for clients, and the lobby's REST interface, as in boardgame.io. */
export function Server<T extends ServerTransport = SocketIO>(options: ServerOptions<T>): GameServer<T> {
  const {
    games,
    db = storageOfEnvironment(),
    https,
    // Without one, T is `SocketIO`.
    transport = new SocketIO({ https }) as unknown as T,
    origins,
    apiOrigins = origins,
    uuid,
    generateCredentials = uuid,
    authenticateCredentials,
    authTimeout,
    apiBodyLimit,
    limits,
    ttl = {},
    watch,
    trustedProxies = 0,
    lobbyOnly,
    random,
    operations: operationsOptions = {},
    log: logOption,
    shutdown: shutdownOptions,
    bots,
    inspect,
  } = checkOptions(options) as ServerOptions<T>;
  const botBounds = readBotOptions(bots);
  const known = drawingGames(checkGames(games), random);
  if (origins === undefined) warnOfOrigins();
  const auth = new Auth({ authenticateCredentials, generateCredentials, lobbyOnly });
  const node = new Node({ storage: db });
  const bans = new Bans({ db, node, failed: (error) => node.onError(error) });
  const readiness = new Readiness(() => node.probe());
  const log = logOption === undefined ? null : new Log(logOption);
  const operations = new Operations(operationsOptions, { readiness, log });
  const notifyAll = watchedBy([watch && { watch }, ...operations.watchers]);
  const thinking = botBounds && new Thinking(botBounds);
  const hubs = openHubs({ games: known, db, auth, authTimeout, node, limits, thinking });
  if (inspect) for (const { master } of hubs.values()) master.inspect(inspect);
  const app = makeApp();
  printSafely(app);
  if (log) app.on('error', (error: unknown) => log.requestFailed(error));
  // Masters and nodes report errors alone.
  watchErrors({ hubs, node }, watch || log ? notifyAll : watchedBy([{ watch: emitErrors(app) as Watch }, ...operations.watchers]));
  Object.assign(app.context, { db, auth, hubs, node, bans, limits, trustedProxies, lobbyOnly, watch: notifyAll });
  const transports = [transport, new WebSockets()];
  for (const one of transports) one.init(app, namedGames(known), origins);
  const router: GameServer['router'] = new Router();
  operations.serveAt(app, { router, inTurn: respondInTurn(limitsOf(app)) });
  bans.changed = () => hubs.forEach((hub) => hub.lookWhoMayStay());
  const admin = makeAdmin({ db, hubs, bans });
  app.use(serveAdmin({ admin, limits: limitsOf(app) }));
  // Not those who operate it: a check that is refused would have the server ended.
  app.use(limitRequests(limitsOf(app)));
  const lobby = new Lobby({ games: known, db, auth, authTimeout, uuid, hubs, watch: app.context.watch, limits, takesBots: botBounds !== null });
  const cleaning = { db, hubs, watch: notifyAll, failed: (error: unknown) => node.onError(error) };
  const sweeps = [sweepUnplayed({ ...cleaning, milliseconds: limitsOf(app).of.match.unplayed }), sweepExpired({ ...cleaning, ttl })];
  const dueTimes = new DueTimes({ db, games: known, hubs, failed: cleaning.failed });
  // `checkOptions` makes an object of true.
  const shutdown = shutdownOptions && new Shutdown(shutdownOptions as ShutdownOptions, {
    stopping: () => readiness.stopping(),
    kill: () => end([...opened]),
    log: (...what) => logEnd(log, ...what),
  });
  /** HTTP servers that `run` has started. */
  const opened: Set<HttpServer> = new Set();
  /** The apps that the lobby's routes have been given to: `run` may have failed before. */
  const serving: Set<App> = new Set();
  let isKilled = false;
  /** Number of calls of `run` that are under way or have succeeded. */
  let runs = 0;

  return { app, db, auth, router, transport, admin, addressOf: (request) => addressOf(request, trustedProxies), run, kill };

  async function run(portOrConfig?: number | string | RunOptions, callback?: () => void): Promise<RunningServers> {
    const config = runOptions(portOrConfig, callback);
    refuseIfKilled();
    runs += 1;
    try {
      await connect(db);
    } catch (error) {
      runs -= 1;
      throw error;
    }
    const started: Partial<RunningServers> = { apiServer: undefined, appServer: undefined };
    try {
      await start(config, started);
    } catch (error) {
      runs -= 1;
      await stop(started);
      throw error;
    }
    for (const one of [started.apiServer, started.appServer]) if (one) opened.add(one);
    if (shutdown) shutdown.listen();
    logAddresses(log, started as RunningServers);
    if (lets(origins, Origins.LOCALHOST) && process.env.NODE_ENV === undefined) print('info', `INFO: ${LETS_LOCALHOST}`);
    return started as RunningServers;
  }

  async function start(config: RunOptions, started: Partial<RunningServers>) {
    await bans.start();
    const operationsServer = await operations.listen({ app, own: new Koa() });
    if (operationsServer) started.operationsServer = operationsServer;
    started.apiServer = await runLobby(config);
    if (started.apiServer) callBack('lobbyConfig.apiCallback', config.lobbyConfig?.apiCallback);
    started.appServer = await startListening((done) => listen(config, done), config);
    for (const one of transports) one.attach?.(started.appServer);
    callBack('callback', config.callback);
    await node.start();
    refuseIfKilled();
    for (const sweep of [...sweeps, dueTimes]) sweep.start();
    readiness.started();
  }

  /** Closes what has been opened of a server that cannot run. */
  async function stop({ apiServer, appServer }: Partial<RunningServers>) {
    for (const server of [apiServer, appServer]) server?.close();
    // `kill` may have come before there was anything to close.
    if (isKilled) await all([() => node.close()]);
    // The same server may run at another port, or be about to.
    if (isKilled || runs === 0) {
      await all([closeStorage]);
      operations.forget()?.close();
    }
  }

  function closeStorage() {
    return (db as Storage & { close?(): unknown }).close?.();
  }

  /** At a port of its own, or else with the rest. Not before now: the user's own routes come first. */
  async function runLobby({ host, lobbyConfig }: RunOptions) {
    const { apiPort } = lobbyConfig ?? {};
    const isApart = apiPort !== undefined && apiPort !== null;
    const api = isApart ? makeApp() : app;
    const known = app.middleware.length;
    if (isApart) takeAfter(api, app);
    if (serving.size === 0) addLobbyRoutes({ router, lobby, apiBodyLimit, limits, allowances: limitsOf(app) });
    if (!serving.has(api)) serveRouter({ app: api, router, origins: apiOrigins });
    serving.add(api);
    if (!isApart) return undefined;
    // Middleware that the user adds later, as in a callback of `run`, comes after the lobby there, too.
    api.use((ctx: Context, next: Next) => app.compose(app.middleware.slice(known))(ctx, next));
    return startListening((done) => api.listen(apiPort, host, done), { port: apiPort, host });
  }

  /** A transport may have made a server, or have put its own `listen` in the app's place. */
  function listen({ port, host }: RunOptions, done: () => void) {
    const options = https ?? transport.https;
    const own = transport.server ?? (options && withTLS(options));
    return ((own ?? app) as Listener).listen(port, host, done);
  }

  function withTLS(options: NonNullable<ServerOptions['https']>) {
    try {
      return createServer(options, app.callback());
    } catch (error) {
      throw rondelError('server/https', `https: ${messageOf(error)}; expected a \`key\` and a \`cert\`, in PEM format`);
    }
  }

  /** Throws after `kill`: the parts of a server end with it. */
  function refuseIfKilled() {
    if (isKilled) throw rondelError('server/killed', 'run: this server has been killed: create another one with Server()');
  }

  async function kill(servers: RunningServers) {
    const { apiServer, appServer } = runningServers(servers);
    await end([apiServer, appServer].filter(Boolean) as HttpServer[]);
  }

  async function end(servers: HttpServer[]) {
    isKilled = true;
    readiness.stopping();
    const ended = servers.map(closeServer);
    await all([...[...sweeps, dueTimes].map((sweep) => () => sweep.stop()), () => bans.stop()]);
    // Players get the results of their actions before their connections end.
    await all([...hubs.values()].map((hub) => () => hub.close()));
    thinking?.close();
    await all([() => node.close()]);
    await all(transports.map((one) => () => one.close?.()));
    await Promise.all(ended);
    await all([closeStorage]);
    // Until now it reported that the server stops.
    await Promise.all(([operations.forget()].filter(Boolean) as HttpServer[]).map(closeServer));
    log?.end();
    if (shutdown) shutdown.forget();
  }
}

/**
 * An app that composes its middleware for each request. As of koa-compose 4.2, Koa's own runs none that is added after `callback()`, and so
 * none of `run`'s callback; a transport by boardgame.io's contract calls `callback()` in `init`, before there are any routes.
 */
function makeApp(): App {
  const App = Koa as unknown as new (options?: Composing) => App;
  const { compose } = new App();
  return new App({ compose: (middleware) => (ctx, next) => compose(middleware)(ctx, next) });
}

/** Has one app do what the server and its user have put on another: its middleware, its context, and the listeners to its errors. */
function takeAfter(api: App, app: App) {
  Object.assign(api.context, app.context);
  for (const middleware of app.middleware) api.use(middleware);
  // Koa listens where nobody else does, from `listen` on.
  api.on('error', (...what: [error: Error]) => (app.listenerCount('error') > 0 ? app.emit('error', ...what) : app.onerror(...what)));
}

/** Calls a callback of `run`, which throws its errors. The error of an async callback is printed, because `run` has returned. */
function callBack(name: string, callback: (() => unknown) | undefined) {
  ifRejected(callback?.(), (error) => printError(`rondel: run: ${name} threw:`, error));
}

/** Ends all parts. The failure or timeout of one does not stop the others. */
async function all(ends: (() => unknown)[]) {
  await Promise.all(ends.map(async (end) => {
    try {
      await endInTime(end());
    } catch (error) {
      printError('rondel: a part of the server failed to close:', error);
    }
  }));
}

/** Notifies `watch` of what the `onError` of masters gets, in place of the console. */
function watchErrors({ hubs, node }: { hubs: ReadonlyMap<string, ServerHub>, node: Node }, notify: Watch) {
  for (const [gameName, { master }] of hubs) master.onError = (error, { matchID }) => notify({ type: 'error', gameName, matchID, error });
  node.onError = (error) => notify({ type: 'error', error });
}

/**
 * Emits the `error` event of an app, which prints if nobody listens: strangers can have the same thrown at each message, and it
 * is emitted once a minute.
 */
function emitErrors(app: App): (event: ErrorEvent) => void {
  const recentErrors = new RecentErrors();
  return ({ gameName, matchID, error: thrown }) => {
    const error = httpErrorOf(thrown);
    if (!recentErrors.isNew(`${gameName} ${failureNamed(thrown)}`)) return;
    if (matchID !== undefined) error.stack = `match ${printable(matchID)}: ${error.stack}`;
    Object.assign(error, { gameName, matchID });
    try {
      // Koa listens from `run` on.
      if (app.listenerCount('error') > 0) app.emit('error', error);
      else app.onerror(error);
    } catch (another) {
      printErrorNowAndThen("rondel: a listener of the app's errors threw:", another);
    }
  };
}

/** As boardgame.io's: in memory, or in the folder that a variable names. */
function storageOfEnvironment() {
  const { FLATFILE_DIR: dir } = process.env;
  return dir ? new FlatFile({ dir }) : new InMemory();
}

async function connect(db: Storage) {
  checkStorage(db);
  try {
    await db.connect();
  } catch (error) {
    // Rondel's own storages say what to do.
    if ((error as Error | null | undefined)?.name === 'RondelError') throw error;
    throw rondelError('server/storage', `db: the storage cannot be opened: ${messageOf(error)}`);
  }
}

function lets(origins: AllowedOrigins | undefined, origin: RegExp) {
  return [origins].flat().includes(origin);
}

function warnOfOrigins() {
  print('warn', 'Server `origins` option is not set.\n'
    + 'Pages of other origins cannot connect: name those that may, such as '
    + "origins: ['https://www.mygame.domain', Origins.LOCALHOST_IN_DEVELOPMENT].");
}
