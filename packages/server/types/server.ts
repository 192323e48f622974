import type { Async, Sync } from 'rondel/internal';
import type { Server } from 'rondel/master';
import type { Game, RandomSource } from 'rondel';
import type { Admin } from './admin.js';
import type { HttpRequest, HttpServer, HttpsOptions, KoaRouter } from './dependencies.js';
import type { ServerEvent } from './events.js';
import type { Limits } from './limits.js';
import type { Logger, LogLevel, OperationsOptions, ShutdownOptions } from './operations.js';
import type { AllowedOrigins, ServerTransport } from './transport.js';

export interface ServerOptions<T extends ServerTransport = ServerTransport> {
  /** Several have a name each. */
  games: Game<any, any, any>[];
  /** Where matches are kept: if this is left out, in the folder that the variable `FLATFILE_DIR` names, or else in memory. */
  db?: Async | Sync;
  /** The transport that connects clients, in addition to WebSockets. @default new SocketIO() */
  transport?: T;
  /** The pages that may connect; left out: none of other origins. */
  origins?: AllowedOrigins;
  /** The pages of other origins that may use the lobby, and write to it: left out, those of `origins`. */
  apiOrigins?: AllowedOrigins;
  authenticateCredentials?: Server.AuthenticateCredentials;
  /** Milliseconds that `authenticateCredentials` has, 10,000 if this is left out: then it is a refusal. */
  authTimeout?: number;
  /** Left out: `uuid`, or else 128 random bits. */
  generateCredentials?: Server.GenerateCredentials;
  /** Makes the IDs of new matches. */
  uuid?: () => string | Promise<string>;
  https?: HttpsOptions;
  /** The size of the lobby's requests: a megabyte if it is left out, and more where `limits.match.setupData` is more. A form has 100,000 bytes at most. */
  apiBodyLimit?: string | number;
  /** Limits on the connections to the server, and on what each may ask. */
  limits?: Limits;
  /** After how many milliseconds matches go in which nobody does anything any more. Left out: they stay. */
  ttl?: ExpiryOptions;
  /** How many proxies stand in front: who asks is then the address that the farthest of them has seen. 0 if it is left out. */
  trustedProxies?: number;
  /**
   * `true`: the lobby alone makes matches. A client that asks for one that is not there is refused, and nobody acts in a match
   * before they have joined it. Left out: whether the variable `API_SECRET` is set.
   */
  lobbyOnly?: boolean;
  /**
   * Where random numbers come from, whatever the games say. Left out: as each says, and from a cryptographic generator for games
   * that say nothing, have no `seed` and are without `compat`.
   */
  random?: RandomSource;
  /** Health, readiness and metrics, for those who operate the server. @default `/healthz` and `/readyz` at the server's own ports */
  operations?: OperationsOptions;
  /**
   * The log that the server writes, and how much of it: a level has `pino` write lines of JSON to the standard output. Credentials, addresses and bodies are not
   * among it. Left out: errors alone, on the console.
   */
  log?: LogLevel | Logger;
  /** Has the server end in good order at SIGTERM and SIGINT, and the process with it. Left out: signals are yours. */
  shutdown?: boolean | ShutdownOptions;
  /** How bots think at the lobby's matches. Left out: in the server's own thread, one at a time. False: there are none. */
  bots?: ThinkingOptions | false;
  /**
   * Receives each event, for metrics and logs. It is called while the server works, and should be quick. A server with a `watch` and without a
   * `log` prints no errors of games, storages and bots: report the event `error`.
   */
  watch?: (event: ServerEvent) => void;
}

export interface ThinkingOptions {
  /**
   * The address of a module that exports the games, one by one or as a list called `games`: bots think in worker threads, which import it.
   * Left out: in the server's own thread, one at a time.
   */
  games?: URL | string;
  /** How many worker threads there are: left out, one less than there are processors. */
  workers?: number;
  /** Milliseconds of a thought at most, 2,000 if it is left out. When many wait, each thinks shorter. */
  thinkingTime?: number;
  /**
   * Least time between a state and a bot's action, in milliseconds, so that people can follow. A bot of the game's `ai.bots` may have its own.
   *
   * @default 1000
   */
  minTime?: number;
}

export interface ExpiryOptions {
  /** For matches that are over, from their end. A minute at least. Left out: they stay. */
  finished?: number;
  /** For those that are not, from when somebody has last acted or joined. A minute at least. Left out: they stay. */
  unfinished?: number;
}

export interface RunOptions {
  port?: number | string;
  /** The address to listen at: left out, all of the machine's. */
  host?: string;
  callback?: () => void;
  /** The lobby's interface at a port of its own. */
  lobbyConfig?: { apiPort?: number; apiCallback?: () => void };
}

export interface RunningServers {
  apiServer?: HttpServer | undefined;
  appServer: HttpServer;
  /** At `operations.port`. */
  operationsServer?: HttpServer;
}

export interface GameServer<T extends ServerTransport = ServerTransport> {
  app: Server.App;
  db: Async | Sync;
  auth: Server.Auth;
  /** The lobby's: for routes of your own. */
  router: KoaRouter;
  /** The one of the options, or the server's own `SocketIO`. */
  transport: T;
  /** The operator's methods; they ask nobody for permission. */
  admin: Admin;
  /**
   * The address that a request, Node's, counts for, by `trustedProxies`: one of IPv4, or the first half of one of IPv6. Empty if
   * there is none.
   */
  addressOf(request: HttpRequest): string;
  /** Rejected with one line that says what to do if the server cannot run. */
  run(port?: number | string, callback?: () => void): Promise<RunningServers>;
  run(options: RunOptions, callback?: () => void): Promise<RunningServers>;
  /** Resolves when what players have done is answered, all connections have ended and the storage is closed. */
  kill(servers: RunningServers): Promise<void>;
}
