// Notifications of subscribers: their times, their states, and the calls that subscribers may make.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { printedBy } from '../support/console.mjs';
import { counters, marks } from './games.mjs';
import { history, losing, table } from './support.mjs';

test('a correctly predicted move changes nothing: the state stays the same object', async (t) => {
  const match = table(t, marks({ predict: 'flow' }));
  const [p0, p1] = await match.seated('0', '1');
  for (const seat of [p0, p1, p0]) {
    const handle = seat.client.moves.mark();
    const state = seat.client.getState();
    const { length } = seat.shown;
    await match.run();
    assert.equal(handle.status, 'confirmed');
    assert.equal(seat.client.getState(), state);
    assert.equal(seat.shown.length, length);
  }
});

test("the state stays the same object if an undoable move does not end the turn, too ('flow')", async (t) => {
  const match = table(t, marks({ predict: 'flow', turn: {} }));
  const [p0] = await match.seated('0', '1');
  for (let i = 0; i < 3; i += 1) {
    p0.client.moves.mark();
    const state = p0.client.getState();
    assert.equal(state.canUndo, true);
    await match.run();
    assert.equal(p0.client.getState(), state);
  }
});

test("in 'moves' mode G stays the same object although the master has ended the turn", async (t) => {
  const match = table(t, marks());
  const [p0] = await match.seated('0', '1');
  p0.client.moves.mark();
  const { G, ctx } = p0.client.getState();
  assert.equal(ctx.currentPlayer, '0');
  await match.run();
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  assert.equal(p0.client.getState().G, G);
});

test('a message notifies once, and subscribers see no state in between', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.net.latency = 300;
  for (let i = 0; i < 5; i += 1) {
    p0.client.moves.add();
    p1.client.moves.add();
    await match.run(40);
  }
  await match.run(5_000);
  for (const { heard, told } of [p0, p1]) {
    assert.ok(heard.length > 5);
    assert.ok(told.every((times) => times <= 1), String(told));
  }
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2, 3, 4, 5]);
});

test("another player's move and the refusal of a player's own cause one notification each", async (t) => {
  const match = table(t, counters({
    moves: {
      add: ({ G, playerID }) => { G.counts[playerID] += 1; },
      // Possible only while nobody else has moved; the master knows of that first.
      hurry: ({ G, playerID }) => {
        if (G.counts[1 - playerID] > 0) return INVALID_MOVE;
        G.counts[playerID] += 10;
      },
    },
  }));
  const [p0, p1] = await match.seated('0', '1');
  p1.client.moves.add();
  const handle = p0.client.moves.hurry();
  await match.run();
  assert.equal(handle.status, 'rejected');
  // First the other player's move, which hides the prediction; then the refusal.
  assert.deepEqual(history(p0, ({ G }) => [G.counts[0], G.counts[1]]), [[0, 0], [10, 0], [0, 1]]);
});

test('a pending move that fails on a new state is hidden, and shows again when it is possible', async (t) => {
  const match = table(t, {
    setup: () => ({ free: true, taken: [] }),
    turn: { activePlayers: { all: null } },
    moves: {
      grab: ({ G, playerID }) => {
        if (!G.free) return INVALID_MOVE;
        G.taken.push(playerID);
      },
      lock: ({ G }) => { G.free = false; },
      open: ({ G }) => { G.free = true; },
    },
  });
  const [p0, p1] = await match.seated('0', '1');
  p0.net.loss = 0;
  const handle = losing(p0.net, () => p0.client.moves.grab());
  p1.client.moves.lock();
  await match.run();
  assert.deepEqual(p0.client.getState().G.taken, []);
  assert.equal(handle.status, 'sent');
  p1.client.moves.open();
  await match.run();
  assert.deepEqual(p0.client.getState().G.taken, ['0']);
  assert.equal(handle.status, 'predicted');
  await match.run(4_000);
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(p1.client.getState().G.taken, ['0']);
});

test('a subscriber may act at once, and one that throws does not stop others', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  // Answers each move of the other player with a move.
  p1.client.subscribe((state) => {
    if (state.G.counts[0] > state.G.counts[1]) p1.client.moves.add();
  });
  const printed = await printedBy(async () => {
    p0.client.subscribe(() => { throw new Error('a careless subscriber'); });
    const seen = [];
    p0.client.subscribe((state) => seen.push(state.G.counts[0]));
    p0.client.moves.add();
    p0.client.moves.add();
    await match.run();
    assert.equal(seen.at(-1), 2);
  });
  assert.ok(printed.some((line) => line.includes('a careless subscriber')));
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 2 });
});

test('without a network the master answers before the call returns, also when a subscriber acts', (t) => {
  const game = counters();
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, quiet: true }));
  for (const client of [p0, p1]) {
    t.after(() => client.dispose());
    client.start();
  }
  p1.subscribe((state) => {
    if (state.G.counts[0] > state.G.counts[1]) p1.moves.add();
  });
  for (let i = 1; i <= 3; i += 1) {
    assert.equal(p0.moves.add().status, 'confirmed');
    for (const client of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: i, 1: i });
  }
});

test('a subscriber may dispose its client while a message is handled', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handle = losing(p1.net, () => p1.client.moves.add());
  p1.client.subscribe((state) => {
    if (state.G.counts[0] > 0) p1.client.dispose();
  });
  p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'rejected');
  p0.client.moves.add();
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 2, 1: 0 });
});

test('a move cannot call moves of its own client', async (t) => {
  let inner;
  let act = () => {};
  const match = table(t, counters({ moves: { add: ({ G, playerID }) => { act(); G.counts[playerID] += 1; } } }));
  const [p0] = await match.seated('0');
  act = () => {
    act = () => {};
    inner = p0.client.moves.add();
  };
  const handle = p0.client.moves.add();
  assert.equal(inner.status, 'rejected');
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState().G.counts[0], 1);
});
