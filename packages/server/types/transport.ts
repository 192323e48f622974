import type { Game } from 'rondel';
import type { GenericPubSub, Server } from 'rondel/master';
import type { HttpServer, HttpsOptions } from './dependencies.js';

type Callback = (error: Error | null, origin?: Origin) => void;
type Origin = boolean | string | RegExp | Array<boolean | string | RegExp>;

/** Origins whose pages may use a server, as the package `cors` takes them. */
export type AllowedOrigins = Origin | ((requestOrigin: string | undefined, callback: Callback) => void);

/** Transport of a connection. */
export type TransportName = 'socket.io' | 'websocket';

/** A transport, which connects a server with its clients. The contract is boardgame.io's. */
export interface ServerTransport {
  /** Prepares the transport. `Server()` calls it once. `app.context` has `db`, `auth` and `hubs`. */
  init(app: Server.App, games: Game<any, any, any>[], origins?: AllowedOrigins): void;
  /** Connects the transport to the server that listens. `run` calls it. */
  attach?(server: HttpServer): void;
  /** Closes the transport. `kill` calls it. */
  close?(): void | Promise<void>;
  /** A server that the transport has created itself. `run` calls its `listen`. */
  server?: HttpServer;
  https?: HttpsOptions;
}

/** Options of `SocketIO`. */
export interface SocketIOOptions {
  /** Options of Node's `https`. Default: those of the server. */
  https?: HttpsOptions;
  /** One of socket.io's adapters, which connects several servers. */
  socketAdapter?: any;
  /** Further options of socket.io's server. `connectionStateRecovery` is not allowed. */
  socketOpts?: { [option: string]: any };
  /** Channels of your own between servers, as in boardgame.io. They carry complete states, including secrets. Default: the server's own. */
  pubSub?: GenericPubSub;
}
