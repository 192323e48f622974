import { isGame } from '../../game/declarations.js';
import { rondelError } from '../../util/error.js';

/**
 * The games that a module exports: its list `games`, or whatever else is a game.
 *
 * @param {Record<string, any>} module
 * @param {string} address for the error
 * @returns {object[]}
 */
export function gamesIn({ games, ...others }, address) {
  const found = Array.isArray(games) ? games : [games, ...Object.values(others)].flat().filter(isGame);
  if (found.length > 0) return found;
  throw rondelError('server/options', `bots.games: ${address} exports no game: expected a list called games, or the games one by one`);
}
