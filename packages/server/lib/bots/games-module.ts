import { isGame, rondelError } from '../rondel.js';
import type { Game } from 'rondel';
import type { Foreign } from 'rondel/private';

/**
 * The games that a module exports: its list `games`, or whatever else is a game.
 *
 * @param address for the error
 */
export function gamesIn({ games, ...others }: Record<string, Foreign>, address: string): Game[] {
  const found = Array.isArray(games) ? games : [games, ...Object.values(others)].flat().filter(isGame);
  if (found.length > 0) return found;
  throw rondelError('server/options', `bots.games: ${address} exports no game: expected a list called games, or the games one by one`);
}
