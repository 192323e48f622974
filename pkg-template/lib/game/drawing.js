import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/printable.js';
import { expectGame, gameWith } from './declarations.js';
import { rulesOf } from './rules.js';
import { unprocessed } from './source.js';

/** Where random numbers may come from. */
export const RANDOM = ['secure', 'seeded'];

/**
 * The games that draw otherwise, by the game that they are made of: so that all masters of one share its engine.
 *
 * @type {WeakMap<object, Record<string, any>>}
 */
const variants = new WeakMap();

/**
 * The game with its random numbers from there; the game itself if it has them from there already.
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

/** Where the numbers of a server's game come from, if the server says nothing: boardgame.io's are computed from a seed. */
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
