import type { Plugin } from './game.js';

/** Configuration of `EffectsPlugin`: its effects by name. */
export interface EffectsPluginConfig {
  readonly effects: { readonly [effectName: string]: EffectsPluginEffect };
}

/** Effects of one name. */
export interface EffectsPluginEffect {
  /** Returns the payload. @default no payload */
  readonly create?: (value: any) => any;
  /** Duration, in seconds. @default 0 */
  readonly duration?: number;
}

/**
 * Place of an effect on the timeline of its action. A number: seconds from the beginning. `'>'`: the end, also `'>+1'` and `'>-0.5'`. `'<'`: the start
 * of the last effect, also `'<+1'` and `'<-0.5'`. `'^3'`: at 3 seconds, and later effects are shifted by the duration; `'^3->0.5'`: by half a second.
 */
export type EffectPosition = number | string;

type Timing = [position?: EffectPosition, duration?: number];

/** `effects` in moves and hooks: one function for each effect. */
export type PluginEffects<Config extends EffectsPluginConfig> = {
  [Name in keyof Config['effects']]: Config['effects'][Name] extends { readonly create: (...args: infer Args) => any }
    ? (...args: undefined extends Args[0] ? [value?: Args[0], ...timing: Timing] : [value: Args[0], ...timing: Timing]) => void
    : (...timing: Timing) => void;
};

/** Type of plugins of a game with `EffectsPlugin(config)`: `Game<G, EffectsCtxMixin<typeof config>>`. */
export type EffectsCtxMixin<Config extends EffectsPluginConfig> = { effects: PluginEffects<Config> };

/** The plugin of a configuration. */
export interface EffectsPluginOf<Config extends EffectsPluginConfig> extends Plugin<PluginEffects<Config>> {
  name: 'effects';
  api: () => PluginEffects<Config>;
}

/** Payload of the effects of a name. */
export type EffectPayload<Config extends EffectsPluginConfig, Name> = Name extends keyof Config['effects']
  ? Config['effects'][Name] extends { readonly create: (...args: any) => infer Payload } ? Payload : undefined
  : undefined;

/** A value that can be followed. `subscribe` calls its argument at once, and returns a function that unsubscribes. */
export interface EffectsStore<Value> {
  get(): Value;
  subscribe(fn: (value: Value) => void): () => void;
}

/** Options of `EffectsEmitter` and of `EffectsBoardWrapper`. */
export interface EffectsOptions {
  /** Factor of the speed at which effects are played. @default 1 */
  speed?: number;
  /** `true`: the state changes when the effects have ended. @default false */
  updateStateAfterEffects?: boolean;
}

/** Plays the effects of a client over time. */
export interface EffectsEmitter<State = any> {
  /**
   * Calls `onStart` with the payload of each effect of a name when it begins, and `onEnd` when it ends. `'*'`: of all effects, with the name as the
   * first argument. Each update of the state also has the effects `'effects:start'` and `'effects:end'`. Returns a function that unsubscribes.
   */
  on(effectName: '*', onStart?: (effectName: string, payload: any, state: State) => void, onEnd?: (effectName: string, payload: any, state: State) => void): () => void;
  on(effectName: string, onStart?: (payload: any, state: State) => void, onEnd?: (payload: any, state: State) => void): () => void;
  /** Drops the effects that have not begun. */
  clear(): void;
  /** Begins all effects at once. */
  flush(): void;
  /** Number of effects that have not begun. */
  readonly size: EffectsStore<number>;
  /** The state of the client. With `updateStateAfterEffects` it changes later. */
  readonly state: EffectsStore<State>;
}
