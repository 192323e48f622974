/**
 * What is inferred from the type of a game: its state, moves, names and plugins.
 */

import type { ClientState, Ctx, Game, GameAI, Invalid, MoveMap, PhaseConfig, PlayerID, Plugin, StageConfig, StageName, TurnConfig } from './game.js';
import type { StripSecrets } from './presets.js';
import type { DeepReadonly } from './readonly.js';

/**
 * A game as it is written in place: the names in it, and what its plugins offer, are known in its callbacks. `View` is its `playerView`,
 * or `undefined` where TypeScript does not know that yet.
 */
export interface GameDefinition<G, SetupData, Plugins extends AnyPlugins, Phase extends string, Stage extends StageName, Enumerated, View>
  extends Omit<Game<G, ApisOf<Plugins>, SetupData, Phase, Stage>, 'ai' | 'moves' | 'phases' | 'playerView' | 'plugins' | 'turn' | 'validateSetupData'> {
  // `Enumerated` may be `undefined`, too: beside a list's `{ move }`, TypeScript gives its `{ event }` a `move?: undefined`.
  ai?: GameAI<NoInfer<G>, Seen<G, View>, Enumerated & string>;
  moves?: MoveMap<G, ApisOf<Plugins>, Phase, Stage, Seen<G, View>>;
  phases?: { [Name in Phase]: PhaseDefinition<G, ApisOf<Plugins>, Phase, Stage, Seen<G, View>> };
  playerView?: ((context: { G: G; ctx: Ctx; playerID: PlayerID | null }) => unknown) & Captured<View>;
  plugins?: Plugins | AnyPlugins;
  turn?: TurnDefinition<G, ApisOf<Plugins>, Phase, Stage, Seen<G, View>>;
  validateSetupData?: Game<G, {}, NoInfer<SetupData>>['validateSetupData'];
}

export interface PhaseDefinition<G, PluginAPIs extends object, Phase extends string, Stage extends StageName, Seen>
  extends Omit<PhaseConfig<G, PluginAPIs, Phase, Stage>, 'moves' | 'turn'> {
  moves?: MoveMap<G, PluginAPIs, Phase, Stage, Seen>;
  turn?: TurnDefinition<G, PluginAPIs, Phase, Stage, Seen>;
}

export interface TurnDefinition<G, PluginAPIs extends object, Phase extends string, Stage extends StageName, Seen>
  extends Omit<TurnConfig<G, PluginAPIs, Phase, Stage>, 'stages'> {
  stages?: { [Name in Stage]?: StageDefinition<G, PluginAPIs, Phase, Stage, Seen> };
}

export interface StageDefinition<G, PluginAPIs extends object, Phase extends string, Stage extends StageName, Seen>
  extends Omit<StageConfig<G, PluginAPIs, Phase, Stage>, 'moves'> {
  moves?: MoveMap<G, PluginAPIs, Phase, Stage, Seen>;
}

/** The `G` of what is asked at the master and in a page: all of it, or what a player sees. */
type Seen<G, View> = G | Viewed<G, View>;

export type AnyPlugins = ReadonlyArray<Plugin<any, any, any>>;

/** What plugins add to the contexts of moves and hooks; any name, if the type of one of them does not say its own. */
export type ApisOf<Plugins extends AnyPlugins> = {
  [Name in Plugins[number]['name']]: Extract<Plugins[number], { name: Name }> extends { api?: ((...args: any) => infer API) | undefined } ? API : never;
};

/**
 * Tells TypeScript the type `T` of what is handed over, and asks nothing of it. Beside a type that does ask, errors are
 * about that one: with `T &` in its place, nothing would be misspelt.
 */
export type Captured<T> = [T] extends [never] ? T : unknown;

/** Refuses a `setup` that is `async`, and one that comes too late: TypeScript has by then taken the state for anything. */
export type SoundSetup<G, T> = 0 extends 1 & G
  ? [Get<T, 'setup'>] extends [never] ? unknown
    : 0 extends 1 & StateOfSetup<T> ? unknown
    : { setup?: 'setup comes before what uses G, or says the types of its parameters' }
  : G extends PromiseLike<unknown> ? { setup?: 'setup returns a state, not a promise of one' }
  : unknown;

/** Refuses an `endIf` and a `playerView` that are `async`: a promise would be the outcome of the game, and all that players see. */
export type Immediate<T> = [AsyncNames<T>] extends [never] ? unknown : { [Name in AsyncNames<T>]?: `${Name} is not async` };
type AsyncNames<T> = IfAsync<Get<T, 'endIf'>, 'endIf'> | IfAsync<Get<T, 'playerView'>, 'playerView'>;
type IfAsync<F, Name> = F extends (...args: any) => infer R ? (0 extends 1 & R ? never : R extends PromiseLike<unknown> ? Name : never) : never;

/** Refuses a `playerView` that comes too late: `validate` or `ai.enumerate` has by then been typed as if pages had all of `G`. */
export type EarlyView<View, G, T> = [Get<T, 'playerView'>] extends [never] ? unknown
  : [Viewed<G, Get<T, 'playerView'>>] extends [G] ? unknown
  : [View] extends [undefined] ? { playerView?: 'playerView comes before the moves and ai, or says the types of its parameters' }
  : unknown;

/** Refuses what bots enumerate, where TypeScript knows the names of the moves, if the game has no such moves. */
export type KnownMoves<Enumerated, T> = string extends Enumerated ? unknown
  : [MoveNames<T>] extends [never] ? unknown
  : [Enumerated & string] extends [MoveNames<T>] ? unknown
  : { ai?: { enumerate: `no move is called ${Exclude<Enumerated & string, MoveNames<T>>}` } };

/** Refuses a move's `validate` that takes other arguments than the move. */
export type SoundMoves<T> = [WithFaultyValidate<Values<MoveMaps<T>>>] extends [never] ? unknown
  : SoundIn<T> & { phases?: { [Phase in keyof Get<T, 'phases'>]?: SoundIn<Get<T, 'phases'>[Phase]> } };
type SoundIn<Place> = { moves?: SoundMap<Get<Place, 'moves'>>; turn?: { stages?: SoundStages<Get<Get<Place, 'turn'>, 'stages'>> } };
type SoundStages<Stages> = { [Name in keyof Stages]?: { moves?: SoundMap<Get<Stages[Name], 'moves'>> } };
type SoundMap<Moves> = { [Name in keyof Moves]?: [WithFaultyValidate<Moves[Name]>] extends [never] ? unknown : { validate?: ValidateOf<Moves[Name]> } };
type WithFaultyValidate<M> = M extends { move: unknown; validate: infer V } ? (V extends ValidateOf<M> ? never : M) : never;
type ValidateOf<M> = (context: any, ...args: ArgsOfMove<M>) => unknown;

/** The game as it was given, or all that `Client<G>(...)` says of it. */
export type Declared<G, P extends object, T extends object> = [object] extends [T] ? Game<unknown extends G ? any : G, P> : T;

/** The `G` of a game: what its callbacks are declared to receive, or else what `setup` returns. */
export type StateOf<T> = [StateOfCallbacks<T>] extends [never] ? StateOfSetup<T> : StateOfCallbacks<T>;

/** The `G` that players see: what `playerView` returns, if its type says so. A page reads it; of a plain `Game<G>` it is boardgame.io's, who may write. */
export type ViewOf<T> = IsPlain<T> extends true ? StateOf<T> : DeepReadonly<Viewed<StateOf<T>, Get<T, 'playerView'>>>;

/** What a client of the game shows: a page reads it, as its `G`. */
export type ShownOf<T> = IsPlain<T> extends true ? ClientState<StateOf<T>>
  : DeepReadonly<ClientState<Viewed<StateOf<T>, Get<T, 'playerView'>>, CtxOf<T>, PayloadOf<T>>>;

export type CtxOf<T> = Ctx<PhaseNames<T>, StageNames<T>, OutcomeOf<T>>;

/** What a game ends with: what its `endIf` returns, if it has one. As for the types below, `unknown extends T` is true if `T` is `any`, as in `Client<any, any>`: all else in them would be `never` then. */
export type OutcomeOf<T> = unknown extends T ? any : [Get<T, 'endIf'>] extends [never] ? any : Truthy<Returned<Get<T, 'endIf'>>>;

/** What is said at a match: what the game's `validateChatMessage` lets through, if it is a type guard. */
export type ChatOf<T> = [Get<T, 'validateChatMessage'>] extends [never] ? any
  : Get<T, 'validateChatMessage'> extends (payload: any, ...more: any) => payload is infer Said ? Said : any;

/** What the moves of a game give to `invalid(payload)`. */
export type PayloadOf<T> = unknown extends T ? any : Refused<Values<MoveMaps<T>>>;
export type PayloadOfMove<T, Name extends string> = unknown extends T ? any : Refused<Get<MoveMaps<T>, Name>>;

export type SetupDataOf<T> = Get<T, 'setup'> extends (context: any, setupData?: infer D) => any
  ? unknown extends D ? any : D
  : any;

export type PhaseNames<T> = Known<NamesIn<Get<T, 'phases'>>>;
export type StageNames<T> = Known<NamesIn<Get<Turns<T>, 'stages'>>>;
export type MoveNames<T> = NamesIn<MoveMaps<T>>;
/** Whether its type says no more than its state, as boardgame.io's `Game<G>`. */
type IsPlain<T> = string extends MoveNames<T> ? true : false;

/** The arguments of a move, without its context. Moves of one name in several places may be called as each of them. */
export type ArgsOf<T, Name extends string> = string extends MoveNames<T> ? any[] : ArgsOfMove<Get<MoveMaps<T>, Name>>;

/** What `Game.events` leaves to players. */
export type EnabledIn<T, Name extends string> = unknown extends T ? Name : [Get<T, 'events'>] extends [never] ? Name : [Get<T, 'events'>] extends [false] ? never : EnabledOf<T, Name>;
type EnabledOf<T, Name extends string> = Name extends unknown
  ? [Get<Get<T, 'events'>, Name>] extends [never] ? Name : [Get<Get<T, 'events'>, Name>] extends [false] ? never : Name
  : never;

export type Get<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Values<T> = T extends unknown ? NonNullable<T[keyof T]> : never;
type NamesIn<T> = T extends unknown ? keyof T & string : never;
/** Names if the type of the game has them, otherwise any string. */
type Known<Names extends string> = [Names] extends [never] ? string : Names;

type Phases<T> = Values<Get<T, 'phases'>>;
type Turns<T> = Get<T, 'turn'> | Get<Phases<T>, 'turn'>;
type MoveMaps<T> = Get<T, 'moves'> | Get<Phases<T>, 'moves'> | Get<Values<Get<Turns<T>, 'stages'>>, 'moves'>;

/** The moves of all places, as they are declared: those that two places have are both. */
export type DeclaredMoves<T> = Both<MoveMaps<T>>;
type Both<T> = (T extends unknown ? (of: T) => void : never) extends (of: infer All) => void ? All : never;

type Viewed<G, View> = [View] extends [never] ? G
  : View extends StripSecrets ? Stripped<G>
  : View extends (...args: any) => infer Shown ? (unknown extends Shown ? G : Shown)
  : G;

type Returned<F> = F extends (...args: any) => infer R ? R : never;
type Truthy<R> = [Exclude<R, void | undefined | null | false | 0 | ''>] extends [never] ? any : Exclude<R, void | undefined | null | false | 0 | ''>;
type Refused<M> = M extends { move: infer F } ? PayloadIn<Returned<F> | Returned<Get<M, 'validate'>>> : PayloadIn<Returned<M>>;
type PayloadIn<R> = 0 extends 1 & R ? any : R extends Invalid<infer Payload> ? Payload : never;

type MoveFunction<M> = M extends { move: infer F } ? F : M;
type ArgsOfMove<M> = M extends unknown
  ? MoveFunction<M> extends (...args: infer A) => any ? Rest<A> : never
  : never;
type Rest<A extends unknown[]> = A extends [] ? [] : A extends [unknown?, ...infer R] ? R : [];

type Hooks<T> =
  | Get<T, 'endIf' | 'onEnd' | 'onPlayerLeave' | 'playerView'>
  | Get<Turns<T>, 'onBegin' | 'onEnd' | 'onMove' | 'endIf'>
  | Get<Phases<T>, 'onBegin' | 'onEnd' | 'endIf' | 'next'>;
type StateOfCallbacks<T> = GivenState<MoveFunction<Values<MoveMaps<T>>> | Hooks<T>>;
type GivenState<F> = F extends (context: infer C, ...args: any) => any
  ? C extends { G: infer G } ? (unknown extends G ? never : G) : never
  : never;
type StateOfSetup<T> = Get<T, 'setup'> extends (...args: any) => infer G ? ([Get<T, 'setup'>] extends [never] ? any : G) : any;

/** A state that may do without `secret` has it as it was. */
type Stripped<G> = G extends { secret: unknown } ? Omit<G, 'secret'> : G;
