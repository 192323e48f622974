// Players take turns, each in a process of its own: garbage and compiled code of one cost the others no time, and a slow moment of the
// machine hits all of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from './measure.mjs';

/**
 * A process or a page that plays one scenario with one library.
 * @typedef {object} Player
 * @property {(isWarmUp: boolean) => Promise<number>} slice returns the microseconds per move of one slice
 * @property {() => unknown} close
 */

/**
 * Returns the time of a move, in microseconds, for each player: the median of its slices.
 *
 * @param {Player[]} players are closed at the end
 * @param {number} rounds
 * @returns {Promise<number[]>}
 */
export async function inTurns(players, rounds) {
  try {
    // Code is compiled in the first slices.
    for (const player of players) await player.slice(true);
    const spent = players.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [i, player] of players.entries()) spent[i].push(await player.slice(false));
    }
    return spent.map(median);
  } finally {
    await Promise.all(players.map((player) => player.close()));
  }
}

/**
 * Starts a player in a new process.
 *
 * @param {string} file a module that calls `takeTurns`
 * @param {string[]} args
 * @returns {Player}
 */
export function forked(file, ...args) {
  const child = fork(file, args);
  return { slice: (isWarmUp) => ask(child, isWarmUp), close: () => child.kill() };
}

/**
 * Plays slices for the parent process until the process is ended.
 *
 * @param {Player['slice']} play
 */
export function takeTurns(play) {
  process.on('message', async ({ isWarmUp }) => process.send(await play(isWarmUp)));
}

async function ask(child, isWarmUp) {
  const waiting = new AbortController();
  const { signal } = waiting;
  child.send({ isWarmUp });
  try {
    const ended = once(child, 'exit', { signal }).then(() => { throw new Error('The process of a player has ended early.'); });
    const [spent] = await Promise.race([once(child, 'message', { signal }), ended]);
    return spent;
  } finally {
    waiting.abort();
  }
}
