// Compares a client's speed with boardgame.io 0.50.2's, in Node and in Chromium: scripts/bench client.
import { dispose } from './client-slices.mjs';
import { loadEngine } from './engines.mjs';
import { clock, median, printTable, us } from './measure.mjs';
import { compareAll, withRuntimes } from './runtimes.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { inTurns } from './turns.mjs';

const ROUNDS = 7;

await withRuntimes('./tests/bench/client-slices.mjs', async (runtimes, libraries) => {
  await compareAll('us/move', SCENARIOS, { runtimes, libraries, rounds: ROUNDS });
  console.log();
  printTable(['us/move', ...runtimes.map(({ name }) => name)], [['Immer alone, 9-cell board', ...await immerIn(runtimes, libraries)]]);
  console.log();
  printTable(['in Node', 'Rondel us/move', 'boardgame.io us/move', 'Rondel late/early'], [await compareLate(libraries)]);
});

async function immerIn(runtimes, [library]) {
  const cells = [];
  for (const runtime of runtimes) cells.push(us((await inTurns([await runtime.open(library, 'immer')], ROUNDS))[0]));
  return cells;
}

/** Compares a move after 20,000 moves with one after 200. */
async function compareLate(libraries) {
  const [rondel, bgio] = await Promise.all(libraries.map(loadEngine));
  const scenario = SCENARIOS[0];
  const ratios = [];
  const lates = [];
  for (let round = 0; round < 5; round++) {
    const early = await after(rondel.Client, scenario, 200);
    const late = await after(rondel.Client, scenario, 20000);
    ratios.push(late / early);
    lates.push(late);
  }
  const early = await after(bgio.Client, scenario, 200);
  const late = await after(bgio.Client, scenario, 2000);
  return ['a move after 20,000 moves', us(median(lates)), `${us(late)} after 2,000 (${us(early)} after 200)`, `${median(ratios).toFixed(2)}x`];
}

async function after(Client, { game, step }, count) {
  const client = Client({ game: game(), numPlayers: 2, debug: false, quiet: true });
  for (let i = 0; i < count; i++) step(client, i);
  // Few enough that the length of the log does not change much under the measurement.
  const sample = 200;
  const began = clock();
  for (let i = 0; i < sample; i++) step(client, count + i);
  const time = ((clock() - began) * 1000) / sample;
  await dispose(client);
  return time;
}
