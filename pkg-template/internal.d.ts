import type { ChatMessage, IntermediateTransportData, Server, StorageAPI, ClientInfo, TransportData } from './master.js';
import type { ActionError, Game, LogEntry, PlayerID, State } from './types.js';

export type {
  ChatMessage, FilteredMetadata, IntermediateTransportData, Server, StorageAPI, SyncInfo, TransportData,
} from './master.js';

/** The state of a match at its beginning, in boardgame.io's shape. */
export function InitializeGame<G = any>(options: {
  game: Game<G, any, any>;
  numPlayers?: number;
  setupData?: any;
}): Omit<State<G>, 'deltalog'>;

/**
 * A pure function over states and actions in boardgame.io's shape. A refused action returns the state with
 * `transients.error`; so does any action on a state that cannot be played on, and `payload` names the path of what is
 * wrong. Only if not even the fields of a state can be copied, an error is thrown, with the code `game/state`.
 */
export function CreateGameReducer<G = any>(options: {
  game: Game<G, any, any>;
  /** Whether moves are run ahead of a master: without hooks, events and random numbers. */
  isClient?: boolean;
}): (state: any, action: { type: string; [field: string]: any }) => any;

/** A game with what boardgame.io adds to one. */
export function ProcessGameConfig<T extends Game<any, any, any>>(game: T): T & {
  moveNames: string[];
  pluginNames: string[];
  flow: {
    moveNames: string[];
    eventNames: string[];
    enabledEventNames: string[];
    isPlayerActive(G: any, ctx: State['ctx'], playerID: string): boolean;
  };
};

/** The first state and the metadata of a new match. */
export function createMatch(options: {
  game: Game<any, any, any>;
  /** Left out: 2, or as near to that as the game's `minPlayers` and `maxPlayers` are. */
  numPlayers?: number;
  setupData?: any;
  /** Keeps the match out of the lobby's lists. */
  unlisted?: boolean;
} & Server.MatchBots): { initialState: State; metadata: Server.MatchData } | { setupDataError: string };

/**
 * The viewer's filter: a function that makes of each message of a master, with states in full, what one viewer may see. No
 * message reaches a client without it. A spectator has no playerID.
 */
export function getFilterPlayerView(game: Game<any, any, any>): (
  playerID: PlayerID | null | undefined,
  payload: IntermediateTransportData,
  options?: {
    /** Whether the client takes patches in place of updates, as Rondel's does. */
    patches?: boolean;
  },
) => TransportData;

/**
 * A storage whose methods return promises. Those with a question mark are optional. `createMatchIfAbsent`, `compareAndSetState` and
 * `compareAndSetMetadata` are for storages that several masters use, in several processes or tabs: each compares and writes
 * in one step (a transaction, or an update with a condition), so that no master overwrites what another has stored
 * meanwhile. Without them a match belongs to the masters of one process. `fetchLogSince` and the three of leases are for
 * servers of more than one process.
 */
export abstract class Async {
  type(): number;
  abstract connect(): Promise<any>;
  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<void>;
  /** Appends the deltalog to the log. */
  abstract setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<any>;
  abstract setMetadata(matchID: string, metadata: Server.MatchData): Promise<any>;
  abstract fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): Promise<StorageAPI.FetchResult<O>>;
  abstract wipe(matchID: string): Promise<any>;
  listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]>;
  /** Does what `createMatch` does if neither a state of such a match is stored, nor a first one, nor a log; returns whether it has. */
  createMatchIfAbsent?(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<boolean>;
  /**
   * Does what `setState` does if the stored state still has this `_stateID` and this `_revision`, and returns whether it
   * has. A state without a `_revision` counts as 0. Each store raises it, also that of a refusal, which leaves the
   * `_stateID` as it is: a storage that compares the `_stateID` alone keeps every move, but may lose a refusal.
   */
  compareAndSetState?(
    matchID: string,
    expectedStateID: number,
    state: StorageAPI.StoredState,
    deltalog?: LogEntry[],
    expectedRevision?: number,
  ): Promise<boolean>;
  /** Does what `setMetadata` does if the stored metadata still equal `expected`, which `fetch` has returned, and returns whether it has. */
  compareAndSetMetadata?(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean>;
  /**
   * Does what `wipe` does if the stored state still has this `_stateID` and this `_revision`, as for `compareAndSetState`, and if the stored
   * metadata still equal `expectedMetadata`, if there are any; returns whether it has. Servers wipe a match so in which nobody acts.
   */
  compareAndWipe?(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean>;
  /**
   * Puts all that is stored of a match out of the way, whether it can be read or not, in one step: there is no such match then. Returns
   * the ID to put it back by; undefined if there was nothing. No master calls it: it is for the operator of the storage.
   */
  quarantine?(matchID: string): Promise<string | undefined>;
  /** What is out of the way, in any order. */
  listQuarantined?(): Promise<StorageAPI.Quarantined[]>;
  /** Puts a match back in one step, and returns whether it has: not if there is one of its ID by now, or this one is not there. */
  restoreQuarantined?(id: string): Promise<boolean>;
  /**
   * The entries of the log whose `_stateID` is at least this one, in the order of the log; none if there is no such match.
   * Without this, the whole log is read.
   */
  fetchLogSince?(matchID: string, stateID: number): Promise<LogEntry[]>;
  /** A page of matches, those that have begun last first. */
  listPage?(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]>;
  /** The matches whose metadata were updated longest ago first, for servers whose matches expire. */
  listIdle?(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]>;
  /** Gives back some of the space that wiped matches have left, and returns whether there is more to give back. */
  compact?(): Promise<boolean>;
  /**
   * The newest part of the log, or of what comes before an entry: `before` is a number of the storage's own, such as a place in
   * a table, which it has returned with another part. Clients send it: any whole number from 0 on may come. Without this, the
   * whole log is read for each part.
   */
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart>;
  /**
   * What distinguishes this storage from all others: the same for all processes that use it, as long as it is there. What servers send each
   * other through an adapter carries it, and servers of another storage ignore that. Servers whose storages have none take each other's messages.
   */
  fetchStorageID?(): Promise<string>;
  /**
   * Writes something that nobody reads, and is rejected if that fails: a server's `/readyz` asks, once a second at most. Without this the
   * lease of the process is renewed or, of a storage without leases, something is read.
   */
  probe?(): Promise<void>;
  /**
   * Notes that a server process is alive for so many milliseconds from now, by the one clock of the storage. Answers whether
   * it has been so until now: false for a new one, and for one whose lease has run out, which others may have noticed.
   */
  renewLease?(nodeID: string, milliseconds: number): Promise<boolean>;
  /** The server processes whose lease has not run out, in any order. */
  fetchLeases?(): Promise<string[]>;
  /** The process ends: its lease has run out at once. */
  endLease?(nodeID: string): Promise<void>;
}

/** A storage whose methods return at once. Those with a question mark are optional: see `Async`. */
export abstract class Sync {
  type(): number;
  connect(): void;
  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): void;
  /** Appends the deltalog to the log. */
  abstract setState(matchID: string, state: State, deltalog?: LogEntry[]): void;
  abstract setMetadata(matchID: string, metadata: Server.MatchData): void;
  abstract fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): StorageAPI.FetchResult<O>;
  abstract wipe(matchID: string): void;
  listMatches(options?: StorageAPI.ListMatchesOpts): string[];
  createMatchIfAbsent?(matchID: string, options: StorageAPI.CreateMatchOpts): boolean;
  compareAndSetState?(
    matchID: string,
    expectedStateID: number,
    state: StorageAPI.StoredState,
    deltalog?: LogEntry[],
    expectedRevision?: number,
  ): boolean;
  compareAndSetMetadata?(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean;
  compareAndWipe?(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean;
  quarantine?(matchID: string): string | undefined;
  listQuarantined?(): StorageAPI.Quarantined[];
  restoreQuarantined?(id: string): boolean;
  fetchLogSince?(matchID: string, stateID: number): LogEntry[];
  listPage?(options: StorageAPI.ListPageOpts): StorageAPI.ListedMatch[];
  listIdle?(options: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[];
  compact?(): boolean;
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart;
  fetchStorageID?(): string;
  probe?(): void | Promise<void>;
  renewLease?(nodeID: string, milliseconds: number): boolean;
  fetchLeases?(): string[];
  endLease?(nodeID: string): void;
}

export interface TransportOpts {
  transportDataCallback: (data: TransportData) => void;
  gameName?: string;
  /** The game as it was written: clients with the same one may share what they connect to. */
  gameKey?: Game<any, any, any>;
  game?: Game<any, any, any>;
  playerID?: PlayerID | number | null;
  matchID?: string | number;
  credentials?: string;
  numPlayers?: number;
  /** The client's: only transports whose master is the page's own use it. */
  setupData?: any;
  /** `false`: no match begins for this client, as it finds none. */
  create?: boolean | undefined;
}

/** Why a transport has no connection. */
export interface ConnectionTrouble {
  /** `'refused'`: a server was reached, and does not let this client in. `'connecting'`: it is on its way. `'unreachable'` if left out. */
  status?: 'connecting' | 'unreachable' | 'refused' | undefined;
  reason?: ActionError | undefined;
  /** When it is tried again, as `Date.now()` counts. */
  nextTry?: number | undefined;
}

/**
 * What connects a client with a master. It may lose messages, bring them twice or in another order; it must say when its
 * connection is lost and when it is back.
 */
export abstract class Transport {
  constructor(options: TransportOpts);

  protected gameName: string;
  /** Text, also if a number is assigned. */
  protected get playerID(): PlayerID | null;
  protected set playerID(id: PlayerID | number | null);
  protected get matchID(): string;
  protected set matchID(id: string | number);
  protected credentials?: string;
  protected numPlayers: number;
  /** What the client says of itself: for the last argument of `sync`. Undefined if it has nothing to say. */
  get about(): ClientInfo | undefined;
  isConnected: boolean;
  /** What a match that this client starts begins with: set by a transport whose master is the page's own. A server ignores it. */
  setupData?: any;

  /** For the client, which wants to know when the connection is lost or back. */
  subscribeToConnectionStatus(fn: (trouble?: ConnectionTrouble) => void): void;
  /**
   * To be called by a transport that has connected or disconnected, and whenever an attempt has failed: `client.connection` says so,
   * with what trouble there is.
   */
  protected setConnectionStatus(isConnected: boolean, trouble?: ConnectionTrouble): void;
  /** To be called by a transport with what a master has sent. */
  protected notifyClient(data: TransportData): void;

  abstract connect(): void;
  abstract disconnect(): void;
  abstract sendAction(state: State, action: any): void;
  abstract sendChatMessage(matchID: string, chatMessage: ChatMessage): void;
  abstract requestSync(): void;
  /** Asks for the part of the log that comes before what the client has. Without it, a long log stays as short as it has come. */
  requestLog?(before: number): void;
  abstract updateMatchID(id: string): void;
  abstract updatePlayerID(id: PlayerID | null): void;
  abstract updateCredentials(credentials?: string): void;
}
