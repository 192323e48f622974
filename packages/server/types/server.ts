import type { Async, Sync } from 'rondel/internal';
import type { InspectMaster, Server } from 'rondel/master';
import type { Game, RandomSource } from 'rondel';
import type { Admin } from './admin.js';
import type { HttpRequest, HttpServer, HttpsOptions, KoaRouter } from './dependencies.js';
import type { ServerEvent } from './events.js';
import type { Limits } from './limits.js';
import type { Logger, LogLevel, OperationsOptions, ShutdownOptions } from './operations.js';
import type { AllowedOrigins, ServerTransport } from './transport.js';

/** Options of `Server`. A wrong value throws an error with the code `server/options`, and a game that cannot be played one with `server/games`. */
export interface ServerOptions<T extends ServerTransport = ServerTransport> {
  /** Games of the server. If there are several, each needs a `name`. */
  games: Game<any, any, any>[];
  /** Storage of the matches. Default: a `FlatFile` in the folder that the variable `FLATFILE_DIR` names; without the variable, `InMemory`. */
  db?: Async | Sync;
  /** Transport that connects clients, in addition to WebSockets. @default new SocketIO() */
  transport?: T;
  /** Pages of other origins that may connect. Default: none, with a warning. */
  origins?: AllowedOrigins;
  /** Pages of other origins that may use the lobby. Default: `origins`. */
  apiOrigins?: AllowedOrigins;
  /** Returns `true` if the credentials are the player's. Default: compares them with the stored ones. */
  authenticateCredentials?: Server.AuthenticateCredentials;
  /**
   * Timeout of `authenticateCredentials`, `generateCredentials` and `uuid`, in milliseconds. When it elapses, an action is refused
   * (`auth/timeout`), and the lobby responds with 503.
   *
   * @default 10_000
   */
  authTimeout?: number;
  /** Creates the credentials of a player who joins. Default: `uuid`, or else 128 random bits. */
  generateCredentials?: Server.GenerateCredentials;
  /** Creates the ID of a new match. Default: a random ID. */
  uuid?: () => string | Promise<string>;
  /** Options of Node's `https`, such as `key` and `cert`. Default: plain HTTP. */
  https?: HttpsOptions;
  /**
   * Maximum size of a request to the lobby, in bytes or as a text such as `'1mb'`. A form has at most 100,000 bytes in any case. Default: 1 MB,
   * or more if `limits.match.setupData` is larger.
   */
  apiBodyLimit?: string | number;
  /** Rate limits, sizes and quotas. Missing groups and fields have their defaults. */
  limits?: Limits;
  /** Time without activity after which the server deletes a match. Default: matches are not deleted. */
  ttl?: ExpiryOptions;
  /** Number of proxies in front of the server. A client's address is the one that the farthest of them has seen. @default 0 */
  trustedProxies?: number;
  /**
   * `true`: only the lobby creates matches. A client that asks for an unknown match is refused (`game not found`), and nobody can act in a match
   * before they have joined it. Default: `true` if the variable `API_SECRET` is set, otherwise `false`.
   */
  lobbyOnly?: boolean;
  /**
   * Source of random numbers for all games. Default: as each game says, and `'secure'` for a game that says nothing and has neither `seed` nor
   * `compat`.
   */
  random?: RandomSource;
  /** Health checks and metrics. Default: `/healthz` and `/readyz` at the server's own ports. */
  operations?: OperationsOptions;
  /**
   * Log of the server. A level writes lines of JSON to the standard output with the package `pino`; an object is a logger of your own. The log
   * contains no credentials, addresses and bodies. Default: errors on the console.
   */
  log?: LogLevel | Logger;
  /** Ends the server and the process gracefully at SIGTERM and SIGINT. Default: the server does not handle signals. */
  shutdown?: boolean | ShutdownOptions;
  /** Bots at the lobby's matches. `false`: the server has no bots. Default: they think in the server's own thread, one at a time. */
  bots?: ThinkingOptions | false;
  /**
   * Receives each event, for metrics and logs. It delays the server while it runs. A server with a `watch` and without a `log` does not print
   * errors of games, storages and bots: report the event `error`.
   */
  watch?: (event: ServerEvent) => void;
  /** Receives the events of the masters of all games, with the secrets of all players. Without it, no event is made. */
  inspect?: InspectMaster;
}

/** Threads and times of the bots at the lobby's matches. */
export interface ThinkingOptions {
  /**
   * URL of a module that exports the games, one by one or as a list called `games`. Bots then think in worker threads, which import the module.
   * Default: they think in the server's own thread, one at a time.
   */
  games?: URL | string;
  /** Number of worker threads. Default: one less than the number of processors. */
  workers?: number;
  /** Maximum time for one move, in milliseconds. When many bots wait, each gets less. @default 2000 */
  thinkingTime?: number;
  /**
   * Minimum time between a state and a bot's action, in milliseconds, so that people can follow: at most 60,000. A bot of the game's `ai.bots`
   * may have its own.
   *
   * @default 1000
   */
  minTime?: number;
}

/** Lifetimes of matches without activity, in milliseconds: at least 60,000. */
export interface ExpiryOptions {
  /** Time after the end of a match. @default Infinity */
  finished?: number;
  /** Time after the last action or join in a match that has not ended. @default Infinity */
  unfinished?: number;
}

/** Options of a server's `run`. */
export interface RunOptions {
  /** Port to listen at. Default: any free port. */
  port?: number | string;
  /** Address of this machine to listen at. Default: all addresses. */
  host?: string;
  /** Called when the server listens. */
  callback?: () => void;
  /** Serves the lobby at a port of its own. */
  lobbyConfig?: { apiPort?: number; apiCallback?: () => void };
}

/** Node's servers that `run` has started. */
export interface RunningServers {
  /** Server of the lobby, with `lobbyConfig.apiPort`. */
  apiServer?: HttpServer | undefined;
  /** Server of the app. */
  appServer: HttpServer;
  /** Server at `operations.port`. */
  operationsServer?: HttpServer;
}

/** A server, as `Server()` returns it. */
export interface GameServer<T extends ServerTransport = ServerTransport> {
  /** Koa's app. Its `context` has `db`, `auth` and `hubs`. */
  app: Server.App;
  /** Storage of the matches. */
  db: Async | Sync;
  /** Credentials of players. */
  auth: Server.Auth;
  /** Koa's router of the lobby. Add routes of your own here. */
  router: KoaRouter;
  /** Transport of the options, or the server's own `SocketIO`. */
  transport: T;
  /** The operator's methods. They do not check permissions. */
  admin: Admin;
  /**
   * Returns the address that one of Node's requests counts for, by `trustedProxies`: an IPv4 address, or the first half of an IPv6 address. Returns
   * an empty text if the request has no address.
   */
  addressOf(request: HttpRequest): string;
  /** Opens the storage and listens. Rejects if the server cannot run: the message says what to do. A killed server cannot run again. */
  run(port?: number | string, callback?: () => void): Promise<RunningServers>;
  run(options: RunOptions, callback?: () => void): Promise<RunningServers>;
  /** Ends the server. Resolves when all pending actions are answered, all connections have ended and the storage is closed. */
  kill(servers: RunningServers): Promise<void>;
}
