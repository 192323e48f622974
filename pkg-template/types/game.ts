/**
 * Types of Rondel, with boardgame.io's names: `import type { Game, Move } from 'rondel'`.
 */

import type { NoInfer } from './no-infer.js';
import type { CreateGameReducer } from '../lib/online/reducer.js';
import type { Clock, OnTimeout, TimeRule } from './clock.js';
import type { Store as ClientStore } from './client.js';
import type { EffectMap, EffectsAPI } from './effects.js';
import type { GameAI } from './game-ai.js';
import type { LogEntry } from './log-entry.js';
import type { Server } from './master.js';
import type { ActionError } from './refusals.js';

export type { Clock, OnTimeout, TimeControl, TimeRule } from './clock.js';
export type { Followable } from './followable.js';

export type { ActionPayload, ActionShape, CredentialedActionShape } from './actions.js';
export type { GameAI } from './game-ai.js';
export type { ApisOf } from './inferred.js';
export type * as default from './game.js';
export type { LogEntry } from './log-entry.js';
export type { LobbyAPI } from './lobby.js';
export type { DeepReadonly, ReadonlyList } from './readonly.js';
export type { ChatMessage, FilteredMetadata, Notice, Server, StorageAPI, SyncInfo } from './master.js';
export type { ActionError, ErrorType } from './refusals.js';

export type PlayerMetadata = Server.PlayerMetadata;
export type Reducer = ReturnType<typeof CreateGameReducer>;
/** Redux's store of a client. */
export type Store = ClientStore;

export type PlayerID = string;
export type StageName = string;
export type AnyFn = (...args: any[]) => any;

/** APIs of plugins without declared types. A move can read any name from its context, for example `effects`; its type is `unknown`. */
export type UnnamedAPIs = Record<string, unknown>;

/** State of the match that the engine maintains, in addition to `G`. */
export interface Ctx<Phase extends string = string, Stage extends StageName = StageName, Outcome = any> {
  numPlayers: number;
  /** Players in the order of their turns. */
  playOrder: PlayerID[];
  /** Position of the current player in `playOrder`. */
  playOrderPos: number;
  /** Player whose turn it is. At run time it is `null` if a `playOrder` has named no player; the type is boardgame.io's, so that its games compile. */
  currentPlayer: PlayerID;
  /** Active players with their stages. `null` if only the current player is active. */
  activePlayers: ActivePlayers<Stage> | null;
  /** Number of moves of the current player in this turn. */
  numMoves?: number;
  turn: number;
  /** Name of the phase. `null` outside of any phase. */
  phase: Phase | null;
  /** Outcome of the game. Absent until the game has ended. */
  gameover?: Outcome;
  /** The acting player. Only moves and hooks have it; it is not part of a client's state. */
  readonly playerID?: PlayerID;
  _activePlayersMinMoves?: Record<PlayerID, number> | null;
  _activePlayersMaxMoves?: Record<PlayerID, number> | null;
  _activePlayersNumMoves?: Record<PlayerID, number>;
  _prevActivePlayers?: Array<{
    activePlayers: ActivePlayers | null;
    _activePlayersMinMoves?: Record<PlayerID, number> | null;
    _activePlayersMaxMoves?: Record<PlayerID, number> | null;
    _activePlayersNumMoves?: Record<PlayerID, number>;
  }>;
  _nextActivePlayers?: ActivePlayersArg | null;
  _removedPlayers?: PlayerID[];
  /** Times of the players. Absent if the game declares no `time`. */
  readonly clock?: Clock;
}

/** Stages of the active players, by player. `null` is for a player who is active outside of any stage. */
export interface ActivePlayers<Stage extends StageName = StageName> {
  [playerID: PlayerID]: Stage | null;
}

/** Stage, by name or with limits for its moves. `null` is `Stage.NULL`: active outside of any stage. */
export type StageArg<Stage extends StageName = StageName> =
  | Stage
  | null
  | {
      stage?: Stage | null;
      minMoves?: number;
      maxMoves?: number;
      /** @deprecated Use `minMoves` and `maxMoves`. */
      moveLimit?: number;
    };

/** Argument of `setActivePlayers`, and value of `turn.activePlayers`: a list of players, or stages by player. */
export type ActivePlayersArg<Stage extends StageName = StageName> =
  | readonly PlayerID[]
  | {
      currentPlayer?: StageArg<Stage>;
      others?: StageArg<Stage>;
      all?: StageArg<Stage>;
      value?: Record<PlayerID, StageArg<Stage>>;
      minMoves?: number;
      maxMoves?: number;
      /** @deprecated Use `minMoves` and `maxMoves`. */
      moveLimit?: number;
      /** `true` restores the previous active players when no player is active any more. */
      revert?: boolean;
      /** Active players that follow when no player is active any more. */
      next?: ActivePlayersArg<Stage>;
    };

// Methods, not properties: a game with known names accepts moves that are written for any game.
/** Events that moves and hooks can call. */
export interface EventsAPI<Phase extends string = string, Stage extends StageName = StageName> {
  endGame(gameover?: any): void;
  endPhase(): void;
  endStage(): void;
  endTurn(arg?: { next: PlayerID } | { remove: true }): void;
  pass(arg?: { remove: true }): void;
  /** Removes a player from the match permanently. Only moves and hooks can call it; a client's `events` do not have it. */
  removePlayer(playerID: PlayerID): void;
  /** Stops the clock of a game with time, until `resumeClock`. Only moves and hooks can call it. */
  pauseClock(): void;
  /** Lets a paused clock go on. Only moves and hooks can call it. */
  resumeClock(): void;
  setActivePlayers(arg: ActivePlayersArg<Stage>): void;
  setPhase(phase: Phase): void;
  setStage(stage: StageArg<Stage>): void;
}

/** Source of random numbers: a cryptographic generator (`'secure'`), or boardgame.io's generator (`'seeded'`), which a seed can repeat. */
export type RandomSource = 'secure' | 'seeded';

/** Random numbers. Dice with a count return a list. */
export interface RandomAPI {
  D4(): number;
  D4(diceCount: number): number[];
  D6(): number;
  D6(diceCount: number): number[];
  D8(): number;
  D8(diceCount: number): number[];
  D10(): number;
  D10(diceCount: number): number[];
  D12(): number;
  D12(diceCount: number): number[];
  D20(): number;
  D20(diceCount: number): number[];
  Die(spotvalue?: number): number;
  Die(spotvalue: number, diceCount: number): number[];
  /** Returns a number from 0 up to, but not including, 1. */
  Number(): number;
  /** Returns a shuffled copy. */
  Shuffle<T>(deck: readonly T[]): T[];
}

/** Log of the match, for moves and hooks. */
export interface LogAPI {
  /** Attaches data to the log entry of the action: as `metadata` if a move calls it, and as an entry of `hookMetadata` if a hook does. */
  setMetadata(metadata: any): void;
}

/** APIs of the built-in plugins. `effects` is in `FnContext`, because plugins of that name have another type. */
// A type, not an interface: functions that take `UnnamedAPIs` accept it, too.
export type DefaultPluginAPIs<Phase extends string = string, Stage extends StageName = StageName> = {
  events: EventsAPI<Phase, Stage>;
  log: LogAPI;
  random: RandomAPI;
};

/** Argument of hooks. */
export type FnContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = Named<PluginAPIs> & DefaultPluginAPIs<Phase, Stage> & WithEffects<PluginAPIs> & { G: G; ctx: Ctx };

/**
 * `effects`, if the type of the plugins does not declare them: `Game<G, { effects: EffectsAPI<{ explode: number }> }>`. `any` for a game whose
 * plugins are unknown, because one of them may have that name.
 */
type WithEffects<APIs extends object> = string extends keyof APIs ? { effects: any } : 'effects' extends keyof APIs ? unknown : { effects: EffectsAPI };

/** Turns an interface into a type, so that a game with known plugins accepts a move with `UnnamedAPIs`. */
// Only `any` has every symbol.
type Named<APIs extends object> = symbol extends keyof APIs ? any : { [Name in keyof APIs]: APIs[Name] };

/** First argument of moves. */
export type MoveContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = FnContext<G, PluginAPIs, Phase, Stage> & {
  ctx: { readonly playerID: PlayerID };
  playerID: PlayerID;
};

/** Argument of `turn.onMove`. */
export type OnMoveContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = MoveContext<G, PluginAPIs, Phase, Stage> & {
  /** The move that was just made. */
  readonly move: { readonly name: string; readonly args: any[] };
};

/** Return value of `invalid(payload)` of 'rondel/core'. */
export interface Invalid<Payload = any> {
  readonly [madeByInvalid]: true;
  readonly payload: Payload;
}
declare const madeByInvalid: unique symbol;

/** A move. It changes `G`, or returns a new one, or refuses with `'INVALID_MOVE'` or `invalid(payload)`. */
export type MoveFn<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = (
  context: MoveContext<G, PluginAPIs, Phase, Stage>,
  ...args: any[]
) => void | NoInfer<G> | 'INVALID_MOVE' | Invalid;

/** A move with options. `Seen` is the `G` that `validate` receives: complete on a master, and in a page what the player sees. */
export interface LongFormMove<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> {
  move: MoveFn<G, PluginAPIs, Phase, Stage>;
  /**
   * Validates the move with its arguments. `client.canMove` calls it, and it runs before the move. It must not change `G`. To accept, return
   * `true` or nothing. To refuse, return `false`, `'INVALID_MOVE'` or `invalid(payload)`.
   */
  validate?: (context: MoveContext<Seen, PluginAPIs, Phase, Stage>, ...args: any[]) => boolean | void | 'INVALID_MOVE' | Invalid;
  /** `true` hides the arguments from the other players' log. @default false */
  redact?: boolean | ((context: { G: G; ctx: Ctx }) => boolean);
  /** `true` does not count the move towards `minMoves` and `maxMoves`. @default false */
  noLimit?: boolean;
  /** `false` runs the move on the master only, without prediction. @default true */
  client?: boolean;
  /** `false` prevents undo of the move. @default true */
  undoable?: boolean | ((context: { G: G; ctx: Ctx }) => boolean);
  /** `true` accepts the move on the master even if the player's turn, phase or stage has changed since they made it. @default false */
  ignoreStaleStateID?: boolean;
  /** `true` accepts the move on the master only if no other action has happened since the player made it. @default false */
  strict?: boolean;
}

/** A move, as a function or with options. */
export type Move<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> = MoveFn<G, PluginAPIs, Phase, Stage> | LongFormMove<G, PluginAPIs, Phase, Stage, Seen>;

/** Moves, by name. */
export interface MoveMap<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> {
  [moveName: string]: Move<G, PluginAPIs, Phase, Stage, Seen>;
}

/** A phase of a game. */
export interface PhaseConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  start?: boolean;
  next?: NoInfer<Phase> | ((context: FnContext<G, PluginAPIs, Phase, Stage>) => NoInfer<Phase> | null | void);
  onBegin?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  onEnd?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  endIf?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => boolean | void | { next: NoInfer<Phase> };
  moves?: MoveMap<G, PluginAPIs, Phase, Stage>;
  turn?: TurnConfig<G, PluginAPIs, Phase, Stage>;
}

export interface PhaseMap<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  [phaseName: string]: PhaseConfig<G, PluginAPIs, Phase, Stage>;
}

/** A stage of a turn. */
export interface StageConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  moves?: MoveMap<G, PluginAPIs, Phase, Stage>;
  /** Stage that a player enters when this one ends for them. */
  next?: NoInfer<Stage>;
  minMoves?: number;
  maxMoves?: number;
  /** @deprecated Use `minMoves` and `maxMoves`. */
  moveLimit?: number;
  /** Time of a player in this stage. @default the turn's for the current player, otherwise no limit */
  time?: TimeRule<G, PluginAPIs, Phase, Stage>;
  /** Reaction to the end of that time. @default the turn's */
  onTimeout?: OnTimeout<G, PluginAPIs, Phase, Stage>;
}

export interface StageMap<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  [stageName: string]: StageConfig<G, PluginAPIs, Phase, Stage>;
}

/** Order of turns. */
export interface TurnOrderConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  playOrder?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => PlayerID[];
  first: (context: FnContext<G, PluginAPIs, Phase, Stage>) => number;
  next: (context: FnContext<G, PluginAPIs, Phase, Stage>) => number | undefined;
}

/** Rules of a turn. */
export interface TurnConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  activePlayers?: ActivePlayersArg<NoInfer<Stage>>;
  minMoves?: number;
  maxMoves?: number;
  /** @deprecated Use `minMoves` and `maxMoves`. */
  moveLimit?: number;
  onBegin?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  onEnd?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  onMove?: (context: OnMoveContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  endIf?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => boolean | void | { next: PlayerID };
  order?: TurnOrderConfig<G, PluginAPIs, Phase, Stage>;
  stages?: StageMap<G, PluginAPIs, Phase, Stage>;
  /** Time of the current player, and of active players who are in no stage. @default no limit */
  time?: TimeRule<G, PluginAPIs, Phase, Stage>;
  /** Reaction to the end of that time. @default the turn ends, or the player's stage */
  onTimeout?: OnTimeout<G, PluginAPIs, Phase, Stage>;
}

/** Possible actions of a player, as `ai.enumerate` returns them. */
export type AiEnumerate<Name extends string = string> = Array<{ event: string; args?: any[] } | { move: Name; args?: any[] }>;

/**
 * Part of an action that a client shows before the master's answer:
 *
 * - `'moves'`: the move alone, without hooks, events and endings.
 * - `'flow'`: everything that follows from it.
 * - `'none'`: nothing.
 */
export type Prediction = 'moves' | 'flow' | 'none';

/** Definition of a game. */
export interface Game<
  G = any,
  PluginAPIs extends object = UnnamedAPIs,
  SetupData = any,
  Phase extends string = string,
  Stage extends StageName = StageName,
> {
  /** Name of the game. A server with several games needs it. */
  name?: string;
  /** Minimum number of players of a match. */
  minPlayers?: number;
  /** Maximum number of players of a match. */
  maxPlayers?: number;
  /** `true` sends patches instead of complete states to clients of boardgame.io as well. @default false */
  deltaState?: boolean;
  /**
   * Part of an action that a client shows before the master's answer. `'flow'` suits games whose hooks need only what the players can see. It is
   * not recommended with a `playerView` that hides cards: a page predicts wrong if it does not have the field that a hook reads. Development
   * names the field.
   *
   * @default 'moves'
   */
  predict?: Prediction;
  /** `true` disables undo and redo. @default false */
  disableUndo?: boolean;
  /** `true` keeps no log, for long matches whose log nobody reads. @default false */
  disableLog?: boolean;
  /** `'0.50'` behaves as boardgame.io 0.50, also where Rondel differs. */
  compat?: '0.50';
  /**
   * Version of the rules: a whole number, or a text of up to 100 characters. It is stored with each match. Rules of another version call `migrate`
   * for the match, or refuse it.
   */
  version?: string | number;
  /**
   * Converts a copy of a state of another version into one that these rules can continue. Return nothing for an unknown version. It is not
   * called for a number higher than `version`. It must be deterministic.
   */
  migrate?: (state: MigratingState<any>, fromVersion: string | number | undefined) => MigratingState<NoInfer<G>> | undefined;
  /** `true` refuses clients of another version. Otherwise they continue without prediction. @default false */
  refuseOtherVersions?: boolean;
  /** Seed of `random`, which makes its numbers repeatable. Default: a random seed. */
  seed?: string | number;
  /**
   * Source of the numbers of `random`. `'secure'` is a cryptographic generator: known numbers reveal no others. `'seeded'` is boardgame.io's
   * generator: a few numbers are enough to compute all that follow. Default: `'seeded'`, but `'secure'` at a `Server` for a game without `seed` and
   * `compat`.
   */
  random?: RandomSource;
  /** Returns the first `G` of a match. */
  setup?: (context: Named<PluginAPIs> & DefaultPluginAPIs<Phase, Stage> & { ctx: Ctx }, setupData?: SetupData) => G;
  /** Returns the reason why the setup data or the number of players is invalid, or nothing if they are valid. */
  validateSetupData?: (setupData: SetupData | undefined, numPlayers: number) => string | undefined;
  /**
   * Returns `true` if the player may send this chat message. The master calls it. A type guard, such as
   * `(payload): payload is { text: string } => …`, types `sendChatMessage` and the messages that arrive.
   */
  validateChatMessage?: (payload: unknown, playerID: PlayerID) => boolean;
  moves?: MoveMap<G, PluginAPIs, Phase, Stage>;
  phases?: PhaseMap<G, PluginAPIs, Phase, Stage>;
  turn?: TurnConfig<G, PluginAPIs, Phase, Stage>;
  /** `false` for an event, or for all events, prevents players from calling it. Moves and hooks can still call it. */
  events?: false | { [event in Exclude<keyof EventsAPI, 'removePlayer' | 'pauseClock' | 'resumeClock'>]?: boolean };
  /** Returns the outcome of the game when it has ended, otherwise nothing. `ctx.gameover` has it. */
  endIf?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => any;
  /** Runs when the game has ended. */
  onEnd?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  /** Runs when a player leaves the match permanently, before they are removed as by `events.removePlayer`. */
  onPlayerLeave?: (context: FnContext<G, PluginAPIs, Phase, Stage> & { playerID: PlayerID }) => void | NoInfer<G>;
  /** Returns the part of `G` that a player may see. `playerID` is `null` for a spectator. */
  playerView?: (context: { G: G; ctx: Ctx; playerID: PlayerID | null }) => any;
  plugins?: ReadonlyArray<Plugin<any, any, G>>;
  /** Effects that moves and hooks may emit, by name. @default effects of any name */
  effects?: EffectMap;
  /** Functions and settings for bots. */
  ai?: GameAI<G>;
}

/** Part of a state that a game's `migrate` receives and returns. */
export interface MigratingState<G = any> {
  G: G;
  ctx: Ctx;
  plugins: { [pluginName: string]: PluginState };
}

export interface PluginContext<API = any, Data = any, G = any> {
  G: G;
  ctx: Ctx;
  game: Game<G>;
  api: API;
  data: Data;
}

export interface Plugin<API = any, Data = any, G = any, Name extends string = string> {
  name: Name;
  setup?: (context: { G: G; ctx: Ctx; game: Game<G> }) => Data;
  /** Returns the API for moves and hooks. In addition to boardgame.io's fields, it receives the built-in API of the same name, if there is one. */
  api?: (context: { G: G; ctx: Ctx; game: Game<G>; data: Data; playerID?: PlayerID; api?: any }) => API;
  flush?: (context: PluginContext<API, Data, G>) => Data;
  dangerouslyFlushRawState?: (context: { state: State<G>; game: Game<G>; api: API; data: Data }) => State<G>;
  action?: (data: Data, payload: { type: string; args: any[]; playerID: PlayerID }) => Data;
  fnWrap?: (
    moveOrHook: (context: FnContext<G>, ...args: any[]) => any,
    methodType: GameMethod,
  ) => (context: FnContext<G>, ...args: any[]) => any;
  noClient?: (context: PluginContext<API, Data, G>) => boolean;
  isInvalid?: (context: Omit<PluginContext<API, Data, G>, 'api'>) => false | string;
  playerView?: (context: { G: G; ctx: Ctx; game: Game<G>; data: Data; playerID?: PlayerID | null }) => any;
}

export type GameMethod =
  | 'MOVE'
  | 'GAME_ON_END'
  | 'PHASE_ON_BEGIN'
  | 'PHASE_ON_END'
  | 'TURN_ON_BEGIN'
  | 'TURN_ON_MOVE'
  | 'TURN_ON_END'
  | 'GAME_ON_PLAYER_LEAVE';

export interface PluginState {
  data: any;
  api?: any;
}

export interface State<G = any> {
  G: G;
  ctx: Ctx;
  plugins: { [pluginName: string]: PluginState };
  deltalog?: LogEntry[];
  _undo: Array<Undo<G>>;
  _redo: Array<Undo<G>>;
  _stateID: number;
}

export type PartialGameState = Pick<State, 'G' | 'ctx' | 'plugins'>;

/** State that a reducer returns. `transients.error` is the reason if the action was refused. */
export interface TransientState<G = any> extends State<G> {
  transients?: TransientMetadata;
}

export interface TransientMetadata {
  error?: ActionError;
}

export type ActionResult = any;

/** State of a client, as its player may see it. */
export interface ClientState<G = any, C extends Ctx = Ctx, Payload = any> extends State<G> {
  ctx: C;
  /** `true` if this client's player may move now. */
  isActive: boolean;
  /** `true` if the client is connected with the master. */
  isConnected: boolean;
  log: LogEntry[];
  /** `true` if this client's player can call `undo()` now. */
  readonly canUndo: boolean;
  /** `true` if this client's player can call `redo()` now. */
  readonly canRedo: boolean;
  /** Reason why this client's last action was refused. `null` after an accepted action. */
  readonly lastError: ActionError<Payload> | null;
  /**
   * Number of actions that await the master's answer, at the time when this field is read. An action that is confirmed as predicted creates no
   * new state. To show that an action is pending, use its handle.
   */
  readonly pending: number;
}

export interface Undo<G = any> {
  G: G;
  ctx: Ctx;
  plugins: { [pluginName: string]: PluginState };
  moveType?: string;
  playerID?: PlayerID;
  /** Arguments of the move, in a game with a `playerView`: the engine runs it again to decide whether it can be undone. */
  args?: any[];
}
