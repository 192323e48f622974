// Measures memory that a scenario leaks, in its own process. `node --expose-gc leak.mjs FILE NAME COUNT COLLECTIONS` runs an export of the
// file, and prints the bytes in use afterwards.
import { execFile } from 'node:child_process';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { NEVER } from './tasks.mjs';

const SELF = fileURLToPath(import.meta.url);
const MB = 1024 * 1024;

/**
 * Returns the megabytes in use after `count` runs of a scenario and full collections, or `minor` ones. The size of the heap prevents other
 * full collections.
 *
 * @param {URL} file
 * @param {string} name
 * @param {number} count
 * @param {'full' | 'minor'} [collections]
 */
export async function leakOf(file, name, count, collections = 'full') {
  const flags = collections === 'minor' ? ['--initial-heap-size=1000'] : [];
  const args = ['--expose-gc', ...flags, SELF, fileURLToPath(file), name, String(count), collections];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: NEVER });
  return Number(stdout) / MB;
}

/**
 * Memories of the modules. They never shrink, so what a module does not free makes them grow. The process counts one only while JavaScript has
 * a buffer of it.
 */
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    if (this.exports.memory) memories.push(new WeakRef(this.exports.memory));
  }
};

/** Returns the buffer of a memory. `external` counts it from then on. */
const bufferOf = (memory) => memory.deref()?.buffer;

/** Finalizers run between tasks, and the next collection finds what they release. */
async function memoryInUse(collections) {
  for (let i = 0; i < 6; i += 1) {
    await later(20);
    if (collections === 'full') globalThis.gc();
    else globalThis.gc({ type: 'minor' });
  }
  for (const memory of memories) bufferOf(memory);
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measure(file, name, count, collections) {
  const { [name]: scenario } = await import(pathToFileURL(file));
  // Compiled code and grown tables stay permanently.
  const first = await scenario(Math.ceil(count / 20));
  const before = await memoryInUse('full');
  const held = await scenario(count);
  const after = await memoryInUse(collections);
  // The result of the scenario stays reachable until here.
  globalThis.held = [first, held];
  return after - before;
}

if (process.argv[1] === SELF) {
  const [, , file, name, count, collections] = process.argv;
  console.log(await measure(file, name, Number(count), collections));
  // Clients that are never stopped, and timers, do not keep the process alive.
  process.exit(0);
}
