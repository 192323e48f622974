import type { Master } from '../lib/online/master.js';
import type { ActionError, LogEntry, PlayerID, RandomSource, State } from './game.js';

export declare namespace Server {
  interface PlayerMetadata {
    id: number;
    name?: string;
    credentials?: string;
    data?: any;
    /** A bot is always connected. */
    isConnected?: boolean;
    /** How a bot plays that has the seat: `'hard'`, for example. Undefined for a seat of people. */
    bot?: string;
    /** `true`: the last player at the seat is out of the game for good. Nobody joins it; its `name` is `'(left)'`. */
    hasLeft?: boolean;
  }
  /**
   * How a bot of a lobby's match plays: a difficulty, the name of one of the game's `ai.bots`, or what bounds its thoughts. The server has
   * bounds of its own.
   */
  type BotLevel = 'easy' | 'medium' | 'hard' | (string & {}) | {
    difficulty?: 'easy' | 'medium' | 'hard';
    /** Milliseconds of a thought, at most. */
    thinkingTime?: number;
    iterations?: number;
  };
  /** The bots of a match. */
  interface MatchBots {
    /** By seat. Nobody joins a bot's seat. */
    bots?: Record<PlayerID, BotLevel> | undefined;
    /** A bot that plays so takes the seat of a player who leaves it while others stay. Left out: the seat is free. */
    botsTakeOver?: BotLevel | undefined;
  }
  interface MatchData {
    gameName: string;
    players: { [id: number]: PlayerMetadata };
    setupData?: any;
    gameover?: any;
    nextMatchID?: string;
    unlisted?: boolean;
    createdAt: number;
    /** When somebody last acted, or the match changed otherwise; while it is played, within a second. */
    updatedAt: number;
  }
  /** Makes the credentials of a player who joins a match; `ctx` is Koa's, of their request. */
  type GenerateCredentials = (ctx: RequestContext) => string | Promise<string>;
  /** Whether these are the player's. Without metadata, there is no such player. */
  type AuthenticateCredentials = (
    credentials: string,
    playerMetadata: PlayerMetadata,
  ) => boolean | Promise<boolean>;
  interface Auth {
    generateCredentials: GenerateCredentials;
    authenticateCredentials(data: {
      playerID: PlayerID;
      credentials: string | undefined;
      metadata: MatchData;
    }): boolean | Promise<boolean>;
  }
  /** Koa's context, with what a server adds to it. */
  interface AppCtx {
    db: StorageAPI.Async | StorageAPI.Sync;
    auth: Auth;
    /** The matches of each game at this process, by the name of the game. */
    hubs: ReadonlyMap<string, Hub>;
    [field: string]: any;
  }
  /** A game at one process of a server. */
  interface Hub {
    readonly gameName: string;
    readonly master: Master;
    /** The IDs of the matches with connections at this process. */
    matches(): string[];
    /** Connects a client, for a transport of your own: texts for the client go to `deliver`, its messages, parsed, to `receive`. */
    connect(deliver: (text: string) => void): { receive(message: unknown): Promise<unknown>; close(): Promise<unknown> };
  }
  /** Filled in by 'rondel/server': its types need Koa's, those of pages do not. */
  interface KoaTypes {}
  /** A Koa app; `any` without 'rondel/server'. */
  type App = KoaTypes extends { app: infer App } ? App : any;
  /** Koa's context of a request to the lobby; `any` without 'rondel/server'. */
  type RequestContext = KoaTypes extends { context: infer Context } ? Context : any;
}

/** The players, without their credentials. */
export type FilteredMetadata = Array<Omit<Server.PlayerMetadata, 'credentials'>>;

export interface SyncInfo {
  state: State;
  filteredMetadata: FilteredMetadata;
  /** The match that follows this one, once a player has asked to play again. */
  nextMatchID?: string;
  initialState: State;
  /** Its newest part, if it is long: the master's limit `answer`. */
  log: LogEntry[];
  /** Where the entries before `log` are to be asked for; left out if there are none. */
  earlier?: number;
  /** The newest chat messages of the match, the oldest first: the master's limit `chat`. Omitted if there are none. */
  chat?: ChatMessage[];
  /** That of the master's game, if it has one. */
  version?: string | number;
}

/** What comes in a log before what a client has. */
export interface LogPart {
  /** What was asked for. */
  before: number;
  log: LogEntry[];
  /** Where the entries before these are to be asked for; left out if there are none. */
  earlier?: number;
}

export interface ChatMessage<Payload = any> {
  id: string;
  /** Who has said it. It is `null` for spectators; the type is boardgame.io's, so that its boards compile. */
  sender: PlayerID;
  payload: Payload;
  /** The name that the sender had in the lobby when they wrote it: the seat may be another player's by now. The master adds it. */
  name?: string;
}

/** What the operator of a server says to those who are at matches. */
export interface Notice {
  id: string;
  text: string;
  /** Milliseconds, as `Date.now()` of the server. */
  sentAt: number;
}

/** Where matches are kept. The classes to extend are in 'rondel/internal'. */
export declare namespace StorageAPI {
  interface FetchOpts {
    state?: boolean;
    log?: boolean;
    metadata?: boolean;
    initialState?: boolean;
  }
  /** A match that somebody has put out of the way. */
  interface Quarantined {
    /** To put it back by. */
    id: string;
    /** Undefined if it is not known any more. */
    matchID: string | undefined;
    /** Milliseconds, as `Date.now()`; undefined if it was an earlier version of Rondel's. */
    quarantinedAt: number | undefined;
  }
  /**
   * A state as masters store it. It has a field besides, what they remember of the match (`_sync`): a storage keeps it with
   * the state, as it keeps all fields.
   */
  type StoredState = State & {
    /** Counts how often the state has been stored, refusals included, from a number that the match has begun with. */
    _revision?: number;
    /** The version of the game's rules that have stored the state. */
    _version?: string | number;
    /** About how many bytes the log of the match takes. */
    _logSize?: number;
  };
  interface FetchFields {
    state: StoredState;
    log: LogEntry[];
    metadata: Server.MatchData;
    initialState: State;
  }
  /** The fields that were asked for, all of them if it is not said which; undefined if there is no such match. */
  type FetchResult<O extends FetchOpts = { [field in keyof FetchOpts]-?: true }> = {
    [field in keyof FetchFields as [Extract<O[field], true>] extends [never] ? never : field]: FetchFields[field];
  };
  interface ListMatchesOpts {
    gameName?: string;
    where?: { isGameover?: boolean; updatedBefore?: number; updatedAfter?: number };
  }
  interface ListPageOpts {
    gameName?: string;
    where?: ListMatchesOpts['where'] & { unlisted?: boolean };
    limit: number;
    /** The last match of the page before. */
    after?: { matchID: string; createdAt: number };
  }
  /** A match in a page of a list; without metadata if they cannot be read. */
  interface ListedMatch {
    matchID: string;
    /** By which the list is ordered: the metadata's, or 0. */
    createdAt: number;
    metadata?: Server.MatchData | undefined;
  }
  /** Matches of one game, over or not, that were updated before a moment. */
  interface ListIdleOpts {
    gameName: string;
    isGameover: boolean;
    updatedBefore: number;
    limit: number;
    /** The last match of the page before. */
    after?: IdleMatch;
  }
  /** A match, and the `updatedAt` of its metadata. */
  interface IdleMatch {
    matchID: string;
    updatedAt: number;
  }
  /** Which part of a log: entries older than what a part called `before`, or else the newest. */
  interface LogPartOpts {
    before?: number;
    /** So many bytes of them, as text, at most; one entry in any case. */
    bytes: number;
  }
  /** Entries in order, and what to ask with for those before them; null if there are none. */
  interface LogPart {
    log: LogEntry[];
    before: number | null;
  }
  interface CreateMatchOpts {
    initialState: State;
    metadata: Server.MatchData;
  }
  /** boardgame.io's older names. */
  type CreateGameOpts = CreateMatchOpts;
  type ListGamesOpts = ListMatchesOpts;
  /** What `type()` of a storage returns: 0 of one that returns at once, 1 of one that returns promises. */
  type Type = 0 | 1;
  type Sync = import('../lib/online/storage/contract.js').Sync;
  type Async = import('../lib/online/storage/contract.js').Async;
}

/** What a client sends: boardgame.io's action, with the player's credentials in its payload. */
export interface CredentialedAction {
  type: 'MAKE_MOVE' | 'GAME_EVENT' | 'UNDO' | 'REDO' | 'PLUGIN';
  /** Without a `playerID`, the action is its sender's. */
  payload: { type: string | null; args?: any; playerID?: PlayerID | number; credentials?: string };
  /** When and on top of what the action was made; from Rondel's clients. */
  sync?: { session: string; seq: number; first: number; dependsOn?: number; ahead?: boolean };
}

/** What a client says of itself when it asks for a match. */
export interface ClientInfo {
  /** Whether this client has had the match before: one that has gone does not start again for it. */
  known?: boolean;
  /** That of its game, if it has one. */
  version?: string | number;
  /** `false`: no match is to begin for it. */
  create?: boolean;
  /** What a match that it starts begins with, if the master is its page's own: servers ignore it. */
  setupData?: any;
}

/** What was answered in a session of a client: all up to `last`, and the ones that were refused. */
export type Ack = [session: string, last: number, refused?: Array<[seq: number, error: ActionError]>];

/** An operation of RFC 6902. */
export type Operation =
  | { op: 'add' | 'replace'; path: string; value: any }
  | { op: 'remove'; path: string }
  /** Where it is: it becomes the last member of its object. */
  | { op: 'move'; from: string; path: string };

type CommonTransportData =
  | { type: 'sync'; args: [matchID: string, syncInfo: SyncInfo] }
  | { type: 'log'; args: [matchID: string, part: LogPart] }
  | { type: 'matchData'; args: [matchID: string, players: FilteredMetadata, nextMatchID?: string] }
  | { type: 'chat'; args: [matchID: string, message: ChatMessage] };

/** What a client gets, after the viewer's filter; `sync` says what was answered to its own actions. */
export type TransportData = (
  | { type: 'update'; args: [matchID: string, state: State, deltalog: LogEntry[]] }
  | { type: 'patch'; args: [matchID: string, prevStateID: number, stateID: number, patch: Operation[], deltalog: LogEntry[]] }
  /** Why the match is not sent; to Rondel's clients alone. */
  | { type: 'refused'; args: [matchID: string, error: ActionError] }
  | CommonTransportData
) & { sync?: { acks: Ack[]; canUndo?: true; canRedo?: true } };

/** What a master has for its transport: whole states. It goes through `getFilterPlayerView` on its way to each client. */
export type IntermediateTransportData = (
  | { type: 'update'; args: [matchID: string, state: State]; prev?: State }
  | { type: 'patch'; args: [matchID: string, prevStateID: number, prevState: State, state: State] }
  | CommonTransportData
) & {
  sync?: { acks: Record<PlayerID, Ack[]>; undo: PlayerID | null; redo: PlayerID | null };
};

export interface TransportAPI {
  /** To one player. `sender` is what was given to the call that this responds to. */
  send(playerData: { playerID: PlayerID | null | undefined; sender?: any } & IntermediateTransportData): void;
  /** To every client that is connected with the match. */
  sendAll(payload: IntermediateTransportData): void;
}

/** boardgame.io's channels between servers. What is published is the state in full: keep them to yourself. */
export interface GenericPubSub<T = IntermediateTransportData> {
  publish(channelId: string, payload: T): void;
  subscribe(channelId: string, callback: (payload: T) => void): void;
  unsubscribeAll(channelId: string): void;
}

/** Who may act for whom: boardgame.io's `Auth`. */
export interface Auth {
  authenticateCredentials(data: {
    playerID: PlayerID;
    credentials: string | undefined;
    metadata: Server.MatchData | undefined;
  }): boolean | Promise<boolean>;
}

/** What a master takes and keeps, in bytes. Infinity: as much as there is. */
export interface MasterLimits {
  /** About what the arguments of one action take in memory: 16,000. */
  args?: number;
  /** About what the log of a match takes in memory: 10 million. An action that would pass it is refused. */
  log?: number;
  /** The part of a log that goes out at once, as text: 250,000. */
  answer?: number;
  /**
   * Bytes of the newest chat messages that a match keeps for clients that come later, as JSON. The seat whose messages take the most loses its
   * oldest first. 0 keeps none.
   *
   * @default 50_000
   */
  chat?: number;
}

/** Why a message was refused; by a type of its own if clients are sent one. There is nothing in it that the sender may not know. */
export type Refused = { error: string; type?: string | undefined; payload?: unknown };

export interface MasterOptions {
  /** Milliseconds in which `auth` must respond, 10,000 if this is left out. */
  authTimeout?: number;
  /** What it takes and keeps. */
  limits?: MasterLimits;
  /** Where random numbers come from, whatever the game says; left out: as it says. */
  random?: RandomSource | undefined;
}
