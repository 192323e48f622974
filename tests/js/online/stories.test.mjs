// Online play by name: what must end right, and what a client promises on the way there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE, invalid } from 'rondel/core';
import { Transport } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { follow } from '../../../pkg/lib/client/follow.js';
import { A_WHILE, LATENCY, doubling, history, losing, said, table } from './support.mjs';

/** A purse whose limit only the master knows; `take` goes over it if it may. */
function purse(game = {}) {
  return {
    setup: () => ({ taken: 0, secret: { limit: 5 } }),
    playerView: ({ G: { secret: _, ...G } }) => G,
    moves: {
      take: ({ G }, n) => {
        if (G.secret && G.taken + n > G.secret.limit) return invalid({ most: G.secret.limit });
        G.taken += n;
      },
    },
    ...game,
  };
}

/** Everybody counts for himself. */
function counters(game = {}) {
  return {
    setup: ({ ctx }) => ({ counts: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])) }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G, playerID }, n = 1) => { G.counts[playerID] += n; } },
    ...game,
  };
}

/** One mark each, in turn. */
function marks(game = {}) {
  return {
    setup: () => ({ marks: [] }),
    turn: { maxMoves: 1 },
    moves: { mark: ({ G, playerID }, what = playerID) => { G.marks.push(what); } },
    ...game,
  };
}

const statuses = (handles) => handles.map(({ status }) => status);

// By name

test('a move that the master alone refuses is taken back with the reason, and valid moves follow', async (t) => {
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

test('what was made on top of a refused move falls with it, and what comes after that stands', async (t) => {
  const match = table(t, purse());
  const [p0, p1] = await match.seated('0', '1');
  const [refused, onTop] = [p0.client.moves.take(6), p0.client.moves.take(1)];
  // The refusals are on their way.
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

test('a second quick move past maxMoves: 1 is shown until the master has ended the turn, and then no more', async (t) => {
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

test('both of two active players move at once, and neither move is lost', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

for (const predict of ['moves', 'flow']) {
  test(`of two moves in flight none flickers while another player moves (${predict})`, async (t) => {
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

test('a move that is lost on its way is sent again', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handle = losing(p0.net, () => p0.client.moves.add());
  await match.run(2_000);
  assert.equal(handle.status, 'predicted');
  await match.run(2_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
});

test('of three moves the lost first is sent again as soon as the master has said that it is missing', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = [losing(p0.net, () => p0.client.moves.add()), p0.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2, 3]);
  assert.deepEqual(p1.client.getState().G.counts, { 0: 3, 1: 0 });
});

test('a move whose answer is lost is done once', async (t) => {
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

test('a refusal that is lost is said again', async (t) => {
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

test("another player's move that is lost is asked for when the next one comes, and after half a minute anyway", async (t) => {
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

test('a move that arrives twice is done once', async (t) => {
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

test('a last move of the turn that arrives twice is not refused the second time', async (t) => {
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

test('everything that the master says arrives twice, and is heard once', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.net.duplicate = p1.net.duplicate = 1;
  const handles = [p0.client.moves.add(), p1.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  for (const seat of [p0, p1]) {
    assert.deepEqual(seat.client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(seat.client.log.length, 3);
    // Nobody is asked again for that.
    assert.equal(seat.heard.filter(({ type }) => type === 'sync').length, 1);
    for (const id of ['0', '1']) {
      const counts = history(seat, ({ G }) => G.counts[id]);
      assert.deepEqual(counts, counts.toSorted());
    }
  }
});

test('three moves that wait when the connection is lost are done once, in order, when it is back', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.mark('a')];
  // The first arrives, and its answer does not.
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

test('two spectators and two tabs of one player see the same match, and both tabs may move', async (t) => {
  const match = table(t, counters());
  const [left, right, p1, ...spectators] = await match.seated('0', '0', '1', null, undefined);
  const handles = [left.client.moves.add(), right.client.moves.add(), p1.client.moves.add(), left.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(4).fill('confirmed'));
  for (const { client } of [left, right, p1, ...spectators]) {
    assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 1 });
    assert.equal(client.log.length, 4);
  }
  for (const { client } of spectators) {
    assert.equal(client.getState().isActive, false);
  }
  assert.equal(right.client.getState().lastError, null);
});

for (const predict of ['none', 'moves', 'flow']) {
  test(`whatever a spectator does is refused at once, and nothing is sent (${predict})`, async (t) => {
    const match = table(t, counters({ predict }));
    const [spectator, p0] = await match.seated(null, '0');
    const { client } = spectator;
    for (const handle of [client.moves.add(), client.events.endTurn(), client.undo(), client.redo()]) {
      assert.equal(handle.status, 'rejected');
      assert.equal(handle.error.type, 'action/inactive_player');
    }
    assert.equal(client.getState().pending, 0);
    await match.run(40_000);
    assert.equal(p0.client.getState()._stateID, 0);
  });
}

test('a refusal is told to the tab that made the move, and to nobody else', async (t) => {
  const match = table(t, purse());
  const [left, right, p1] = await match.seated('0', '0', '1');
  const publications = [right, p1].map(({ shown }) => shown.length);
  left.client.moves.take(6);
  await match.run();
  assert.equal(left.client.getState().lastError.type, 'action/invalid_move');
  assert.equal(right.client.getState().lastError, null);
  assert.deepEqual([right, p1].map(({ shown }) => shown.length), publications);
});

// Handles

test('a handle is predicted and then confirmed, and says so to who waits for it', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.add();
  assert.deepEqual([handle.status, handle.error], ['predicted', null]);
  assert.ok(Object.isFrozen(handle));
  await match.run();
  assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
  assert.deepEqual([handle.status, handle.error], ['confirmed', null]);
});

test('a refused action resolves its promise with the error, and rejects nothing', async (t) => {
  const match = table(t, purse());
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.take(6);
  await match.run();
  const outcome = await handle.confirmed;
  assert.equal(outcome.status, 'rejected');
  assert.equal(outcome.error, handle.error);
  assert.equal(typeof handle.error.message, 'string');
});

test('pending counts what the master has not answered', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  assert.equal(p0.client.getState().pending, 0);
  p0.client.moves.add();
  p0.client.moves.add();
  assert.equal(p0.client.getState().pending, 2);
  await match.run();
  assert.equal(p0.client.getState().pending, 0);
});

test('before the first answer of the master there is no state, and moves are refused', async (t) => {
  const match = table(t, counters());
  const { client } = match.sit('0');
  assert.equal(client.getState(), null);
  assert.equal(client.getInitialState(), null);
  assert.deepEqual(client.log, []);
  assert.equal(client.canMove('add'), false);
  assert.deepEqual(client.legalMoves(), []);
  const handle = client.moves.add();
  assert.equal(handle.status, 'rejected');
  assert.match(handle.error.message, /has not sent the match/);
  await match.run();
  assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 0 });
  assert.deepEqual(client.getInitialState().G.counts, { 0: 0, 1: 0 });
});

test('32 actions may wait; the next is refused, and there is room again after an answer', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handles = Array.from({ length: 32 }, () => p0.client.moves.add());
  const surplus = p0.client.moves.add();
  assert.equal(surplus.status, 'rejected');
  assert.match(surplus.error.message, /too many/);
  assert.equal(p0.client.getState().G.counts[0], 32);
  await match.run();
  assert.deepEqual(statuses(handles), Array(32).fill('confirmed'));
  assert.equal(p1.client.getState().G.counts[0], 32);
  const next = p0.client.moves.add();
  await match.run();
  assert.equal(next.status, 'confirmed');
});

// What is published

test('a move that turns out as predicted changes nothing: the state stays the same object', async (t) => {
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

test("the state stays the same object where an undoable move does not end the turn, too ('flow')", async (t) => {
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

test("in 'moves' mode G stays the same object though the master has ended the turn", async (t) => {
  const match = table(t, marks());
  const [p0] = await match.seated('0', '1');
  p0.client.moves.mark();
  const { G, ctx } = p0.client.getState();
  assert.equal(ctx.currentPlayer, '0');
  await match.run();
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  assert.equal(p0.client.getState().G, G);
});

test('a message is told once, and subscribers see no state in between', async (t) => {
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

test("another player's move and one's own refusal are told in one go", async (t) => {
  const match = table(t, counters({
    moves: {
      add: ({ G, playerID }) => { G.counts[playerID] += 1; },
      // As long as nobody else has moved; what others have done is known to the master first.
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
  // First the other's move, which hides one's own; then the refusal.
  assert.deepEqual(history(p0, ({ G }) => [G.counts[0], G.counts[1]]), [[0, 0], [10, 0], [0, 1]]);
});

test('a pending move that fails on the new state is hidden, and shows again when it can be made', async (t) => {
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

// How far a client predicts

/** A turn of one move whose end leaves a mark. */
function round(game = {}) {
  return {
    setup: () => ({ moved: 0, ended: 0 }),
    turn: { maxMoves: 1, onEnd: ({ G }) => { G.ended += 1; } },
    moves: { go: ({ G }) => { G.moved += 1; } },
    ...game,
  };
}

for (const [predict, atOnce] of [['none', [0, 0, 1]], ['moves', [1, 0, 1]], ['flow', [1, 1, 2]]]) {
  test(`predict: '${predict}' shows ${JSON.stringify(atOnce)} of [moved, ended, turn] at once, and all in the end`, async (t) => {
    for (const [inGame, inClient] of [[predict, undefined], ['moves', predict], ['flow', predict], [undefined, predict]]) {
      const match = table(t, round({ predict: inGame }), { predict: inClient });
      const [p0] = await match.seated('0');
      const handle = p0.client.moves.go();
      const look = ({ G, ctx }) => [G.moved, G.ended, ctx.turn];
      assert.deepEqual(look(p0.client.getState()), atOnce);
      assert.equal(handle.status, predict === 'none' ? 'sent' : 'predicted');
      await match.run();
      assert.deepEqual(look(p0.client.getState()), [1, 1, 2]);
      assert.equal(handle.status, 'confirmed');
    }
  });
}

test("'moves' is what a game that says nothing gets", async (t) => {
  const match = table(t, round());
  const [p0] = await match.seated('0');
  p0.client.moves.go();
  const { G, ctx } = p0.client.getState();
  assert.deepEqual([G.moved, G.ended, ctx.turn], [1, 0, 1]);
});

test('a predict that is none of the three is refused', () => {
  assert.throws(
    () => Client({ game: round(), playerID: '0', multiplayer: Local(), predict: 'everything' }),
    /predict: expected 'moves', 'flow', 'none'/,
  );
});

const WAITING = {
  'a move with random': { moves: { go: ({ G, random }) => { G.moved += random.D6() > 0 ? 1 : 0; } } },
  'a move with client: false': { moves: { go: { move: ({ G }) => { G.moved += 1; }, client: false } } },
  'a move that throws here': {
    setup: () => ({ moved: 0, ended: 0, secret: { step: 1 } }),
    playerView: ({ G: { secret: _, ...G } }) => G,
    moves: { go: ({ G }) => { G.moved += G.secret.step; } },
  },
  'a move of a game with a noClient plugin': {
    plugins: [{
      name: 'clock', setup: () => 1, api: ({ data }) => ({ tick: () => data }), noClient: ({ api }) => api.tick() === 1,
    }],
    moves: { go: ({ G }) => { G.moved += 1; } },
  },
};

for (const [what, game] of Object.entries(WAITING)) {
  for (const predict of ['moves', 'flow']) {
    test(`${what} waits for the master, and this is said once (${predict})`, async (t) => {
      const lines = await said(async () => {
        const match = table(t, round({ turn: {}, ...game, predict }), { debug: undefined });
        const [p0] = await match.seated('0');
        const handle = p0.client.moves.go();
        assert.equal(handle.status, 'sent');
        assert.equal(p0.client.getState().G.moved, 0);
        assert.equal(p0.client.getState().pending, 1);
        await match.run();
        assert.equal(handle.status, 'confirmed');
        assert.equal(p0.client.getState().G.moved, 1);
        p0.client.moves.go();
        await match.run();
        assert.equal(p0.client.getState().G.moved, 2);
      });
      const about = lines.filter((line) => /rondel: go shows when the master has answered/.test(line));
      assert.equal(about.length, 1, lines.join('\n'));
    });
  }
}

test("with predict: 'moves' an event waits for the master, and nothing is said of it", async (t) => {
  const lines = await said(async () => {
    const match = table(t, round(), { debug: undefined });
    const [p0] = await match.seated('0');
    const handle = p0.client.events.endTurn();
    assert.equal(handle.status, 'sent');
    assert.equal(p0.client.getState().ctx.turn, 1);
    await match.run();
    assert.equal(handle.status, 'confirmed');
    assert.equal(p0.client.getState().ctx.turn, 2);
  });
  assert.deepEqual(lines, []);
});

test("with predict: 'flow' an event shows at once", async (t) => {
  const match = table(t, round({ predict: 'flow' }));
  const [p0] = await match.seated('0');
  const handle = p0.client.events.endTurn();
  assert.equal(handle.status, 'predicted');
  assert.deepEqual([p0.client.getState().ctx.turn, p0.client.getState().G.ended], [2, 1]);
  const state = p0.client.getState();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState(), state);
});

test("with predict: 'flow' the next click, in the stage that an action leads to, counts before any answer", async (t) => {
  const match = table(t, {
    predict: 'flow',
    setup: () => ({ done: [] }),
    turn: {
      activePlayers: { currentPlayer: 'choose' },
      stages: {
        choose: {
          next: 'place',
          moves: { choose: ({ G, events }) => { G.done.push('choose'); events.endStage(); } },
        },
        place: { moves: { place: ({ G, events }) => { G.done.push('place'); events.endTurn(); } } },
      },
    },
    moves: {},
  });
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.choose(), p0.client.moves.place()];
  assert.deepEqual(statuses(handles), ['predicted', 'predicted']);
  assert.deepEqual(p0.client.getState().G.done, ['choose', 'place']);
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  const state = p0.client.getState();
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  assert.deepEqual(p1.client.getState().G.done, ['choose', 'place']);
  assert.deepEqual(p0.client.getState(), state);
});

test('what follows an action that waits is sent and not predicted, even if it could be', async (t) => {
  const match = table(t, {
    setup: () => ({ rolled: 0, n: 0 }),
    moves: { roll: ({ G, random }) => { G.rolled = random.D6(); }, add: ({ G }) => { G.n += 1; } },
  });
  const [p0] = await match.seated('0');
  const handles = [p0.client.moves.add(), p0.client.moves.roll(), p0.client.moves.add()];
  assert.deepEqual(statuses(handles), ['predicted', 'sent', 'sent']);
  assert.deepEqual(p0.client.getState().G, { rolled: 0, n: 1 });
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  assert.equal(p0.client.getState().G.n, 2);
});

test('a move refused here is not sent; after one that waits it is, and the master decides', async (t) => {
  const match = table(t, {
    setup: () => ({ rolled: 0 }),
    moves: {
      roll: ({ G, random }) => { G.rolled = random.D6(); },
      use: ({ G }) => {
        if (G.rolled === 0) return INVALID_MOVE;
        G.rolled = 0;
      },
    },
  });
  const [p0] = await match.seated('0');
  const heard = p0.heard.length;
  const refused = p0.client.moves.use();
  assert.equal(refused.status, 'rejected');
  assert.equal(refused.error.type, 'action/invalid_move');
  assert.equal(p0.client.getState().lastError, refused.error);
  await match.run();
  assert.equal(p0.heard.length, heard);
  const handles = [p0.client.moves.roll(), p0.client.moves.use(), p0.client.moves.use()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed', 'rejected']);
  assert.equal(handles[2].error.type, 'action/invalid_move');
});

test('what others hold stays hidden from a prediction, and the master fills it in', async (t) => {
  const match = table(t, {
    setup: () => ({ deck: ['ace', 'king', 'queen'], hands: { 0: [], 1: [] } }),
    playerView: ({ G, playerID }) => ({ deck: G.deck.length, hands: { [playerID]: G.hands[playerID] } }),
    moves: { draw: ({ G, playerID }) => { G.hands[playerID].push(G.deck.pop()); } },
  });
  const [p0, p1] = await match.seated('0', '1');
  const handle = p0.client.moves.draw();
  assert.equal(handle.status, 'sent');
  await match.run();
  assert.deepEqual(p0.client.getState().G, { deck: 2, hands: { 0: ['queen'] } });
  assert.deepEqual(p1.client.getState().G, { deck: 2, hands: { 1: [] } });
});

// The rest of a client

test('undo and redo reach the master, and who may is told', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const can = ({ client }) => [client.getState().canUndo, client.getState().canRedo];
  assert.deepEqual([can(p0), can(p1)], [[false, false], [false, false]]);
  p0.client.moves.mark('a');
  p0.client.moves.mark('b');
  await match.run();
  assert.deepEqual([can(p0), can(p1)], [[true, false], [false, false]]);
  const undone = p0.client.undo();
  assert.equal(undone.status, 'sent');
  await match.run();
  assert.equal(undone.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['a']);
  assert.deepEqual(can(p0), [true, true]);
  const redone = p0.client.redo();
  await match.run();
  assert.equal(redone.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['a', 'b']);
  assert.deepEqual(can(p0), [true, false]);
  const foreign = p1.client.undo();
  await match.run();
  assert.equal(foreign.status, 'rejected');
  p0.client.events.endTurn();
  await match.run();
  assert.deepEqual([can(p0), can(p1)], [[false, false], [false, false]]);
});

test('with undo switched off nobody can, and it is refused', async (t) => {
  const match = table(t, marks({ turn: {}, disableUndo: true }));
  const [p0] = await match.seated('0');
  p0.client.moves.mark();
  assert.equal(p0.client.getState().canUndo, false);
  await match.run();
  assert.equal(p0.client.getState().canUndo, false);
  const handle = p0.client.undo();
  await match.run();
  assert.equal(handle.status, 'rejected');
  assert.deepEqual(p0.client.getState().G.marks, ['0']);
});

test('canMove and legalMoves know what a client can know', async (t) => {
  const match = table(t, {
    setup: () => ({ n: 0 }),
    moves: {
      add: { move: ({ G }, n) => { G.n += n; }, validate: (_, n) => n > 0 },
      peek: { move: () => {}, validate: ({ G }) => G.secret.open },
    },
    ai: { enumerate: () => [{ move: 'add', args: [1] }, { move: 'add', args: [-1] }, { move: 'peek' }] },
  });
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  assert.deepEqual([1, -1].map((n) => p0.client.canMove('add', n)), [true, false]);
  // Only the master can tell.
  assert.equal(p0.client.canMove('peek'), true);
  assert.equal(p0.client.canMove('none such'), false);
  assert.deepEqual(p0.client.legalMoves(), [{ move: 'add', args: [1] }, { move: 'peek', args: [] }]);
  for (const { client } of [p1, spectator]) {
    assert.equal(client.canMove('add', 1), false);
    assert.deepEqual(client.legalMoves(), []);
  }
  const handle = p0.client.moves.add(-1);
  assert.equal(handle.status, 'rejected');
});

test('chat reaches everybody, with who said it', async (t) => {
  const match = table(t, counters());
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  p0.client.sendChatMessage({ text: 'hello' });
  await match.run();
  for (const { client } of [p0, p1, spectator]) {
    assert.equal(client.chatMessages.length, 1);
    const [{ id, ...message }] = client.chatMessages;
    assert.deepEqual(message, { sender: '0', payload: { text: 'hello' } });
    assert.equal(typeof id, 'string');
  }
  const before = p1.client.chatMessages;
  p1.client.sendChatMessage('and to you');
  await match.run();
  assert.deepEqual(p0.client.chatMessages.map(({ payload }) => payload), [{ text: 'hello' }, 'and to you']);
  assert.equal(before.length, 1);
});

test('matchData tells who is connected', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const connected = () => p0.client.matchData.map(({ id, isConnected }) => [id, Boolean(isConnected)]);
  assert.deepEqual(connected(), [[0, true], [1, true]]);
  p1.client.stop();
  await match.run();
  assert.deepEqual(connected(), [[0, true], [1, false]]);
  p1.client.start();
  await match.run();
  assert.deepEqual(connected(), [[0, true], [1, true]]);
});

test('stop leaves what is shown, says that there is no connection, and start goes on', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.stop();
  assert.equal(p0.client.getState().isConnected, false);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  p1.client.moves.add();
  const handle = p0.client.moves.add();
  assert.equal(handle.status, 'predicted');
  await match.run(60_000);
  assert.equal(p0.client.getState().pending, 1);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 0 });
  p0.client.start();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState().isConnected, true);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

/** Hands that only their owners see. */
function hands() {
  return {
    setup: () => ({ hands: { 0: ['ace'], 1: ['king'] } }),
    playerView: ({ G, playerID }) => ({ hands: { [playerID]: G.hands[playerID] } }),
    turn: { activePlayers: { all: null } },
    moves: { put: ({ G, playerID }, card) => { G.hands[playerID].push(card); } },
  };
}

test('updatePlayerID gives up what waits, and shows nothing until the new seat is there', async (t) => {
  const match = table(t, hands());
  const [seat] = await match.seated('0');
  const handle = losing(seat.net, () => seat.client.moves.put('ten'));
  seat.client.updatePlayerID('1');
  assert.equal(handle.status, 'rejected');
  assert.equal(seat.client.getState(), null);
  assert.equal(seat.client.playerID, '1');
  assert.deepEqual(seat.client.log, []);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, { 1: ['king'] });
  const next = seat.client.moves.put('nine');
  await match.run();
  assert.equal(next.status, 'confirmed');
  seat.client.updatePlayerID(null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, {});
  const shown = seat.shown.map((state) => state && Object.keys(state.G.hands).join());
  assert.deepEqual(shown.filter((key, i) => key !== shown[i - 1]), [null, '0', null, '1', null, '']);
});

test('at a new seat nobody is told what was refused at the old one', async (t) => {
  const match = table(t, purse());
  const [seat] = await match.seated('0');
  seat.client.moves.take(6);
  await match.run();
  assert.deepEqual(seat.client.getState().lastError.payload, { most: 5 });
  const given = losing(seat.net, () => seat.client.moves.take(1));
  const { length } = seat.shown;
  seat.client.updatePlayerID('1');
  assert.equal(given.status, 'rejected');
  await match.run();
  assert.equal(seat.client.getState().lastError, null);
  assert.ok(seat.shown.slice(length).every((state) => state === null || state.lastError === null));
});

test('what was on its way to the old seat is not shown at the new one', async (t) => {
  const match = table(t, hands());
  const [seat, other] = await match.seated('0', '1');
  other.client.moves.put('queen');
  seat.client.moves.put('ten');
  await match.run(LATENCY + 10);
  // Both answers are on their way to player 0.
  seat.client.updatePlayerID(null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, {});
  assert.equal(seat.client.log.length, 2);
  const hasSeen = seat.shown.slice(seat.shown.lastIndexOf(null)).some((state) => state?.G.hands[0]);
  assert.equal(hasSeen, false);
});

test('updateMatchID goes to another match, where the moves count anew', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  await match.run();
  p0.client.sendChatMessage('bye');
  await match.run();
  p0.client.updateMatchID('other');
  assert.equal(p0.client.getState(), null);
  assert.equal(p0.client.matchID, 'other');
  assert.deepEqual(p0.client.chatMessages, []);
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  const handle = p0.client.moves.add(5);
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(p1.client.getState().G.counts, { 0: 1, 1: 0 });
  p0.client.updateMatchID('default');
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 0 });
});

test('updateCredentials goes on with the same match', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  const waiting = p0.client.moves.add();
  p0.client.updateCredentials('secret');
  assert.equal(p0.client.credentials, 'secret');
  assert.equal(p0.client.getState().G.counts[0], 1);
  // It was on its way when the connection was made anew.
  await match.run(4_000);
  assert.equal(waiting.status, 'confirmed');
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState().G.counts[0], 2);
  assert.doesNotMatch(JSON.stringify([p0.heard, p0.client.log]), /secret/);
});

test('dispose settles what waits, and what comes then is refused', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const handle = losing(p0.net, () => p0.client.moves.add());
  const { length } = p0.shown;
  p0.client.dispose();
  p0.client.dispose();
  assert.equal(handle.status, 'rejected');
  assert.equal((await handle.confirmed).status, 'rejected');
  const after = p0.client.moves.add();
  assert.equal(after.status, 'rejected');
  assert.match(after.error.message, /disposed/);
  p1.client.moves.add();
  await match.run(40_000);
  assert.equal(p0.shown.length, length);
  p0.client.start();
  p0.client.stop();
  p0.client.updatePlayerID('1');
  p0.client.updateMatchID('other');
  p0.client.updateCredentials('x');
  p0.client.sendChatMessage('x');
  assert.equal(p0.client.canMove('add'), false);
  assert.doesNotThrow(() => p0.client.getState()?.pending);
  await match.run();
  assert.equal(p1.client.chatMessages.length, 0);
});

test('a subscriber may act at once, and another that throws is only his own problem', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  // Answers each move of the other player's with one of his own.
  p1.client.subscribe((state) => {
    if (state.G.counts[0] > state.G.counts[1]) p1.client.moves.add();
  });
  const lines = await said(async () => {
    p0.client.subscribe(() => { throw new Error('a careless subscriber'); });
    const seen = [];
    p0.client.subscribe((state) => seen.push(state.G.counts[0]));
    p0.client.moves.add();
    p0.client.moves.add();
    await match.run();
    assert.equal(seen.at(-1), 2);
  });
  assert.ok(lines.some((line) => line.includes('a careless subscriber')));
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 2 });
});

test('without a network the master answers before the call returns, also to those who act when they are told', (t) => {
  const game = counters();
  const multiplayer = Local();
  const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, debug: false }));
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

test('a subscriber may dispose of its client in the middle of a message', async (t) => {
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

test('a move cannot make moves of its own', async (t) => {
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

test('numPlayers makes the match of whoever comes first; setup gets no setupData', async (t) => {
  let given = 'nothing yet';
  const setup = ({ ctx }, setupData) => {
    given = setupData;
    return { counts: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])) };
  };
  const match = table(t, counters({ setup }), { numPlayers: 3, setupData: { big: true } });
  const [p2] = await match.seated('2');
  assert.equal(p2.client.getState().ctx.numPlayers, 3);
  assert.equal(given, undefined);
  const late = match.sit('0', { numPlayers: 4 });
  await match.run();
  assert.equal(late.client.getState().ctx.numPlayers, 3);
  p2.client.moves.add();
  await match.run();
  assert.deepEqual(late.client.getState().G.counts, { 0: 0, 1: 0, 2: 1 });
});

test('follow, which the hooks for React and Vue are made of, waits for the match and starts the client', async (t) => {
  const net = network({ latency: LATENCY });
  const client = Client({ game: counters(), playerID: '0', debug: false, multiplayer: Local({ network: net }) });
  t.after(() => client.dispose());
  const { read, subscribe } = follow(client);
  assert.equal(read(), null);
  let renders = 0;
  const unsubscribe = subscribe(() => { renders += 1; });
  assert.equal(read(), null);
  await net.run(A_WHILE);
  assert.deepEqual(read().G.counts, { 0: 0, 1: 0 });
  assert.ok(renders > 0);
  const state = read();
  assert.equal(read(), state);
  client.moves.add();
  assert.equal(read().G.counts[0], 1);
  unsubscribe();
  await net.run(A_WHILE);
  assert.equal(client.getState().isConnected, false);
});

test("compat: '0.50' plays online, and its actions answer nothing", async (t) => {
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

test("with compat: '0.50' one of two moves at once is stale, as in boardgame.io, and its author learns it", async (t) => {
  const match = table(t, counters({ compat: '0.50' }));
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  assert.equal(p1.client.getState().lastError.type, 'action/stale_state_id');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
});

test('a strict move that has not seen the present state is refused, and one that has is not', async (t) => {
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

test('arguments that cannot be sent are refused at once, and play goes on', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const circular = {};
  circular.self = circular;
  for (const what of [circular, 10n]) {
    const handle = p0.client.moves.mark(what);
    assert.equal(handle.status, 'rejected');
    assert.match(handle.error.message, /cannot be sent/);
    assert.equal(p0.client.getState().pending, 0);
  }
  const next = p0.client.moves.mark('a');
  await match.run();
  assert.equal(next.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['a']);
});

test('arguments are as they were when the move was made, and as the master gets them', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const what = { name: 'ace', since: new Date(0), gone: undefined };
  const handle = losing(p0.net, () => p0.client.moves.mark(what));
  what.name = 'forged';
  const expected = [{ name: 'ace', since: '1970-01-01T00:00:00.000Z' }];
  assert.deepEqual(p0.client.getState().G.marks, expected);
  await match.run(4_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, expected);
});

test('a transport that throws while it sends is one that has lost the message', async (t) => {
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
  const client = Client({ game, playerID: '0', debug: false, multiplayer });
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

test("in boardgame.io's ways a subscriber that throws is the caller's problem, and stops nothing else", async (t) => {
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

test('reset and loadState are not for a client of a master', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  p0.client.moves.add();
  for (const handle of [p0.client.reset(), p0.client.loadState(p0.client.getState())]) {
    assert.equal(handle.status, 'rejected');
  }
  assert.equal(p0.client.getState().G.counts[0], 1);
});

test('previewState shows another state while play goes on behind it', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.previewState({ G: { counts: { 0: 77, 1: 77 } }, ctx: p0.client.getState().ctx });
  p1.client.moves.add();
  await match.run();
  assert.equal(p0.client.getState().G.counts[0], 77);
  p0.client.previewState(null);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 1 });
});

test('a client whose multiplayer makes no transport says so', () => {
  for (const multiplayer of [() => ({}), () => undefined]) {
    assert.throws(() => Client({ game: counters(), multiplayer }), /multiplayer: expected a function that makes a Transport/);
  }
});

/** A client whose master is the test: `say(data)` is heard by it, and `asked` notes what it asks. */
function scripted(t, game) {
  const asked = [];
  let say;
  class Script extends Transport {
    connect() { this.setConnectionStatus(true); }
    disconnect() { this.setConnectionStatus(false); }
    sendAction() { asked.push('action'); }
    requestSync() { asked.push('sync'); }
  }
  const client = Client({ game, playerID: '0', debug: false, multiplayer: (options) => {
    say = options.transportDataCallback;
    return new Script(options);
  } });
  t.after(() => client.dispose());
  client.start();
  return { client, asked, say };
}

const stateOf = (G, _stateID = 0) => ({
  G,
  ctx: { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0 },
  plugins: {},
  _undo: [],
  _redo: [],
  _stateID,
});

test('a message that makes no sense ends in a sync, and play goes on', (t) => {
  const { client, asked, say } = scripted(t, counters());
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 0, 1: 0 } }), log: [] }] });
  assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 0 });
  say({ type: 'patch', args: ['default', 0, 1, [{ op: 'replace', path: '/none/such', value: 1 }], []] });
  assert.deepEqual(asked, ['sync']);
  assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 0 });
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 3, 1: 0 } }, 1), log: [] }] });
  assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 0 });
});

test('a sync brings the log anew, though nothing else has changed', (t) => {
  const { client, say } = scripted(t, counters());
  const state = stateOf({ counts: { 0: 1, 1: 0 } }, 1);
  const logged = (args) => {
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args, playerID: '0' } };
    return [{ action, _stateID: 0, turn: 1, phase: null }];
  };
  say({ type: 'sync', args: ['default', { state, log: logged(null) }] });
  assert.equal(client.log[0].action.payload.args, null);
  say({ type: 'sync', args: ['default', { state, log: logged([1]) }] });
  assert.deepEqual(client.log[0].action.payload.args, [1]);
});
