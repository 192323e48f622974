/**
 * Types that are inferred from the type of a game: its state, moves, names and plugins.
 */

import type { EffectConfig, EffectDataOf, EffectMap, EffectsAPI } from './effects.js';
import type { NoInfer } from './no-infer.js';
import type { ClientState, Ctx, Game, GameAI, Invalid, MoveMap, PhaseConfig, PlayerID, Plugin, StageConfig, StageName, TurnConfig } from './game.js';
import type { StripSecrets } from './presets.js';
import type { DeepReadonly } from './readonly.js';

/**
 * A game as its definition declares it. Its callbacks know its names and the APIs of its plugins. `View` is the type of its `playerView`, or
 * `undefined` as long as TypeScript has not inferred that.
 */
export interface GameDefinition<G, SetupData, Plugins extends AnyPlugins, Phase extends string, Stage extends StageName, Enumerated, View, Effects extends EffectMap = {}>
  extends Omit<Game<G, KnownAPIs<Plugins, Effects>, SetupData, Phase, Stage>, 'ai' | 'effects' | 'moves' | 'phases' | 'playerView' | 'plugins' | 'turn' | 'validateSetupData'> {
  // `Enumerated` may be `undefined`, too: in a list that also has a `{ move }`, TypeScript gives an `{ event }` a `move?: undefined`.
  ai?: GameAI<NoInfer<G>, Seen<G, View>, Enumerated & string>;
  effects?: Effects;
  moves?: MoveMap<G, KnownAPIs<Plugins, Effects>, Phase, Stage, Seen<G, View>>;
  phases?: { [Name in Phase]: PhaseDefinition<G, KnownAPIs<Plugins, Effects>, Phase, Stage, Seen<G, View>> };
  playerView?: ((context: { G: G; ctx: Ctx; playerID: PlayerID | null }) => unknown) & Captured<View>;
  plugins?: Plugins | AnyPlugins;
  turn?: TurnDefinition<G, KnownAPIs<Plugins, Effects>, Phase, Stage, Seen<G, View>>;
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

/** `G` of functions that run on the master and in pages: complete, or as a player sees it. */
type Seen<G, View> = G | Viewed<G, View>;

export type AnyPlugins = ReadonlyArray<Plugin<any, any, any>>;

/** APIs that plugins add to the contexts of moves and hooks. If the type of a plugin has no literal name, any name is allowed. */
export type ApisOf<Plugins extends AnyPlugins> = {
  [Name in Plugins[number]['name']]: Extract<Plugins[number], { name: Name }> extends { api?: ((...args: any) => infer API) | undefined } ? API : never;
};

/** APIs of plugins, and `effects` for the declared effects. */
export type KnownAPIs<Plugins extends AnyPlugins, Effects extends EffectMap> = ApisOf<Plugins> & ([keyof Effects] extends [never] ? {} : { effects: EffectsAPI<EffectDataOf<Effects>> });

/**
 * Infers `T` from an argument without a constraint. In an intersection with a constraint, errors are about the constraint. With `T &`
 * instead, a misspelt name would pass.
 */
export type Captured<T> = [T] extends [never] ? T : unknown;

/** Refuses an `async` `setup`, and a `setup` behind functions that use `G`: TypeScript has then already inferred `any` for the state. */
export type SoundSetup<G, T> = 0 extends 1 & G
  ? [Get<T, 'setup'>] extends [never] ? unknown
    : 0 extends 1 & StateOfSetup<T> ? unknown
    : { setup?: 'setup comes before what uses G, or says the types of its parameters' }
  : G extends PromiseLike<unknown> ? { setup?: 'setup returns a state, not a promise of one' }
  : unknown;

/** Refuses an `async` `endIf` or `playerView`: the outcome of the game, or the state that players see, would be a promise. */
export type Immediate<T> = [AsyncNames<T>] extends [never] ? unknown : { [Name in AsyncNames<T>]?: `${Name} is not async` };
type AsyncNames<T> = IfAsync<Get<T, 'endIf'>, 'endIf'> | IfAsync<Get<T, 'playerView'>, 'playerView'>;
type IfAsync<F, Name> = F extends (...args: any) => infer R ? (0 extends 1 & R ? never : R extends PromiseLike<unknown> ? Name : never) : never;

/** Refuses a `playerView` behind the moves and `ai`: TypeScript has then already typed `validate` and `ai.enumerate` as if pages had all of `G`. */
export type EarlyView<View, G, T> = [Get<T, 'playerView'>] extends [never] ? unknown
  : [Viewed<G, Get<T, 'playerView'>>] extends [G] ? unknown
  : [View] extends [undefined] ? { playerView?: 'playerView comes before the moves and ai, or says the types of its parameters' }
  : unknown;

/** Refuses an `ai.enumerate` that lists moves that the game does not have. */
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

/** Type of the game: inferred from the argument, or `Game<G>` of `Client<G>(...)`. */
export type Declared<G, P extends object, T extends object> = [object] extends [T] ? Game<unknown extends G ? any : G, P> : T;

/** `G` of a game: the declared parameter of its callbacks, or else the return type of `setup`. */
export type StateOf<T> = [StateOfCallbacks<T>] extends [never] ? StateOfSetup<T> : StateOfCallbacks<T>;

/** `G` that players see: the return type of `playerView`, if it has one. It is read-only, except for a plain `Game<G>`, as in boardgame.io. */
export type ViewOf<T> = IsPlain<T> extends true ? StateOf<T> : DeepReadonly<Viewed<StateOf<T>, Get<T, 'playerView'>>>;

/** State of the game's clients. It is read-only, except for a plain `Game<G>`. */
export type ShownOf<T> = IsPlain<T> extends true ? ClientState<StateOf<T>>
  : DeepReadonly<ClientState<Viewed<StateOf<T>, Get<T, 'playerView'>>, CtxOf<T>, PayloadOf<T>>>;

export type CtxOf<T> = Ctx<PhaseNames<T>, StageNames<T>, OutcomeOf<T>>;

/** Outcome of a game: the return type of its `endIf`, if it has one. */
// Here and below, `unknown extends T` is true if `T` is `any`, as in `Client<any, any>`. The rest of the type would be `never` then.
export type OutcomeOf<T> = unknown extends T ? any : [Get<T, 'endIf'>] extends [never] ? any : Truthy<Returned<Get<T, 'endIf'>>>;

/** Payload of chat messages: the type that the game's `validateChatMessage` accepts, if it is a type guard. */
export type ChatOf<T> = [Get<T, 'validateChatMessage'>] extends [never] ? any
  : Get<T, 'validateChatMessage'> extends (payload: any, ...more: any) => payload is infer Said ? Said : any;

/** Payload that the moves of a game pass to `invalid(payload)`. */
export type PayloadOf<T> = unknown extends T ? any : Refused<Values<MoveMaps<T>>>;
export type PayloadOfMove<T, Name extends string> = unknown extends T ? any : Refused<Get<MoveMaps<T>, Name>>;

export type SetupDataOf<T> = Get<T, 'setup'> extends (context: any, setupData?: infer D) => any
  ? unknown extends D ? any : D
  : any;

export type PhaseNames<T> = Known<NamesIn<Get<T, 'phases'>>>;
export type StageNames<T> = Known<NamesIn<Get<Turns<T>, 'stages'>>>;
export type EffectNames<T> = Known<NamesIn<Get<T, 'effects'>>>;
/** Data of the effects of a name. */
export type DataOfEffect<T, Name extends string> = Get<Get<T, 'effects'>, Name> extends EffectConfig<infer Data> ? (unknown extends Data ? any : Data) : any;
export type MoveNames<T> = NamesIn<MoveMaps<T>>;
/** `true` for a type that declares only the state, such as boardgame.io's `Game<G>`. */
type IsPlain<T> = string extends MoveNames<T> ? true : false;

/** Arguments of a move, without its context. If several places have a move of the same name, the arguments of each are accepted. */
export type ArgsOf<T, Name extends string> = string extends MoveNames<T> ? any[] : ArgsOfMove<Get<MoveMaps<T>, Name>>;

/** Events that `Game.events` allows players to call. */
export type EnabledIn<T, Name extends string> = unknown extends T ? Name : [Get<T, 'events'>] extends [never] ? Name : [Get<T, 'events'>] extends [false] ? never : EnabledOf<T, Name>;
type EnabledOf<T, Name extends string> = Name extends unknown
  ? [Get<Get<T, 'events'>, Name>] extends [never] ? Name : [Get<Get<T, 'events'>, Name>] extends [false] ? never : Name
  : never;

export type Get<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Values<T> = T extends unknown ? NonNullable<T[keyof T]> : never;
type NamesIn<T> = T extends unknown ? keyof T & string : never;
/** Literal names if the type of the game has them, otherwise any string. */
type Known<Names extends string> = [Names] extends [never] ? string : Names;

type Phases<T> = Values<Get<T, 'phases'>>;
type Turns<T> = Get<T, 'turn'> | Get<Phases<T>, 'turn'>;
type MoveMaps<T> = Get<T, 'moves'> | Get<Phases<T>, 'moves'> | Get<Values<Get<Turns<T>, 'stages'>>, 'moves'>;

/** Declared moves of all places. A move that several places have is an intersection of them. */
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

/** `G` without `secret`. A `G` whose `secret` is optional stays as it is. */
type Stripped<G> = G extends { secret: unknown } ? Omit<G, 'secret'> : G;
