// Plays random games on boardgame.io and Rondel: `node tests/oracle/run.mjs FIRST COUNT`. Exits with 1 if any differ.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { kinds, summary, transcript } from './report.mjs';

/** Two threads at most: the machines this runs on have two cores. */
const THREADS = 2;

/** Plays `count` games from number `first` and merges what the threads found. */
export async function run(first, count) {
  const threads = count < 100 ? 1 : THREADS;
  const parts = await Promise.all(Array.from({ length: threads }, (_, i) => (
    playInWorker({ first: first + i, last: first + count, stride: threads })
  )));
  const sum = (field) => parts.reduce((total, part) => total + part[field], 0);
  return {
    played: sum('played'),
    aside: sum('aside'),
    endless: sum('endless'),
    differing: sum('differing'),
    failures: parts.flatMap((part) => part.failures).sort((a, b) => a.seed - b.seed),
  };
}

function playInWorker(range) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./range.mjs', import.meta.url), { workerData: range });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, count] = process.argv.slice(2).map(Number);
  if (!Number.isInteger(first) || !Number.isInteger(count) || first < 0 || count < 1) {
    console.error('usage: node tests/oracle/run.mjs FIRST COUNT');
    process.exit(2);
  }
  const began = Date.now();
  const totals = await run(first, count);
  for (const failure of totals.failures) if (failure.shrunk) console.log(`${transcript(failure)}\n`);
  if (totals.differing) console.log(`${kinds(totals.failures)}\n`);
  console.log(summary(totals, Date.now() - began));
  process.exitCode = totals.differing ? 1 : 0;
}
