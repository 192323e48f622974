// Limited concurrency of jobs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { forEachAtOnce } from '../../../pkg-server/lib/util/at-once.js';

test('the limit holds, and each job runs once', async () => {
  const done = [];
  let underWay = 0;
  let most = 0;
  await forEachAtOnce(new Set([1, 2, 3, 4, 5, 6, 7]), 3, async (n) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await setImmediate();
    underWay -= 1;
    done.push(n);
  });
  assert.deepEqual([done.sort(), most], [[1, 2, 3, 4, 5, 6, 7], 3]);
  await forEachAtOnce([], 3, () => assert.fail('there is nothing to be done'));
});

test('after a failure no further job begins, and the running ones end before it is thrown', async () => {
  const begun = [];
  const ended = [];
  const work = async (n) => {
    begun.push(n);
    if (n === 2) throw new Error('no room');
    await setImmediate();
    ended.push(n);
  };
  await assert.rejects(forEachAtOnce([1, 2, 3, 4, 5, 6], 3, work), { message: 'no room' });
  assert.deepEqual([begun, ended], [[1, 2, 3], [1, 3]]);
});
