// Compares online play with boardgame.io 0.50.2's, in time, bytes and memory: scripts/bench online.
import { setImmediate as nextTask, setTimeout as later } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadEngine, withEngines } from './engines.mjs';
import { clock, median, printTable, times, us } from './measure.mjs';
import { playMaster, playMatch, tapped } from './online-matches.mjs';
import { MASTERS, MATCHES, board, numbers, oneTurn } from './online-scenarios.mjs';
import { inTurns, takeTurns } from './turns.mjs';

/** How long one engine plays one scenario in one round, in milliseconds. */
const SLICE = 700;
/** The same for the round before, in which code is compiled. */
const WARM_UP = 2000;
const ROUNDS = 7;
/** Moves in a match: few enough that what boardgame.io copies at each move stays short. */
const MATCH = 200;

const SCENARIOS = [
  ...MATCHES.map((scenario) => ({ ...scenario, play: playMatch })),
  ...MASTERS.map((scenario) => ({ ...scenario, play: playMaster })),
];

const [, bench, part, engine] = process.argv;
if (part === undefined) {
  await withEngines(printAll);
} else {
  const kit = await loadEngine(engine);
  const { play, game, isShort, ...options } = SCENARIOS[part];
  const player = { kit, rules: game(), ...options };
  takeTurns((isWarmUp) => (isShort ? timedWithNew : timed)(player, play, isWarmUp ? WARM_UP : SLICE));
}

async function printAll(engines) {
  const rows = [];
  for (const index of SCENARIOS.keys()) rows.push(await compare(index, engines));
  printTable(['what', 'Rondel us/move', 'boardgame.io us/move', 'ratio', 'bar'], rows);
  const kits = await Promise.all(engines.map(loadEngine));
  console.log();
  printTable(['bytes of a message, on average', 'Rondel', 'boardgame.io', 'bar'], [
    await compareBytes(kits, 'one cell of 64, two hidden hands', board, 300),
    await compareBytes(kits, 'the same, deltaState: true', () => board({ deltaState: true }), 300),
    await compareBytes(kits, 'one of 10,000 numbers, deltaState: true', numbers, 500),
  ]);
  console.log();
  printTable(['what a move costs after 2,000 moves over Local()', 'Rondel us/move', 'late/early', 'boardgame.io us/move', 'late/early'], [
    await compareLate(kits, 'turns of one move', board),
    await compareLate(kits, 'all in one turn', oneTurn),
  ]);
  console.log();
  printTable(['memory of such a match', 'Rondel', 'boardgame.io'], [
    await compareMemory(kits, 'turns of one move', board),
    await compareMemory(kits, 'all in one turn', oneTurn),
  ]);
}

async function compare(index, engines) {
  const { name, bar, isTooMuch } = SCENARIOS[index];
  const [ours, theirs] = await inTurns(bench, index, { rounds: ROUNDS, engines: isTooMuch ? engines.slice(0, 1) : engines });
  if (isTooMuch) return [name, us(ours), 'overflows its stack', '-', '-'];
  return [name, us(ours), us(theirs), times(theirs / ours), bar ? `${bar}x` : '-'];
}

/**
 * Microseconds per move over one slice: matches of one game from their beginning, which itself does not count. `Local`
 * keeps matches as long as there is their game, and the faster engine would have more to carry from slice to slice: so
 * each has a copy of it.
 */
async function timed({ kit, rules, ...options }, play, slice) {
  const scenario = { rules: { ...rules }, ...options };
  let [spent, moves] = [0, 0];
  while (spent < slice) {
    const match = play(kit, scenario);
    await nextTask();
    const began = clock();
    for (let i = 0; i < MATCH; i++) match.move(i);
    // Pending promises belong to the moves.
    await nextTask();
    spent += clock() - began;
    moves += MATCH;
    match.end(MATCH);
    await nextTask();
  }
  return (spent * 1000) / moves;
}

/**
 * The same for clients that live for 200 moves, with a master of their own. Making them counts, and so does collecting
 * them.
 */
async function timedWithNew({ kit, rules, ...options }, play, slice) {
  let [spent, moves] = [0, 0];
  while (spent < slice) {
    const began = clock();
    const match = play(kit, { rules: { ...rules }, ...options });
    for (let i = 0; i < MATCH; i++) match.move(i);
    match.stop();
    await nextTask();
    spent += clock() - began;
    moves += MATCH;
    match.check(MATCH);
  }
  return (spent * 1000) / moves;
}

/** What goes to both players in a match that fills the board: over Local's line, and out of boardgame.io's filter. */
async function compareBytes([rondel, bgio], name, game, bar) {
  return [name, measureLine(rondel, game), await measureFilter(bgio, game), String(bar)];
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
