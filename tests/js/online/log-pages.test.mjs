// The older entries of a log, which the client requests page by page and inserts before the known ones.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PastLog } from '../../../pkg/lib/client/past-log.js';

const entry = (n, what = 'a') => ({ action: { type: 'MAKE_MOVE', payload: { type: what, args: [n], playerID: '0' } }, _stateID: n, turn: 1, phase: null });
const entries = (from, to, what) => Array.from({ length: to - from }, (_, i) => entry(from + i, what));
const numbers = (log) => log.map(({ _stateID }) => _stateID);

test('pages are requested one after the other, repeated after a timeout, and accepted once', () => {
  const past = PastLog.of(undefined, entries(8, 10), 80);
  assert.deepEqual([past.isComplete(), past.deadline(), past.question(0)], [false, Infinity, 80]);
  assert.deepEqual([past.question(9999), past.deadline(), past.question(10_000)], [null, 10_000, 80]);
  assert.equal(past.take(50, entries(5, 6), 30), false);
  assert.equal(past.take(80, entries(5, 8), 50), true);
  assert.equal(past.take(80, entries(5, 8), 50), false);
  assert.deepEqual([past.question(10_001), numbers(past.entries)], [50, [5, 6, 7]]);
  assert.equal(past.take(50, entries(0, 5), undefined), true);
  assert.deepEqual([past.isComplete(), past.question(1e9), past.deadline()], [true, null, Infinity]);
  assert.deepEqual(numbers(past.entries), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(past.take(50, entries(0, 5), 1), false);
});

test('a log that fits into one answer has no further pages', () => {
  const past = PastLog.of({ past: new PastLog(entries(0, 3), 7), entries: entries(3, 5), length: 2, ahead: [] }, entries(0, 6), undefined);
  assert.deepEqual([past.isComplete(), past.entries], [true, []]);
});

test('after an outage the known entries stay if the new ones continue them', () => {
  const known = { past: new PastLog(entries(10, 20), 100), entries: entries(20, 31), length: 10, ahead: [entry(30)] };
  for (const from of [11, 20, 25, 29]) {
    const past = PastLog.of(known, entries(from, 40), 900);
    assert.deepEqual(numbers(past.entries), numbers(entries(10, from)), `from ${from}`);
    assert.equal(past.question(0), 100);
  }
  const anew = {
    'a gap': entries(30, 40),
    'further back than what is known': entries(5, 40),
    'as far back as what is known': entries(10, 40),
    'another history': [entry(25, 'other'), ...entries(26, 40)],
    'the same beginning of another history': [entry(25), ...entries(26, 40, 'other')],
    'an older state': [],
  };
  for (const [what, part] of Object.entries(anew)) {
    const past = PastLog.of(known, part, 900);
    assert.deepEqual([past.entries, past.question(0)], [[], 900], what);
  }
});
