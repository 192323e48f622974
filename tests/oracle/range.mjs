// Plays a range of games; the part of a run that one thread does.
import { setImmediate as nextTask } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { kindOf } from './compare.mjs';
import { loadRondel, oracle, silenced } from './engines.mjs';
import { playSeed } from './game.mjs';
import { shrink } from './shrink.mjs';

/**
 * Plays the games numbered `first`, `first + stride`, ... up to `last`.
 * @returns totals, and the failures, of which up to `shrinkEach` of a kind are shrunk
 */
export async function playRange({ first, last, stride = 1, length = 40, shrinkEach = 2 }) {
  const engines = { oracle, rondel: await loadRondel() };
  return silenced(() => playRangeOn(engines, { first, last, stride, length, shrinkEach }));
}

/** The same on given engines, so that the oracle can be tried on itself. */
export async function playRangeOn(engines, { first, last, stride = 1, length = 40, shrinkEach = 2 }) {
  const totals = { played: 0, aside: 0, endless: 0, differing: 0, failures: [] };
  const seen = new Map();
  for (let seed = first; seed < last; seed += stride) {
    const game = playSeed(seed, engines, length);
    // Finalizers run between tasks.
    if (totals.played % 20 === 0) await nextTask();
    totals.played += 1;
    if (game.result === 'aside' || game.result === 'endless') totals[game.result] += 1;
    if (game.result !== 'differs') continue;
    totals.differing += 1;
    const kind = kindOf(game.difference);
    const count = seen.get(kind) ?? 0;
    seen.set(kind, count + 1);
    totals.failures.push({ seed, kind, ...(count < shrinkEach ? { shrunk: shrink(game, engines) } : {}) });
  }
  return totals;
}

if (parentPort) parentPort.postMessage(await playRange(workerData));
