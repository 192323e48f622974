import type { Transport } from '../lib/online/transports/transport.js';
import type { ActionError, ActivePlayersArg, Game, PlayerID, Prediction, StageArg, State, UnnamedAPIs } from './game.js';
import type { ArgsOf, Captured, DeclaredMoves, MoveNames, PayloadOfMove, SetupDataOf, ShownOf } from './inferred.js';
import type { TransportOpts } from './transport.js';

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
  /** `false` keeps this client's refusals and warnings off the console, those of its connection included; the checks of development stay. There is no panel yet. */
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
export type Answer<T, Payload = any> = T extends { readonly compat: '0.50' } ? undefined : Handle<Payload>;

export type Falsy = false | null | undefined | 0 | '';
export type NullIfOnline<M> = M extends Falsy ? never : null;
export type Shown<T, M> = ShownOf<T> | NullIfOnline<M>;
