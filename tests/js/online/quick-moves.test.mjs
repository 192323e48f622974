// Moves before the master has answered the last, by one player or by several.
import assert from 'node:assert/strict';
import test from 'node:test';
import { counters, marks, purse } from './games.mjs';
import { LATENCY, history, statuses, table } from './support.mjs';

test('a move that only the master refuses is rolled back with the reason, and valid moves follow', async (t) => {
  const match = table(t, purse());
  const [p0, p1] = await match.seated('0', '1');
  const first = p0.client.moves.take(6);
  assert.equal(p0.client.getState().G.taken, 6);
  assert.equal(first.status, 'predicted');
  await match.run();
  assert.equal(first.status, 'rejected');
  assert.equal(first.error.type, 'action/invalid_move');
  assert.deepEqual(first.error.payload, { most: 5 });
  assert.deepEqual(p0.client.getState().lastError, first.error);
  assert.equal(p0.client.getState().G.taken, 0);
  const more = [p0.client.moves.take(2), p0.client.moves.take(3)];
  assert.equal(p0.client.getState().lastError, null);
  await match.run();
  assert.deepEqual(statuses(more), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.equal(client.getState().G.taken, 5);
  assert.equal(p0.client.getState().pending, 0);
});

test('actions made on top of a refused move are rejected with it, and later ones count', async (t) => {
  const match = table(t, purse());
  const [p0, p1] = await match.seated('0', '1');
  const [refused, onTop] = [p0.client.moves.take(6), p0.client.moves.take(1)];
  // The refusals are in flight.
  await match.run(LATENCY + 10);
  const third = p0.client.moves.take(2);
  await match.run();
  assert.deepEqual(statuses([refused, onTop, third]), ['rejected', 'rejected', 'rejected']);
  assert.equal(onTop.error.type, 'action/stale_state_id');
  const fourth = p0.client.moves.take(3);
  await match.run();
  assert.equal(fourth.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.equal(client.getState().G.taken, 3);
});

test('a second quick move past maxMoves: 1 shows until the master has ended the turn', async (t) => {
  const match = table(t, marks());
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.mark(), p0.client.moves.mark()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'rejected']);
  assert.equal(handles[1].error.type, 'action/inactive_player');
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['0']);
    assert.equal(client.getState().ctx.currentPlayer, '1');
  }
  p1.client.moves.mark();
  await match.run();
  assert.deepEqual(p0.client.getState().G.marks, ['0', '1']);
});

test("with predict: 'flow' a second quick move past maxMoves: 1 is refused at once, and nothing is sent", async (t) => {
  const match = table(t, marks({ predict: 'flow' }));
  const [p0, p1] = await match.seated('0', '1');
  const first = p0.client.moves.mark();
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  assert.equal(p0.client.getState().isActive, false);
  const second = p0.client.moves.mark();
  assert.equal(second.status, 'rejected');
  assert.equal(second.error.type, 'action/inactive_player');
  await match.run();
  assert.equal(first.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['0']);
});

test('two active players move at once, and neither move is lost', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

for (const predict of ['moves', 'flow']) {
  test(`two moves in flight do not flicker while another player moves (${predict})`, async (t) => {
    const match = table(t, counters({ predict }));
    const [p0, p1] = await match.seated('0', '1');
    const handles = [p0.client.moves.add(), p1.client.moves.add()];
    await match.run(10);
    handles.push(p0.client.moves.add(), p1.client.moves.add());
    await match.run();
    assert.deepEqual(statuses(handles), Array(4).fill('confirmed'));
    assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2]);
    assert.deepEqual(history(p1, ({ G }) => G.counts[1]), [0, 1, 2]);
    assert.deepEqual(history(p0, ({ G }) => G.counts[1]), [0, 1, 2]);
    for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 2 });
  });
}

for (const predict of ['moves', 'flow']) {
  test(`with deltaState a client learns that its own turn has ended (${predict})`, async (t) => {
    const match = table(t, marks({ deltaState: true, predict }));
    const [p0, p1] = await match.seated('0', '1');
    for (const [turn, seat] of [p0, p1, p0].entries()) {
      const handle = seat.client.moves.mark();
      await match.run();
      assert.equal(handle.status, 'confirmed');
      for (const { client } of [p0, p1]) assert.equal(client.getState().ctx.turn, turn + 2);
    }
    assert.equal(p0.client.getState().isActive, false);
    assert.equal(p1.client.getState().isActive, true);
  });
}

test('a strict move on an older state is refused, and one on the latest state is not', async (t) => {
  const match = table(t, counters({
    moves: {
      add: ({ G, playerID }) => { G.counts[playerID] += 1; },
      claim: { move: ({ G, playerID }) => { G.counts[playerID] += 10; }, strict: true },
    },
  }));
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p0.client.moves.claim(), p1.client.moves.claim()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed', 'rejected']);
  assert.equal(handles[2].error.type, 'action/stale_state_id');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 11, 1: 0 });
});
