// Messages that are lost, arrive twice, or wait for a connection: every move is made once, in order.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { counters, marks, purse } from './games.mjs';
import { A_WHILE, LATENCY, doubling, history, losing, statuses, table } from './support.mjs';

test('a lost move is sent again', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handle = losing(p0.net, () => p0.client.moves.add());
  await match.run(2_000);
  assert.equal(handle.status, 'predicted');
  await match.run(2_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
});

test('when the first of three moves is lost, it is sent again as soon as the master reports the gap', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = [losing(p0.net, () => p0.client.moves.add()), p0.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2, 3]);
  assert.deepEqual(p1.client.getState().G.counts, { 0: 3, 1: 0 });
});

test('a move whose answer is lost is made once', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handle = p0.client.moves.add();
  p0.net.loss = 1;
  await match.run(1_000);
  p0.net.loss = 0;
  assert.deepEqual(p1.client.getState().G.counts, { 0: 1, 1: 0 });
  assert.equal(handle.status, 'predicted');
  await match.run(4_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
  assert.equal(p0.client.log.length, 1);
});

test('a lost refusal is repeated', async (t) => {
  const match = table(t, purse());
  const [p0] = await match.seated('0', '1');
  const handle = p0.client.moves.take(6);
  p0.net.loss = 1;
  await match.run(1_000);
  p0.net.loss = 0;
  await match.run(4_000);
  assert.equal(handle.status, 'rejected');
  assert.deepEqual(handle.error.payload, { most: 5 });
  assert.equal(p0.client.getState().G.taken, 0);
});

test("another player's lost move is requested when the next one arrives, or after half a minute", async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const lose = async () => {
    p1.net.loss = 1;
    p0.client.moves.add();
    await match.run();
    p1.net.loss = 0;
  };
  await lose();
  assert.equal(p1.client.getState().G.counts[0], 0);
  p0.client.moves.add();
  await match.run();
  assert.deepEqual(p1.client.getState().G.counts, { 0: 2, 1: 0 });
  assert.equal(p1.client.log.length, 2);
  await lose();
  await match.run(31_000);
  assert.deepEqual(p1.client.getState().G.counts, { 0: 3, 1: 0 });
});

test('a move that arrives twice is made once', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = doubling(p0.net, () => [p0.client.moves.add(), p0.client.moves.add()]);
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 0 });
    assert.equal(client.log.length, 2);
  }
});

test('the last move of a turn is not refused when it arrives a second time', async (t) => {
  const match = table(t, marks());
  const [p0, p1] = await match.seated('0', '1');
  const handle = doubling(p0.net, () => p0.client.moves.mark());
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState().lastError, null);
  p1.client.moves.mark();
  await match.run();
  assert.equal(p0.client.moves.mark().status, 'predicted');
  await match.run();
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['0', '1', '0']);
});

test('a duplicate message of the master takes effect once', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.net.duplicate = p1.net.duplicate = 1;
  const handles = [p0.client.moves.add(), p1.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  for (const seat of [p0, p1]) {
    assert.deepEqual(seat.client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(seat.client.log.length, 3);
    // No further sync is requested.
    assert.equal(seat.heard.filter(({ type }) => type === 'sync').length, 1);
    for (const id of ['0', '1']) {
      const counts = history(seat, ({ G }) => G.counts[id]);
      assert.deepEqual(counts, counts.toSorted());
    }
  }
});

test('three moves that wait for a lost connection are made once, in order, after the reconnection', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.mark('a')];
  // The first arrives; its answer does not.
  await match.run(LATENCY + 10);
  p0.net.disconnect();
  handles.push(p0.client.moves.mark('b'), p0.client.moves.mark('c'));
  assert.deepEqual(p0.client.getState().G.marks, ['a', 'b', 'c']);
  assert.equal(p0.client.getState().isConnected, false);
  assert.equal(p0.client.getState().pending, 3);
  await match.run(60_000);
  assert.deepEqual(p1.client.getState().G.marks, ['a']);
  p0.net.reconnect();
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['a', 'b', 'c']);
    assert.equal(client.log.length, 3);
    assert.equal(client.getState().pending, 0);
  }
  assert.deepEqual(history(p0, ({ G }) => G.marks.length), [0, 1, 2, 3]);
});

test('a message is lost if the transport throws while it sends', async (t) => {
  const game = counters();
  const net = network({ latency: LATENCY });
  let isBroken = false;
  const multiplayer = (options) => {
    const transport = Local({ network: net })(options);
    for (const method of ['sendAction', 'requestSync']) {
      const send = transport[method].bind(transport);
      transport[method] = (...args) => {
        if (isBroken) throw new Error('the line is busy');
        send(...args);
      };
    }
    return transport;
  };
  const client = Client({ game, playerID: '0', quiet: true, multiplayer });
  t.after(() => client.dispose());
  client.start();
  await net.run(A_WHILE);
  isBroken = true;
  const handles = [client.moves.add(), client.moves.add()];
  assert.deepEqual(statuses(handles), ['predicted', 'predicted']);
  await net.run(20_000);
  isBroken = false;
  await net.run(10_000);
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  assert.equal(client.getState().G.counts[0], 2);
});
