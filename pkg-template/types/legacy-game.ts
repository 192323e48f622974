import type { NoInfer } from './no-infer.js';
import type {
  Ctx, DefaultPluginAPIs, Game, GameAI, Invalid, LongFormMove, MoveContext, OnMoveContext, PhaseConfig, PlayerID, Plugin, StageConfig, TimeControl, TurnConfig,
} from './game.js';
import type { Ctx as PositionalCtx, Plugin as PositionalPlugin } from './legacy.js';
import type { StripSecrets } from './presets.js';

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
  extends LegacyTimed<G, P>, Omit<TurnConfig<G, P>, 'onBegin' | 'onEnd' | 'onMove' | 'endIf' | 'order' | 'stages' | keyof LegacyTimed> {
  onBegin?: LegacyHook<G, P, void | NoInfer<G>>;
  onEnd?: LegacyHook<G, P, void | NoInfer<G>>;
  onMove?: (G: G, ctx: LegacyCtx<P> & Pick<OnMoveContext, 'move' | 'playerID'>) => void | NoInfer<G>;
  endIf?: LegacyHook<G, P, boolean | void | { next: PlayerID }>;
  order?: {
    playOrder?: LegacyHook<G, P, PlayerID[]>;
    first: LegacyHook<G, P, number>;
    next: LegacyHook<G, P, number | undefined>;
  };
  stages?: { [stageName: string]: Omit<StageConfig<G, P>, 'moves' | keyof LegacyTimed> & LegacyTimed<G, P> & { moves?: LegacyMoveMap<G, P> } };
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
  ai?: Omit<GameAI<G>, 'enumerate'> & { enumerate: (G: G, ctx: PositionalCtx, playerID: PlayerID) => ReturnType<GameAI['enumerate']> };
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

/** Return type of `legacyGame` for `T`: the same names and arguments, in the one-object style. */
export type AdaptedGame<T, G> = {
  [K in keyof T]: K extends 'moves' ? AdaptedMoves<T[K], G>
    : K extends 'turn' ? AdaptedTurn<T[K], G>
    : K extends 'phases' ? { [Phase in keyof T[K]]: AdaptedPhase<T[K][Phase], G> }
    : K extends 'playerView' ? AdaptedView<T[K], G>
    : K extends keyof Game ? NonNullable<Game<G>[K]> : T[K];
};

interface LegacyTimed<G = any, P extends object = {}> {
  time?: number | TimeControl | LegacyHook<G, P, number | TimeControl | undefined>;
  onTimeout?: { move: string; args?: any[] } | ((G: G, ctx: LegacyCtx<P> & { readonly playerID: PlayerID }) => void | NoInfer<G>);
}

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

type AdaptedStage<T, G> = {
  [K in keyof T]: K extends 'moves' ? AdaptedMoves<T[K], G>
    : K extends keyof StageConfig ? NonNullable<StageConfig<G>[K]> : T[K];
};

type AdaptedMoves<T, G> = { [Name in keyof T]: AdaptedEntry<T[Name], G> };

type AdaptedEntry<M, G> = M extends (...args: any) => any ? AdaptedMove<M, G>
  : { [K in keyof M]: K extends 'move' ? AdaptedMove<M[K], G> : K extends keyof LongFormMove ? NonNullable<LongFormMove<G>[K]> : M[K] };

type AdaptedMove<F, G> = F extends (...args: infer A) => any
  ? (context: MoveContext<G>, ...args: A extends [unknown?, unknown?, ...infer R] ? R : []) => void | NoInfer<G> | 'INVALID_MOVE' | Invalid
  : F;
