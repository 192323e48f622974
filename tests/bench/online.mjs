// Compares online play with boardgame.io 0.50.2's, in time, bytes and memory: scripts/bench online.
import { setTimeout as later } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadEngine } from './engines.mjs';
import { clock, median, nextTask, printTable, us } from './measure.mjs';
import { playMaster, playMatch, tapped } from './online-matches.mjs';
import { board, numbers, oneTurn } from './online-scenarios.mjs';
import { SCENARIOS } from './online-slices.mjs';
import { compareAll, withRuntimes } from './runtimes.mjs';

const ROUNDS = 7;

await withRuntimes('./tests/bench/online-slices.mjs', async (runtimes, libraries) => {
  await compareAll('us/move', SCENARIOS, { runtimes, libraries, rounds: ROUNDS });
  const kits = await Promise.all(libraries.map(loadEngine));
  console.log();
  printTable(['bytes of a message, on average', 'Rondel', 'boardgame.io'], [
    await compareBytes(kits, 'one cell of 64, two hidden hands', board),
    await compareBytes(kits, 'the same, deltaState: true', () => board({ deltaState: true })),
    await compareBytes(kits, 'one of 10,000 numbers, deltaState: true', numbers),
  ]);
  console.log();
  printTable(['what a move costs after 2,000 moves over Local(), in Node', 'Rondel us/move', 'late/early', 'boardgame.io us/move', 'late/early'], [
    await compareLate(kits, 'turns of one move', board),
    await compareLate(kits, 'all in one turn', oneTurn),
  ]);
  console.log();
  printTable(['memory of such a match, in Node', 'Rondel', 'boardgame.io'], [
    await compareMemory(kits, 'turns of one move', board),
    await compareMemory(kits, 'all in one turn', oneTurn),
  ]);
});

/** What goes to both players in a match that fills the board: over Local's line, and out of boardgame.io's filter. */
async function compareBytes([rondel, bgio], name, game) {
  return [name, measureLine(rondel, game), await measureFilter(bgio, game)];
}

function measureLine(kit, game) {
  const texts = [];
  const network = tapped(kit.network(), (text) => texts.push(text));
  const match = playMatch({ ...kit, Local: () => kit.Local({ network }) }, { rules: game() });
  texts.length = 0;
  for (let i = 0; i < 64; i++) match.move(i);
  match.end(64);
  return average(texts);
}

async function measureFilter(kit, game) {
  const texts = [];
  const { move, viewers } = playMaster(kit, { rules: game() });
  try {
    for (let i = 0; i < 64; i++) {
      await move(i);
      for (const playerID in viewers) texts.push(JSON.stringify(viewers[playerID]));
    }
  } catch (error) {
    return error.message;
  }
  return average(texts);
}

function average(texts) {
  const total = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return String(Math.round(total / texts.length));
}

async function compareLate(kits, name, game) {
  const cells = [];
  const rules = game();
  for (const kit of kits) {
    const [lates, ratios] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const [early, late] = await earlyAndLate(kit, rules);
      lates.push(late);
      ratios.push(late / early);
    }
    cells.push(us(median(lates)), `${median(ratios).toFixed(2)}x`);
  }
  return [name, ...cells];
}

/** Microseconds for each of the moves from the 20th on, and from the 2,000th on. */
async function earlyAndLate(kit, rules) {
  // The early moves are played warm, like the late ones.
  const early = [];
  for (let k = 0; k < 10; k++) early.push(await movesFrom(kit, rules, 20));
  return [median(early), await movesFrom(kit, rules, 2000)];
}

async function movesFrom(kit, rules, first) {
  const match = playMatch(kit, { rules });
  for (let i = 0; i < first; i++) {
    match.move(i);
    if (i % 100 === 0) await nextTask();
  }
  await nextTask();
  const sample = 100;
  const began = clock();
  for (let i = first; i < first + sample; i++) match.move(i);
  await nextTask();
  const time = ((clock() - began) * 1000) / sample;
  match.end(first + sample);
  await nextTask();
  return time;
}

/** The memory that a master and two clients hold after so many moves. */
async function compareMemory(kits, name, game) {
  const rules = game();
  const cells = [];
  for (const kit of kits) {
    // What a game and its first match keep for good does not count.
    playMatch(kit, { rules }).end(0);
    const before = await memory();
    const match = playMatch(kit, { rules });
    for (let i = 0; i < 2000; i++) {
      match.move(i);
      if (i % 100 === 0) await nextTask();
    }
    cells.push(`${((await memory() - before) / 1024 / 1024).toFixed(1)} MB`);
    match.end(2000);
  }
  return [name, ...cells];
}

async function memory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // The engine releases collected values afterwards; only then can more be collected.
  for (let i = 0; i < 5; i++) {
    await later(20);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
