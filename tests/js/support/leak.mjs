// Memory that a scenario leaks, measured in a process of its own: `node --expose-gc leak.mjs FILE NAME COUNT` runs what the
// file exports under the name, and prints how many bytes are still in use afterwards.
import { execFile } from 'node:child_process';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { NEVER } from './tasks.mjs';

const SELF = fileURLToPath(import.meta.url);
const MB = 1024 * 1024;

/** Megabytes still in use after `count` runs of a scenario and a full collection. */
export async function leakOf(file, name, count) {
  const args = ['--expose-gc', SELF, fileURLToPath(file), name, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: NEVER });
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
  const { [name]: scenario } = await import(pathToFileURL(file));
  // Compiled code and grown tables stay for good.
  const first = await scenario(Math.ceil(count / 20));
  const before = await memoryInUse();
  const held = await scenario(count);
  const after = await memoryInUse();
  // What the scenario returns stays reachable until here.
  globalThis.held = [first, held];
  return after - before;
}

if (process.argv[1] === SELF) {
  const [, , file, name, count] = process.argv;
  console.log(await measure(file, name, Number(count)));
  // Clients that are never stopped, and timers, do not keep the process alive.
  process.exit(0);
}
