import { rulesOf } from '../game/rules.js';
import { botMaker, seatsFor } from './bots.js';
import { gameIn } from './game-file.js';
import { playMatch } from './match.js';
import { addMatch, emptyTally } from './tally.js';
import type { Tally } from './tally.js';

/** Index of the shared counter of the next game's number. */
const NEXT = 0;
/** Index of the shared counter of completed games. */
export const DONE = 1;

/** Order for all workers. */
export interface Order {
  /** Path of the game's module. */
  file: string;
  /** Names of the bots: one per seat, or one for all. */
  bots: string[];
  games: number;
  seed: string;
  /** Maximum number of actions per game. */
  mostActions: number;
  numPlayers?: number;
  /** Iterations of each bot that searches. */
  iterations?: number;
  setupData?: unknown;
}

/** Order for one worker. All workers share `counters`. */
export type Work = Order & { counters: Int32Array };

/** Results of a worker. `bots` has a name per seat. */
export interface Found {
  name: string;
  bots: string[];
  tally: Tally;
}

/** Plays games until all are completed, here or by other workers. The result of a game depends only on its number and the seed. */
export async function playShare({ file, games, seed, mostActions, setupData, counters, ...order }: Work): Promise<Found> {
  const game = await gameIn(file);
  const bots = seatsFor(game, order);
  const makeBot = botMaker(game, { ...order, bots });
  const tally = emptyTally(bots.length);
  for (let number = Atomics.add(counters, NEXT, 1); number < games; number = Atomics.add(counters, NEXT, 1)) {
    const own = `${seed}/${number}`;
    const played = await playMatch(game, {
      seed: own, numPlayers: bots.length, setupData, mostActions, botAt: (playerID) => makeBot(playerID, `${own}/${playerID}`),
    });
    addMatch(tally, number, played);
    Atomics.add(counters, DONE, 1);
  }
  return { name: rulesOf(game).name, bots, tally };
}
