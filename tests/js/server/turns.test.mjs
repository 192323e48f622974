// What comes by one socket all at once is handled one message in a turn of the event loop, so that others have theirs between.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from '../../../pkg/lib/server/turns.js';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

function watched() {
  const turns = new Turns();
  const done = [];
  const [one, other] = [{}, {}];
  const run = (who, what) => turns.run(who, () => done.push(what));
  return { turns, done, one, other, run };
}

test('the first message of a connection in a turn is handled at once, the others one a turn, in their order', async () => {
  const { done, one, run } = watched();
  for (const n of [1, 2, 3]) run(one, n);
  assert.deepEqual(done, [1]);
  await nextTurn();
  assert.deepEqual(done, [1, 2]);
  await nextTurn();
  await nextTurn();
  assert.deepEqual(done, [1, 2, 3]);
});

test('others are handled at once, however much waits of one', async () => {
  const { done, one, other, run } = watched();
  for (let n = 0; n < 500; n += 1) run(one, n);
  await nextTurn();
  run(other, 'other');
  assert.deepEqual(done, [0, 1, 'other']);
});

test('what is done while a message is handled keeps its place behind what waits', async () => {
  const { turns, done, one, run } = watched();
  turns.run(one, () => run(one, 'third'));
  run(one, 'fourth');
  for (let i = 0; i < 4; i += 1) await nextTurn();
  assert.deepEqual(done, ['third', 'fourth']);
});

test('the end of a connection comes after what it has sent, and at once if nothing waits', async () => {
  const { turns, done, one, other, run } = watched();
  run(one, 'move');
  run(one, 'last move');
  turns.runLast(one, () => done.push('end'));
  turns.runLast(other, () => done.push('end of the other'));
  assert.deepEqual(done, ['move', 'end of the other']);
  for (let i = 0; i < 3; i += 1) await nextTurn();
  assert.deepEqual(done, ['move', 'end of the other', 'last move', 'end']);
});

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, no turn of the event loop handles two messages of one connection`, async (t) => {
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    t.after(() => { isOver = true; });
    const handled = [];
    const game = {
      name: 'sums',
      setup: () => ({ sum: 0 }),
      turn: { activePlayers: { all: null } },
      moves: { add: ({ G }) => { handled.push(turn); G.sum += 1; } },
    };
    const { url } = await serve(t, { games: [game] });
    const client = await WIRES[wire](url, 'sums');
    client.send('sync', 'm', '0', undefined, 2);
    await until([], () => client.heard.some((text) => /sum\\?"/.test(text)));
    count();
    for (let seq = 1; seq <= 20; seq += 1) {
      client.send('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' }, sync: { session: 's', seq, first: 1 } }, 0, 'm', '0');
    }
    await until([], () => handled.length === 20);
    assert.equal(new Set(handled).size, 20);
  });
}
