import type { BotSpec } from './bots.js';
import type { Game, PlayerID } from './game.js';
import type { InspectMaster } from './inspect.js';
import type { StorageAPI } from './master.js';
import type { Network } from './testing.js';

/** Options of `Local`. */
export interface LocalOpts {
  /** Bots by player. */
  bots?: Record<PlayerID, BotSpec>;
  /** `true` stores matches in `localStorage`. @default false */
  persist?: boolean;
  /** Prefix of the keys in `localStorage`. @default 'bgio' */
  storageKey?: string;
  /** Minimum time of each message, in milliseconds, to try a game on a slow connection. @default 0 */
  latency?: number;
  /** Maximum additional time of a message, in milliseconds. @default 0 */
  jitter?: number;
  /** Share of messages that never arrive, from 0 to 1. @default 0 */
  loss?: number;
  /** Share of messages that arrive twice, from 0 to 1. @default 0 */
  duplicate?: number;
  /** Network of 'rondel/testing' for the messages, in place of the four options above. */
  network?: Network;
  /** `false`: a client that requests an unknown match does not start it; it is refused with `match/not_found`. @default true */
  create?: boolean;
  /** `true`, for tests: the clients of this object share no matches with other calls of `Local`. @default false */
  fresh?: boolean;
  /** Receives the events of the master in this page, with the secrets of all players. Without it, no event is made. */
  inspect?: InspectMaster | undefined;
}

/** Class of a bot, as in boardgame.io. */
export interface BotClass {
  new (options: any): {
    /** Returns the bot's action. `state` is the state that a player at this seat sees. */
    play(state: any, playerID: PlayerID): Promise<{ action: any; metadata?: any }>;
  };
}

/** Options of `Broadcast`. */
export interface BroadcastOpts {
  /** Name of the channel. Tabs with the same channel and the same game share their matches. @default 'matches' */
  channel?: string;
  /** `false`: this tab never hosts, because a SharedWorker does. @default true */
  host?: boolean;
  /** Storage of the matches, which all possible hosts share. Default: IndexedDB. */
  storage?: StorageAPI.Sync | StorageAPI.Async;
  /** `false`: a client that requests an unknown match does not start it; it is refused with `match/not_found`. @default true */
  create?: boolean;
}

/** Options of `hostBroadcast`, for a SharedWorker that hosts the matches of `Broadcast`. */
export interface HostOpts {
  game: Game<any, any, any>;
  /** Name of the channel. @default 'matches' */
  channel?: string;
  /** Storage of the matches. Default: IndexedDB. */
  storage?: StorageAPI.Sync | StorageAPI.Async;
}

/** Options of `SocketIO` of 'rondel/multiplayer'. */
export interface SocketIOOpts {
  /**
   * Address of the server, such as `'https://play.example'`, or `'localhost:8000'` for `http`. It may have a path, such as
   * `'https://example.com/play'` or `'/play'`. Default: the origin of the page.
   */
  server?: string;
  /** Further options of socket.io's client. Without `transports`, it tries a WebSocket first, and polls if that fails. */
  socketOpts?: { [option: string]: any };
  /** A socket of socket.io's client. Default: the transport creates one. */
  socket?: any;
  /**
   * `false`: a client that requests an unknown match does not start it; it is refused with `match/not_found`. A server of boardgame.io starts it
   * anyway.
   *
   * @default true
   */
  create?: boolean;
}

/** Options of `WebSocketTransport`. */
export interface WebSocketOpts {
  /** Address of the server, such as `'wss://play.example'`, `'https://play.example'`, `'https://example.com/play'` or `'/play'`. Default: the origin of the page. */
  url?: string;
  /** WebSocket class. Default: the global `WebSocket`. */
  WebSocket?: new (url: string) => any;
  /** `false`: a client that requests an unknown match does not start it; it is refused with `match/not_found`. @default true */
  create?: boolean;
}
