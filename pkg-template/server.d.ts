import type { Async, Sync } from './internal.js';
import type { GenericPubSub, MasterLimits, Server as Types, StorageAPI } from './master.js';
import type { MatchFile } from './testing.js';
import type { Game, RandomSource } from './types.js';

export type { MatchFile } from './testing.js';
export { FlatFile, type FlatFileOpts, InMemory, Postgres, type PostgresOpts, Sqlite, type SqliteOpts } from './storages.js';

// Without the types of Koa or of Node there is `any` in their place: @types/koa and @types/node bring them.
// @ts-ignore
type KoaApp = import('koa')<import('koa').DefaultState, Types.AppCtx>;
// @ts-ignore
type KoaRouter = import('@koa/router').Router<any, Types.AppCtx>;
// @ts-ignore
type KoaContext = import('@koa/router').RouterContext<any, Types.AppCtx>;
// @ts-ignore
type HttpRequest = import('node:http').IncomingMessage;
// @ts-ignore
type HttpServer = import('node:http').Server;
// @ts-ignore
type MetricsRegistry = import('prom-client').Registry<any>;
// @ts-ignore
type HttpsOptions = import('node:https').ServerOptions;

declare module './master.js' {
  namespace Server {
    interface KoaTypes {
      app: KoaApp;
      context: KoaContext;
    }
  }
}

type Callback = (error: Error | null, origin?: Origin) => void;
type Origin = boolean | string | RegExp | Array<boolean | string | RegExp>;

/** Which origins may use a server: those of the package `cors`. */
export type AllowedOrigins = Origin | ((requestOrigin: string | undefined, callback: Callback) => void);

/** What connects a server with its clients, by boardgame.io's contract. */
export interface ServerTransport {
  /** Called once, by `Server()`. `app.context` has `db`, `auth` and `hubs`. */
  init(app: Types.App, games: Game<any, any, any>[], origins?: AllowedOrigins): void;
  /** Called by `run`, with the server that listens. */
  attach?(server: HttpServer): void;
  /** Called by `kill`. */
  close?(): void | Promise<void>;
  /** A server that the transport has made itself: `run` has it listen. */
  server?: HttpServer;
  https?: HttpsOptions;
}

export interface ServerOptions<T extends ServerTransport = ServerTransport> {
  /** Several have a name each. */
  games: Game<any, any, any>[];
  /** Where matches are kept: if this is left out, in the folder that the variable `FLATFILE_DIR` names, or else in memory. */
  db?: Async | Sync;
  /** What connects clients, in addition to WebSockets. @default new SocketIO() */
  transport?: T;
  /** The pages that may connect; left out: none of other origins. */
  origins?: AllowedOrigins;
  /** The pages of other origins that may use the lobby, and write to it: left out, those of `origins`. */
  apiOrigins?: AllowedOrigins;
  authenticateCredentials?: Types.AuthenticateCredentials;
  /** Milliseconds that `authenticateCredentials` has, 10,000 if this is left out: then it is a refusal. */
  authTimeout?: number;
  /** Left out: `uuid`, or else 128 random bits. */
  generateCredentials?: Types.GenerateCredentials;
  /** Makes the IDs of new matches. */
  uuid?: () => string | Promise<string>;
  https?: HttpsOptions;
  /** The size of the lobby's requests: a megabyte if it is left out, and more where `limits.setupDataBytes` is more. A form has 100,000 bytes at most. */
  apiBodyLimit?: string | number;
  /** What one connection may ask of the server, and how many there may be. */
  limits?: Limits;
  /** After how many milliseconds matches go in which nobody does anything any more. Left out: they stay. */
  ttl?: ExpiryOptions;
  /** How many proxies stand in front: who asks is then the address that the farthest of them has seen. 0 if it is left out. */
  trustedProxies?: number;
  /**
   * Whether the lobby alone makes matches: a client that asks for one that is not there is refused, and nobody acts in a match
   * before they have joined it. Left out: whether the variable `API_SECRET` is set.
   */
  lobbyOnly?: boolean;
  /**
   * Where random numbers come from, whatever the games say. Left out: as each says, and from a cryptographic generator for games
   * that say nothing, have no `seed` and are without `compat`.
   */
  random?: RandomSource;
  /** What those who operate the server ask it for. Left out: `/healthz` and `/readyz` at the server's own ports. */
  operations?: OperationsOptions;
  /**
   * What the server writes, and how much of it: a level has `pino` write lines of JSON to the standard output. Credentials, addresses and bodies are not
   * among it. Left out: errors alone, on the console.
   */
  log?: LogLevel | Logger;
  /** Has the server end in good order at SIGTERM and SIGINT, and the process with it. Left out: signals are yours. */
  shutdown?: boolean | ShutdownOptions;
  /** How bots think at the lobby's matches. Left out: in the server's own thread, one at a time. False: there are none. */
  bots?: ThinkingOptions | false;
  /** Told of what happens, for metrics and logs; it is called while the server works, and should be quick. */
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

/** Why a match has gone: it had begun because a client asked for it, and nobody has acted in it; or by `ttl`. */
export type ExpiryReason = 'unplayed' | 'finished' | 'unfinished';

export interface OperationsOptions {
  /** Whether the server's own ports answer `/healthz` and `/readyz`, whatever stands behind them: true if it is left out. */
  health?: boolean;
  /** A port of its own, for these alone: 0 takes any. Left out: none. */
  port?: number | string;
  /** The address to listen at with `port`: `127.0.0.1` if it is left out, `0.0.0.0` for all of the machine's. */
  host?: string;
  /**
   * Whether there is `/metrics`, for Prometheus, by `prom-client`: true with `port`, where they are answered. `'public'`: the server's own ports
   * answer them as well, to everybody.
   */
  metrics?: boolean | 'public';
  /** Where the metrics are kept, with yours: left out, a registry that has those of Node besides. */
  registry?: MetricsRegistry;
}

/** What `log` may be in place of a level: a logger of pino's, or one that takes fields as that does. */
export interface Logger {
  error(fields: { event: string; [field: string]: unknown }): void;
  info(fields: { event: string; [field: string]: unknown }): void;
  debug(fields: { event: string; [field: string]: unknown }): void;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface ShutdownOptions {
  /** Milliseconds in which what is under way may end, 8,000 if it is left out: then the process ends at once. */
  within?: number;
  /** Milliseconds before that, 0 if it is left out, in which `/readyz` says no and players play on: until proxies have noticed. */
  drain?: number;
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
  app: Types.App;
  db: Async | Sync;
  auth: Types.Auth;
  /** The lobby's: for routes of your own. */
  router: KoaRouter;
  /** The one of the options, or the server's own `SocketIO`. */
  transport: T;
  /** What an operator does with matches; it asks nobody for permission. */
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

/** What an operator does with the matches of a server, those of all nodes at its storage. */
export interface Admin {
  /** A page of the matches of all kinds, the newest first. */
  listMatches(options?: AdminPage): Promise<{ matches: AdminListedMatch[]; next?: string }>;
  /** All that is stored of a match, what its players may not see included; null if there is none. */
  getMatch(matchID: string, options?: { credentials?: boolean }): Promise<AdminMatch | AdminUnreadableMatch | null>;
  /**
   * Ends a match with this outcome, `{ endedBy: 'admin' }` if it is left out, and notifies everybody at it. Nothing of the game's code is run. Whether it was not
   * over before.
   */
  endMatch(matchID: string, gameover?: any): Promise<boolean>;
  /**
   * A match as one file, for `replay` of 'rondel/testing': how it began, its log with what was drawn, its last state, and its metadata without
   * credentials. It holds what players may not see. Null if there is none.
   */
  exportMatch(matchID: string): Promise<MatchFile | null>;
  /** Deletes a match for good, and refuses its ID to everybody from now on. Whether there was one. */
  deleteMatch(matchID: string): Promise<boolean>;
  /**
   * Takes a player's seat from them, on every node: they are sent the `reason`, and what they wait for is rejected with it. Whether there is such a seat.
   */
  kick(matchID: string, playerID: string, options?: KickOptions): Promise<boolean>;
  /**
   * Keeps all at an address from playing and from the lobby, or takes a seat from a player and gives it to nobody: on every node, and after a
   * restart. They are sent the `reason`. Whether there is such a seat. There are 1,000 bans at most.
   */
  ban(banned: Banned & KickOptions): Promise<boolean>;
  /** Lifts a ban; a player who had a seat may play again. Whether there was one. */
  unban(banned: Banned): Promise<boolean>;
  /** A page of the bans, the newest first. */
  listBans(options?: PageOptions): Promise<{ bans: Ban[]; next?: string }>;
  /**
   * Says something to those who are at matches now, on every node: `client.notices`. 500 characters at most; to one match, to all of a game, or to all. Whether
   * there is such a match.
   */
  sendNotice(text: string, to?: { matchID?: string; gameName?: undefined } | { gameName?: string; matchID?: undefined }): Promise<boolean>;
  /** Puts a match out of the way: there is none of this ID then. The ID to put it back by; null if there was none. */
  quarantineMatch(matchID: string): Promise<string | null>;
  /** A page of the matches that are out of the way, the newest first. */
  listQuarantined(options?: PageOptions): Promise<{ quarantined: StorageAPI.Quarantined[]; next?: string }>;
  /** Puts a match back as it was. Whether it has: not where there is another one of its ID. */
  restoreMatch(id: string): Promise<boolean>;
}

export interface PageOptions {
  /** So many at most: 50 if it is left out, and never more than 500. */
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export interface AdminPage extends PageOptions {
  /** Left out: those of all games. */
  gameName?: string;
  isGameover?: boolean;
}

export interface KickOptions {
  /** For the player, as `lastError` has it: 500 characters at most. */
  reason?: string | undefined;
  /** Milliseconds since 1970. Of a kick, until when nobody has the seat; left out, it is free for anyone who joins. A ban without it has no end. */
  until?: number | undefined;
}

/** An address, of IPv4 or IPv6, which stands for its /64; or a seat. */
export type Banned =
  | { address: string; matchID?: undefined; playerID?: undefined }
  | { matchID: string; playerID: string; address?: undefined };

export type Ban = Banned & {
  reason: string;
  /** Milliseconds since 1970; undefined if it has no end. */
  until?: number;
  bannedAt: number;
};

/** Metadata without credentials; or why they cannot be read. */
export type AdminListedMatch = { matchID: string } & (Types.MatchData | { problem: string });

export interface AdminMatch {
  matchID: string;
  /** With credentials if they were asked for. */
  metadata?: Types.MatchData;
  state?: any;
  initialState?: any;
  log: any[];
  connections: AdminConnection[];
}

export interface AdminUnreadableMatch {
  matchID: string;
  /** What cannot be read. */
  problem: string;
  connections: AdminConnection[];
}

/** Who is at a match by this process; others know of their own. */
export interface AdminConnection {
  /** Null for a spectator. */
  playerID: string | null;
  address?: string;
  transport?: TransportName;
}

/** A server of games: sockets for those who play, and the lobby's REST interface, by boardgame.io's contract. */
export function Server<T extends ServerTransport = SocketIO>(options: ServerOptions<T>): GameServer<T>;

/** Origins that servers often allow. */
export const Origins: {
  /** Pages of this machine, at any port. */
  readonly LOCALHOST: RegExp;
  /** The same, and none in production. */
  readonly LOCALHOST_IN_DEVELOPMENT: RegExp | false;
};

/**
 * Clients that connect by socket.io, boardgame.io's 0.50 among them: the transport of a `Server` that is given no other.
 */
export class SocketIO implements ServerTransport {
  constructor(options?: SocketIOOptions);

  /** socket.io's server, after `init`. */
  io: any;
  /** As it was given. */
  https?: HttpsOptions;
  /**
   * As it was given, or else the channels of this server: what a master of your own publishes there reaches pages, and subscribers
   * get what the server sends, states in full.
   */
  pubSub: GenericPubSub;

  /** Opens a namespace for each game: `Server` calls it. Without `hubs` in the app's context it opens some, on `db` and `auth`. */
  init(app: Types.App, games: Game<any, any, any>[], origins?: AllowedOrigins): void;
  /** Answers the clients of an HTTP server: `run` calls it. */
  attach(server: HttpServer): void;
  /** Closes all connections, and the HTTP server that they came by. */
  close(): Promise<void>;
}

export interface SocketIOOptions {
  https?: HttpsOptions;
  /** One of socket.io's adapters, to connect servers. */
  socketAdapter?: any;
  /** Further options of socket.io's server. */
  socketOpts?: { [option: string]: any };
  /** A user's own channels between servers, as boardgame.io has them. What goes through them is the state in full. */
  pubSub?: GenericPubSub;
}

/** What one connection may ask of a server, how many there may be, and what the lobby and the masters take: `limits` of a server. */
export interface Limits extends MasterLimits {
  /** Messages a second in the long run, 500 if left out; each kilobyte of a message counts as another one. */
  rate?: number;
  /** Messages at once: 2,000. */
  burst?: number;
  /** Messages that wait to be handled: 500. Those beyond it are dropped, and Rondel's clients send them again. */
  waiting?: number;
  /** Bytes that a slow client has not read: a million. */
  backlog?: number;
  /** Bytes that all clients together have not read: 100 million. Beyond it those that have read least are cut. */
  unread?: number;
  /** Bytes of a message: 1,000,000, or eight times `args` where that is more. */
  size?: number;
  /** Chat messages a second in the long run: 2. Those beyond it are dropped. */
  chatRate?: number;
  /** Chat messages at once: 20. */
  chatBurst?: number;
  /** Connections at one time: as many as there are. */
  connections?: number;
  /** Connections of one address at one time: 1,000. */
  addressConnections?: number;
  /** Bytes of the `setupData` of a match, as JSON: 100,000. */
  setupDataBytes?: number;
  /** Values in the `setupData` of a match: 10,000. */
  setupDataValues?: number;
  /** Bytes of the `data` of all players of a match, as JSON: 500,000. Each seat has an equal share. */
  playerDataBytes?: number;
  /** HTTP requests of one address, a minute: 10,000. */
  requests?: number;
  /** Connections that one address may begin, a minute: 3,000. */
  connects?: number;
  /** Matches that one address may have begin by asking for them, an hour: 300. */
  beginnings?: number;
  /** Milliseconds after which a match that has begun so goes if nobody has acted in it: an hour. */
  unplayed?: number;
  /** Matches that one address may make by the lobby, an hour: 300. */
  creations?: number;
  /** Seats that one address may ask the lobby for, an hour: 1,000. */
  joins?: number;
  /** Other changes that one address may ask the lobby for, an hour: 5,000. */
  changes?: number;
  /** Bytes that one address may have kept by its actions, an hour: 50 million. Each counts as 300, and its arguments. */
  actionBytes?: number;
  /** Matches in one list of the lobby's: 100. */
  listed?: number;
  /** Bytes of the matches in one list, which holds one in any case: a million. */
  listBytes?: number;
  /** Whether a request, Node's, may become a connection: for limits of your own, of an address, for instance. */
  admit?: (request: HttpRequest) => boolean | Promise<boolean>;
}

export type TransportName = 'socket.io' | 'websocket';

/**
 * What has come of an action. `refused`: by the rules, or because the game's own code threw. `unknown`: there is no such match.
 * `dropped`: too many were waiting, or the server was closing. `failed`: the storage threw.
 */
export type ActionOutcome = 'done' | 'refused' | 'unauthorized' | 'malformed' | 'unknown' | 'dropped' | 'failed';

/** What `watch` of a server is called with. There are no credentials in it but those that a `request` or a game's own error has. */
export type ServerEvent =
  | { type: 'connected' | 'disconnected'; transport: TransportName; request: HttpRequest }
  /** By `origins`, by `limits.admit`, by `limits.connections`, or by `limits.addressConnections` or `limits.connects` (`address`). `http`: a page of a foreign origin wrote to the lobby. */
  | { type: 'refused'; transport: TransportName | 'http'; why: 'origin' | 'admit' | 'connections' | 'address'; request: HttpRequest }
  /** A connection has been ended: it sent too much, had too much waiting, read too little, or did not end what it had begun to send. */
  | { type: 'cut'; transport: TransportName | 'http'; why: 'rate' | 'backlog' | 'unread' | 'handshake' | 'unfinished' | 'slow' | 'waiting' }
  /** A message was one too many. */
  | { type: 'dropped'; transport: TransportName; gameName: string }
  /** Somebody had not the credentials of the seat that they asked for, or wanted to change by the lobby. */
  | { type: 'denied'; transport: TransportName | 'http'; gameName: string }
  /** An address has made as many matches or requests, asked for as many seats or changes, or acted as much as `limits` allow. */
  | { type: 'limited'; limit: 'requests' | 'beginnings' | 'creations' | 'joins' | 'changes' | 'actionBytes'; transport: TransportName | 'http'; gameName?: string }
  /** A match has been wiped, because it has been idle for as long as it may. */
  | { type: 'expired'; gameName: string; why: ExpiryReason }
  | { type: 'action'; gameName: string; outcome: ActionOutcome; milliseconds: number }
  /** What a game, a storage or a subscriber has thrown: a master's `onError`, which prints nothing then. */
  | { type: 'error'; error: unknown; gameName?: string; matchID?: string };
