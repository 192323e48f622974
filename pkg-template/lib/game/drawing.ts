import { described, printable } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { expectGame, gameWith } from './declarations.js';
import { rulesOf, unprocessed } from './rules.js';
import type { RandomSource } from '../../types/game.js';
import type { Rules } from './rules.js';

/** The sources of random numbers. */
export const RANDOM = ['secure', 'seeded'];

/** Variants of games with another source of random numbers, by the original: so that all masters of one share its engine. */
const variants = new WeakMap<object, Partial<Record<RandomSource, object>>>();

/** The game with this source of random numbers; the game itself if it has it already. */
export function drawing<Drawn extends object>(game: Drawn, random: RandomSource): Drawn {
  if (!RANDOM.includes(random)) throw rondelError('game/random', `random: expected 'secure' or 'seeded', got ${described(random)}`);
  expectGame(game);
  const source = unprocessed(game);
  const rules = rulesOf(source);
  if ((rules.settings.random ?? 'seeded') === random) return game;
  const made = variants.get(source) ?? {};
  variants.set(source, made);
  return (made[random] ??= variantOf(rules, random)) as Drawn;
}

/** The source of random numbers for a game on a server without such an option: a seed, as in boardgame.io, under `compat` or if it has one. */
export function randomOnServers(game: object): RandomSource {
  const { compat, settings: { random, seed } } = rulesOf(unprocessed(game));
  return random ?? (compat || seed !== undefined ? 'seeded' : 'secure');
}

function variantOf(rules: Rules, random: RandomSource) {
  const game = gameWith(rules, random === 'secure' ? { random, seed: undefined } : { random });
  if (rulesOf(game).settings.random === random) return game;
  const name = printable(rules.name);
  throw rondelError('game/random', `the game '${name}' cannot draw otherwise than its rules do: its \`random\` is to be '${random}' there`);
}
