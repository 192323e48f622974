import { Worker } from 'node:worker_threads';
import { Misuse } from '../util/error.js';
import { DONE } from './share.js';
import { addTally } from './tally.js';
import type { Found, Order, Work } from './share.js';

const WORKER = new URL('./worker.js', import.meta.url);
/** Milliseconds between two reports of progress. */
const PERIOD = 100;

/**
 * Has workers play many games of bots. The same order has the same result, however many workers there are. Rejects with an error that
 * says in one line why nothing can be played: a `Misuse` if the order makes no sense.
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

/** What a game prints goes to the error output: it must not mix with the table. */
function hired(workerData: Work) {
  const worker = new Worker(WORKER, { workerData, stdout: true });
  worker.stdout.on('data', (chunk) => process.stderr.write(chunk));
  return worker;
}

function foundBy(worker: Worker): Promise<Found> {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ found, objection, isMisuse }) => (found ? resolve(found) : reject(isMisuse ? new Misuse(objection) : new Error(objection))));
    worker.once('error', (error) => reject(new Error(`a worker has ended: ${error.message}`)));
    const why = 'the game or a bot ends its process, or waits for what never comes';
    worker.once('exit', () => reject(new Error(`a worker has ended before it was through: ${why}`)));
  });
}
