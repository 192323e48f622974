import { described, printable } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { expectGame, gameWith } from './declarations.js';
import { originalGame, rulesOf } from './rules.js';
import type { RandomSource } from '../../types/game.js';
import type { Rules } from './rules.js';

/** Sources of random numbers. */
export const RANDOM_SOURCES = ['secure', 'seeded'];

/** Variants of games with another source of random numbers, by original, so that all masters of a variant share its engine. */
const variants = new WeakMap<object, Partial<Record<RandomSource, object>>>();

/** Returns the game with this source of random numbers. Returns the game itself if it already has it. */
export function drawing<Drawn extends object>(game: Drawn, random: RandomSource): Drawn {
  if (!RANDOM_SOURCES.includes(random)) throw rondelError('game/random', `random: expected 'secure' or 'seeded', got ${described(random)}`);
  expectGame(game);
  const source = originalGame(game);
  const rules = rulesOf(source);
  if ((rules.settings.random ?? 'seeded') === random) return game;
  const made = variants.get(source) ?? {};
  variants.set(source, made);
  return (made[random] ??= variantOf(rules, random)) as Drawn;
}

/**
 * Returns the default source of random numbers on a server. It is `'seeded'` under `compat` or if the game has a seed, as in boardgame.io.
 */
export function randomOnServers(game: object): RandomSource {
  const { compat, settings: { random, seed } } = rulesOf(originalGame(game));
  return random ?? (compat || seed !== undefined ? 'seeded' : 'secure');
}

function variantOf(rules: Rules, random: RandomSource) {
  const game = gameWith(rules, random === 'secure' ? { random, seed: undefined } : { random });
  if (rulesOf(game).settings.random === random) return game;
  const name = printable(rules.name);
  throw rondelError('game/random', `the game '${name}' cannot use another source than its rules: set its \`random\` to '${random}' there`);
}
