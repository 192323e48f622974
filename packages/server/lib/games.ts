import { A_NAME, drawing, engineOf, isName, isObject, messageOf, originalGame, randomOnServers, rondelError, rulesOf, SOURCE } from './rondel.js';
import type { Game, RandomSource } from 'rondel';

/** Characters that a game's name may not have, because it is a namespace of socket.io and a part of a URL. */
const UNCARRIED = /^\/|[,?#]|\p{Surrogate}/u;

/** The games of a server, each under a name of its own. Throws an error that says which of them cannot be played, and why. */
export function checkGames(games: unknown): Game[] {
  if (!Array.isArray(games) || games.length === 0) throw rondelError('server/games', 'games: expected a list of games');
  const names: Set<string> = new Set();
  for (const [i, game] of games.entries()) {
    const name = checkGame(game, { path: `games[${i}]`, isOnly: games.length === 1 });
    if (names.has(name)) throw rondelError('server/games', `games[${i}]: there are two games called '${name}': give one of them another name`);
    names.add(name);
  }
  return games;
}

/** The games as the server draws their random numbers; securely where neither it nor the game says how. */
export function drawingGames(games: Game[], random: RandomSource | undefined) {
  return games.map((game) => drawing(game, random ?? randomOnServers(game)));
}

/** The games with their names, as transports by boardgame.io's contract look for them. */
export function namedGames(games: Game[]) {
  return games.map((game) => ({ ...game, name: rulesOf(game).name, [SOURCE]: originalGame(game) }));
}

function checkGame(game: unknown, { path, isOnly }: { path: string, isOnly: boolean }) {
  if (!isObject(game)) throw rondelError('server/games', `${path}: expected a game`);
  const { name } = rulesOf(game);
  if (!isName(name)) throw rondelError('server/games', `${path}.name: expected ${A_NAME}`);
  if (UNCARRIED.test(name)) throw rondelError('server/games', `${path}.name: socket.io can carry no ',', '?' or '#', no '/' at the beginning, and no half of a character`);
  if (!isOnly && name === 'default') {
    throw rondelError('server/games', `${path}: a server with several games needs their names: give this game a name`);
  }
  try {
    engineOf(game);
  } catch (error) {
    throw rondelError('server/games', `${path}, '${name}': ${messageOf(error)}`);
  }
  return name;
}
