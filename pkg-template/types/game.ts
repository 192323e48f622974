/**
 * The types of Rondel, under boardgame.io's names: `import type { Game, Move } from 'rondel'`.
 */

import type { CreateGameReducer } from '../lib/online/reducer.js';
import type { ActionShape } from './actions.js';
import type { Store as ClientStore } from './client.js';
import type { GameAI } from './game-ai.js';
import type { Server } from './master.js';

export type { ActionPayload, ActionShape, CredentialedActionShape } from './actions.js';
export type { GameAI } from './game-ai.js';
export type { ApisOf } from './inferred.js';
export type * as default from './game.js';
export type { LobbyAPI } from './lobby.js';
export type { DeepReadonly, ReadonlyList } from './readonly.js';
export type { ChatMessage, FilteredMetadata, Notice, Server, StorageAPI, SyncInfo } from './master.js';

export type PlayerMetadata = Server.PlayerMetadata;
export type Reducer = ReturnType<typeof CreateGameReducer>;
/** What of Redux's store a client has. */
export type Store = ClientStore;

export type PlayerID = string;
export type StageName = string;
export type AnyFn = (...args: any[]) => any;

/** What plugins add to contexts where nobody has said what that is: `effects`, for example, may be asked for and is unknown. */
export type UnnamedAPIs = Record<string, unknown>;

/** What the engine keeps of the match beside `G`. */
export interface Ctx<Phase extends string = string, Stage extends StageName = StageName, Outcome = any> {
  numPlayers: number;
  /** The seats in the order in which they take turns. */
  playOrder: PlayerID[];
  playOrderPos: number;
  /** Whose turn it is. It is `null` where a `playOrder` has named nobody; the type is boardgame.io's, so that its games compile. */
  currentPlayer: PlayerID;
  /** Who may move, and in which stage; `null` means the current player alone. */
  activePlayers: ActivePlayers<Stage> | null;
  /** Moves made by the current player in this turn. */
  numMoves?: number;
  turn: number;
  /** The name of the phase, or `null` outside of any. */
  phase: Phase | null;
  /** What the game ended with; absent until then. */
  gameover?: Outcome;
  /** The player who acts: inside moves and hooks only, never part of a client's state. */
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
}

/** Player to stage, `null` for a player who is active outside of any stage. */
export interface ActivePlayers<Stage extends StageName = StageName> {
  [playerID: PlayerID]: Stage | null;
}

/** A stage, alone or with limits of its own; `null` is `Stage.NULL`. */
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
      /** Go back to what was active before, once nobody is active any more. */
      revert?: boolean;
      /** What to set once nobody is active any more. */
      next?: ActivePlayersArg<Stage>;
    };

// Methods, not properties: a move that was written for any game may be one of a game whose names are known.
export interface EventsAPI<Phase extends string = string, Stage extends StageName = StageName> {
  endGame(gameover?: any): void;
  endPhase(): void;
  endStage(): void;
  endTurn(arg?: { next: PlayerID } | { remove: true }): void;
  pass(arg?: { remove: true }): void;
  /** Takes a player out for good. For moves and hooks only: a client's `events` have no such event. */
  removePlayer(playerID: PlayerID): void;
  setActivePlayers(arg: ActivePlayersArg<Stage>): void;
  setPhase(phase: Phase): void;
  setStage(stage: StageArg<Stage>): void;
}

/** Where random numbers come from: a cryptographic generator, or boardgame.io's, which a seed repeats. */
export type RandomSource = 'secure' | 'seeded';

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
  /** A number from 0 up to, but not including, 1. */
  Number(): number;
  /** A shuffled copy. */
  Shuffle<T>(deck: readonly T[]): T[];
}

export interface LogAPI {
  /** Attaches data to the log entry of the action: a move's as its `metadata`, a hook's to its `hookMetadata`. */
  setMetadata(metadata: any): void;
}

// A type, not an interface: what takes `UnnamedAPIs` takes this, too.
export type DefaultPluginAPIs<Phase extends string = string, Stage extends StageName = StageName> = {
  events: EventsAPI<Phase, Stage>;
  log: LogAPI;
  random: RandomAPI;
};

/** What hooks receive. */
export type FnContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = Named<PluginAPIs> & DefaultPluginAPIs<Phase, Stage> & { G: G; ctx: Ctx };

/** As a type, also what was declared as an interface: a move with `UnnamedAPIs` may be one of a game whose plugins are known. */
// Only `any` has every symbol.
type Named<APIs extends object> = symbol extends keyof APIs ? any : { [Name in keyof APIs]: APIs[Name] };

/** What moves and `turn.onMove` receive. */
export type MoveContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = FnContext<G, PluginAPIs, Phase, Stage> & {
  ctx: { readonly playerID: PlayerID };
  playerID: PlayerID;
};

/** What `turn.onMove` receives. */
export type OnMoveContext<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = MoveContext<G, PluginAPIs, Phase, Stage> & {
  /** The move that has just been made. */
  readonly move: { readonly name: string; readonly args: any[] };
};

/** What `invalid(payload)` of 'rondel/core' makes. */
export interface Invalid<Payload = any> {
  readonly [madeByInvalid]: true;
  readonly payload: Payload;
}
declare const madeByInvalid: unique symbol;

export type MoveFn<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> = (
  context: MoveContext<G, PluginAPIs, Phase, Stage>,
  ...args: any[]
) => void | NoInfer<G> | 'INVALID_MOVE' | Invalid;

/** `Seen` is the `G` that `validate` is asked with: the master's, or in a page what its player sees. */
export interface LongFormMove<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> {
  move: MoveFn<G, PluginAPIs, Phase, Stage>;
  /**
   * Whether the move may be made, with its arguments: asked by `client.canMove` and before the move runs.
   * It must not change `G`. Nothing and `true` mean yes.
   */
  validate?: (context: MoveContext<Seen, PluginAPIs, Phase, Stage>, ...args: any[]) => boolean | void | 'INVALID_MOVE' | Invalid;
  /** Keeps the arguments out of the other players' log. */
  redact?: boolean | ((context: { G: G; ctx: Ctx }) => boolean);
  /** Not counted against `minMoves` and `maxMoves`. */
  noLimit?: boolean;
  /** `false`: run on the master only. */
  client?: boolean;
  undoable?: boolean | ((context: { G: G; ctx: Ctx }) => boolean);
  /** Runs on the master whatever has happened to the player's turn, phase or stage since they made it. */
  ignoreStaleStateID?: boolean;
  /** Runs on the master only if nothing at all has happened since; otherwise other players may have moved. */
  strict?: boolean;
}

export type Move<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> = MoveFn<G, PluginAPIs, Phase, Stage> | LongFormMove<G, PluginAPIs, Phase, Stage, Seen>;

export interface MoveMap<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName, Seen = G> {
  [moveName: string]: Move<G, PluginAPIs, Phase, Stage, Seen>;
}

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

export interface StageConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  moves?: MoveMap<G, PluginAPIs, Phase, Stage>;
  /** The stage a player enters when this one ends for them. */
  next?: NoInfer<Stage>;
  minMoves?: number;
  maxMoves?: number;
  /** @deprecated Use `minMoves` and `maxMoves`. */
  moveLimit?: number;
}

export interface StageMap<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  [stageName: string]: StageConfig<G, PluginAPIs, Phase, Stage>;
}

export interface TurnOrderConfig<G = any, PluginAPIs extends object = UnnamedAPIs, Phase extends string = string, Stage extends StageName = StageName> {
  playOrder?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => PlayerID[];
  first: (context: FnContext<G, PluginAPIs, Phase, Stage>) => number;
  next: (context: FnContext<G, PluginAPIs, Phase, Stage>) => number | undefined;
}

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
}

export type AiEnumerate<Name extends string = string> = Array<{ event: string; args?: any[] } | { move: Name; args?: any[] }>;

export type Prediction = 'moves' | 'flow' | 'none';

/** A game: all that `Client` needs to know of its rules. */
export interface Game<
  G = any,
  PluginAPIs extends object = UnnamedAPIs,
  SetupData = any,
  Phase extends string = string,
  Stage extends StageName = StageName,
> {
  name?: string;
  minPlayers?: number;
  maxPlayers?: number;
  /** Sends patches to boardgame.io's clients as well, instead of whole states. */
  deltaState?: boolean;
  /**
   * How much of an action a client of a remote master shows before the answer: a move alone, without hooks, events and
   * endings (`'moves'`, the default); all that follows from it (`'flow'`), for games whose hooks work with what the
   * players can see, and not recommended for games that hide cards (`playerView`): what a page does not have, it predicts wrong, and
   * development names the field; or nothing (`'none'`).
   */
  predict?: Prediction;
  disableUndo?: boolean;
  /** Keeps no log: for long matches that nobody reads back. */
  disableLog?: boolean;
  /** Behaves as boardgame.io 0.50 also where Rondel differs. */
  compat?: '0.50';
  /**
   * The version of its rules, a whole number or a text, which each match is stored with. Another one finds its matches changed by
   * `migrate`, or leaves them. Left out, nothing of it is stored or sent.
   */
  version?: string | number;
  /**
   * What these rules go on from in place of a state of another version, of which it is handed a copy; nothing for a version that it
   * does not know. Numbers that are higher than `version` are not asked about. It must say the same each time.
   */
  migrate?: (state: MigratingState<any>, fromVersion: string | number | undefined) => MigratingState<NoInfer<G>> | undefined;
  /** Whether masters refuse clients that say that they have another version; otherwise those go on without prediction. */
  refuseOtherVersions?: boolean;
  /** Makes `random` repeatable. */
  seed?: string | number;
  /**
   * Where the numbers of `random` come from: with `'secure'` from a cryptographic generator, and nobody computes them from
   * others. `'seeded'`, or left out: from boardgame.io's, from a few of whose numbers all that follow can be computed; but a `Server` draws
   * securely for games without a `seed`.
   */
  random?: RandomSource;
  setup?: (context: Named<PluginAPIs> & DefaultPluginAPIs<Phase, Stage> & { ctx: Ctx }, setupData?: SetupData) => G;
  validateSetupData?: (setupData: SetupData | undefined, numPlayers: number) => string | undefined;
  /**
   * Whether a player may say this at a match, asked by its master. A type guard, `(payload): payload is { text: string } => …`, types
   * `sendChatMessage` and what arrives.
   */
  validateChatMessage?: (payload: unknown, playerID: PlayerID) => boolean;
  moves?: MoveMap<G, PluginAPIs, Phase, Stage>;
  phases?: PhaseMap<G, PluginAPIs, Phase, Stage>;
  turn?: TurnConfig<G, PluginAPIs, Phase, Stage>;
  /** `false` keeps an event from players, or all of them; moves and hooks may still use it. */
  events?: false | { [event in Exclude<keyof EventsAPI, 'removePlayer'>]?: boolean };
  endIf?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => any;
  onEnd?: (context: FnContext<G, PluginAPIs, Phase, Stage>) => void | NoInfer<G>;
  /** Runs when a player leaves the match for good, before they are taken out as by `events.removePlayer`. */
  onPlayerLeave?: (context: FnContext<G, PluginAPIs, Phase, Stage> & { playerID: PlayerID }) => void | NoInfer<G>;
  /** What a player, or a spectator (`null`), may see of `G`. */
  playerView?: (context: { G: G; ctx: Ctx; playerID: PlayerID | null }) => any;
  plugins?: ReadonlyArray<Plugin<any, any, G>>;
  /** What bots know of the game. */
  ai?: GameAI<G>;
}

/** What of a state a game's `migrate` is handed, and returns. */
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
  /** Receives, beside boardgame.io's fields, the built-in api of the same name, if there is one. */
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

/** The state that a reducer returns: beside the state, why the action was refused. */
export interface TransientState<G = any> extends State<G> {
  transients?: TransientMetadata;
}

export interface TransientMetadata {
  error?: ActionError;
}

export type ActionResult = any;

/** What a client shows: the state as its player may see it. */
export interface ClientState<G = any, C extends Ctx = Ctx, Payload = any> extends State<G> {
  ctx: C;
  /** Whether this client's player may move now. */
  isActive: boolean;
  isConnected: boolean;
  log: LogEntry[];
  /** Whether this client's player could call `undo()` now. */
  readonly canUndo: boolean;
  /** Whether this client's player could call `redo()` now. */
  readonly canRedo: boolean;
  /** Why this client's last action was refused; `null` after one that was accepted. */
  readonly lastError: ActionError<Payload> | null;
  /**
   * How many actions wait for the master's answer, at the moment when this is read. An action that is confirmed as it was
   * predicted makes no new state, because nothing else changes: to show that an action waits, use its handle.
   */
  readonly pending: number;
}

export interface Undo<G = any> {
  G: G;
  ctx: Ctx;
  plugins: { [pluginName: string]: PluginState };
  moveType?: string;
  playerID?: PlayerID;
}

export interface LogEntry {
  action:
    | ActionShape.MakeMove
    | ActionShape.GameEvent
    | ActionShape.Undo
    | ActionShape.Redo
    | ActionShape.PlayerLeave;
  _stateID: number;
  turn: number;
  phase: string | null;
  redact?: boolean;
  /** Made by the engine, not by a player: `maxMoves` or `endIf`. */
  automatic?: boolean;
  /** The move's metadata: what it passed to `log.setMetadata` last. */
  metadata?: any;
  /** The metadata that hooks passed to `log.setMetadata` during the action, in the order of the calls. */
  hookMetadata?: any[];
}

/** Why an action was refused; `Payload` is what the move gave to `invalid(payload)`. */
export type ActionError<Payload = any> =
  | Refusal<'action/invalid_move', Payload>
  /** A plugin and its reason. */
  | Refusal<'action/plugin_invalid', { plugin: string; message: string }>
  | Refusal<'match/version', { client: string | number | null; server: string | number | null }>
  /** The versions, where it is for a version: of both sides, or of the match and the server. */
  | Refusal<'match/refused', { client?: string | number | null; match?: string | number | null; server: string | number | null }>
  /** Why the client stopped waiting for the answer. */
  | Refusal<'update/unanswered', { type: string; message: string }>
  | Refusal<Exclude<ErrorType, 'action/invalid_move' | 'action/plugin_invalid' | 'match/version' | 'match/refused' | 'update/unanswered'>, undefined>;

interface Refusal<Type, Payload> {
  type: Type;
  payload?: Payload | undefined;
  /** The reason in words, for the developer of the game. */
  message: string;
}

export type ErrorType =
  | 'action/stale_state_id'
  | 'action/unavailable_move'
  | 'action/invalid_move'
  | 'action/inactive_player'
  | 'action/gameover'
  | 'action/action_disabled'
  | 'action/action_invalid'
  | 'action/plugin_invalid'
  | 'update/unauthorized_action'
  | 'update/match_not_found'
  | 'update/patch_failed'
  | 'update/unanswered'
  | 'match/log_full'
  | 'match/limited'
  | 'match/refused'
  | 'match/unauthorized'
  | 'match/seat_lost'
  | 'match/set_aside'
  | 'match/not_found'
  | 'match/banned'
  | 'match/kicked'
  | 'match/lost'
  | 'match/version'
  | 'chat/unanswered'
  | 'game/not_found'
  | 'connection/unreachable';

/** What `useGame` needs of a client. */
export interface Followable<S, C = unknown> {
  /** How it is connected, if it says so; `subscribe` notifies of that, too. */
  readonly connection?: C;
  getState(): S;
  subscribe(fn: (state: S) => void): () => void;
  start(): void;
  stop(): void;
}
