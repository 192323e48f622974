// Rondel's client and master over a transport and a storage by boardgame.io's contract alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { silence } from '../support/console.mjs';
import { counters, hands, marks, purse } from './games.mjs';
import { rondel, server } from './server.mjs';
import { LATENCY, history } from './support.mjs';

test('over a contract transport, states arrive complete and all clients end in the same state', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1, spectator] = await match.seated('0', '1', undefined);
  const handles = [p0.client.moves.add(), p1.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('confirmed'));
  for (const { client, heard } of [p0, p1, spectator]) {
    assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(client.log.length, 3);
    assert.deepEqual(heard.filter(({ type }) => type === 'update').map(({ args }) => args[1]._stateID), [1, 2, 3]);
  }
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2]);
});

test('over a contract transport, missing log entries reveal a lost update', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p1.net.loss = 1;
  p0.client.moves.add();
  await match.run();
  p1.net.loss = 0;
  p0.client.moves.add();
  await match.run();
  assert.deepEqual(p1.client.getState().G.counts, { 0: 2, 1: 0 });
  assert.equal(p1.client.log.length, 2);
});

test('over a contract transport, two tabs of one player do not accept each other\'s answers', async (t) => {
  const match = server(t, purse(), rondel);
  const [left, right] = await match.seated('0', '0');
  const [refused, done] = [left.client.moves.take(6), right.client.moves.take(2)];
  await match.run();
  assert.deepEqual([refused.status, done.status], ['rejected', 'confirmed']);
  for (const { client } of [left, right]) assert.equal(client.getState().G.taken, 2);
  assert.equal(right.client.getState().lastError, null);
});

test('over a contract transport, messages of another match are ignored', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.updateMatchID('other');
  await match.run();
  p1.client.moves.add();
  p1.client.sendChatMessage('hello');
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 0 });
  assert.deepEqual(p1.client.getState().G.counts, { 0: 0, 1: 1 });
  assert.deepEqual(p0.client.chatMessages, []);
});

test('an update that arrives after a newer one changes nothing and adds nothing to the log', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p1.net.latency = 400;
  p0.client.moves.add();
  await match.run(LATENCY + 10);
  p1.net.latency = 10;
  p1.net.reorder = 1;
  p0.client.moves.add();
  await match.run(10_000);
  assert.deepEqual(history(p1, ({ G }) => G.counts[0]), [0, 2]);
  assert.equal(p1.client.log.length, 2);
});

test('clients follow a master whose storage went back to an older state, and it refuses actions that it no longer knows', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  await match.run();
  const { state } = match.storage.fetch('default');
  p0.client.moves.add();
  p0.client.moves.add();
  await match.run();
  assert.equal(p1.client.getState().G.counts[0], 3);
  match.storage.setState('default', state);
  const handle = p0.client.moves.add();
  await match.run(60_000);
  assert.equal(handle.status, 'rejected');
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
    assert.equal(client.getState().pending, 0);
    assert.equal(client.getState().lastError.type, 'match/lost');
  }
  const next = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run();
  assert.deepEqual(next.map(({ status }) => status), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
});

test('clients whose match was restarted with the server get an error once, until they act', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  const match = server(t, counters(), rondel, { quiet: undefined });
  const seats = await match.seated('0', '1');
  for (const { client } of seats) client.moves.add();
  await match.run();
  match.storage.wipe('default');
  for (const { client } of seats) {
    client.stop();
    client.start();
  }
  await match.run(60_000);
  for (const { client } of seats) {
    const { G, _stateID, lastError } = client.getState();
    assert.deepEqual([G.counts, _stateID], [{ 0: 0, 1: 0 }, 0]);
    assert.deepEqual(lastError, { type: 'match/lost', message: 'the master is back at an earlier state of the match' });
  }
  const told = 'rondel: the master is back at an earlier state of the match';
  assert.deepEqual(error.mock.calls.map(({ arguments: [text] }) => text), [told, told]);
  for (const { client } of seats) client.moves.add();
  await match.run();
  for (const { client } of seats) assert.deepEqual([client.getState().G.counts, client.getState().lastError], [{ 0: 1, 1: 1 }, null]);
});

test('no action is lost or made twice while a storage fails', async (t) => {
  silence(t);
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  const { setState } = match.storage;
  match.storage.setState = () => { throw new Error('the disk is full'); };
  const handles = [p0.client.moves.add(), p0.client.moves.add(), p1.client.moves.add()];
  await match.run(5_000);
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('predicted'));
  assert.ok(match.answers.some((answer) => answer?.error === 'storage failed'));
  match.storage.setState = setState;
  await match.run(10_000);
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('confirmed'));
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(client.log.length, 3);
  }
});

test('with deltaState, a contract transport gets patches', async (t) => {
  const match = server(t, marks({ deltaState: true }), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.mark();
  await match.run();
  p1.client.moves.mark();
  await match.run();
  for (const { client, heard } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['0', '1']);
    assert.deepEqual(heard.filter(({ type }) => type === 'update'), []);
    assert.equal(heard.filter(({ type }) => type === 'patch').length, 2);
  }
});

test('over a contract transport, updatePlayerID shows nothing of the old seat', async (t) => {
  const match = server(t, hands(), rondel);
  const [seat] = await match.seated('0');
  seat.client.moves.put('ten');
  await match.run();
  seat.client.updatePlayerID('1');
  assert.equal(seat.client.getState(), null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, { 1: ['king'] });
});

test('with wrong credentials there is no state; an action refused for that reason is made with the right ones', async (t) => {
  const passwords = { 0: 'right', 1: 'also right' };
  const auth = { authenticateCredentials: ({ playerID, credentials }) => passwords[playerID] === credentials };
  const match = server(t, counters(), rondel, { auth });
  const p0 = match.sit('0', { credentials: 'wrong' });
  const p1 = match.sit('1', { credentials: 'also right' });
  await match.run();
  assert.equal(p0.client.getState(), null);
  assert.equal(p0.client.moves.add().status, 'rejected');
  p0.client.updateCredentials('right');
  await match.run();
  p0.client.moves.add();
  await match.run();
  passwords[0] = 'new';
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'predicted');
  p0.client.updateCredentials('new');
  await match.run(10_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 0 });
  assert.doesNotMatch(JSON.stringify([p0.heard, p1.heard]), /right|wrong|"new"/);
});
