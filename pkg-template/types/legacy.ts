/**
 * Types of boardgame.io 0.49, for games in the positional style: `import type { Game, Move, Ctx } from 'rondel/legacy'`. `legacyGame` of
 * 'rondel/core' converts such a game.
 */

import type * as Now from './game.js';
import type { EventsAPI, LogAPI, PlayerID, RandomAPI, TimeControl } from './game.js';

export type * from './game.js';

/** State of the match that the engine maintains, in addition to `G`. In moves and hooks it also has the APIs of plugins. */
export interface Ctx extends Omit<Now.Ctx, 'activePlayers' | 'phase' | 'playerID'> {
  activePlayers: null | ActivePlayers;
  /** Name of the phase. `null` outside of any phase. The type is `any`, so that code for 0.49 compiles. */
  phase: any;
  playerID?: PlayerID;
  events?: EventsAPI;
  log?: LogAPI;
  random?: RandomAPI;
}

/** Stages of the active players, by player. `null` is for a player who is active outside of any stage. The type is `any`, as for `phase`. */
export interface ActivePlayers {
  [playerID: PlayerID]: any;
}

export type MoveFn<G = any, CtxWithPlugins extends Ctx = Ctx> = (G: G, ctx: CtxWithPlugins, ...args: any[]) => any;

export interface LongFormMove<G = any, CtxWithPlugins extends Ctx = Ctx>
  extends Omit<Now.LongFormMove<G>, 'move' | 'redact' | 'undoable' | 'validate'> {
  move: MoveFn<G, CtxWithPlugins>;
  redact?: boolean | ((G: G, ctx: CtxWithPlugins) => boolean);
  undoable?: boolean | ((G: G, ctx: CtxWithPlugins) => boolean);
}

export type Move<G = any, CtxWithPlugins extends Ctx = Ctx> = MoveFn<G, CtxWithPlugins> | LongFormMove<G, CtxWithPlugins>;

export interface MoveMap<G = any, CtxWithPlugins extends Ctx = Ctx> {
  [moveName: string]: Move<G, CtxWithPlugins>;
}

interface Timed<G = any, CtxWithPlugins extends Ctx = Ctx> {
  time?: number | TimeControl | Hook<G, CtxWithPlugins, number | TimeControl | undefined>;
  onTimeout?: { move: string; args?: any[] } | Hook<G, CtxWithPlugins, any>;
}

export interface StageConfig<G = any, CtxWithPlugins extends Ctx = Ctx> extends Timed<G, CtxWithPlugins>, Omit<Now.StageConfig<G>, 'moves' | keyof Timed> {
  moves?: MoveMap<G, CtxWithPlugins>;
}

export interface StageMap<G = any, CtxWithPlugins extends Ctx = Ctx> {
  [stageName: string]: StageConfig<G, CtxWithPlugins>;
}

export interface TurnOrderConfig<G = any, CtxWithPlugins extends Ctx = Ctx> {
  first: Hook<G, CtxWithPlugins, number>;
  next: Hook<G, CtxWithPlugins, number | undefined>;
  playOrder?: Hook<G, CtxWithPlugins, PlayerID[]>;
}

export interface TurnConfig<G = any, CtxWithPlugins extends Ctx = Ctx>
  extends Timed<G, CtxWithPlugins>, Omit<Now.TurnConfig<G>, 'endIf' | 'onBegin' | 'onEnd' | 'onMove' | 'order' | 'stages' | keyof Timed> {
  onBegin?: Hook<G, CtxWithPlugins, any>;
  onEnd?: Hook<G, CtxWithPlugins, any>;
  onMove?: Hook<G, CtxWithPlugins, any>;
  endIf?: Hook<G, CtxWithPlugins, boolean | void | { next: PlayerID }>;
  stages?: StageMap<G, CtxWithPlugins>;
  order?: TurnOrderConfig<G, CtxWithPlugins>;
}

export interface PhaseConfig<G = any, CtxWithPlugins extends Ctx = Ctx> {
  start?: boolean;
  next?: string | Hook<G, CtxWithPlugins, string | void>;
  onBegin?: Hook<G, CtxWithPlugins, any>;
  onEnd?: Hook<G, CtxWithPlugins, any>;
  endIf?: Hook<G, CtxWithPlugins, boolean | void | { next: string }>;
  moves?: MoveMap<G, CtxWithPlugins>;
  turn?: TurnConfig<G, CtxWithPlugins>;
}

export interface PhaseMap<G = any, CtxWithPlugins extends Ctx = Ctx> {
  [phaseName: string]: PhaseConfig<G, CtxWithPlugins>;
}

export interface Game<G = any, CtxWithPlugins extends Ctx = Ctx, SetupData = any>
  extends Pick<Now.Game<G, {}, SetupData>, 'deltaState' | 'disableUndo' | 'events' | 'maxPlayers' | 'migrate' | 'minPlayers' | 'name' | 'refuseOtherVersions' | 'seed' | 'validateSetupData' | 'version'> {
  setup?: (ctx: CtxWithPlugins, setupData?: SetupData) => G;
  moves?: MoveMap<G, CtxWithPlugins>;
  phases?: PhaseMap<G, CtxWithPlugins>;
  turn?: TurnConfig<G, CtxWithPlugins>;
  endIf?: Hook<G, CtxWithPlugins, any>;
  onEnd?: Hook<G, CtxWithPlugins, any>;
  playerView?: (G: G, ctx: CtxWithPlugins, playerID: PlayerID | null) => any;
  plugins?: Array<Plugin<any, any, G>>;
  ai?: Omit<Now.GameAI<G>, 'enumerate'> & { enumerate: (G: G, ctx: Ctx, playerID: PlayerID) => ReturnType<Now.GameAI['enumerate']> };
}

export interface State<G = any, CtxWithPlugins extends Ctx = Ctx> extends Omit<Now.State<G>, 'ctx'> {
  ctx: Ctx | CtxWithPlugins;
}

export interface PluginContext<API = any, Data = any, G = any> extends Omit<Now.PluginContext<API, Data, G>, 'ctx'> {
  ctx: Ctx;
}

/** A plugin. The `game` that it receives, and the functions that `fnWrap` wraps, are those of `legacyGame`, which take one object. */
export interface Plugin<API = any, Data = any, G = any> extends Pick<Now.Plugin<API, Data, G>, 'action' | 'dangerouslyFlushRawState' | 'fnWrap' | 'name'> {
  noClient?: (context: PluginContext<API, Data, G>) => boolean;
  isInvalid?: (context: Omit<PluginContext<API, Data, G>, 'api'>) => false | string;
  setup?: (context: Omit<PluginContext<API, Data, G>, 'api' | 'data'>) => Data;
  api?: (context: Omit<PluginContext<API, Data, G>, 'api'> & { playerID?: PlayerID }) => API;
  flush?: (context: PluginContext<API, Data, G>) => Data;
  playerView?: (context: Omit<PluginContext<API, Data, G>, 'api'> & { playerID?: PlayerID | null }) => any;
}

type Hook<G, CtxWithPlugins, R> = (G: G, ctx: CtxWithPlugins) => R;
