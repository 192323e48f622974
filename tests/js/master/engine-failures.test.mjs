// What those owe who fail the engine: by arithmetic, with a clock of the test's own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineFailures } from '../../../pkg/lib/online/engine-failures.js';

const HOUR_MS = 3_600_000;

/** Milliseconds of an hour that somebody's failures take who tries ten times a second, each at such a cost. */
function taken(cost) {
  const failures = new EngineFailures();
  let sum = 0;
  for (let now = 0; now < HOUR_MS; now += 100) {
    if (failures.wait('x', now) > 0) continue;
    failures.note('x', cost, now);
    sum += cost;
  }
  return sum;
}

for (const cost of [0.5, 3, 50, 280, 1000]) {
  test(`who fails it ten times a second takes less than a hundredth of an hour (${cost} ms each)`, () => {
    assert.ok(taken(cost) < HOUR_MS / 100, `${taken(cost)} ms`);
  });
}

test('the first failure makes nobody wait, whatever it takes, and others never do', () => {
  const failures = new EngineFailures();
  failures.note('x', 5000, 0);
  assert.equal(failures.wait('x', 0), 0);
  failures.note('x', 100, 1);
  assert.equal(failures.wait('x', 1), 20);
  assert.equal(failures.wait('y', 1), 0);
  assert.equal(failures.wait('x', 20_001), 0);
});
