// The fair queue handles one message per connection and tick, so that other connections are served in between.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../../../pkg-server/lib/fair-queue.js';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

function watched() {
  const turns = new FairQueue();
  const done = [];
  const [one, other] = [{}, {}];
  const run = (who, what) => turns.run(who, () => done.push(what));
  return { turns, done, one, other, run };
}

/** Occupies a whole tick, as a slow message does. */
function hold(done, what) {
  done.push(what);
  const end = performance.now() + 6;
  while (performance.now() < end);
}

test('each tick handles one message of a connection, in order', async () => {
  const { done, one, run } = watched();
  for (const n of [1, 2, 3]) run(one, n);
  assert.deepEqual(done, []);
  for (const handled of [[1], [1, 2], [1, 2, 3]]) {
    await nextTurn();
    assert.deepEqual(done, handled);
  }
});

test('a big parsed message is handled at once if its connection has no queued messages', async () => {
  const { turns, done, one, other, run } = watched();
  turns.run(one, () => done.push('big'), { bytes: 100_000 });
  run(other, 'small');
  turns.run(one, () => done.push('big again'), { bytes: 100_000 });
  assert.deepEqual(done, ['big']);
  await nextTurn();
  assert.deepEqual(done, ['big', 'big again', 'small']);
});

test('the connections of an address take turns, and so do addresses', async () => {
  const { turns, done } = watched();
  const say = (who, address, count) => {
    const connection = {};
    for (let n = 1; n <= count; n += 1) turns.run(connection, () => hold(done, `${who} ${n}`), { address });
  };
  for (const who of ['a', 'b', 'c']) say(who, 'one', 2);
  await nextTurn();
  say('d', 'other', 2);
  say('e', 'third', 1);
  for (let i = 0; i < 8; i += 1) await nextTurn();
  assert.deepEqual(done, ['a 1', 'b 1', 'd 1', 'e 1', 'c 1', 'd 2', 'a 2', 'b 2', 'c 2']);
});

test('a tick handles a message of each connection of each address', async () => {
  const { turns, done } = watched();
  for (const [address, count] of [['one', 3], ['other', 1]]) {
    for (let i = 0; i < count; i += 1) {
      const connection = {};
      for (let n = 1; n <= 2; n += 1) turns.run(connection, () => done.push(`${address} ${n}`), { address });
    }
  }
  await nextTurn();
  assert.deepEqual(done, ['one 1', 'other 1', 'one 1', 'one 1']);
  await nextTurn();
  assert.equal(done.length, 8);
});

test('code that awaits a turn runs before other messages, and one turn comes in a tick', async () => {
  const { turns, done, one, other, run } = watched();
  const wait = async (who, what) => {
    await turns.turn(who, 'address');
    done.push(what);
    await null;
    done.push(`${what} goes on`);
  };
  const ends = [wait(one, 'first'), wait({}, 'second')];
  run(other, 'message');
  await nextTurn();
  assert.deepEqual(done, ['first', 'first goes on']);
  await Promise.all(ends);
  assert.deepEqual(done, ['first', 'first goes on', 'message', 'second', 'second goes on']);
});

test('a connection may be dropped by its own message, and other messages of its address are handled', async () => {
  const { turns, done, one, other } = watched();
  turns.run(one, () => turns.drop(one), { address: 'address' });
  turns.run(one, () => done.push('dropped'), { address: 'address' });
  turns.run(other, () => done.push('other'), { address: 'address' });
  for (let i = 0; i < 3; i += 1) await nextTurn();
  assert.deepEqual(done, ['other']);
});

test('another connection waits for one message of a connection, however many that one has queued', async () => {
  const { done, one, other, run } = watched();
  for (let n = 0; n < 500; n += 1) run(one, n);
  await nextTurn();
  run(other, 'other');
  await nextTurn();
  assert.deepEqual(done, [0, 1, 'other']);
});

test('a tick ends after some milliseconds, and the next one goes on where it has ended', async () => {
  const { turns, done, one, run } = watched();
  run(one, 'first');
  run(one, 'second');
  await nextTurn();
  for (let n = 0; n < 10; n += 1) turns.run({}, () => hold(done, `slow ${n}`));
  await nextTurn();
  assert.deepEqual(done, ['first', 'second', 'slow 0']);
  await nextTurn();
  assert.deepEqual(done.slice(3), ['slow 1']);
});

test('work that a message queues runs after the messages that wait', async () => {
  const { turns, done, one, run } = watched();
  turns.run(one, () => run(one, 'third'));
  run(one, 'fourth');
  for (let i = 0; i < 4; i += 1) await nextTurn();
  assert.deepEqual(done, ['fourth', 'third']);
});

test('the end of a connection comes after its messages, and at once if none wait', async () => {
  const { turns, done, one, other, run } = watched();
  run(one, 'move');
  run(one, 'last move');
  turns.runLast(one, () => done.push('end'));
  turns.runLast(other, () => done.push('end of the other'));
  assert.deepEqual(done, ['end of the other']);
  for (let i = 0; i < 4; i += 1) await nextTurn();
  assert.deepEqual(done, ['end of the other', 'move', 'last move', 'end']);
});

test('no message is handled of a connection whose messages are dropped', async () => {
  const { turns, done, one, other, run } = watched();
  run(one, 'move');
  run(other, 'move of the other');
  turns.drop(one);
  await nextTurn();
  assert.deepEqual(done, ['move of the other']);
});

test('the responses of a tick are sent in order after all its messages, and at once outside of a tick', async () => {
  const { turns, done, one, other } = watched();
  const send = (what) => turns.send(() => done.push(`${what} is sent`));
  const handle = (what) => () => {
    done.push(what);
    for (const viewer of ['a', 'b']) send(`${what} to ${viewer}`);
  };
  send('before');
  turns.run(one, handle('1'));
  turns.run(other, handle('2'));
  await nextTurn();
  send('after');
  const sent = ['before', '1 to a', '1 to b', '2 to a', '2 to b', 'after'].map((what) => `${what} is sent`);
  assert.deepEqual(done, [sent[0], '1', '2', ...sent.slice(1)]);
});

test('a response keeps its place before those that it causes', async () => {
  const { turns, done, one } = watched();
  const say = (what, more) => turns.send(() => {
    done.push(what);
    more?.();
  }, 600_000);
  turns.run(one, () => {
    say('first', () => ['third', 'fourth', 'fifth'].forEach((what) => say(what)));
    done.push('handled');
    say('second');
    done.push('too long to wait');
  });
  await nextTurn();
  assert.deepEqual(done, ['handled', 'first', 'second', 'third', 'fourth', 'fifth', 'too long to wait']);
});

test('broadcasts that lead to others do not grow the stack, and are sent in time', async () => {
  const turns = new FairQueue();
  let sent = 0;
  const count = () => { sent += 1; };
  turns.run({}, () => {
    for (let i = 0; i < 100_000; i += 1) {
      turns.send(() => {
        count();
        turns.send(count, 100);
      }, i < 20_000 ? 100 : 0);
    }
  });
  const begun = performance.now();
  await nextTurn();
  assert.equal(sent, 200_000);
  assert.ok(performance.now() - begun < 1000);
});

test('over WebSockets, large messages that arrive at the same time are parsed in ticks of their own', async (t) => {
  const ticks = [];
  let tick = 0;
  const { parse } = JSON;
  t.mock.method(JSON, 'parse', (text, ...rest) => {
    if (text.length > 100_000) hold(ticks, tick);
    return parse(text, ...rest);
  });
  const { url } = await serve(t, { games: [{ name: 'sums' }] });
  const clients = await Promise.all(Array.from({ length: 10 }, () => WIRES['a WebSocket'](url, 'sums')));
  const count = () => {
    tick += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  t.after(() => clearImmediate(counting));
  for (const { sendText } of clients) sendText(`{"type":"none","args":["${'x'.repeat(200_000)}"]}`);
  await until([], () => ticks.length === 10);
  assert.equal(new Set(ticks).size, 10);
});

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, no tick of the event loop handles two messages of one connection`, async (t) => {
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
