import type { BotSpec } from './ai.js';
import type { Transport, TransportOpts } from './internal.js';
import type { StorageAPI } from './master.js';
import type { Network } from './testing.js';
import type { Game, PlayerID } from './types.js';

export type { Multiplayer } from './client.js';
export type { Transport } from './internal.js';

/**
 * The master in the page: for several players at one screen, for bots, and for tests. All clients of the page
 * with the same game, the same `bots` object and the same storage share it. Everything it sends goes through
 * `playerView` and through text, as from a server.
 *
 * @example
 * const multiplayer = Local({ bots: { 1: RandomBot } });
 * const client = Client({ game, playerID: '0', multiplayer });
 */
export declare function Local(options?: LocalOpts): (options: TransportOpts) => Transport;

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

/**
 * Matches between the tabs of one browser, without a server. One tab hosts the master; when it is closed,
 * another one goes on from what is stored in IndexedDB. Tabs of one origin can listen to each other: this is
 * no way to keep secrets from each other.
 */
export declare function Broadcast(options?: BroadcastOpts): (options: TransportOpts) => Transport;

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

/**
 * Hosts the master for the tabs of a channel, in a SharedWorker for instance. Waits while another one does.
 *
 * @example
 * // worker.js, started by `new SharedWorker('worker.js', { type: 'module' })`
 * hostBroadcast({ game });
 * // and in the page
 * const client = Client({ game, playerID: '0', multiplayer: Broadcast({ host: false }) });
 */
export declare function hostBroadcast(options: HostOpts): { close(): void };

export interface HostOpts {
  game: Game<any, any, any>;
  channel?: string;
  storage?: StorageAPI.Sync | StorageAPI.Async;
}

/**
 * What `Local({ persist: true })` keeps of a game, for matches that cannot be read: they stay where they are until the page puts them
 * out of the way. Clients that have been refused one are to be made again, as by loading the page.
 *
 * @example
 * localMatches({ game }).quarantine('default');
 */
export declare function localMatches(options: { game: Game<any, any, any>; storageKey?: string }): {
  /** Puts a match out of the way: there is none of this ID then. Returns the ID to put it back by; undefined if there was nothing. */
  quarantine(matchID: string): string | undefined;
  listQuarantined(): StorageAPI.Quarantined[];
  /** Puts a match back. False if there is another one of its ID by now, or this one is not there. */
  restoreQuarantined(id: string): boolean;
};

/** The same of what `Broadcast` keeps in IndexedDB. */
export declare function broadcastMatches(options: { game: Game<any, any, any>; channel?: string }): {
  quarantine(matchID: string): Promise<string | undefined>;
  listQuarantined(): Promise<StorageAPI.Quarantined[]>;
  restoreQuarantined(id: string): Promise<boolean>;
};

/**
 * Matches on a server, over socket.io: one of 'rondel/server', or one of boardgame.io's.
 *
 * @example
 * const client = Client({ game, matchID, playerID: '0', credentials, multiplayer: SocketIO({ server: 'localhost:8000' }) });
 */
export declare function SocketIO(options?: SocketIOOpts): (options: TransportOpts) => Transport;

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

/**
 * Matches on a server of 'rondel/server', over a WebSocket and nothing else: pages need no socket.io. A connection that is
 * lost comes back, as long as the client is started.
 *
 * @example
 * const client = Client({ game, matchID, playerID: '0', credentials, multiplayer: WebSocketTransport({ url: 'wss://play.example' }) });
 */
export declare function WebSocketTransport(options?: WebSocketOpts): (options: TransportOpts) => Transport;

export interface WebSocketOpts {
  /** Of the server: `'wss://play.example'`, `'https://play.example'`, `'https://example.com/play'`, `'/play'`. If it is left out, the server that the page has come from. */
  url?: string;
  /** The class. Default: the global one. */
  WebSocket?: new (url: string) => any;
  /** `false`: no match begins because this page asks for one that is not there; it is refused with `match/not_found`. */
  create?: boolean;
}
