import type { Game } from 'rondel';
import type { GenericPubSub, Server } from 'rondel/master';
import type { HttpServer, HttpsOptions } from './dependencies.js';

type Callback = (error: Error | null, origin?: Origin) => void;
type Origin = boolean | string | RegExp | Array<boolean | string | RegExp>;

/** Which origins may use a server: those of the package `cors`. */
export type AllowedOrigins = Origin | ((requestOrigin: string | undefined, callback: Callback) => void);

export type TransportName = 'socket.io' | 'websocket';

/** A transport connects a server with its clients, by boardgame.io's contract. */
export interface ServerTransport {
  /** Called once, by `Server()`. `app.context` has `db`, `auth` and `hubs`. */
  init(app: Server.App, games: Game<any, any, any>[], origins?: AllowedOrigins): void;
  /** Called by `run`, with the server that listens. */
  attach?(server: HttpServer): void;
  /** Called by `kill`. */
  close?(): void | Promise<void>;
  /** A server that the transport has made itself: `run` has it listen. */
  server?: HttpServer;
  https?: HttpsOptions;
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
