// Jobs at one match run one at a time, in order; those of other matches do not wait for them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MatchQueue } from '../../../pkg/lib/online/match-queue.js';

test('a job waits for the one before it, and is done at once if there is none', async () => {
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

test('what a job asks for is done right after it', () => {
  const queue = new MatchQueue();
  const done = [];
  queue.run('a', () => {
    queue.run('a', () => done.push('second'));
    done.push('first');
  });
  assert.deepEqual(done, ['first', 'second']);
});

test('the order holds at more matches than it remembers', async () => {
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

test('so many may wait at one match, and others are not full', () => {
  const queue = new MatchQueue();
  queue.run('a', () => new Promise(() => {}));
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(queue.isFull('a'), false);
    queue.run('a', () => {});
  }
  assert.equal(queue.isFull('a'), true);
  assert.equal(queue.isFull('b'), false);
});
