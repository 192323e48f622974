// The number of engine failures that a sender may cause, with the test's own clock.
import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineFailures } from '../../../pkg/lib/online/engine-failures.js';

const MINUTE = 60_000;

test('a sender may cause five failures at once, and one more each minute', () => {
  const failures = new EngineFailures();
  for (let i = 0; i < 5; i += 1) {
    assert.equal(failures.wait('x', i), 0);
    failures.note('x', 1, i);
  }
  assert.equal(failures.wait('x', 4), 60);
  assert.equal(failures.wait('x', 30_000), 30);
  assert.equal(failures.wait('x', MINUTE + 4), 0);
  failures.note('x', 1, MINUTE + 4);
  assert.equal(failures.wait('x', MINUTE + 4), 60);
  assert.equal(failures.wait('y', 4), 0);
});

test('a sender whose one request caused many failures is refused for some minutes, and has five again after ten', () => {
  const failures = new EngineFailures();
  failures.note('x', 100, 0);
  assert.equal(failures.wait('x', 0), 6 * 60);
  assert.equal(failures.wait('x', 6 * MINUTE), 0);
  failures.note('x', 5, 10 * MINUTE);
  assert.equal(failures.wait('x', 10 * MINUTE), 60);
});

for (const every of [100, 5000, 15_001, 60_001]) {
  test(`a sender who fails the engine repeatedly causes at most 65 failures an hour (every ${every} ms)`, () => {
    const failures = new EngineFailures();
    let count = 0;
    for (let now = 0; now < 60 * MINUTE; now += every) {
      if (failures.wait('x', now) > 0) continue;
      failures.note('x', 1, now);
      count += 1;
    }
    assert.ok(count <= 65, `${count}`);
  });
}
