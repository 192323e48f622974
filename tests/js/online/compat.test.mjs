// Online play with compat: '0.50'.
import assert from 'node:assert/strict';
import test from 'node:test';
import { counters } from './games.mjs';
import { losing, table } from './support.mjs';

test("with compat: '0.50' games are played online, and actions return undefined", async (t) => {
  const match = table(t, counters({ compat: '0.50', turn: { maxMoves: 1 } }));
  const [p0, p1] = await match.seated('0', '1');
  assert.equal(p0.client.moves.add(), undefined);
  assert.equal(p0.client.getState().G.counts[0], 1);
  assert.equal(p0.client.moves.add(), undefined);
  await match.run();
  assert.equal(p1.client.moves.add(), undefined);
  await match.run();
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
    assert.equal(client.getState().ctx.turn, 3);
    assert.equal(client.getState().pending, 0);
  }
  p0.client.events.endTurn();
  await match.run();
  for (const { client } of [p0, p1]) assert.equal(client.getState().ctx.turn, 4);
});

test("with compat: '0.50' one of two moves at once is stale, as in boardgame.io, and its author gets the reason", async (t) => {
  const match = table(t, counters({ compat: '0.50' }));
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  assert.equal(p1.client.getState().lastError.type, 'action/stale_state_id');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
});

test("with compat: '0.50' the caller gets a subscriber's exception, and nothing else stops", async (t) => {
  const match = table(t, counters({ compat: '0.50' }));
  const [p0, p1] = await match.seated('0', '1');
  let isCareless = false;
  p0.client.subscribe(() => {
    if (isCareless) throw new Error('a careless subscriber');
  });
  isCareless = true;
  losing(p0.net, () => assert.throws(() => p0.client.moves.add(), /careless/));
  isCareless = false;
  await match.run(4_000);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
});
