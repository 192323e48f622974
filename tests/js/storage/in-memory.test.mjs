// Additions for servers to boardgame.io's storage contract: the end of a log, and leases.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from '../../../pkg-server/lib/storage/in-memory.js';

const entry = (stateID) => ({ _stateID: stateID, turn: 1, phase: null, action: { type: 'MAKE_MOVE', payload: { type: 'a' } } });

test('the end of a log begins with all entries of the requested state', () => {
  const storage = new InMemory();
  const log = [entry(0), entry(1), entry(1), entry(3)];
  storage.setState('m', { _stateID: 4 }, log);
  assert.deepEqual(storage.fetchLogSince('m', 0), log);
  assert.deepEqual(storage.fetchLogSince('m', 1), log.slice(1));
  assert.deepEqual(storage.fetchLogSince('m', 2), log.slice(3));
  assert.deepEqual(storage.fetchLogSince('m', 4), []);
  assert.deepEqual(storage.fetchLogSince('another', 0), []);
  storage.fetchLogSince('m', 0).pop();
  assert.deepEqual(storage.fetchLogSince('m', 0), log);
});

test('a server counts as alive until its lease expires or is released', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  // Somebody changes the clock.
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const storage = new InMemory();
  assert.deepEqual(storage.fetchLeases(), []);
  assert.equal(storage.renewLease('a', 100), false);
  assert.equal(storage.renewLease('b', 50), false);
  now += 49;
  assert.equal(storage.renewLease('b', 50), true);
  assert.deepEqual(storage.fetchLeases().sort(), ['a', 'b']);
  now += 50;
  assert.deepEqual(storage.fetchLeases(), ['a']);
  assert.equal(storage.renewLease('b', 50), false);
  storage.endLease('a');
  storage.endLease('unknown');
  assert.deepEqual(storage.fetchLeases(), ['b']);
  assert.equal(storage.renewLease('a', 50), false);
});
