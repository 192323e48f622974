import type { Master } from '../lib/online/master.js';
import type { ActionError, LogEntry, PlayerID, RandomSource, State } from './game.js';
import type { InspectMaster } from './inspect.js';

export declare namespace Server {
  interface PlayerMetadata {
    id: number;
    name?: string;
    credentials?: string;
    data?: any;
    /** `true` if the player is connected. A bot is always connected. */
    isConnected?: boolean;
    /** Level of the bot that has the seat, for example `'hard'`. `undefined` for a seat of people. */
    bot?: string;
    /** `true` if the last player of the seat has left the game permanently. No player can join the seat. Its `name` is `'(left)'`. */
    hasLeft?: boolean;
  }
  /**
   * Level of a bot at a lobby's match: a difficulty, the name of one of the game's `ai.bots`, or limits of its search. The server has limits
   * of its own.
   */
  type BotLevel = 'easy' | 'medium' | 'hard' | (string & {}) | {
    difficulty?: 'easy' | 'medium' | 'hard';
    /** Maximum time for one move, in milliseconds. */
    thinkingTime?: number;
    /** Maximum number of iterations for one move. */
    iterations?: number;
  };
  /** Bots of a match. */
  interface MatchBots {
    /** Bots by seat. No player can join a bot's seat. */
    bots?: Record<PlayerID, BotLevel> | undefined;
    /** Level of the bot that takes the seat of a player who leaves while others stay. Default: the seat is free. */
    botsTakeOver?: BotLevel | undefined;
  }
  interface MatchData {
    gameName: string;
    players: { [id: number]: PlayerMetadata };
    setupData?: any;
    gameover?: any;
    nextMatchID?: string;
    unlisted?: boolean;
    /** Creation time, in milliseconds since 1970. */
    createdAt: number;
    /** Time of the last action or other change, in milliseconds since 1970. While a match is played, it may be up to ten seconds old. */
    updatedAt: number;
  }
  /** Creates the credentials of a player who joins a match. `ctx` is Koa's context of their request. */
  type GenerateCredentials = (ctx: RequestContext) => string | Promise<string>;
  /** Returns `true` if the credentials are the player's. Without metadata, there is no such player. */
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
    /** Hub of each game at this process, by the name of the game. */
    hubs: ReadonlyMap<string, Hub>;
    [field: string]: any;
  }
  /** A game at one process of a server. */
  interface Hub {
    readonly gameName: string;
    readonly master: Master;
    /** Returns the IDs of the matches with connections at this process. */
    matches(): string[];
    /** Connects a client, for a transport of your own. The hub calls `deliver` with texts for the client. Pass the client's parsed messages to `receive`. */
    connect(deliver: (text: string) => void): { receive(message: unknown): Promise<unknown>; close(): Promise<unknown> };
  }
  /** Types of Koa. 'rondel/server' fills them in, because only servers need them. */
  interface KoaTypes {}
  /** A Koa app. `any` without 'rondel/server'. */
  type App = KoaTypes extends { app: infer App } ? App : any;
  /** Koa's context of a request to the lobby. `any` without 'rondel/server'. */
  type RequestContext = KoaTypes extends { context: infer Context } ? Context : any;
}

/** Players of a match, without their credentials. */
export type FilteredMetadata = Array<Omit<Server.PlayerMetadata, 'credentials'>>;

/** A match, as a master sends it to a client. */
export interface SyncInfo {
  state: State;
  filteredMetadata: FilteredMetadata;
  /** ID of the rematch, if a player has asked for one. */
  nextMatchID?: string;
  initialState: State;
  /** The log, or the newest part of a long one: at most the bytes of the master's limit `answer`. */
  log: LogEntry[];
  /** Cursor of the entries before `log`. Omitted if there are none. */
  earlier?: number;
  /** The newest chat messages of the match, the oldest first: at most the bytes of the master's limit `chat`. Omitted if there are none. */
  chat?: ChatMessage[];
  /** Version of the master's game, if it has one. */
  version?: string | number;
}

/** Part of a log, older than the part that a client has. */
export interface LogPart {
  /** Cursor of the request. */
  before: number;
  log: LogEntry[];
  /** Cursor of the entries before these. Omitted if there are none. */
  earlier?: number;
}

/** A chat message. */
export interface ChatMessage<Payload = any> {
  id: string;
  /** The sender. At run time it is `null` for spectators; the type is boardgame.io's, so that its boards compile. */
  sender: PlayerID;
  payload: Payload;
  /** Name of the sender in the lobby at the time of the message. The seat may belong to another player now. The master adds it. */
  name?: string;
}

/** A notice from the operator of a server to the clients of matches. */
export interface Notice {
  id: string;
  text: string;
  /** Time of the notice, as `Date.now()` of the server. */
  sentAt: number;
}

/** Types of storages. Their base classes are in 'rondel/internal'. */
export declare namespace StorageAPI {
  interface FetchOpts {
    state?: boolean;
    log?: boolean;
    metadata?: boolean;
    initialState?: boolean;
  }
  /** A match in quarantine. */
  interface Quarantined {
    /** ID to restore the match by. */
    id: string;
    /** `undefined` if the ID of the match is not known any more. */
    matchID: string | undefined;
    /** Time of the quarantine, as `Date.now()`. `undefined` if an earlier version of Rondel did it. */
    quarantinedAt: number | undefined;
  }
  /** A state as masters store it. It also has the master's ledger of the match (`_sync`), which a storage stores like any other field. */
  type StoredState = State & {
    /** Number of writes of the state, including refusals, counted from a start value of the match. */
    _revision?: number;
    /** Version of the game's rules that have stored the state. */
    _version?: string | number;
    /** Approximate size of the match's log, in bytes. */
    _logSize?: number;
  };
  interface FetchFields {
    state: StoredState;
    log: LogEntry[];
    metadata: Server.MatchData;
    initialState: State;
  }
  /** The fields that were requested. Default: all fields. Each is `undefined` if there is no such match. */
  // `Pick`, because TypeScript 5 crashes with `as` here: where a class redeclares `fetch` by `Parameters` and `ReturnType`.
  type FetchResult<O extends FetchOpts = { [field in keyof FetchOpts]-?: true }> = Pick<
    FetchFields,
    { [field in keyof FetchFields]: [Extract<O[field], true>] extends [never] ? never : field }[keyof FetchFields]
  >;
  interface ListMatchesOpts {
    gameName?: string;
    where?: { isGameover?: boolean; updatedBefore?: number; updatedAfter?: number };
  }
  interface ListPageOpts {
    gameName?: string;
    where?: ListMatchesOpts['where'] & { unlisted?: boolean };
    limit: number;
    /** Last match of the previous page. */
    after?: { matchID: string; createdAt: number };
  }
  /** A match in a page of a list. It has no metadata if they cannot be read. */
  interface ListedMatch {
    matchID: string;
    /** Sort key of the list: the `createdAt` of the metadata, or 0. */
    createdAt: number;
    metadata?: Server.MatchData | undefined;
  }
  /** Selects the matches of one game, ended or not, that were last updated before a time. */
  interface ListIdleOpts {
    gameName: string;
    isGameover: boolean;
    updatedBefore: number;
    limit: number;
    /** Last match of the previous page. */
    after?: IdleMatch;
  }
  /** A match, and the `updatedAt` of its metadata. */
  interface IdleMatch {
    matchID: string;
    updatedAt: number;
  }
  /** A match in which the time of a player has run out: by the clock of its state, with their allowance for lag. */
  interface Due {
    matchID: string;
    gameName: string;
    /** Moment at which it ran out, in milliseconds. */
    due: number;
  }
  /** Selects a part of a log. */
  interface LogPartOpts {
    /** Cursor of a previous part: entries older than that. Default: the newest entries. */
    before?: number;
    /** Maximum size of the part, as text. It has at least one entry. */
    bytes: number;
  }
  /** Part of a log, in order, with the cursor of the entries before it. The cursor is `null` if there are none. */
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
  /** Return value of a storage's `type()`: 0 for synchronous methods, 1 for methods that return promises. */
  type Type = 0 | 1;
  type Sync = import('../lib/online/storage/contract.js').Sync;
  type Async = import('../lib/online/storage/contract.js').Async;
}

/** An action of a client: boardgame.io's action, with the player's credentials in its payload. */
export interface CredentialedAction {
  type: 'MAKE_MOVE' | 'GAME_EVENT' | 'UNDO' | 'REDO' | 'PLUGIN';
  /** The action. Without a `playerID`, it is for the sender's player. */
  payload: { type: string | null; args?: any; playerID?: PlayerID | number; credentials?: string | null | undefined };
  /** Number of the action in its session, and the action that it depends on. Only clients of Rondel send it. */
  sync?: { session: string; seq: number; first: number; dependsOn?: number; ahead?: boolean };
}

/** Information that a client sends when it requests a match. */
export interface ClientInfo {
  /** `true` if this client has joined the match before. A master does not recreate a deleted match for it. */
  known?: boolean;
  /** Version of the client's game, if it has one. */
  version?: string | number;
  /** `false`: the master does not start a match for this client. */
  create?: boolean;
  /** Setup data of a match that this client starts, on a master in the page. Servers ignore it. */
  setupData?: any;
}

/** Acknowledgement for a session of a client: every action up to `last` is answered, and those in `refused` were refused. */
export type Ack = [session: string, last: number, refused?: Array<[seq: number, error: ActionError]>];

/** An operation of RFC 6902. */
export type Operation =
  | { op: 'add' | 'replace'; path: string; value: any }
  | { op: 'remove'; path: string }
  /** Moves a member within its object: it becomes the last one. */
  | { op: 'move'; from: string; path: string };

type CommonTransportData =
  | { type: 'sync'; args: [matchID: string, syncInfo: SyncInfo] }
  | { type: 'log'; args: [matchID: string, part: LogPart] }
  | { type: 'matchData'; args: [matchID: string, players: FilteredMetadata, nextMatchID?: string] }
  | { type: 'chat'; args: [matchID: string, message: ChatMessage] };

/** A message to a client, filtered for its viewer. `sync` acknowledges the client's own actions. */
export type TransportData = (
  | { type: 'update'; args: [matchID: string, state: State, deltalog: LogEntry[]] }
  | { type: 'patch'; args: [matchID: string, prevStateID: number, stateID: number, patch: Operation[], deltalog: LogEntry[]] }
  /** Reason why the master does not send the match. Only clients of Rondel receive it. */
  | { type: 'refused'; args: [matchID: string, error: ActionError] }
  | CommonTransportData
) & { sync?: { acks: Ack[]; canUndo?: true; canRedo?: true; now?: number } };

/** A message from a master to its transport, with complete states. The transport filters it with `getFilterPlayerView` for each client. */
export type IntermediateTransportData = (
  | { type: 'update'; args: [matchID: string, state: State]; prev?: State }
  | { type: 'patch'; args: [matchID: string, prevStateID: number, prevState: State, state: State] }
  | CommonTransportData
) & {
  sync?: { acks: Record<PlayerID, Ack[]>; undo: PlayerID | null; redo: PlayerID | null; now?: number };
};

/** Methods of a transport that a master calls. */
export interface TransportAPI {
  /** Sends a message to one player. `sender` is the value that was passed to the master's call. */
  send(playerData: { playerID: PlayerID | null | undefined; sender?: any } & IntermediateTransportData): void;
  /** Sends a message to every client that is connected with the match. */
  sendAll(payload: IntermediateTransportData): void;
}

/** Channels between servers, as in boardgame.io. They carry complete states, including secrets: keep them private. */
export interface GenericPubSub<T = IntermediateTransportData> {
  publish(channelId: string, payload: T): void;
  subscribe(channelId: string, callback: (payload: T) => void): void;
  unsubscribeAll(channelId: string): void;
}

/** Authentication of players, as boardgame.io's `Auth`. */
export interface Auth {
  authenticateCredentials(data: {
    playerID: PlayerID;
    credentials: string | undefined;
    metadata: Server.MatchData | undefined;
  }): boolean | Promise<boolean>;
}

/** Sizes of one match, in bytes. `Infinity` is no limit. */
export interface MasterLimits {
  /** Approximate size of one action's arguments in memory. A larger action is refused. @default 16_000 */
  args?: number;
  /** Approximate size of the match's log in memory. An action that would exceed it is refused. @default 10_000_000 */
  log?: number;
  /** Part of a log that is sent at once, as text. @default 250_000 */
  answer?: number;
  /**
   * Chat messages that the match stores for clients that connect later, as JSON. At the limit, the seat whose messages take the most bytes loses
   * its oldest message. 0 stores none.
   *
   * @default 50_000
   */
  chat?: number;
}

/** Reason why a message was refused. `type` is set if clients receive it. It contains nothing that the sender may not know. */
export type Refused = { error: string; type?: string | undefined; payload?: unknown };

/** Options of `Master`. */
export interface MasterOptions {
  /** Timeout of `auth`, in milliseconds. @default 10_000 */
  authTimeout?: number;
  /** Sizes of one match. */
  limits?: MasterLimits;
  /** Source of random numbers. Default: as the game says. */
  random?: RandomSource | undefined;
  /** Receives the events of this master: states, actions, refusals, messages and connections, with the secrets of all players. Without it, no event is made. */
  inspect?: InspectMaster | undefined;
}
