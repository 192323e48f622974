// canMove and legalMoves online with pending actions, and notifications about those.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { counters, marks } from './games.mjs';
import { LATENCY, statuses, table } from './support.mjs';

/** Each player answers once, all at once; only the master knows the right answer. */
const quiz = () => ({
  setup: () => ({ right: 2, answers: {} }),
  playerView: ({ G: { right: _, ...G } }) => G,
  turn: { activePlayers: { all: null } },
  moves: {
    answer: {
      client: false,
      validate: ({ G, playerID }) => G.answers[playerID] === undefined,
      move: ({ G, playerID }, n) => { G.answers[playerID] = n === G.right; },
    },
  },
  ai: { enumerate: () => [1, 2, 3].map((n) => ({ move: 'answer', args: [n] })) },
});

test('a pending move without a prediction leaves its player no legal move, and other players theirs', async (t) => {
  const match = table(t, quiz());
  const [p0, p1] = await match.seated('0', '1');
  assert.equal(p0.client.legalMoves().length, 3);
  const handle = p0.client.moves.answer(1);
  assert.deepEqual([handle.status, p0.client.legalMoves(), p0.client.canMove('answer', 2)], ['sent', [], false]);
  assert.deepEqual([p1.client.legalMoves().length, p1.client.canMove('answer', 2)], [3, true]);
  await match.run();
  assert.deepEqual([handle.status, p0.client.legalMoves()], ['confirmed', []]);
  assert.equal(p1.client.legalMoves().length, 3);
});

test('a disconnected page that acts as often as it may sends one answer', async (t) => {
  const match = table(t, quiz());
  const [p0, p1] = await match.seated('0', '1');
  p0.net.disconnect();
  await match.run();
  const handles = [];
  for (let i = 0; i < 6; i += 1) for (const { move, args } of p0.client.legalMoves().slice(0, 1)) handles.push(p0.client.moves[move](...args));
  assert.equal(p0.client.getState().pending, 1);
  p0.net.reconnect();
  await match.run(10_000);
  assert.deepEqual(statuses(handles), ['confirmed']);
  assert.deepEqual([p0.client.getState().lastError, p1.client.getState().G.answers], [null, { 0: false }]);
});

/** Actions after which the player's next actions are unknown: each makes the action on a client of the game. */
const UNKNOWN = {
  'an event': [{}, ({ events }) => events.setStage('other')],
  'a move that calls events': [{}, ({ moves }) => moves.stop()],
  'a move that draws': [{}, ({ moves }) => moves.roll()],
  'a move with `client: false`': [{}, ({ moves }) => moves.peek()],
  'an undo': [{}, ({ undo }) => undo()],
  'any action where nothing is predicted': [{ predict: 'none' }, ({ moves }) => moves.add()],
  'a move behind one that waits': [{}, ({ moves }) => { moves.peek(); return moves.add(); }],
};

const board = (game = {}) => ({
  setup: () => ({ n: 0, top: 6 }),
  turn: { stages: { other: {} } },
  moves: {
    add: ({ G }) => { G.n += 1; },
    stop: ({ G, events }) => { G.n += 1; events.endStage(); },
    roll: ({ G, random }) => { G.n += random.D6(); },
    peek: { client: false, move: ({ G }) => { G.n += G.top; } },
  },
  ai: { enumerate: () => ['add', 'stop', 'roll', 'peek'].map((move) => ({ move })) },
  ...game,
});

for (const [what, [game, act]] of Object.entries(UNKNOWN)) {
  test(`nothing is legal until the answer after ${what}`, async (t) => {
    const match = table(t, board(game));
    const [p0] = await match.seated('0');
    p0.client.moves.add();
    await match.run();
    const handle = act(p0.client);
    const can = () => [p0.client.legalMoves().length, p0.client.canMove('add')];
    assert.deepEqual(can(), [0, false]);
    await match.run();
    assert.deepEqual([handle.status, ...can()], ['confirmed', 4, true]);
  });
}

test('a completely predicted move leaves the next moves legal', async (t) => {
  const match = table(t, board());
  const [p0] = await match.seated('0');
  p0.client.moves.add();
  assert.deepEqual([p0.client.getState().pending, p0.client.legalMoves().length], [1, 4]);
});

test('a move that will probably be refused leaves the next moves legal', async (t) => {
  const match = table(t, board({
    playerView: ({ G }) => ({ n: G.n }),
    moves: { add: ({ G }) => { G.n += 1; }, cheat: () => INVALID_MOVE },
  }));
  const [p0] = await match.seated('0');
  assert.equal(p0.client.moves.cheat().status, 'sent');
  assert.equal(p0.client.canMove('add'), true);
});

test('after a refused move its player has legal moves again', async (t) => {
  const match = table(t, { ...quiz(), moves: { answer: { client: false, move: () => INVALID_MOVE } } });
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.answer(1);
  assert.deepEqual(p0.client.legalMoves(), []);
  await match.run();
  assert.deepEqual([handle.status, p0.client.legalMoves().length], ['rejected', 3]);
});

/** Limits: the number of times that a player adds until they reach one, with other moves that do not count. */
const LIMITS = {
  'maxMoves of the turn': [2, { turn: { maxMoves: 2 } }],
  'maxMoves of active players': [2, { turn: { activePlayers: { all: null, maxMoves: 2 } } }],
  "a stage's own maxMoves": [3, { turn: { activePlayers: { all: 'three' }, stages: { three: { maxMoves: 3 } } } }],
};

for (const [what, [most, game]] of Object.entries(LIMITS)) {
  for (const predict of ['moves', 'flow']) {
    test(`predicted moves count towards ${what} (${predict})`, async (t) => {
      const match = table(t, counters({
        moves: { add: ({ G, playerID }) => { G.counts[playerID] += 1; }, look: { noLimit: true, move: () => {} } },
        ai: { enumerate: () => [{ move: 'add' }] },
        predict,
        ...game,
      }));
      const [p0] = await match.seated('0');
      const handles = [p0.client.moves.look()];
      for (let i = 0; i < 5 && p0.client.legalMoves().length > 0; i += 1) handles.push(p0.client.moves.add());
      assert.deepEqual([handles.length, p0.client.canMove('look')], [1 + most, false]);
      await match.run();
      assert.deepEqual([statuses(handles), p0.client.getState().G.counts[0]], [handles.map(() => 'confirmed'), most]);
      assert.equal(p0.client.canMove('add'), false);
    });
  }
}

test('confirmed moves and predicted ones count together', async (t) => {
  const match = table(t, marks({ turn: { maxMoves: 2 } }));
  const [p0] = await match.seated('0');
  p0.client.moves.mark();
  await match.run();
  assert.equal(p0.client.canMove('mark'), true);
  p0.client.moves.mark();
  assert.equal(p0.client.canMove('mark'), false);
});

test('subscribers are notified of an action that does not show, and see that it is pending', async (t) => {
  const match = table(t, quiz());
  const [p0] = await match.seated('0');
  const seen = [];
  p0.client.subscribe(({ pending, isActive }) => seen.push([pending, isActive, p0.client.legalMoves().length]));
  seen.length = 0;
  p0.client.moves.answer(2);
  assert.deepEqual(seen, [[1, true, 0]]);
  await match.run(2 * LATENCY);
  assert.deepEqual(seen, [[1, true, 0], [0, true, 0]]);
});
