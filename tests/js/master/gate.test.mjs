// The gate limits the number of concurrent jobs. Every waiting job gets its turn, however the others end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Gate } from '../../../pkg/lib/online/gate.js';
import { nextTask } from '../support/tasks.mjs';

test('a waiting job may throw or finish at once, and the jobs behind it run', async () => {
  const gate = new Gate(1);
  let end;
  gate.run('a', () => new Promise((resolve) => { end = resolve; }));
  const thrown = gate.run('b', () => { throw new Error('broken'); });
  const rest = Array.from({ length: 10_000 }, (_, n) => gate.run('b', () => n));
  let done = 0;
  for (const one of rest) one.then(() => { done += 1; });
  thrown.catch(() => {});
  end();
  await nextTask();
  await nextTask();
  await assert.rejects(thrown, /broken/);
  assert.equal(done, 10_000);
  assert.equal(gate.run('a', () => 'at once'), 'at once');
});

test('a job of a connected client precedes the second job of closed connections', async () => {
  const gate = new Gate(1);
  const jobs = [];
  const begun = [];
  const ask = (who, what) => gate.run(who, () => new Promise((end) => {
    begun.push(what);
    jobs.push(end);
  }));
  ask('busy', 'busy');
  for (const who of ['a', 'b', 'c']) ask(who, `of ${who}`);
  for (const who of ['a', 'b', 'c']) gate.leave(who);
  ask('d', 'of d');
  for (let i = 0; i < 5; i += 1) {
    jobs.shift()?.();
    await nextTask();
  }
  assert.deepEqual(begun, ['busy', 'of a', 'of d', 'of b', 'of c']);
});

test('the backlog of closed connections is limited, and the rest is refused', async () => {
  const gate = new Gate(1);
  gate.run('busy', () => new Promise(() => {}));
  const asked = Array.from({ length: 1200 }, () => gate.run('a', () => {}));
  let refused = 0;
  for (const one of asked) one.catch(() => { refused += 1; });
  gate.leave('a');
  await nextTask();
  assert.equal(refused, 200);
});
