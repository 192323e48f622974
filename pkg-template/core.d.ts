import type { LegalMove } from './client.js';
import type { AnyPlugins, ApisOf, Captured, Declared, EarlyView, GameDefinition, Immediate, KnownMoves, SoundMoves, SoundSetup } from './inferred.js';
import type { Ctx as PositionalCtx, Plugin as PositionalPlugin } from './legacy.js';
import type {
  AiEnumerate, Ctx, DefaultPluginAPIs, FnContext, Game, GameAI, Invalid, LogEntry, LongFormMove, MoveContext, OnMoveContext, PhaseConfig, PlayerID, Plugin,
  StageConfig, TurnConfig,
} from './types.js';

// Without it, TypeScript takes what has no `export` for exported as well.
export {};

/**
 * Answers the game that it is given. TypeScript infers its state from `setup`, which comes first if it takes parameters, and
 * checks every name of a phase or stage; a client knows its moves by it. `setup: (): MyState => ...` states what is not
 * inferred. Without `setup` the state may be anything.
 *
 * @example
 * const game = defineGame({ setup: () => ({ deck: 6 }), moves: { draw: ({ G }, count: number) => { G.deck -= count; } } });
 */
export declare function defineGame<
  G = any,
  SetupData = any,
  const Plugins extends AnyPlugins = [],
  Phase extends string = string,
  Stage extends string = string,
  T extends object = object,
  Enumerated extends string | undefined = string,
  View = undefined,
>(
  game: GameDefinition<G, SetupData, Plugins, Phase, Stage, Enumerated, View> & Captured<T> & SoundSetup<G, T> & Immediate<T> & EarlyView<View, G, T> & SoundMoves<T> & KnownMoves<Enumerated, T>,
): Declared<G, ApisOf<Plugins>, T>;

/**
 * Returns a plain copy of `G`, or of a part of it, as it is at this point of a move or hook. Use it in place of `current` of the package
 * `immer`, which may be of another version than the one that made the draft.
 *
 * @example
 * log.setMetadata(current(G.table));
 */
export declare function current<T>(value: T): T;

/**
 * Returns `G`, or a part of it, as it was before the move or hook. Returns `undefined` for a value that the move itself has created, and
 * where there are no drafts, such as in `playerView`.
 */
export declare function original<T>(value: T): T | undefined;

/** What a move returns to say that it is not allowed. */
export declare const INVALID_MOVE: 'INVALID_MOVE';

/**
 * What a move or its `validate` returns instead of `INVALID_MOVE` to give the caller a reason.
 *
 * @example
 * if (cost > G.gold) return invalid({ missing: cost - G.gold }); // handle.error.payload.missing
 */
export declare function invalid(): Invalid<undefined>;
export declare function invalid<Payload>(payload: Payload): Invalid<Payload>;

export declare const GameMethod: {
  readonly MOVE: 'MOVE';
  readonly GAME_ON_END: 'GAME_ON_END';
  readonly PHASE_ON_BEGIN: 'PHASE_ON_BEGIN';
  readonly PHASE_ON_END: 'PHASE_ON_END';
  readonly TURN_ON_BEGIN: 'TURN_ON_BEGIN';
  readonly TURN_ON_MOVE: 'TURN_ON_MOVE';
  readonly TURN_ON_END: 'TURN_ON_END';
  readonly GAME_ON_PLAYER_LEAVE: 'GAME_ON_PLAYER_LEAVE';
};

export declare const Stage: {
  /** Active, but in no particular stage. */
  readonly NULL: null;
};

/** Presets for `turn.activePlayers` and `events.setActivePlayers`. */
export declare const ActivePlayers: {
  readonly ALL: { all: null };
  readonly ALL_ONCE: { all: null; minMoves: number; maxMoves: number };
  readonly OTHERS: { others: null };
  readonly OTHERS_ONCE: { others: null; minMoves: number; maxMoves: number };
};

/** A preset for `turn.order`; its functions also take `(G, ctx)`. */
export interface PresetTurnOrder {
  playOrder?: PresetFunction<PlayerID[]>;
  first: PresetFunction<number>;
  next: PresetFunction<number | undefined>;
}

interface PresetFunction<R> {
  (context: FnContext): R;
  (G: any, ctx: Ctx): R;
}

/** Presets for `turn.order`. */
export declare const TurnOrder: {
  /** Round the table, going on where the previous phase stopped. */
  readonly DEFAULT: PresetTurnOrder;
  /** Round the table, each phase beginning with the first player. */
  readonly RESET: PresetTurnOrder;
  /** Round the table, each phase beginning with the player who ended the last one. */
  readonly CONTINUE: PresetTurnOrder;
  /** Round the table once; then the phase ends. */
  readonly ONCE: PresetTurnOrder;
  /** Round the table in the order given. */
  readonly CUSTOM: (playOrder: readonly PlayerID[]) => PresetTurnOrder;
  /** Round the table in the order found in a field of `G` when the phase begins. */
  readonly CUSTOM_FROM: (field: string) => PresetTurnOrder;
};

export declare const PlayerView: {
  /** Hides `G.secret`, and in `G.players` everybody but the viewer. */
  STRIP_SECRETS: StripSecrets;
};

export interface StripSecrets {
  (context: { G: any; ctx?: Ctx; playerID?: PlayerID | null }): any;
  (G: any, ctx: Ctx, playerID: PlayerID | null): any;
  // The mark of this one function: types alone know it.
  readonly [stripsSecrets]: true;
}
declare const stripsSecrets: unique symbol;

/**
 * A log, ready for a list on a page: a description of each entry, in the order of the log. A log may come from
 * anywhere, such as a storage or a server of boardgame.io's: an entry that makes no sense is of the kind `'unknown'`.
 *
 * Arguments that the game hides (`redact`) stay hidden, but for those of `playerID`'s own moves.
 *
 * @example
 * describeLog(client.log, { game }).filter(({ kind, undone }) => kind === 'move' && !undone);
 */
export declare function describeLog<T extends object = Game>(
  log: readonly LogEntry[] | null | undefined,
  options: { game: T; playerID?: PlayerID | null },
): Array<DescribedEntry<T>>;

/** An entry of the log, described: `kind` narrows the types of the other fields, `name` that of a move's `args`. */
export type DescribedEntry<T extends object = Game> =
  | DescribedMove<T>
  | DescribedEvent
  | DescribedStep
  | DescribedLeaving
  | DescribedUnknown;

export type DescribedMove<T extends object = Game> =
  LegalMove<T> extends infer Made
    ? Made extends { move: infer Name; args: infer Args }
      ? Described & { kind: 'move'; name: Name; args: Args | null; target: null }
      : never
    : never;

export interface DescribedEvent extends Described {
  /**
   * `'event'`: somebody has called it, a player or the game; the log does not say who. `'automatic'`: the rules ended the
   * turn, phase or stage, by `maxMoves` or `endIf` for example.
   */
  kind: 'event' | 'automatic';
  name: string;
  args: any[] | null;
  target: null;
}

export interface DescribedStep extends Described {
  kind: 'undo' | 'redo';
  name: null;
  args: any[] | null;
  /** The `key` of what it took back or did again; `null` if that is not in the log, as `setStage` is not. */
  target: string | null;
}

export interface DescribedLeaving extends Described {
  /** `playerID` has left the match for good. */
  kind: 'leave';
  name: null;
  args: any[] | null;
  target: null;
}

export interface DescribedUnknown extends Described {
  /** Nothing that the rules know, or a move that the game does not have. */
  kind: 'unknown';
  name: string | null;
  args: any[] | null;
  target: null;
}

interface Described {
  /** Unlike that of all others in the log, and the same when the log has grown, or older entries are cut off: for lists of React's and Vue's. */
  key: string;
  /** Where the entry is in the log. */
  index: number;
  /** Who did it, if the log says so. */
  playerID: PlayerID | null;
  /** Whether `args` are hidden, and `null` for that. */
  redacted: boolean;
  turn: number | null;
  phase: string | null;
  /** Whether it was undone, and not redone. */
  undone: boolean;
  /** The `key` of the entry that it followed from, such as the move that ended the turn; `null` if it stands for itself. */
  cause: string | null;
  /** The move's metadata, by `log.setMetadata`; `undefined` if the arguments are hidden. */
  metadata: any;
  /** The metadata that hooks noted during the action; `undefined` if there are none, or the arguments are hidden. */
  hookMetadata: any[] | undefined;
}
/** `ctx` in the positional style. */
export type LegacyCtx<PluginAPIs extends object = {}> = PositionalCtx & DefaultPluginAPIs & PluginAPIs;

export type LegacyMoveFn<G = any, P extends object = {}> = (
  G: G,
  ctx: LegacyCtx<P> & { readonly playerID: PlayerID },
  ...args: any[]
) => void | NoInfer<G> | 'INVALID_MOVE' | Invalid;

export interface LegacyMoveMap<G = any, P extends object = {}> {
  [moveName: string]:
    | LegacyMoveFn<G, P>
    | (Omit<LongFormMove<G, P>, 'move' | 'validate' | 'undoable' | 'redact'> & {
        move: LegacyMoveFn<G, P>;
        validate?: (
          G: G,
          ctx: LegacyCtx<P> & { readonly playerID: PlayerID },
          ...args: any[]
        ) => boolean | void | 'INVALID_MOVE' | Invalid;
        undoable?: boolean | ((G: G, ctx: PositionalCtx & P) => boolean);
        redact?: boolean | ((G: G, ctx: PositionalCtx & P) => boolean);
      });
}

export interface LegacyTurnConfig<G = any, P extends object = {}>
  extends Omit<TurnConfig<G, P>, 'onBegin' | 'onEnd' | 'onMove' | 'endIf' | 'order' | 'stages'> {
  onBegin?: LegacyHook<G, P, void | NoInfer<G>>;
  onEnd?: LegacyHook<G, P, void | NoInfer<G>>;
  onMove?: (G: G, ctx: LegacyCtx<P> & Pick<OnMoveContext, 'move' | 'playerID'>) => void | NoInfer<G>;
  endIf?: LegacyHook<G, P, boolean | void | { next: PlayerID }>;
  order?: {
    playOrder?: LegacyHook<G, P, PlayerID[]>;
    first: LegacyHook<G, P, number>;
    next: LegacyHook<G, P, number | undefined>;
  };
  stages?: { [stageName: string]: Omit<StageConfig<G, P>, 'moves'> & { moves?: LegacyMoveMap<G, P> } };
}

export interface LegacyPhaseConfig<G = any, P extends object = {}> {
  start?: boolean;
  next?: string | LegacyHook<G, P, string | null | void>;
  onBegin?: LegacyHook<G, P, void | NoInfer<G>>;
  onEnd?: LegacyHook<G, P, void | NoInfer<G>>;
  endIf?: LegacyHook<G, P, boolean | void | { next: string }>;
  moves?: LegacyMoveMap<G, P>;
  turn?: LegacyTurnConfig<G, P>;
}

/** A game in the positional style. */
export interface LegacyGame<G = any, P extends object = {}, SetupData = any>
  extends Omit<Game<G, P, SetupData>, 'ai' | 'setup' | 'moves' | 'phases' | 'plugins' | 'turn' | 'endIf' | 'onEnd' | 'onPlayerLeave' | 'playerView'> {
  ai?: Omit<GameAI<G>, 'enumerate'> & { enumerate: (G: G, ctx: PositionalCtx, playerID: PlayerID) => AiEnumerate };
  plugins?: ReadonlyArray<Plugin<any, any, G> | PositionalPlugin<any, any, G>>;
  setup?: (ctx: LegacyCtx<P>, setupData?: SetupData) => G;
  moves?: LegacyMoveMap<G, P>;
  phases?: { [phaseName: string]: LegacyPhaseConfig<G, P> };
  turn?: LegacyTurnConfig<G, P>;
  endIf?: LegacyHook<G, P, any>;
  onEnd?: LegacyHook<G, P, void | NoInfer<G>>;
  onPlayerLeave?: LegacyHook<G, P, void | NoInfer<G>>;
  playerView?: (G: G, ctx: LegacyCtx<P>, playerID: PlayerID | null) => any;
}

/**
 * Adapts a game, or a part of one, from the positional style `(G, ctx, ...args)`, in which `ctx` also carries
 * `playerID`, `events`, `random`, `log` and the plugins' apis. Returns a new game. Plugins are left alone.
 *
 * @example
 * const game = legacyGame({ moves: { draw: (G, ctx) => { G.deck--; } } });
 */
export declare function legacyGame<G, P extends object, T extends object>(
  game: T & LegacyGame<G, P>,
): AdaptedGame<T, unknown extends G ? any : G>;

/** What `legacyGame` makes of `T`: the same names and arguments, in the one-object style. */
export type AdaptedGame<T, G> = {
  [K in keyof T]: K extends 'moves' ? AdaptedMoves<T[K], G>
    : K extends 'turn' ? AdaptedTurn<T[K], G>
    : K extends 'phases' ? { [Phase in keyof T[K]]: AdaptedPhase<T[K][Phase], G> }
    : K extends 'playerView' ? AdaptedView<T[K], G>
    : K extends keyof Game ? NonNullable<Game<G>[K]> : T[K];
};

type LegacyHook<G, P extends object, R> = (G: G, ctx: LegacyCtx<P>) => R;

type AdaptedView<F, G> = F extends StripSecrets ? F
  : F extends (...args: any) => infer View ? (context: { G: G; ctx: Ctx; playerID: PlayerID | null }) => View : F;

type AdaptedPhase<T, G> = {
  [K in keyof T]: K extends 'moves' ? AdaptedMoves<T[K], G>
    : K extends 'turn' ? AdaptedTurn<T[K], G>
    : K extends keyof PhaseConfig ? NonNullable<PhaseConfig<G>[K]> : T[K];
};

type AdaptedTurn<T, G> = {
  [K in keyof T]: K extends 'stages' ? { [Stage in keyof T[K]]: AdaptedStage<T[K][Stage], G> }
    : K extends keyof TurnConfig ? NonNullable<TurnConfig<G>[K]> : T[K];
};

type AdaptedStage<T, G> = { [K in keyof T]: K extends 'moves' ? AdaptedMoves<T[K], G> : T[K] };

type AdaptedMoves<T, G> = { [Name in keyof T]: AdaptedEntry<T[Name], G> };

type AdaptedEntry<M, G> = M extends (...args: any) => any ? AdaptedMove<M, G>
  : { [K in keyof M]: K extends 'move' ? AdaptedMove<M[K], G> : K extends keyof LongFormMove ? NonNullable<LongFormMove<G>[K]> : M[K] };

type AdaptedMove<F, G> = F extends (...args: infer A) => any
  ? (context: MoveContext<G>, ...args: A extends [unknown?, unknown?, ...infer R] ? R : []) => void | NoInfer<G> | 'INVALID_MOVE' | Invalid
  : F;
