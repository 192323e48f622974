// How `scripts/bench client` plays its scenarios, in Node and in pages.
import { produce } from 'immer';
import { clock, nextTask } from './measure.mjs';
import { SCENARIOS } from './scenarios.mjs';

/** Duration of a slice, in milliseconds. */
const SLICE = 250;
/** The same where clients are dropped: long enough for garbage collections to count. */
const LONG_SLICE = 2000;
/** Moves of a client in a scenario with new clients. */
const MATCH = 200;
/** Moves of a fresh process. */
const FIRST = 100;

/**
 * Returns the microseconds per move of one slice.
 *
 * @param {import('./engines.mjs').Engine} library
 * @param {string} part the index of a scenario, or 'immer'
 * @returns {Promise<number>}
 */
export async function slice({ Client }, part) {
  if (part === 'immer') return immerAlone();
  const scenario = SCENARIOS[part];
  if (scenario.isFresh) return firstMoves(Client, scenario);
  return (scenario.isShort ? timedWithNew : timed)(Client, scenario);
}

/** Matches are short enough that boardgame.io's copying of the log does not count. */
async function timed(Client, { game, step, moves }) {
  let [spent, steps] = [0, 0];
  while (spent < SLICE) {
    const client = Client({ game: game(), numPlayers: 2, debug: false, quiet: true });
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

/** Each client lives for 200 moves. The time includes its creation and its collection. */
async function timedWithNew(Client, { game, step, moves }) {
  const rules = game();
  let [spent, steps] = [0, 0];
  while (spent < LONG_SLICE) {
    const began = clock();
    const client = Client({ game: rules, numPlayers: 2, debug: false, quiet: true });
    for (let i = 0; i < MATCH; i++) step(client, i);
    await nextTask();
    spent += clock() - began;
    steps += MATCH;
    if (client.getState()._stateID !== MATCH * moves) throw new Error('The moves of this scenario are refused.');
  }
  return (spent * 1000) / (steps * moves);
}

/** The first client of a process and its first moves, in elapsed time: a player waits for them. */
function firstMoves(Client, { game, step, moves }) {
  const began = performance.now();
  const client = Client({ game: game(), numPlayers: 2, debug: false, quiet: true });
  for (let i = 0; i < FIRST; i++) step(client, i);
  const spent = performance.now() - began;
  if (client.getState()._stateID !== FIRST * moves) throw new Error('The moves of this scenario are refused.');
  return (spent * 1000) / (FIRST * moves);
}

/** The change of the board with 9 cells, without a game around it. */
function immerAlone() {
  let G = { cells: Array(9).fill(null) };
  const count = 50000;
  const began = clock();
  for (let i = 0; i < count; i++) {
    G = produce(G, (draft) => { draft.cells[i % 9] = i & 1 ? '1' : '0'; });
  }
  return ((clock() - began) * 1000) / count;
}

/** Ends a match, and lets finalizers run as they do in a page between two clicks. boardgame.io's client has no dispose. */
export async function dispose(client) {
  client.stop();
  client.dispose?.();
  await nextTask();
}
