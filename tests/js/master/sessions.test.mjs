// Actions with a session and a sequence number: each is made once, in order, and answered as often as it arrives.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { acksOf } from '../../../pkg/lib/online/ledger.js';
import { throughJSON } from '../support/json.mjs';
import { freely, inTurn, together } from './games.mjs';
import { begun, move, room } from './support.mjs';

test('an action that arrives twice is made once, and answered twice', async () => {
  const { master, state, news } = await begun(inTurn());
  const sync = { session: 'tab', seq: 1, first: 1 };
  for (let i = 0; i < 3; i += 1) assert.equal(await master.onUpdate(move('add', '0', [1], sync), 0, 'm', '0', 'c'), undefined);
  assert.equal(state().G.n, 1);
  const { 0: zero, 1: one } = news();
  assert.equal(one.length, 1);
  assert.deepEqual(zero.map(({ type }) => type), ['update', 'patch', 'patch']);
  for (const message of zero) assert.deepEqual(message.sync.acks, [['tab', 1]]);
  assert.deepEqual(zero[1].args, ['m', 1, 1, [], []]);
});

test('a refused action that arrives again is refused again, after any other actions', async () => {
  const { master, state, news } = await begun(inTurn());
  const early = move('add', '1', [1], { session: 'tab', seq: 1, first: 1 });
  assert.deepEqual(await master.onUpdate(early, 0, 'm', '1'), { error: 'action/inactive_player' });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  news();
  await master.onUpdate(early, 1, 'm', '1');
  assert.equal(state().G.n, 1);
  assert.equal(news()[1][0].sync.acks[0][2][0][1].type, 'action/inactive_player');
});

test('an action after a gap waits until the missing one arrives', async () => {
  const { master, state, news } = await begun(freely());
  const [first, second] = [1, 2].map((seq) => move('add', '0', [seq], { session: 'tab', seq, first: 1, ...(seq === 2 && { dependsOn: 1 }) }));
  assert.equal(await master.onUpdate(second, 0, 'm', '0'), undefined);
  assert.equal(state()._stateID, 0);
  assert.deepEqual(news()[0].map(({ sync }) => sync.acks), [[]]);
  await master.onUpdate(first, 0, 'm', '0');
  await master.onUpdate(second, 0, 'm', '0');
  assert.equal(state().G.n, 3);
  assert.deepEqual(news()[0].at(-1).sync.acks, [['tab', 2]]);
});

test('an action made on top of a refused one is refused with it', async () => {
  const { master, state, news } = await begun(freely());
  await master.onUpdate(move('no', '0', [], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0');
  const second = move('add', '0', [], { session: 'tab', seq: 2, first: 1, dependsOn: 1 });
  assert.deepEqual(await master.onUpdate(second, 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(state().G.n, 0);
  assert.deepEqual(news()[0].at(-1).sync.acks[0][2].map(([seq, { type }]) => [seq, type]), [
    [1, 'action/invalid_move'], [2, 'action/stale_state_id'],
  ]);
});

test('two tabs of one player have their own sequences, and acknowledgements go to both', async () => {
  const { master, state, news } = await begun(freely());
  await master.onUpdate(move('add', '0', [1], { session: 'one', seq: 1, first: 1 }), 0, 'm', '0');
  await master.onUpdate(move('add', '0', [1], { session: 'two', seq: 1, first: 1 }), 0, 'm', '0');
  assert.equal(state().G.n, 2);
  assert.deepEqual(news()[0].at(-1).sync.acks, [['one', 1], ['two', 1]]);
  await master.onSync('m', '0');
  assert.deepEqual(news()[0][0].sync.acks, [['one', 1], ['two', 1]]);
  await master.onSync('m', '1');
  assert.deepEqual(news()[1][0].sync.acks, []);
});

test('an action of an evicted session is not made a second time', async () => {
  const game = freely();
  game.moves = { ...game.moves, any: { move: game.moves.add, ignoreStaleStateID: true } };
  const { master, state, news } = await begun(game);
  const [first, second] = [1, 2].map((seq) => move('any', '0', [100], { session: 'tab', seq, first: 1 }));
  await master.onUpdate(first, 0, 'm', '0');
  await master.onUpdate(second, 0, 'm', '0');
  for (let i = 0; i < 8; i += 1) {
    await master.onUpdate(move('add', '0', [1], { session: `tab ${i}`, seq: 1, first: 1 }), state()._stateID, 'm', '0');
  }
  news();
  // The answers were lost, and the tab sends both again.
  for (const again of [first, second]) {
    assert.deepEqual(await master.onUpdate(again, 0, 'm', '0'), { error: 'action/stale_state_id' });
  }
  assert.deepEqual(news()[0].at(-1).sync.acks.at(-1).slice(0, 2), ['tab', 2]);
  assert.equal(await master.onUpdate(move('any', '0', [100], { session: 'tab', seq: 3, first: 3 }), 10, 'm', '0'), undefined);
  assert.equal(state().G.n, 308);
});

test('a refused action is not made after its session was evicted', async () => {
  const game = { ...together(), setup: () => ({ n: 0, by: [] }) };
  game.moves = { ...game.moves, take: { move: ({ G }) => (G.n > 0 ? { ...G, n: G.n - 1 } : INVALID_MOVE), ignoreStaleStateID: true } };
  const { master, state } = await begun(game);
  const refused = move('take', '0', [], { session: 'tab', seq: 1, first: 1 });
  assert.deepEqual(await master.onUpdate(refused, 0, 'm', '0'), { error: 'action/invalid_move' });
  // The sessions that evict it are refused as well; another player's move makes the refused action possible.
  await master.onUpdate(move('add', '1'), 0, 'm', '1');
  for (let i = 0; i < 8; i += 1) await master.onUpdate(move('no', '0', [], { session: `tab ${i}`, seq: 1, first: 1 }), 1, 'm', '0');
  assert.deepEqual(await master.onUpdate(refused, 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(state().G.n, 1);
});

test('another master over the same storage knows the same sessions', async () => {
  const { master, storage } = await begun(freely());
  const action = move('add', '0', [1], { session: 'tab', seq: 1, first: 1 });
  await master.onUpdate(action, 0, 'm', '0');
  // As from a database.
  storage.state.set('m', throughJSON(storage.state.get('m')));
  const next = room(freely(), { storage });
  await next.master.onUpdate(action, 0, 'm', '0');
  assert.equal(next.state().G.n, 1);
  assert.deepEqual(next.news()[0][0].sync.acks, [['tab', 1]]);
});

test('a match that an earlier release stored continues, and is stored in the same form', async () => {
  const { master, storage, state } = await begun(together());
  const refused = [[4, { type: 'game/own', message: 'no', payload: { deep: [1, null, { a: 'ä' }] } }], [5, { type: 'match/log_full', message: 'full' }]];
  // Without `forgotten`, as the first releases stored it, for players whose names are not seats.
  const ledger = { base: 0, since: { 1: 0, ann: 0 }, sessions: [['1', 'old tab', 0, 5, refused], ['__proto__', 'toString', 0, 2, []]] };
  storage.setState('m', throughJSON({ ...state(), _sync: ledger }));
  await master.onUpdate(move('add', '0', [1], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0');
  assert.deepEqual(throughJSON(state()._sync), {
    base: 0,
    since: { 1: 0, ann: 0 },
    forgotten: {},
    sessions: [['1', 'old tab', 0, 5, refused], ['__proto__', 'toString', 0, 2, []], ['0', 'tab', 1, 1, []]],
  });
  // The answers to its sessions are known, and actions on top of refused ones are refused with them.
  const again = move('add', '1', [1], { session: 'old tab', seq: 5, first: 1 });
  assert.equal(await master.onUpdate(again, 1, 'm', '1'), undefined);
  assert.deepEqual(await master.onUpdate(move('add', '1', [1], { session: 'old tab', seq: 6, first: 1, dependsOn: 5 }), 1, 'm', '1'), { error: 'action/stale_state_id' });
  assert.deepEqual(throughJSON(state()._sync.sessions.at(-1)[4].slice(0, 2)), refused);
  assert.equal(state().G.n, 1);
});

test('a player named like a member of Object.prototype gets their answers', () => {
  const sessions = ['__proto__', '0', '__proto__'].map((player, i) => [player, `tab ${i}`, 1, 1, []]);
  const acks = acksOf({ _stateID: 1, _sync: { base: 0, since: {}, sessions } });
  assert.deepEqual(Object.entries(acks), [['__proto__', [['tab 0', 1], ['tab 2', 1]]], ['0', [['tab 1', 1]]]].sort());
});
