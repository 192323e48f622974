// Calculations and the progress bar of `rondel simulate`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { progressBar } from '../../../pkg/lib/simulation/report.js';
import { intervalOf } from '../../../pkg/lib/simulation/tally.js';

function drawn(isTTY, games, counts) {
  const texts = [];
  const bar = progressBar(games, { isTTY, write: (text) => texts.push(text) });
  for (const count of counts) bar.show(count);
  bar.clear();
  return texts;
}

test('the bar is redrawn in place on a terminal, and removed at the end', () => {
  const [first, half, all, cleared] = drawn(true, 2000, [0, 1000, 2000]);
  assert.equal(first, '\r\u001b[K[..............................] 0 of 2,000 games');
  assert.match(half, /^\r\u001b\[K\[#{15}\.{15}\] 1,000 of 2,000 games, \d+ s left$/);
  assert.match(all, /^\r\u001b\[K\[#{30}\] 2,000 of 2,000 games, 0 s left$/);
  assert.equal(cleared, '\r\u001b[K');
});

test('nothing is drawn without a terminal', () => {
  assert.deepEqual(drawn(false, 10, [0, 5]), []);
});

test("Wilson's interval agrees with the textbooks", () => {
  const cases = [[0, 10, 0, 0.2775], [5, 10, 0.2366, 0.7634], [10, 10, 0.7225, 1], [650, 1000, 0.6199, 0.6789], [0, 0, 0, 1]];
  for (const [count, total, low, high] of cases) {
    const [from, to] = intervalOf(count, total);
    assert.ok(Math.abs(from - low) < 1e-4 && Math.abs(to - high) < 1e-4, `${count} of ${total}: ${from} to ${to}`);
  }
});
