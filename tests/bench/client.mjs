// Compares Rondel's speed with boardgame.io 0.50.2's in one process: NODE_ENV=production node tests/bench/bench.mjs.
// It prints and never judges: a busy machine is no bug.
import { setImmediate as nextTask } from 'node:timers/promises';
import { produce } from 'immer';
import { Client as RondelClient } from 'rondel/client';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { SCENARIOS } from './scenarios.mjs';

/** How long one engine plays one scenario in one round, in milliseconds. */
const SLICE = 250;
const ROUNDS = 7;

if (process.env.NODE_ENV !== 'production') {
  console.error('Run with NODE_ENV=production: otherwise both engines check the game as well as playing it.');
}
// boardgame.io reports on the console what it refuses; nothing here should be, and nothing should cost time.
console.error = () => {};

printTable(['what', 'Rondel us/move', 'boardgame.io us/move', 'ratio', 'bar'], await compareAll());
console.log();
printTable(['what', 'Rondel us/move', 'boardgame.io us/move', 'Rondel late/early', 'bar'], [await compareLate()]);
console.log();
printTable(['for reference', 'us/move'], [['Immer alone, 9-cell board', us(immerAlone())]]);

async function compareAll() {
  const rows = [];
  for (const scenario of SCENARIOS) rows.push(await compare(scenario));
  return rows;
}

/** The engines in turns, a fresh client each round, so that a slow moment of the machine hits both. */
async function compare(scenario) {
  const times = { rondel: [], bgio: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.bgio.push(await timed(bgio.Client, scenario));
    times.rondel.push(await timed(RondelClient, scenario));
  }
  const [rondel, his] = [median(times.rondel), median(times.bgio)];
  return [scenario.name, us(rondel), us(his), `${(his / rondel).toFixed(1)}x`, `${scenario.bar}x`];
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

/** What a move costs after 20,000 moves, compared to after 200. */
async function compareLate() {
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
  const rondel = await cost(RondelClient);
  const early = await after(bgio.Client, scenario, 200);
  const late = await after(bgio.Client, scenario, 2000);
  const his = `${us(late)} after 2,000 (${us(early)} after 200)`;
  return ['a move after 20,000 moves', us(rondel.late), his, `${rondel.ratio.toFixed(2)}x`, '1.3x'];
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

/** Milliseconds of processor time: what others do on the machine does not count. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Ends a match, and lets finalizers run as they do in a page between two clicks. boardgame.io's client has no dispose. */
async function dispose(client) {
  client.stop();
  client.dispose?.();
  await nextTask();
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function us(time) {
  return time.toFixed(time < 10 ? 2 : 1);
}

function printTable(head, rows) {
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('   '));
  }
}
