import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/printable.js';
import { expectGame, gameWith } from './declarations.js';
import { rulesOf } from './rules.js';
import { unprocessed } from './source.js';

/** The sources of random numbers. */
export const RANDOM = ['secure', 'seeded'];

/**
 * Variants of games with another source of random numbers, by the original: so that all masters of one share its engine.
 *
 * @type {WeakMap<object, Record<string, any>>}
 */
const variants = new WeakMap();

/**
 * The game with this source of random numbers; the game itself if it has it already.
 *
 * @param {any} game
 * @param {'secure' | 'seeded'} random
 */
export function drawing(game, random) {
  if (!RANDOM.includes(random)) throw rondelError('game/random', `random: expected 'secure' or 'seeded', got ${described(random)}`);
  expectGame(game);
  const source = unprocessed(game);
  const rules = rulesOf(source);
  if ((rules.settings.random ?? 'seeded') === random) return game;
  const made = variants.get(source) ?? {};
  variants.set(source, made);
  return (made[random] ??= variantOf(rules, random));
}

/** The source of random numbers for a game on a server without such an option: a seed, as in boardgame.io, under `compat` or if it has one. */
export function randomOnServers(game) {
  const { compat, settings: { random, seed } } = rulesOf(unprocessed(game));
  return random ?? (compat || seed !== undefined ? 'seeded' : 'secure');
}

function variantOf(rules, random) {
  const game = gameWith(rules, random === 'secure' ? { random, seed: undefined } : { random });
  if (rulesOf(game).settings.random === random) return game;
  const name = printable(rules.name);
  throw rondelError('game/random', `the game '${name}' cannot draw otherwise than its rules do: its \`random\` is to be '${random}' there`);
}
