import { rulesOf } from '../game/rules.js';
import { botMaker, seatsFor } from './bots.js';
import { gameIn } from './game-file.js';
import { playMatch } from './match.js';
import { addMatch, emptyTally } from './tally.js';
import type { Tally } from './tally.js';

/** The counter that all workers share of the next game's number. */
const NEXT = 0;
/** The counter that all workers share of games that have been played. */
export const DONE = 1;

/** What all workers are given. */
export interface Order {
  /** the game's module */
  file: string;
  /** their names: one for each seat, or one for all */
  bots: string[];
  games: number;
  seed: string;
  /** of a game */
  mostActions: number;
  numPlayers?: number;
  /** of each bot that searches */
  iterations?: number;
  setupData?: unknown;
}

/** What a worker is given; `counters` are shared by all. */
export type Work = Order & { counters: Int32Array };

/** What has been found: `bots` has a name for each seat. */
export interface Found {
  name: string;
  bots: string[];
  tally: Tally;
}

/** Plays games until all have been played, here or by others. The result of a game depends on its number and the seed alone. */
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
