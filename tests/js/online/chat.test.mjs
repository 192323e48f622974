// Chat messages: the same over each transport, buffered until they are delivered, and delivered once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';
import { LINES } from '../multiplayer/lines.mjs';
import { CLIENTS, serve, sit, until } from '../server/support.mjs';
import { losing, table } from './support.mjs';

const makeGame = () => ({ name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });
const said = ({ chatMessages }) => chatMessages.map(({ payload }) => payload);
const SPECTATOR = { type: 'action/inactive_player', message: 'spectators cannot act' };

for (const [name, open] of Object.entries(LINES)) {
  test(`${name}: a message is confirmed and reaches everybody once, and a spectator's is refused`, async (t) => {
    silence(t);
    const game = makeGame();
    const lines = open({ game, storage: new InMemory(), later: setImmediate });
    const clients = ['0', '1', null].map((playerID) => Client({ game, playerID, debug: false, quiet: true, multiplayer: lines.multiplayer() }));
    for (const client of clients) {
      t.after(() => client.dispose());
      client.start();
    }
    const [p0, p1, spectator] = clients;
    // Buffered until there is a connection.
    const early = p0.sendChatMessage('early');
    await until(clients, () => clients.every(({ connection: { status } }) => status === 'connected'));
    await until([p0], () => early.status === 'confirmed');
    const refused = spectator.sendChatMessage('psst');
    assert.deepEqual([refused.status, refused.error], ['rejected', SPECTATOR]);
    const handle = p1.sendChatMessage({ text: 'hello' });
    await until([p1], () => handle.status === 'confirmed');
    assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
    await until(clients, () => clients.every(({ chatMessages }) => chatMessages.length === 2));
    for (const client of clients) assert.deepEqual(said(client), ['early', { text: 'hello' }]);
    assert.deepEqual(p0.chatMessages.map(({ sender }) => sender), ['0', '1']);
  });

  // boardgame.io's server does not ask the game, and does not report refusals.
  test(`${name}: a message that the game refuses reaches nobody`, { skip: name.includes('boardgame.io') }, async (t) => {
    silence(t);
    const game = { ...makeGame(), validateChatMessage: (payload, playerID) => typeof payload?.text === 'string' && payload.by !== playerID };
    const lines = open({ game, storage: new InMemory(), later: setImmediate });
    const clients = ['0', '1'].map((playerID) => Client({ game, playerID, debug: false, quiet: true, multiplayer: lines.multiplayer() }));
    for (const client of clients) {
      t.after(() => client.dispose());
      client.start();
    }
    await until(clients, () => clients.every(({ connection: { status } }) => status === 'connected'));
    const [p0] = clients;
    const handles = ['shout', { text: 'me', by: '0' }, { text: 'hello' }].map((payload) => p0.sendChatMessage(payload));
    await until(clients, () => handles.every(({ status }) => ['confirmed', 'rejected'].includes(status)));
    const refused = { type: 'action/action_invalid', message: 'the game does not take this for a chat message' };
    assert.deepEqual(handles.map(({ error }) => error), [refused, refused, null]);
    await until(clients, () => clients.every(({ chatMessages }) => chatMessages.length > 0));
    for (const client of clients) assert.deepEqual(said(client), [{ text: 'hello' }]);
  });

  test(`${name}: a message sent during an outage arrives once, also on the sender's page`, async (t) => {
    silence(t);
    const game = makeGame();
    const lines = open({ game, storage: new InMemory(), later: setImmediate });
    const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, debug: false, quiet: true, multiplayer: lines.multiplayer() }));
    for (const client of [p0, p1]) {
      t.after(() => client.dispose());
      client.start();
    }
    await until([p0, p1], () => p0.getState() && p1.getState() && p0.getState().isConnected);
    const before = p0.sendChatMessage('just before');
    lines.drop(0);
    const during = p0.sendChatMessage('meanwhile');
    await until([p0], () => before.status === 'confirmed' && during.status === 'confirmed');
    p1.sendChatMessage('last');
    await until([p0, p1], () => [p0, p1].every((client) => said(client).includes('last')));
    for (const client of [p0, p1]) assert.deepEqual(said(client).sort(), ['just before', 'last', 'meanwhile']);
  });
}

test('a message whose confirmation is lost is sent again, and received once', async (t) => {
  const match = table(t, makeGame());
  const [p0, p1] = await match.seated('0', '1');
  const handle = p0.client.sendChatMessage('hello');
  p0.net.loss = 1;
  await match.run(200);
  p0.net.loss = 0;
  assert.deepEqual([said(p1.client), handle.status], [['hello'], 'sent']);
  await match.run(10_000);
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual([said(p0.client), said(p1.client)], [['hello'], ['hello']]);
  const lost = losing(p0.net, () => p0.client.sendChatMessage('again'));
  await match.run(10_000);
  assert.equal(lost.status, 'confirmed');
  assert.deepEqual(p1.heard.filter(({ type }) => type === 'chat').length, 2);
});

test('a message without a confirmation times out', async (t) => {
  const match = table(t, makeGame());
  const [p0] = await match.seated('0');
  p0.net.loss = 1;
  const handle = p0.client.sendChatMessage('hello');
  await match.run(120_000);
  assert.deepEqual([handle.status, handle.error.type], ['rejected', 'chat/unanswered']);
});

test('a message that is too large, that JSON cannot represent, or that has no receivers is refused', async (t) => {
  silence(t);
  const net = network();
  const client = Client({ game: makeGame(), playerID: '0', debug: false, quiet: true, multiplayer: Local({ network: net }) });
  t.after(() => client.dispose());
  assert.equal(client.sendChatMessage('hello').error.message, 'the client has not been started: call client.start()');
  client.start();
  for (const payload of ['x'.repeat(10_001), Array(1000).fill(0), 10n]) assert.equal(client.sendChatMessage(payload).status, 'rejected');
  const handles = Array.from({ length: 33 }, (_, i) => client.sendChatMessage(i));
  assert.deepEqual(handles.map(({ status }) => status), [...Array(32).fill('sent'), 'rejected']);
  client.updateMatchID('other');
  assert.ok(handles.every(({ status }) => status === 'rejected'));
  const last = client.sendChatMessage('last');
  client.dispose();
  assert.deepEqual([last.error.type, last.error.message.includes('the client has been disposed of')], ['chat/unanswered', true]);
  assert.equal(client.sendChatMessage('after').status, 'rejected');
  assert.equal(Client({ game: makeGame(), debug: false, quiet: true }).sendChatMessage('hello').status, 'rejected');
  assert.equal(Client({ game: { ...makeGame(), compat: '0.50' }, debug: false, quiet: true }).sendChatMessage('hello'), undefined);
});

test('a message keeps its content when the page changes it afterwards', async (t) => {
  const match = table(t, makeGame());
  const [p0] = await match.seated('0');
  const payload = { list: [1] };
  p0.client.sendChatMessage(payload);
  payload.list.push(2);
  await match.run();
  assert.deepEqual(said(p0.client), [{ list: [1] }]);
});

for (const [name, make] of Object.entries(CLIENTS).filter(([key]) => key.startsWith('Rondel'))) {
  test(`${name}: a player who has lost the seat learns that the message was not delivered`, async (t) => {
    silence(t);
    let isTheirs = true;
    const { url } = await serve(t, { games: [makeGame()], auth: { authenticateCredentials: () => isTheirs } });
    const client = sit(t, make, url, { game: makeGame(), playerID: '0' });
    await until([client], () => client.getState());
    isTheirs = false;
    const handle = client.sendChatMessage('hello');
    await until([client], () => handle.status === 'rejected');
    const outcome = await handle.confirmed;
    assert.deepEqual([outcome.status, outcome.error.type], ['rejected', 'update/unauthorized_action']);
    assert.deepEqual(client.lastError, outcome.error);
    assert.deepEqual(said(client), []);
  });

  test(`${name}: a rate-limited message arrives later`, async (t) => {
    silence(t);
    const { url } = await serve(t, { games: [makeGame()], limits: { chatRate: 5, chatBurst: 1 } });
    const client = sit(t, make, url, { game: makeGame(), playerID: '0' });
    await until([client], () => client.getState());
    const handles = [1, 2].map((n) => client.sendChatMessage(n));
    await until([client], () => handles.every(({ status }) => status === 'confirmed'));
    assert.deepEqual(said(client), [1, 2]);
  });
}

test("boardgame.io's clients at Rondel's server, and Rondel's, receive each other's messages once, and no unknown message types", async (t) => {
  silence(t);
  const { url } = await serve(t, { games: [makeGame()] });
  const ours = sit(t, CLIENTS["Rondel's client"], url, { game: makeGame(), playerID: '0' });
  const theirs = sit(t, CLIENTS["boardgame.io's client"], url, { game: makeGame(), playerID: '1' });
  await until([ours, theirs], () => ours.getState() && theirs.getState());
  theirs.sendChatMessage('hi');
  const handle = ours.sendChatMessage('hello');
  await until([ours], () => handle.status === 'confirmed');
  await until([ours, theirs], () => said(theirs).includes('hello'));
  assert.equal(said(theirs).filter((text) => text === 'hello').length, 1);
});

test('a master refuses chat of a spectator, also without auth', async () => {
  const told = [];
  const master = new Master(makeGame(), new InMemory(), { send() {}, sendAll: (payload) => told.push(payload) });
  assert.deepEqual(await master.onChatMessage('m', { id: '1', sender: null, payload: 'psst' }), { error: 'unauthorized' });
  assert.deepEqual(told, []);
  await nextTask();
});

test('a validateChatMessage that throws, or returns a promise, blocks the message and is reported', async () => {
  for (const [validateChatMessage, reported] of [
    [() => { throw new Error('no chat today'); }, /no chat today/],
    [async () => true, /validateChatMessage returned a promise: no callback of a game is async/],
  ]) {
    const sent = [];
    const errors = [];
    const game = { ...makeGame(), validateChatMessage };
    const master = new Master(game, new InMemory(), { send: (data) => sent.push(data), sendAll: (data) => sent.push(data) });
    master.onError = (error) => errors.push(String(error));
    await master.onSync('m', '0', undefined, 2);
    sent.length = 0;
    const answer = await master.onChatMessage('m', { id: 'a', sender: '0', payload: 'hello' });
    assert.ok(answer.error);
    assert.deepEqual(sent, []);
    assert.match(errors.join(), reported);
  }
});

test('validateChatMessage must be a function', () => {
  assert.throws(() => Client({ game: { ...makeGame(), validateChatMessage: true } }), { message: 'validateChatMessage: expected a function, got true' });
});
