import { numberOfPlayers } from '../engine/players.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { misspelt } from '../util/unknown-names.js';
import type { ClientOpts } from '../../types/client.js';
import type { Prediction } from '../../types/game.js';
import type { Rules, Settings } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';

/** Values of the option `predict`. */
const PREDICTIONS: readonly string[] = ['moves', 'flow', 'none'];

/** The same as errors name them. */
const PREDICTED = /* @__PURE__ */ PREDICTIONS.map((name) => `'${name}'`).join(', ');

/** All options. `true` for those that `connect` passes on to the transport. */
const OPTIONS = {
  game: true, numPlayers: true, playerID: true, matchID: true, credentials: true, multiplayer: false, predict: false,
  setupData: true, enhancer: false, inspect: false, debug: false, quiet: true,
} as const satisfies Record<keyof ClientOpts, boolean>;

/** Name of an option that a transport gets. */
export type TransportOption = { [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends true ? Name : never }[keyof typeof OPTIONS];

/** Returns the likely mistakes among the options of a client: the option, and its problem. */
export function problemsIn(options: ClientOpts<Foreign, Foreign, Foreign>, { settings }: Rules) {
  const { multiplayer, predict } = options;
  const numPlayers = numberOfPlayers(options.numPlayers);
  const problems = misspelt(options as Foreign, Object.keys(OPTIONS)).map(([option, meant]): [string, string] => [option, `there is no such option; did you mean ${meant}?`]);
  if (options.inspect && typeof options.inspect !== 'function') problems.push(['inspect', `expected a function, got ${described(options.inspect)}`]);
  // In one page this is an error. A master begins a match for two.
  if (multiplayer && numPlayers && typeof numPlayers !== 'number') {
    problems.push(['numPlayers', `expected a number, got ${described(numPlayers)}; a new match has two players`]);
  }
  if (!multiplayer) problems.push(...problemsOfNumber(numPlayers || 2, settings));
  // Online this is an error.
  if (!multiplayer && predict !== undefined && !PREDICTIONS.includes(predict)) {
    problems.push(['predict', `expected ${PREDICTED}`]);
  }
  return problems;
}

/**
 * Returns the problem of a number of players for which a master would refuse the match. An invalid number is refused when the match begins.
 */
function problemsOfNumber(numPlayers: unknown, { minPlayers, maxPlayers }: Settings = {}): [string, string][] {
  if (typeof numPlayers !== 'number') return [];
  if (numPlayers < minPlayers!) return [['numPlayers', `${numPlayers}, but the game has minPlayers: ${minPlayers}`]];
  if (numPlayers > maxPlayers!) return [['numPlayers', `${numPlayers}, but the game has maxPlayers: ${maxPlayers}`]];
  return [];
}

/** Returns the option `predict` of an online client. Throws if it is invalid. */
export function predictionOf(predict: string): Prediction {
  if (PREDICTIONS.includes(predict)) return predict as Prediction;
  throw rondelError('client/predict', `predict: expected ${PREDICTED}`);
}
