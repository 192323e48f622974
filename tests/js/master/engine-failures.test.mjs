// What those owe who fail the engine: by arithmetic, with a clock of the test's own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineFailures } from '../../../pkg/lib/online/engine-failures.js';

const HOUR_MS = 3_600_000;

/** Milliseconds of an hour that somebody's failures take who tries once in so many, each at such a cost. */
function taken(cost, every) {
  const failures = new EngineFailures();
  let sum = 0;
  for (let now = 0; now < HOUR_MS; now += every) {
    if (failures.wait('x', now) > 0) continue;
    failures.note('x', cost, now);
    sum += cost;
  }
  return sum;
}

for (const cost of [0.5, 3, 50, 280, 1000]) {
  test(`who fails it again and again, at whatever pace, by requests of all three kinds, takes less than a hundredth of an hour (${cost} ms each)`, () => {
    for (const every of [100, 5000, 15_001, 60_001]) assert.ok(3 * taken(cost, every) < HOUR_MS / 100, `every ${every} ms: ${taken(cost, every)} ms`);
  });
}

test('the first failure makes nobody wait, whatever it takes, and others never do', () => {
  const failures = new EngineFailures();
  failures.note('x', 5000, 0);
  assert.equal(failures.wait('x', 0), 0);
  failures.note('x', 100, 1);
  assert.equal(failures.wait('x', 1), 425);
  assert.equal(failures.wait('y', 1), 0);
  assert.equal(failures.wait('x', 425_001), 0);
});
