/**
 * The script of the worker threads in which a server's bots think, with the games of the module whose address they are started with. To bundle,
 * not to import: see "Bundling" in docs/06-hosting.md.
 */

import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveBots } from 'rondel/ai';
import { isGame, rondelError } from '../rondel.js';
import type { Game } from 'rondel';
import type { Foreign } from 'rondel/private';

// On Linux alone it is the thread's own, and the players' server goes first where both want a processor.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { games } = workerData;
import(games).then((module) => serveBots(gamesIn(module, games)));

/**
 * Returns the games that a module exports: its list `games`, or every export that is a game.
 *
 * @param address for the error
 */
function gamesIn({ games, ...others }: Record<string, Foreign>, address: string): Game[] {
  const found = Array.isArray(games) ? games : [games, ...Object.values(others)].flat().filter(isGame);
  if (found.length > 0) return found;
  throw rondelError('server/options', `bots.games: ${address} exports no game: expected a list called games, or the games one by one`);
}
