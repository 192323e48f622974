// How `scripts/bench online` plays its scenarios, in Node and in pages.
import { clock, nextTask } from './measure.mjs';
import { playMaster, playMatch } from './online-matches.mjs';
import { MASTERS, MATCHES } from './online-scenarios.mjs';

/** Duration of a slice, in milliseconds. */
const SLICE = 700;
/** The same for the slice in which code is compiled. */
const WARM_UP = 2000;
/** Moves in a match: few enough that what boardgame.io copies at each move stays short. */
const MATCH = 200;
/** Moves of a fresh process. */
const FIRST = 100;

export const SCENARIOS = [
  ...MATCHES.map((scenario) => ({ ...scenario, play: playMatch })),
  ...MASTERS.map((scenario) => ({ ...scenario, play: playMaster })),
];

/**
 * Returns the microseconds per move of one slice.
 *
 * @param {import('./engines.mjs').Engine} kit
 * @param {string} part the index of a scenario
 * @param {boolean} isWarmUp
 * @returns {Promise<number>}
 */
export function slice(kit, part, isWarmUp) {
  const { play, game, isShort, isFresh, ...options } = SCENARIOS[part];
  const player = { kit, rules: game(), ...options };
  if (isFresh) return firstMoves(player, play);
  return (isShort ? timedWithNew : timed)(player, play, isWarmUp ? WARM_UP : SLICE);
}

/**
 * Matches from their beginning, without the time of their creation. `Local` keeps a match as long as its game exists, and the faster
 * library would carry more from slice to slice: each slice has a copy of the game.
 */
async function timed({ kit, rules, ...options }, play, duration) {
  const scenario = { rules: { ...rules }, ...options };
  let [spent, moves] = [0, 0];
  while (spent < duration) {
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

/** Each match has new clients and a new master. The time includes their creation and their collection. */
async function timedWithNew({ kit, rules, ...options }, play, duration) {
  let [spent, moves] = [0, 0];
  while (spent < duration) {
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

/** The first match of a process, from the creation of its clients, in elapsed time: a player waits for it. */
async function firstMoves({ kit, ...scenario }, play) {
  const began = performance.now();
  const match = play(kit, scenario);
  for (let i = 0; i < FIRST; i++) match.move(i);
  await nextTask();
  const spent = performance.now() - began;
  match.end(FIRST);
  return (spent * 1000) / FIRST;
}
