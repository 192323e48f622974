// How long a client waits until it gives a connection up that says nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pulse } from '../../../pkg/lib/online/transports/pulse.js';

/** A pulse on a clock that stands still; `lostAfter` returns how many milliseconds after a question it gives the connection up. */
function watched(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isLost = false;
  const pulse = new Pulse({ ask: () => {}, lost: () => { isLost = true; } });
  t.after(() => pulse.end());
  const lostAfter = () => {
    isLost = false;
    pulse.opened();
    pulse.ask();
    for (let waited = 500; waited <= 100_000; waited += 500) {
      t.mock.timers.tick(500);
      if (isLost) return waited;
    }
    return Infinity;
  };
  return { pulse, lostAfter };
}

test('a line that has not answered in time has twice as long the next time, so that what is under way comes through', (t) => {
  const { pulse, lostAfter } = watched(t);
  assert.deepEqual(Array.from({ length: 6 }, lostAfter), [4000, 8000, 16_000, 32_000, 64_000, 64_000]);
  pulse.ask();
  pulse.answered();
  assert.equal(lostAfter(), 2000, 'an answer that comes at once shows that it is not slow');
});

test('a line by which something has come has no longer than usual, however often it was cut', (t) => {
  const { pulse, lostAfter } = watched(t);
  const cut = () => {
    pulse.received();
    return lostAfter();
  };
  assert.deepEqual(Array.from({ length: 3 }, cut), [4000, 4000, 4000]);
});
