import { INVALID } from '../util/marks.js';
import type { EffectConfig, EffectMap } from '../../types/effects.js';
import type { Invalid, Plugin } from '../../types/game.js';
import type {
  Captured, Declared, EarlyView, GameDefinition, Immediate, KnownAPIs, KnownMoves, SoundMoves, SoundSetup,
} from '../../types/inferred.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns its argument. TypeScript infers the game's state from `setup`, which comes first if it has parameters, and checks all names of
 * phases and stages. A client infers its moves.
 *
 * Annotate the state with `setup: (): MyState => ...` if it cannot be inferred. Without `setup` the state may be anything.
 *
 * @example
 * const game = defineGame({ setup: () => ({ deck: 6 }), moves: { draw: ({ G }, count: number) => { G.deck -= count; } } });
 */
export function defineGame<
  G = any,
  SetupData = any,
  // In this form TypeScript before 5.0, which has no `const` parameters, infers a list of literal names, too.
  Plugins extends ReadonlyArray<Plugin<any, any, any, PluginName>> | [] = [],
  Phase extends string = string,
  Stage extends string = string,
  T extends object = object,
  Enumerated extends string | undefined = string,
  View = undefined,
  PluginName extends string = string,
  Effects extends EffectMap = {},
>(
  game: GameDefinition<G, SetupData, Plugins, Phase, Stage, Enumerated, View, Effects> & Captured<T> & SoundSetup<G, T> & Immediate<T> & EarlyView<View, G, T> & SoundMoves<T> & KnownMoves<Enumerated, T>,
): Declared<G, KnownAPIs<Plugins, Effects>, T>;
export function defineGame(game: Foreign): Foreign {
  return game;
}

/**
 * Declares the effects of one name, with the type of their data.
 *
 * @example
 * const game = defineGame({ effects: { explode: effect<{ cell: number }>({ duration: 500 }) }, moves: { … } });
 */
export function effect<Data = undefined>(config: EffectConfig<Data> = {}): EffectConfig<Data> {
  return config;
}

/**
 * Returns a refusal with a reason. A move or its `validate` returns it in place of `INVALID_MOVE`.
 *
 * @example
 * if (cost > G.gold) return invalid({ missing: cost - G.gold }); // handle.error.payload.missing
 */
export function invalid(): Invalid<undefined>;
export function invalid<Payload>(payload: Payload): Invalid<Payload>;
export function invalid(payload?: unknown): Foreign {
  return { [INVALID]: true, payload };
}
