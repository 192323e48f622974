import type { BotSpec } from './bots.js';
import type { Game, PlayerID } from './game.js';
import type { StorageAPI } from './master.js';
import type { Network } from './testing.js';

export interface LocalOpts {
  /** By playerID: they move for these players, 100 ms after it is their turn. Bots that search have a class of 'rondel/ai'. */
  bots?: Record<PlayerID, BotSpec>;
  /** Keeps matches in `localStorage`. */
  persist?: boolean;
  /** Begins the names in `localStorage`; `bgio` if left out. */
  storageKey?: string;
  /** Milliseconds that each message takes at least, to see how a game plays over a slow connection. */
  latency?: number;
  /** Milliseconds that a message may take beyond that. */
  jitter?: number;
  /** The share of messages that never arrive, from 0 to 1. */
  loss?: number;
  /** The share of messages that arrive twice. */
  duplicate?: number;
  /** A network of 'rondel/testing' that the messages go over, instead of the four above. */
  network?: Network;
  /** `false`: no match begins because this page asks for one that is not there; it is refused with `match/not_found`. */
  create?: boolean;
  /** Shares its matches with no other call of `Local`: clients of one match are given the same object. For tests. */
  fresh?: boolean;
}

/** boardgame.io's bots. */
export interface BotClass {
  new (options: any): {
    /** The state is what a player at this seat sees. */
    play(state: any, playerID: PlayerID): Promise<{ action: any; metadata?: any }>;
  };
}

export interface BroadcastOpts {
  /** Tabs with the same channel and the same game share their matches; `matches` if left out. */
  channel?: string;
  /** `false` if this tab never hosts, because a SharedWorker does. */
  host?: boolean;
  /** Where matches are kept, if not in IndexedDB: something that all who may host share. */
  storage?: StorageAPI.Sync | StorageAPI.Async;
  /** `false`: no match begins because this page asks for one that is not there; it is refused with `match/not_found`. */
  create?: boolean;
}

export interface HostOpts {
  game: Game<any, any, any>;
  channel?: string;
  storage?: StorageAPI.Sync | StorageAPI.Async;
}

export interface SocketIOOpts {
  /**
   * `'https://play.example'`; `'localhost:8000'` for `http`; with a path, such as `'https://example.com/play'` or `'/play'`, if the server is
   * behind one. If it is left out, the server that the page has come from.
   */
  server?: string;
  /** Further options of socket.io's client. Without `transports`, it tries a WebSocket first, and polls where none comes through. */
  socketOpts?: { [option: string]: any };
  /** A socket of socket.io's client, instead of one that is made. */
  socket?: any;
  /**
   * `false`: no match begins because this page asks for one that is not there; it is refused with `match/not_found`. A
   * server of boardgame.io begins it all the same.
   */
  create?: boolean;
}

export interface WebSocketOpts {
  /** Of the server: `'wss://play.example'`, `'https://play.example'`, `'https://example.com/play'`, `'/play'`. If it is left out, the server that the page has come from. */
  url?: string;
  /** The class. Default: the global one. */
  WebSocket?: new (url: string) => any;
  /** `false`: no match begins because this page asks for one that is not there; it is refused with `match/not_found`. */
  create?: boolean;
}
