// Compares a client's speed with boardgame.io 0.50.2's: scripts/bench client.
import { setImmediate as nextTask } from 'node:timers/promises';
import { produce } from 'immer';
import { loadEngine, withEngines } from './engines.mjs';
import { clock, median, printTable, times, us } from './measure.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { inTurns, takeTurns } from './turns.mjs';

/** How long one engine plays one scenario in one round, in milliseconds. */
const SLICE = 250;
/** The same where clients are dropped: long enough for garbage collections to count. */
const LONG_SLICE = 2000;
const ROUNDS = 7;
/** Moves of a client that is made anew again and again. */
const MATCH = 200;

const [, bench, part, engine] = process.argv;
if (part === undefined) {
  await withEngines(printAll);
} else {
  const { Client } = await loadEngine(engine);
  const scenario = SCENARIOS[part];
  takeTurns(() => (scenario.isShort ? timedWithNew : timed)(Client, scenario));
}

async function printAll(engines) {
  const rows = [];
  for (const [index, { name, bar }] of SCENARIOS.entries()) {
    const [ours, theirs] = await inTurns(bench, index, { rounds: ROUNDS, engines });
    rows.push([name, us(ours), us(theirs), times(theirs / ours), `${bar}x`]);
  }
  printTable(['what', 'Rondel us/move', 'boardgame.io us/move', 'ratio', 'bar'], rows);
  console.log();
  printTable(['what', 'Rondel us/move', 'boardgame.io us/move', 'Rondel late/early', 'bar'], [await compareLate(engines)]);
  console.log();
  printTable(['for reference', 'us/move'], [['Immer alone, 9-cell board', us(immerAlone())]]);
}

/** Microseconds per move over one slice, in matches short enough that boardgame.io's copying of the log does not count. */
async function timed(Client, { game, step, moves }) {
  let [spent, steps] = [0, 0];
  while (spent < SLICE) {
    const client = Client({ game: game(), numPlayers: 2, debug: false });
    for (let i = 0; i < 30; i++) step(client, i);
    if (client.getState()._stateID !== 30 * moves) throw new Error('The moves of this scenario are refused.');
    const began = clock();
    for (let i = 30; i < 2030; i += 10) {
      for (let k = 0; k < 10; k++) step(client, i + k);
      steps += 10;
      if (clock() - began > SLICE) break;
    }
    spent += clock() - began;
    await dispose(client);
  }
  return (spent * 1000) / (steps * moves);
}

/** The same for clients that live for 200 moves. Making them counts, and so does collecting them. */
async function timedWithNew(Client, { game, step, moves }) {
  const rules = game();
  let [spent, steps] = [0, 0];
  while (spent < LONG_SLICE) {
    const began = clock();
    const client = Client({ game: rules, numPlayers: 2, debug: false });
    for (let i = 0; i < MATCH; i++) step(client, i);
    await nextTask();
    spent += clock() - began;
    steps += MATCH;
    if (client.getState()._stateID !== MATCH * moves) throw new Error('The moves of this scenario are refused.');
  }
  return (spent * 1000) / (steps * moves);
}

/** What a move costs after 20,000 moves, compared to after 200. */
async function compareLate(engines) {
  const [rondel, bgio] = await Promise.all(engines.map(loadEngine));
  const scenario = SCENARIOS[0];
  const cost = async (Client) => {
    const ratios = [];
    const lates = [];
    for (let round = 0; round < 5; round++) {
      const early = await after(Client, scenario, 200);
      const late = await after(Client, scenario, 20000);
      ratios.push(late / early);
      lates.push(late);
    }
    return { late: median(lates), ratio: median(ratios) };
  };
  const ours = await cost(rondel.Client);
  const early = await after(bgio.Client, scenario, 200);
  const late = await after(bgio.Client, scenario, 2000);
  const theirs = `${us(late)} after 2,000 (${us(early)} after 200)`;
  return ['a move after 20,000 moves', us(ours.late), theirs, `${ours.ratio.toFixed(2)}x`, '1.3x'];
}

async function after(Client, { game, step }, count) {
  const client = Client({ game: game(), numPlayers: 2, debug: false });
  for (let i = 0; i < count; i++) step(client, i);
  // Few enough that the length of the log does not change much under the measurement.
  const sample = 200;
  const began = clock();
  for (let i = 0; i < sample; i++) step(client, count + i);
  const time = ((clock() - began) * 1000) / sample;
  await dispose(client);
  return time;
}

function immerAlone() {
  return median(Array.from({ length: ROUNDS }, () => {
    let G = { cells: Array(9).fill(null) };
    const count = 50000;
    const began = clock();
    for (let i = 0; i < count; i++) {
      G = produce(G, (draft) => { draft.cells[i % 9] = i & 1 ? '1' : '0'; });
    }
    return ((clock() - began) * 1000) / count;
  }));
}

/** Ends a match, and lets finalizers run as they do in a page between two clicks. boardgame.io's client has no dispose. */
async function dispose(client) {
  client.stop();
  client.dispose?.();
  await nextTask();
}
