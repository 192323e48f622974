// Large broadcasts to many clients are sent in batches, so that other work runs in between.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { BroadcastQueue } from '../../../pkg-server/lib/broadcast-queue.js';
import { nextTask } from '../support/tasks.mjs';

const GAME = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const BIG = 300_000;

test('small messages go to all clients at once, and big ones in batches, in order', async () => {
  const { say, hears } = await table(300);
  await say('small');
  assert.equal(hears('small'), 300);
  await say(`big ${'x'.repeat(9000)}`);
  await say('last');
  assert.ok(hears('big') > 0 && hears('big') < 300);
  assert.equal(hears('last'), 0);
  while (hears('last') < 300) await nextTask();
  assert.equal(hears('big'), 300);
});

test('a client that leaves or takes its seat again during a broadcast receives no more of it', async () => {
  const { say, hears, leave } = await table(300);
  await say(`big ${'x'.repeat(9000)}`);
  const before = hears('big');
  await leave();
  for (let i = 0; i < 10; i += 1) await nextTask();
  assert.equal(hears('big'), before);
});

test('a hub that ends has sent all its queued messages', async () => {
  const { say, hears, end } = await table(300);
  await say(`big ${'x'.repeat(9000)}`);
  await end();
  assert.equal(hears('big'), 300);
});

test('a newer broadcast replaces a queued one of the same name, but not one in progress', async () => {
  const rounds = new BroadcastQueue();
  const done = [];
  rounds.run(round(done, 'first', 8), 'm');
  for (const name of ['second', 'third']) rounds.run(round(done, name, 2), 'm');
  rounds.run(round(done, 'another', 1));
  await until(() => done.length === 11);
  assert.deepEqual(done, [...Array(8).fill('first'), 'third', 'third', 'another']);
});

test('a step that starts another broadcast does not run again', () => {
  const rounds = new BroadcastQueue();
  const done = [];
  rounds.run((function* outer() {
    rounds.run(round(done, 'inner', 1, 0));
    yield 0;
    done.push('outer');
  })());
  assert.deepEqual(done, ['outer', 'inner']);
});

test('the queue is limited, and a full queue runs its first broadcast', () => {
  const rounds = new BroadcastQueue();
  const done = [];
  for (let i = 0; i < 1000; i += 1) rounds.run(round(done, i, 1, 10_000_000));
  assert.ok(done.length >= 800 && done.length < 1000, `${done.length}`);
});

function* round(done, name, count, length = BIG) {
  for (let i = 0; i < count; i += 1) {
    done.push(name);
    yield length;
  }
}

async function until(isSo) {
  while (!isSo()) await nextTask();
}

/** A hub with this number of spectators. */
async function table(count) {
  const storage = new InMemory();
  const hub = openServerHub({ game: GAME, storage });
  storage.createMatch('m', createMatch({ game: GAME }));
  const all = Array.from({ length: count }, () => {
    const heard = [];
    return { heard, connection: hub.connect((text) => heard.push(text)) };
  });
  const sync = () => Promise.all(all.map(({ connection }) => connection.receive({ type: 'sync', args: ['m', null, undefined, 2] })));
  await sync();
  let said = 0;
  return {
    say(payload) {
      said += 1;
      return hub.master.onChatMessage('m', { id: `c${said}`, sender: '0', payload });
    },
    hears: (word) => all.filter(({ heard }) => heard.some((text) => text.includes('"type":"chat"') && text.includes(`"payload":"${word}`))).length,
    async leave() {
      await Promise.all(all.map(({ connection }) => connection.receive({ type: 'sync', args: ['another', null, undefined, 2] })));
      await sync();
    },
    end: () => hub.close(),
  };
}
