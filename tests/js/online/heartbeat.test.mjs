// The timeout after which a client drops a silent connection.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pulse } from '../../../pkg/lib/online/transports/pulse.js';

/** A heartbeat on a stopped clock; `lostAfter` returns the milliseconds from a request to the loss of the connection. */
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

test('the timeout doubles after a connection without an answer, so that pending messages can arrive', (t) => {
  const { pulse, lostAfter } = watched(t);
  assert.deepEqual(Array.from({ length: 6 }, lostAfter), [4000, 8000, 16_000, 32_000, 64_000, 64_000]);
  pulse.ask();
  pulse.answered();
  assert.equal(lostAfter(), 2000, 'an answer that comes at once shows that it is not slow');
});

test('the timeout is the usual one for a connection that has delivered a message, however often it was cut', (t) => {
  const { pulse, lostAfter } = watched(t);
  const cut = () => {
    pulse.received();
    return lostAfter();
  };
  assert.deepEqual(Array.from({ length: 3 }, cut), [4000, 4000, 4000]);
});
