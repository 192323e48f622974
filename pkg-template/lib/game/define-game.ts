import { INVALID } from '../util/marks.js';
import type { Invalid } from '../../types/game.js';
import type {
  AnyPlugins, ApisOf, Captured, Declared, EarlyView, GameDefinition, Immediate, KnownMoves, SoundMoves, SoundSetup,
} from '../../types/inferred.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns the game that it is given. TypeScript infers its state from `setup`, which comes first if it takes parameters, and
 * checks every name of a phase or stage; a client knows its moves by it. `setup: (): MyState => ...` states what is not
 * inferred. Without `setup` the state may be anything.
 *
 * @example
 * const game = defineGame({ setup: () => ({ deck: 6 }), moves: { draw: ({ G }, count: number) => { G.deck -= count; } } });
 */
export function defineGame<
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
export function defineGame(game: Foreign): Foreign {
  return game;
}

/**
 * What a move or its `validate` returns instead of `INVALID_MOVE` to give the caller a reason.
 *
 * @example
 * if (cost > G.gold) return invalid({ missing: cost - G.gold }); // handle.error.payload.missing
 */
export function invalid(): Invalid<undefined>;
export function invalid<Payload>(payload: Payload): Invalid<Payload>;
export function invalid(payload?: unknown): Foreign {
  return { [INVALID]: true, payload };
}
