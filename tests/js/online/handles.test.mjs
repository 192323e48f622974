// The handle of an action, pending actions, and arguments that cannot be sent.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { counters, marks, purse } from './games.mjs';
import { losing, statuses, table } from './support.mjs';

test('a handle is predicted and then confirmed, and its promise resolves', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.add();
  assert.deepEqual([handle.status, handle.error], ['predicted', null]);
  assert.ok(Object.isFrozen(handle));
  await match.run();
  assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
  assert.deepEqual([handle.status, handle.error], ['confirmed', null]);
});

test('a refused action resolves its promise with the error, and no promise rejects', async (t) => {
  const match = table(t, purse());
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.take(6);
  await match.run();
  const outcome = await handle.confirmed;
  assert.equal(outcome.status, 'rejected');
  assert.equal(outcome.error, handle.error);
  assert.equal(typeof handle.error.message, 'string');
});

test('the next action clears the error of the last one, even before it shows', async (t) => {
  const match = table(t, { ...purse(), predict: 'none' });
  const [p0] = await match.seated('0');
  p0.client.moves.take(6);
  await match.run();
  const told = [];
  assert.notEqual(p0.client.getState().lastError, null);
  p0.client.subscribe((state) => told.push(state.lastError !== null));
  p0.client.moves.take(6);
  assert.deepEqual(told, [true, false]);
});

test('pending counts the actions that the master has not answered', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  assert.equal(p0.client.getState().pending, 0);
  p0.client.moves.add();
  p0.client.moves.add();
  assert.equal(p0.client.getState().pending, 2);
  await match.run();
  assert.equal(p0.client.getState().pending, 0);
});

test('before the master\'s first answer there is no state, and moves are refused', async (t) => {
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

test('32 actions may be pending; the next is refused until an answer arrives', async (t) => {
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

test('arguments are copied with JSON semantics when the move is made', async (t) => {
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

test('dispose rejects pending actions, and later ones are refused', async (t) => {
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

test('a client that was never started says so', () => {
  const client = Client({ game: counters(), playerID: '0', multiplayer: Local() });
  const { error } = client.moves.add();
  assert.equal(error.message, 'the client has not been started: call client.start()');
});
