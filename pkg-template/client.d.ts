import type {
  ArgsOf, Captured, ChatOf, Declared, DeclaredMoves, EnabledIn, MoveNames, OutcomeOf, PayloadOf, PayloadOfMove, PhaseNames, SetupDataOf, ShownOf, StageNames,
} from './inferred.js';
import type { Transport, TransportOpts } from './internal.js';
import type { ChatMessage, FilteredMetadata, Notice } from './master.js';
import type {
  ActionError, ActivePlayersArg, Game, LogEntry, PlayerID, Prediction, StageArg, State, UnnamedAPIs,
} from './types.js';

export type { EnabledIn, StateOf, ViewOf } from './inferred.js';
export { LobbyClient, LobbyClientError } from './lobby.js';
export { keepSeat } from './seats.js';
export type { KeptSeat, SeatKeeper, SeatStorage } from './seats.js';

/**
 * Makes a client for a game, with or without `new`. Its moves, their arguments, the phases and the stages are
 * typed from a game that is given inline or declared with `satisfies Game<G>`; a plain `Game<G>` types `G` alone.
 *
 * @example
 * const client = Client({ game, numPlayers: 3 });
 * client.start();
 * client.moves.play(4);
 */
export declare const Client: {
  <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
  new <G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
    opts: Opts<G, P, T, M>,
  ): Client<Declared<G, P, T>, M>;
};

/**
 * An object of closures: it may be destructured, stored in a ref and handed about. Tests may put methods and moves of their own in
 * place of these, which components and hooks then call; the match itself goes on with its own.
 */
export interface Client<T extends object = Game, M = undefined> {
  moves: Moves<T>;
  /** Without those that the game's `events` switches off. */
  events: Pick<Events<PhaseNames<T>, StageNames<T>, Answer<T>, OutcomeOf<T>>, EnabledIn<T, keyof Events<never, never, never>>>;
  plugins: Record<string, (...args: any[]) => Answer<T>>;
  undo(): Answer<T>;
  redo(): Answer<T>;
  /** Starts the match again. */
  reset(): Answer<T>;
  /**
   * Goes on from a state that was stored, or made by boardgame.io; the log starts again. What cannot be played on is
   * refused with an error that names the path, and the state stays as it is.
   *
   * `random` goes on where it stood in that state, if the state says so: in `plugins.random.data`, or in the newest entry
   * of `_undo`. What `getState()` shows under `disableUndo` does not. Then `random` goes on where it stands now: even
   * after an older state has been loaded, no number comes again.
   */
  loadState(state: SavedState): Answer<T>;
  /**
   * Shows another state, as a log viewer does; play goes on behind it. `null` ends it. Throws an error with the code
   * `game/state` that names the path if this is no state.
   */
  previewState(state: SavedState | null): void;
  /** boardgame.io's name of `previewState`. */
  overrideGameState(state: SavedState | null): void;

  /**
   * Whether this client's player could make the move now, as far as the rules of turns and the move's
   * `validate` say. Changes nothing. `false` while a move or hook runs, and online while an action of this client waits whose outcome only
   * the master knows.
   */
  canMove<Name extends MoveNames<T>>(name: Name, ...args: ArgsOf<T, Name>): boolean;
  /** The moves of the game's `ai.enumerate` that this client's player could make now. */
  legalMoves(): Array<LegalMove<T>>;
  /**
   * Makes a move that is given as data, such as one of `legalMoves()`.
   *
   * @example
   * for (const legal of client.legalMoves()) buttons.push(<button onClick={() => client.act(legal)}>{legal.move}</button>);
   */
  act(legalMove: LegalMove<T>): Answer<T>;

  /** The same object until something changes; online, `null` before the first answer of the master. */
  getState(): Shown<T, M>;
  getInitialState(): Shown<T, M>;
  /**
   * Calls `fn` now and after each change; online not before `start()`, and the state is `null` until the master has sent the
   * match. Returns a function that unsubscribes; throws if `fn` is no function. `fn` may act; if it does so without end, its
   * action is refused and the error reported.
   */
  subscribe(fn: (state: Shown<T, M>) => void): () => void;

  /**
   * How this client is connected with its master: the same object until something changes. Subscribers are called then, also before
   * there is a state.
   */
  connection: Connection;
  /** That of the state, also before there is one: why the last action was refused, or why the master does not send the match. */
  lastError: ActionError<PayloadOf<T>> | null;
  /** Connects again at once, in place of waiting for the next attempt. Does nothing if the client is not started. */
  reconnect(): void;

  /** Connects; `stop` disconnects, and `start` may follow again. A process of Node's ends without `stop`, once all actions are confirmed or refused. */
  start(): void;
  stop(): void;
  /**
   * Gives back at once what the client holds; a client that nothing refers to is collected without it, once it has stopped.
   * Afterwards `getState()` returns the last state, and actions are refused.
   */
  dispose(): void;

  /**
   * Says something to everybody at the match: it is kept until there is a connection, and arrives once. Confirmed when it was. Spectators
   * are refused.
   */
  sendChatMessage(payload: ChatOf<T>): Answer<T>;
  /** Chat of the match: the messages that the match keeps, and those that have arrived since, the newest 500. */
  chatMessages: Array<ChatMessage<ChatOf<T>>>;
  /** What the server's operator has said to those at the match since this client has been connected: the newest 50. */
  notices: Notice[];
  /** Whether all of the log is here: a long one comes from a server in parts, the newest first. */
  isLogComplete: boolean;
  /** Who plays; undefined in single-player mode and before the first answer of the master. */
  matchData: FilteredMetadata | undefined;
  /** The match that follows this one, once a player has asked for it by the lobby's `playAgain`; subscribers are notified. */
  nextMatchID: string | undefined;

  updatePlayerID(playerID: PlayerID | null): void;
  updateMatchID(matchID: string): void;
  updateCredentials(credentials: string): void;

  /** Redux's store over the match, as boardgame.io's clients have it: bots' `Step`, tests and debuggers work on it. */
  readonly store: Store<NullIfOnline<M>>;
  /** What connects it with the master; undefined without `multiplayer`. */
  readonly transport: Pick<Transport, keyof Transport> | undefined;
  log: LogEntry[];
  readonly playerID: PlayerID | null | undefined;
  readonly matchID: string;
  readonly credentials: string | undefined;
  readonly game: T;
}

export interface ClientOpts<G = any, PluginAPIs extends object = UnnamedAPIs, M extends Multiplayer | Falsy = undefined> {
  game: Game<G, PluginAPIs>;
  /** 2 if left out. */
  numPlayers?: number | undefined;
  /** Left out: this client may move for everybody. */
  playerID?: PlayerID | null | undefined;
  matchID?: string | undefined;
  credentials?: string | undefined;
  /** What connects the client with a master: `Local()` and others of 'rondel/multiplayer', or one's own. */
  multiplayer?: M | Falsy | undefined;
  /** How much of an action shows before the master's answer; in place of what the game says. */
  predict?: Prediction | undefined;
  /**
   * The second argument of `setup`, in one page and with `Local` and `Broadcast`, where the client that starts a match decides. On a
   * server that is what a lobby's `createMatch` was given.
   */
  setupData?: any;
  /**
   * A store enhancer of Redux's: `applyMiddleware(...)` sees every action of this client and what a master sends it, Redux
   * DevTools take the board to another state. Each action goes through a reducer then, which is slower.
   */
  enhancer?: ((createStore: any) => any) | undefined;
  /** `false` keeps refusals and warnings off the console; the checks of development stay. There is no panel yet. */
  debug?: boolean | object | undefined;
}

/** What of Redux's store a client has. With an `enhancer` it also has what that adds. */
export interface Store<Null = never> {
  /** All of the match, in boardgame.io's shape; online, what this player may see, and `null` before the first answer. */
  getState(): State | Null;
  /**
   * Does an action of boardgame.io's: `MAKE_MOVE`, `GAME_EVENT`, `UNDO`, `REDO`, `PLUGIN` for the player in its payload;
   * `RESET`, `SYNC`, `UPDATE` and `PATCH` put another state in place of the client's. Answers the action; if it was refused,
   * with the reason in `transients.error`.
   */
  dispatch(action: any): any;
  /** Calls `listener` after each change. Returns a function that ends it. */
  subscribe(listener: () => void): () => void;
  /** The state now and after each change, for libraries of observables: `from(client.store)` of RxJS. */
  [Symbol.observable](): StoreObservable<State | Null>;
  [added: string]: any;
}

/** What libraries of observables find in a store. */
export interface StoreObservable<Value> {
  /** Calls `next` with the state now and after each change. */
  subscribe(observer: { next?: ((value: Value) => void) | undefined }): { unsubscribe(): void };
  [Symbol.observable](): StoreObservable<Value>;
}

declare global {
  interface SymbolConstructor {
    /** Declared so by Redux and RxJS as well. A page that has none of their polyfills lacks the symbol. */
    readonly observable: symbol;
  }
}

/** Makes the transport of a client. */
export type Multiplayer = (options: TransportOpts) => Transport;

/** What `loadState` and `previewState` take: a state in boardgame.io's shape, whole or without its history. */
export type SavedState = Pick<State, 'G' | 'ctx'> & Partial<State>;

/**
 * How a client is connected: `'stopped'` before `start()` and after `stop()`; `'connecting'` until the match is there, or an attempt has
 * failed; `'unreachable'` from then on; `'refused'` if a server has no such game or match, or does not send it. A match in the page
 * is `'connected'`.
 */
export type Connection =
  | { readonly status: 'connecting' | 'connected' | 'stopped'; readonly reason?: undefined; readonly nextTry?: undefined }
  | {
    readonly status: 'unreachable' | 'refused';
    readonly reason: ActionError;
    /** When it is tried again, as `Date.now()` counts; left out where the transport does not know. */
    readonly nextTry?: number | undefined;
  };

/** The outcome of an action; may be ignored. */
export interface Handle<Payload = any> {
  readonly status: 'predicted' | 'sent' | 'confirmed' | 'rejected';
  readonly error: ActionError<Payload> | null;
  /** Resolves when the outcome is known; never rejects. */
  readonly confirmed: Promise<Outcome<Payload>>;
}

export type Outcome<Payload = any> =
  | { readonly status: 'confirmed'; readonly error?: undefined }
  | { readonly status: 'rejected'; readonly error: ActionError<Payload> };

/** `client.moves` of a game: the moves of the game, its phases and its stages, without their context. */
export type Moves<T> = string extends MoveNames<T>
  ? Record<string, (...args: any[]) => Answer<T>>
  : NamedMoves<T, MoveNames<T> & keyof DeclaredMoves<T>>;
// By their declarations, so that editors show the comments of these.
type NamedMoves<T, Names extends keyof DeclaredMoves<T>> = {
  -readonly [Name in Names]-?: (...args: ArgsOf<T, Name & string>) => Answer<T, PayloadOfMove<T, Name & string>>;
};

/** A move that could be made: a union over the game's moves, so that `move` narrows the type of `args`. */
export type LegalMove<T = Game> = { [Name in MoveNames<T>]: { move: Name; args: ArgsOf<T, Name> } }[MoveNames<T>];

export interface Opts<G, P extends object, T extends object, M> extends Omit<ClientOpts, 'game' | 'multiplayer' | 'setupData'> {
  // `T` keeps the names, `Game<G, P>` gives the callbacks of an inline game their types.
  game: Game<G, P> & Captured<T>;
  multiplayer?: (Multiplayer | Falsy) & Captured<M>;
  setupData?: SetupDataOf<T> | undefined;
}

// Methods, not properties: a client of one game may be used where a client of any game is expected.
export interface Events<Phase extends string, Stage extends string, Answer, Outcome = any> {
  endGame(gameover?: Outcome): Answer;
  endPhase(): Answer;
  endStage(): Answer;
  endTurn(arg?: { next: PlayerID } | { remove: true }): Answer;
  pass(arg?: { remove: true }): Answer;
  setActivePlayers(arg: ActivePlayersArg<Stage>): Answer;
  setPhase(phase: Phase): Answer;
  setStage(stage: StageArg<Stage>): Answer;
}

/** Under `compat: '0.50'` actions return nothing, as boardgame.io's do. */
type Answer<T, Payload = any> = T extends { readonly compat: '0.50' } ? undefined : Handle<Payload>;

export type Falsy = false | null | undefined | 0 | '';
type NullIfOnline<M> = M extends Falsy ? never : null;
type Shown<T, M> = ShownOf<T> | NullIfOnline<M>;
