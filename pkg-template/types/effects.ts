import type { PlayerID } from './game.js';

/** An effect of an action, as its log entry stores it. */
export interface Effect<Name extends string = string, Data = any> {
  readonly name: Name;
  readonly data?: Data;
  /** Players who receive the effect. A master does not send this field. @default everybody, spectators included */
  readonly to?: readonly PlayerID[];
  /** Moment at which the effect begins, in milliseconds from the first effect of its action. @default when the effects before it have ended */
  readonly at?: number;
  /** Duration of the effect, in milliseconds. @default 0 */
  readonly duration?: number;
}

/** Settings of one `effects.emit`. */
export interface EffectOptions {
  /** Player or players who receive the effect. @default everybody, spectators included */
  to?: PlayerID | readonly PlayerID[] | undefined;
  /** Moment at which the effect begins, in milliseconds from the first effect of the action. @default when the effects before it have ended */
  at?: number | undefined;
  /** Duration of the effect, in milliseconds. Default: the one that the game declares for its effects of this name, else 0. */
  duration?: number | undefined;
}

/** Declaration of the effects of one name. `effect()` of 'rondel/core' declares the type of their data. */
export interface EffectConfig<Data = any> {
  /** Type of the data. It exists only in TypeScript. */
  readonly [effectData]?: Data;
  /** Duration of these effects, in milliseconds. @default 0 */
  duration?: number;
  /**
   * Returns the data that a player receives; `undefined` hides the effect from them. `playerID` is `null` for a spectator. It may read nothing
   * else. @default all data
   */
  playerView?(context: { data: Data; playerID: PlayerID | null }): unknown;
}

declare const effectData: unique symbol;

/** Effects that a game declares, by name. */
export interface EffectMap {
  [effectName: string]: EffectConfig;
}

/** Data of effects, by name: `{ explode: { cell: number } }`. */
export type EffectData = Record<string, any>;

/** Data of declared effects, by name. */
export type EffectDataOf<Declared> = { [Name in keyof Declared]: Declared[Name] extends EffectConfig<infer Data> ? Data : any };

/** Emits effects, for moves and hooks. */
export interface EffectsAPI<Data extends EffectData = EffectData> {
  /**
   * Emits an effect of the action. Pages receive it by `client.onEffect`. `data` must have a JSON form of at most 100,000 characters.
   *
   * @throws `game/effect` for an unknown name, player or option
   */
  emit<Name extends keyof Data & string>(name: Name, ...rest: undefined extends Data[Name] ? [data?: Data[Name], options?: EffectOptions] : [data: Data[Name], options?: EffectOptions]): void;
}

/** Circumstances of an effect, as a listener receives them. */
export interface EffectInfo<Name extends string = string> {
  readonly name: Name;
  /** Player of the move that has emitted the effect. `null`: no move of a player, for example a time-out. */
  readonly playerID: PlayerID | null;
  /** `true` if the master has not confirmed the action yet. */
  readonly predicted: boolean;
  /** Number of the action on this page. All effects of one action have the same, also those that replace a prediction. */
  readonly action: number;
  /** Moment at which the effect begins, in milliseconds from the first effect of its action. */
  readonly at: number;
  /** Duration of the effect, in milliseconds. */
  readonly duration: number;
}

/** Function that receives effects. It may return a function, which is called if the action of a predicted effect turns out otherwise. */
export type EffectListener<Name extends string = string, Data = any> = (data: Data, info: EffectInfo<Name>) => void | (() => void);

/** Options of `useEffectQueue`. */
export interface EffectQueueOptions {
  /** Longest time by which a state is held back, in milliseconds. After it, everything that waits is shown at once. @default 5000 */
  limit?: number | undefined;
  /** `true`: effects take no time. Default: the player's setting `prefers-reduced-motion`. */
  reducedMotion?: boolean | undefined;
}
