// Memory in use after complete garbage collections.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { leakOf } from './leak.mjs';
import { nextTask } from './tasks.mjs';

setFlagsFromString('--expose-gc');
export const collect = runInNewContext('gc');

/** Returns the bytes in use. Finalizers run between tasks, and the next collection finds what they release. */
export async function memoryInUse() {
  for (let i = 0; i < 3; i += 1) {
    await nextTask();
    collect();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/**
 * Defines a test for each scenario `[what, name, count]` of a file of leaks.
 *
 * @param {URL} file
 * @param {[string, string, number][]} scenarios
 * @param {'full' | 'minor'} [collections]
 */
export function testLeaks(file, scenarios, collections = 'full') {
  for (const [what, name, count] of scenarios) {
    test(`${what} leave less than 4 MB${collections === 'minor' ? ' after minor collections' : ''}`, async () => {
      const leak = await leakOf(file, name, count, collections);
      assert.ok(leak < 4, `${leak.toFixed(1)} MB stay behind`);
    });
  }
}
