// Memory in use after everything that can be collected has been.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { leakOf } from './leak.mjs';
import { nextTask } from './tasks.mjs';

setFlagsFromString('--expose-gc');
export const collect = runInNewContext('gc');

/** Bytes in use. Finalizers run between tasks, and what they give back is found at the next collection. */
export async function memoryInUse() {
  for (let i = 0; i < 3; i += 1) {
    await nextTask();
    collect();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** A test for each scenario `[what, name, count]` of a file of leaks. */
export function testLeaks(file, scenarios) {
  for (const [what, name, count] of scenarios) {
    test(`${what} leave less than 8 MB`, async () => {
      const leak = await leakOf(file, name, count);
      assert.ok(leak < 8, `${leak.toFixed(1)} MB stay behind`);
    });
  }
}
