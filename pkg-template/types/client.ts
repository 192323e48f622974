import type { Transport } from '../lib/online/transports/transport.js';
import type { DebugOptions } from './debug.js';
import type { ActionError, ActivePlayersArg, Game, PlayerID, Prediction, StageArg, State, UnnamedAPIs } from './game.js';
import type { ArgsOf, Captured, DeclaredMoves, MoveNames, PayloadOfMove, SetupDataOf, ShownOf } from './inferred.js';
import type { Inspect } from './inspect.js';
import type { TransportOpts } from './transport.js';

/** Options of `Client`. */
export interface ClientOpts<G = any, PluginAPIs extends object = UnnamedAPIs, M extends Multiplayer | Falsy = undefined> {
  game: Game<G, PluginAPIs>;
  /** Number of players of a match that this client starts. @default 2 */
  numPlayers?: number | undefined;
  /** Player of this client. Default: in one page, the player whose turn it is; on a master, none: the client is a spectator. */
  playerID?: PlayerID | null | undefined;
  /** ID of the match. @default 'default' */
  matchID?: string | undefined;
  /** Credentials of the player, as the lobby's `joinMatch` returns them. */
  credentials?: string | undefined;
  /** Transport to a master: `Local()` and others of 'rondel/multiplayer', or one of your own. Default: the match runs in the page. */
  multiplayer?: M | Falsy | undefined;
  /** Part of an action that the client shows before the master's answer. Default: the game's `predict`. */
  predict?: Prediction | undefined;
  /**
   * Second argument of the game's `setup`, in one page and with `Local` and `Broadcast`: the client that starts a match decides. A server uses
   * the `setupData` of the lobby's `createMatch` instead.
   */
  setupData?: any;
  /**
   * Store enhancer of Redux. `applyMiddleware(...)` sees every action of this client and everything that a master sends. Redux DevTools can show
   * an earlier state on the board. Each action then passes through a reducer, which is slower.
   */
  enhancer?: ((createStore: any) => any) | undefined;
  /** Receives the events of this client: states, actions, refusals, messages, and changes of the connection. Without it, no event is made. */
  inspect?: Inspect | undefined;
  /**
   * The debug panel, which a started client opens in development. `false`: none. Under `compat: '0.50'`, `false` also keeps this client's refusals
   * and warnings off the console.
   *
   * @default true
   */
  debug?: boolean | DebugOptions | undefined;
  /**
   * `true` prints none of this client's refusals and warnings, including those of its connection. Development checks still print.
   *
   * @default false
   */
  quiet?: boolean | undefined;
}

/** Redux's store of a client. With an `enhancer` it also has the fields that the enhancer adds. */
export interface Store<Null = never> {
  /**
   * Returns the whole match, in boardgame.io's shape. On a master it contains only what this player may see, and is `null` before the first
   * answer.
   */
  getState(): State | Null;
  /**
   * Dispatches an action of boardgame.io. `MAKE_MOVE`, `GAME_EVENT`, `UNDO`, `REDO` and `PLUGIN` act for the player in their payload. `RESET`,
   * `SYNC`, `UPDATE` and `PATCH` replace the state of the client. Returns the action. If it was refused, the reason is in
   * `transients.error`.
   */
  dispatch(action: any): any;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Returns an observable of the current state and of each new one: `from(client.store)` of RxJS. */
  [Symbol.observable](): StoreObservable<State | Null>;
  [added: string]: any;
}

/** An observable of a store's state, for libraries such as RxJS. */
export interface StoreObservable<Value> {
  /** Calls `next` with the current state and with each new one. */
  subscribe(observer: { next?: ((value: Value) => void) | undefined }): { unsubscribe(): void };
  [Symbol.observable](): StoreObservable<Value>;
}

declare global {
  interface SymbolConstructor {
    /** Symbol of observables, as Redux and RxJS declare it. It exists only in pages that load one of their polyfills. */
    readonly observable: symbol;
  }
}

/** Creates the transport of a client. */
export type Multiplayer = (options: TransportOpts) => Transport;

/** Argument of `loadState` and `previewState`: a state in boardgame.io's shape, complete or without its history. */
export type SavedState = Pick<State, 'G' | 'ctx'> & Partial<State>;

/**
 * Status of a client's connection:
 *
 * - `'stopped'`: before `start()` and after `stop()`.
 * - `'connecting'`: until the match has arrived, or an attempt has failed.
 * - `'connected'`: the match has arrived. A match in the page is always connected.
 * - `'unreachable'`: an attempt has failed, and the client tries again.
 * - `'refused'`: a server has no such game or match, or does not send it to this client.
 */
export type Connection =
  | { readonly status: 'connecting' | 'connected' | 'stopped'; readonly reason?: undefined; readonly nextTry?: undefined }
  | {
    readonly status: 'unreachable' | 'refused';
    /** Reason of the failure or refusal. */
    readonly reason: ActionError;
    /** Time of the next attempt, as `Date.now()`. `undefined` if the transport does not know it. */
    readonly nextTry?: number | undefined;
  };

/** Handle of an action, which reports its outcome. You may ignore it. */
export interface Handle<Payload = any> {
  /** Status of the action now: shown as a prediction, sent without one, or decided by the master. */
  readonly status: 'predicted' | 'sent' | 'confirmed' | 'rejected';
  /** Reason of the rejection. `null` unless the action was rejected. */
  readonly error: ActionError<Payload> | null;
  /** Resolves when the outcome is known. Never rejects. */
  readonly confirmed: Promise<Outcome<Payload>>;
}

/** Final outcome of an action. */
export type Outcome<Payload = any> =
  | { readonly status: 'confirmed'; readonly error?: undefined }
  | { readonly status: 'rejected'; readonly error: ActionError<Payload> };

/** Type of `client.moves`: the moves of the game, its phases and its stages. Their functions take no context. */
export type Moves<T> = string extends MoveNames<T>
  ? Record<string, (...args: any[]) => Answer<T>>
  : NamedMoves<T, MoveNames<T> & keyof DeclaredMoves<T>>;
// Mapped over the declarations, so that editors show their comments.
type NamedMoves<T, Names extends keyof DeclaredMoves<T>> = {
  -readonly [Name in Names]-?: (...args: ArgsOf<T, Name & string>) => Answer<T, PayloadOfMove<T, Name & string>>;
};

/** A legal move: a union over the game's moves, so that `move` narrows the type of `args`. */
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

/** Return type of actions. With `compat: '0.50'` they return nothing, as in boardgame.io. */
export type Answer<T, Payload = any> = T extends { readonly compat: '0.50' } ? undefined : Handle<Payload>;

export type Falsy = false | null | undefined | 0 | '';
export type NullIfOnline<M> = M extends Falsy ? never : null;
export type Shown<T, M> = ShownOf<T> | NullIfOnline<M>;

/** Times of the players at one moment, in milliseconds. */
export interface ShownClock {
  /** Time that each player has left, in all. Absent for players without time for later turns, unless the match waits for them. */
  left: Record<PlayerID, number>;
  /** Moment at which the time of each player who is waited for runs out, as `Date.now()` in this page. Empty while the clock is stopped. */
  deadlines: Record<PlayerID, number>;
  /** `true` while the clock is stopped, by the rules or because the server waits for players. */
  paused: boolean;
}
