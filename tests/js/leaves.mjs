// What is left behind, measured in a process of its own: `node --expose-gc leaves.mjs FILE NAME COUNT` runs what the file
// exports under the name, and says how many bytes it has left.
import { execFile } from 'node:child_process';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const SELF = fileURLToPath(import.meta.url);
const MB = 1024 * 1024;

/** Megabytes that so many of something leave behind when all that can be collected has been. */
export async function leftBy(file, name, count) {
  const args = ['--expose-gc', SELF, fileURLToPath(file), name, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 });
  return Number(stdout) / MB;
}

/** Finalizers run between tasks, and what they give back is found at the next collection. */
async function memoryInUse() {
  for (let i = 0; i < 6; i += 1) {
    await later(20);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measure(file, name, count) {
  const { [name]: leave } = await import(pathToFileURL(file));
  // Code that is compiled and tables that have grown stay for good.
  const first = await leave(Math.ceil(count / 20));
  const before = await memoryInUse();
  const held = await leave(count);
  const after = await memoryInUse();
  // What the scenario holds on to lives until here.
  globalThis.held = [first, held];
  return after - before;
}

if (process.argv[1] === SELF) {
  const [, , file, name, count] = process.argv;
  console.log(await measure(file, name, Number(count)));
  // Clients that are never stopped, and timers, are no part of it.
  process.exit(0);
}
