import { Worker } from 'node:worker_threads';
import { Misuse } from '../util/error.js';
import { DONE } from './share.js';
import { addTally } from './tally.js';
import type { Found, Order, Work } from './share.js';

const WORKER = new URL('./worker.js', import.meta.url);
/** Time between two progress reports, in milliseconds. */
const PERIOD = 100;

/**
 * Plays many games of bots in workers. The result does not depend on the number of workers. Rejects with a one-line error if nothing can be
 * played; with a `Misuse` if the order is invalid.
 */
export async function simulate(order: Order, { workers, onProgress }: { workers: number, onProgress?: (played: number) => void }): Promise<Found> {
  const counters = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const crew = Array.from({ length: Math.min(workers, order.games) }, () => hired({ ...order, counters }));
  const clock = setInterval(() => onProgress?.(Atomics.load(counters, DONE)), PERIOD);
  try {
    const [first, ...others] = await Promise.all(crew.map(foundBy));
    for (const { tally } of others) addTally(first.tally, tally);
    return first;
  } finally {
    clearInterval(clock);
    await Promise.all(crew.map((worker) => worker.terminate()));
  }
}

/** Starts a worker. A game's output goes to the error output, so that it does not mix with the table. */
function hired(workerData: Work) {
  const worker = new Worker(WORKER, { workerData, stdout: true });
  worker.stdout.on('data', (chunk) => process.stderr.write(chunk));
  return worker;
}

function foundBy(worker: Worker): Promise<Found> {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ found, objection, isMisuse }) => (found ? resolve(found) : reject(isMisuse ? new Misuse(objection) : new Error(objection))));
    worker.once('error', (error) => reject(new Error(`a worker has ended: ${error.message}`)));
    const why = 'the game or a bot ends its process, or never finishes';
    worker.once('exit', () => reject(new Error(`a worker has ended before it was through: ${why}`)));
  });
}
