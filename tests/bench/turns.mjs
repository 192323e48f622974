// Engines in turns, each in a process of its own, as nobody runs two in one: what one of them leaves behind for the
// collector and the compiler is not done in the other's time. A slow moment of the machine hits both.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from './measure.mjs';

/**
 * What a move takes on each engine, in microseconds: the median of its slices.
 *
 * @param {string} bench a file that plays its part with `takeTurns`; its arguments are the scenario and the engine's file
 * @param {number} scenario
 * @param {{ rounds: number, engines: string[] }} how
 * @returns {Promise<number[]>} by engine
 */
export async function inTurns(bench, scenario, { rounds, engines }) {
  const players = engines.map((engine) => fork(bench, [String(scenario), engine]));
  try {
    // The first slices are warm-ups: code is compiled in them.
    for (const player of players) await slice(player);
    const spent = players.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [i, player] of players.entries()) spent[i].push(await slice(player));
    }
    return spent.map(median);
  } finally {
    for (const player of players) player.kill();
  }
}

/**
 * Plays slices as they are asked for, until the process is ended.
 *
 * @param {(isWarmUp: boolean) => Promise<number>} play microseconds per move over one slice
 */
export function takeTurns(play) {
  let isWarmUp = true;
  process.on('message', async () => {
    const spent = await play(isWarmUp);
    isWarmUp = false;
    process.send(spent);
  });
}

async function slice(player) {
  const waiting = new AbortController();
  const { signal } = waiting;
  player.send('go on');
  try {
    const ended = once(player, 'exit', { signal }).then(() => { throw new Error('A bench has ended before it was through.'); });
    const [spent] = await Promise.race([once(player, 'message', { signal }), ended]);
    return spent;
  } finally {
    waiting.abort();
  }
}
