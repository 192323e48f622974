// Jobs at one match run one at a time, in order; jobs of other matches do not wait for them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nextTask } from '../support/tasks.mjs';
import { MatchQueue } from '../../../pkg/lib/online/match-queue.js';

test('a job waits for the one before it, and runs at once if there is none', async () => {
  const queue = new MatchQueue();
  const done = [];
  let finish;
  const slow = queue.run('a', () => new Promise((resolve) => { finish = resolve; }));
  const after = queue.run('a', () => done.push('after'));
  assert.equal(queue.run('b', () => 'at once'), 'at once');
  assert.deepEqual(done, []);
  finish('slow');
  assert.equal(await slow, 'slow');
  assert.equal(await after, 1);
  assert.equal(queue.run('a', () => 'at once'), 'at once');
});

test('a job that another job enqueues runs right after it', () => {
  const queue = new MatchQueue();
  const done = [];
  queue.run('a', () => {
    queue.run('a', () => done.push('second'));
    done.push('first');
  });
  assert.deepEqual(done, ['first', 'second']);
});

test('the order holds at more matches than the queue remembers', async () => {
  const queue = new MatchQueue();
  const names = Array.from({ length: 300 }, (_, i) => `match ${i}`);
  const done = names.map(() => []);
  const finish = [];
  const jobs = names.flatMap((name, i) => [
    queue.run(name, () => new Promise((resolve) => { finish[i] = resolve; }).then(() => done[i].push(1))),
    queue.run(name, async () => done[i].push(2)),
    queue.run(name, () => done[i].push(3)),
  ]);
  for (const end of finish.reverse()) end();
  await Promise.all(jobs);
  for (const order of done) assert.deepEqual(order, [1, 2, 3]);
  for (const name of names) assert.equal(queue.run(name, () => name), name);
});

test('a job serves few others if that takes long', async () => {
  const queue = new MatchQueue();
  const served = [];
  const place = (who) => ({ flow: who, ask: () => ({ rank: 1, share: who }), servable: who });
  let finish;
  const slow = queue.run('a', () => new Promise((resolve) => { finish = resolve; }));
  for (const who of ['one', 'other', 'third']) queue.run('a', () => served.push(`${who} later`), place(who));
  queue.serve('a', (who) => {
    const end = performance.now() + 6;
    while (performance.now() < end);
    return Boolean(served.push(who));
  });
  assert.deepEqual(served, ['one']);
  finish();
  await slow;
  await nextTask();
  assert.deepEqual(served, ['one', 'other later', 'third later']);
});

test('the backlog is limited per match, and other matches are not full', () => {
  const queue = new MatchQueue();
  queue.run('a', () => new Promise(() => {}));
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(queue.isFull('a'), false);
    queue.run('a', () => {});
  }
  assert.equal(queue.isFull('a'), true);
  assert.equal(queue.isFull('b'), false);
});

test('the number of unanswered jobs of closed connections is limited, and the oldest is abandoned', async () => {
  const queue = new MatchQueue();
  /** @type {(() => void)[]} */
  const permit = [];
  const ask = () => new Promise((done) => { permit.push(() => done({ rank: 0, share: 'all' })); });
  const done = [];
  const answers = Array.from({ length: 1003 }, (_, i) => {
    const owner = {};
    const answer = queue.run(`match ${i % 7}`, () => { done.push(i); }, { flow: owner, owner, isLasting: true, ask });
    queue.end(owner);
    return answer;
  });
  assert.deepEqual(await Promise.all(answers.slice(0, 3)), Array(3).fill({ error: 'connection closed' }));
  permit.forEach((say) => say());
  await Promise.all(answers);
  assert.deepEqual(done.sort((one, other) => one - other), Array.from({ length: 1000 }, (_, i) => i + 3));
});

test('jobs of closed connections that run while others are dropped do not end the limit', async () => {
  const queue = new MatchQueue();
  const permission = { rank: 0, share: 'all' };
  const never = () => new Promise(() => {});
  let dropped = 0;
  const closeWith = (name, flows, ask) => {
    const owner = {};
    for (const flow of flows) {
      Promise.resolve(queue.run(name, () => {}, { flow, owner, isLasting: true, ask })).then((result) => { dropped += result?.error ? 1 : 0; });
    }
    queue.end(owner);
  };
  // Both jobs of the second connection wait for the first one's, which the limit drops as the oldest.
  closeWith('a', ['session'], never);
  for (let i = 0; i < 999; i += 1) closeWith(`b ${i}`, [{}], never);
  closeWith('a', ['session', 'session'], () => permission);
  for (let i = 0; i < 2500; i += 1) closeWith(`c ${i}`, [{}], never);
  await nextTask();
  assert.equal(dropped, 1 + 999 + 2500 - 1000);
});

test('a late permission of a dropped job never makes two jobs of a match run at once', async () => {
  const queue = new MatchQueue();
  for (let i = 0; i < 101; i += 1) queue.run(`busy ${i}`, () => new Promise(() => {}));
  const [owner, permission] = [{}, { rank: 0, share: 'all' }];
  let permit = (_) => {};
  const dropped = queue.run('a', () => {}, { flow: owner, owner, ask: () => new Promise((resolve) => { permit = resolve; }) });
  queue.leave(owner);
  assert.deepEqual(await dropped, { error: 'connection closed' });
  let atOnce = 0;
  const work = () => {
    atOnce += 1;
    return new Promise(() => {});
  };
  queue.run('a', work);
  permit(permission);
  await null;
  queue.run('a', work);
  assert.equal(atOnce, 1);
});

test('a job that a stack overflow stopped fails, and blocks no later job', async () => {
  const queue = new MatchQueue();
  const overflow = () => overflow() + 1;
  assert.deepEqual(queue.run('m', overflow), { error: 'failed' });
  assert.equal(queue.run('m', () => 'next'), 'next');
  const ask = async () => ({ rank: 0, share: 'a' });
  const stopped = queue.run('m', overflow, { flow: 'a', ask });
  const after = queue.run('m', () => 'after', { flow: 'b', ask });
  assert.deepEqual([await stopped, await after], [{ error: 'failed' }, 'after']);
});
