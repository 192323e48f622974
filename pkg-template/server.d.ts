import type { Async, Sync } from './internal.js';
import type { Server as Types } from './master.js';
import type { Game } from './types.js';

// Whoever has no types of Koa or of Node gets `any` in their place: @types/koa and @types/node bring them.
// @ts-ignore
type KoaApp = import('koa')<import('koa').DefaultState, Types.AppCtx>;
// @ts-ignore
type KoaRouter = import('@koa/router').Router<any, Types.AppCtx>;
// @ts-ignore
type HttpServer = import('node:http').Server;
// @ts-ignore
type HttpsOptions = import('node:https').ServerOptions;

declare module './master.js' {
  namespace Server {
    interface KoaTypes {
      app: KoaApp;
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

export interface ServerOptions {
  /** Several have a name each. */
  games: Game<any, any, any>[];
  /** Where matches are kept: in memory, if this is left out. */
  db?: Async | Sync;
  /** Left out: socket.io, and WebSockets. */
  transport?: ServerTransport;
  /** The pages that may connect; left out: none of other origins. */
  origins?: AllowedOrigins;
  /** The pages that may use the lobby: left out, those of `origins`. */
  apiOrigins?: AllowedOrigins;
  authenticateCredentials?: Types.AuthenticateCredentials;
  /** Left out: `uuid`, or else 128 random bits. */
  generateCredentials?: Types.GenerateCredentials;
  /** Makes the IDs of new matches. */
  uuid?: () => string | Promise<string>;
  https?: HttpsOptions;
  /** The size of the lobby's requests: '5mb' if it is left out. */
  apiBodyLimit?: string | number;
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
  apiServer?: HttpServer;
  appServer: HttpServer;
}

export interface GameServer {
  app: Types.App;
  db: Async | Sync;
  auth: Types.Auth;
  /** The lobby's: for routes of your own. */
  router: KoaRouter;
  transport: ServerTransport | undefined;
  /** Rejected with one line that says what to do if the server cannot run. */
  run(port?: number | string, callback?: () => void): Promise<RunningServers>;
  run(options: RunOptions, callback?: () => void): Promise<RunningServers>;
  /** Resolves when what players have done is answered, all connections have ended and the storage is closed. */
  kill(servers: RunningServers): Promise<void>;
}

/** A server of games: sockets for those who play, and the lobby's REST interface, by boardgame.io's contract. */
export function Server(options: ServerOptions): GameServer;

/** Origins that servers often allow. */
export const Origins: {
  /** Pages of this machine, at any port. */
  readonly LOCALHOST: RegExp;
  /** The same, and none in production. */
  readonly LOCALHOST_IN_DEVELOPMENT: RegExp | false;
};

/** Keeps matches as long as the process lives. */
export class InMemory extends Sync {
  setState: Sync['setState'];
  setMetadata: Sync['setMetadata'];
  fetch: Sync['fetch'];
  wipe: Sync['wipe'];
}
