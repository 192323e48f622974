// The stored chat of a match, at servers: restarts, several nodes, seats that change owners, and access.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile, InMemory, Sqlite } from 'rondel/server';
import { silence } from '../support/console.mjs';
import { until as untilSo } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve as serveLobby } from './serve.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';
import { openNodes } from './two-nodes.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), turn: { activePlayers: { all: null } }, moves: { add: ({ G }) => { G.n += 1; } } };
const payloads = ({ chatMessages }) => chatMessages.map(({ payload }) => payload);

const STORAGES = {
  Sqlite: (folder) => new Sqlite(join(folder, 'matches.db')),
  FlatFile: (folder) => new FlatFile({ dir: folder }),
};

for (const [name, open] of Object.entries(STORAGES)) {
  test(`a server that restarts on ${name} keeps the chat of its matches`, async (t) => {
    silence(t);
    const folder = await mkdtemp(join(tmpdir(), 'rondel-chat-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const serveOnce = async () => {
      const db = open(folder);
      await db.connect();
      return { db, ...await serve(t, { games: [game], db }) };
    };
    const first = await serveOnce();
    const player = sit(t, CLIENTS["Rondel's client by a WebSocket"], first.url, { game, playerID: '0' });
    for (const text of ['one', { two: ['2', '😀'] }]) await player.sendChatMessage(text).confirmed;
    // Clients receive a message before it is stored.
    await untilSo(async () => (await first.db.fetch('m', { metadata: true })).metadata._chat?.length === 2);
    await first.close();
    player.dispose();
    await first.db.close?.();
    const second = await serveOnce();
    for (const make of [CLIENTS["Rondel's client"], CLIENTS["Rondel's client by a WebSocket"]]) {
      const late = sit(t, make, second.url, { game, playerID: null });
      await until([late], () => late.getState());
      assert.deepEqual(payloads(late), ['one', { two: ['2', '😀'] }]);
    }
    await second.close();
    await second.db.close?.();
  });
}

test('the history of each node contains the messages of the other, in the same order', async (t) => {
  const { sit: sitAt, close, storage, errors } = openNodes({ game });
  t.after(close);
  const [p0, p1] = [sitAt('0', { at: 0 }), sitAt('1', { at: 1 })];
  await untilSo(() => p0.client.getState() && p1.client.getState());
  for (let i = 0; i < 5; i += 1) {
    await p0.client.sendChatMessage(`0 says ${i}`).confirmed;
    await p1.client.sendChatMessage(`1 says ${i}`).confirmed;
  }
  const stored = () => storage.fetch('m', { metadata: true }).metadata._chat ?? [];
  // Clients receive a message before it is stored.
  await untilSo(() => stored().length === 10);
  const order = Array.from({ length: 10 }, (_, i) => `${i % 2} says ${Math.floor(i / 2)}`);
  for (const at of [0, 1]) {
    const late = sitAt(null, { at });
    await untilSo(() => late.client.getState());
    assert.deepEqual(payloads(late.client), order);
  }
  const all = [p0, p1].map(({ client }, i) => client.sendChatMessage(`at once ${i}`).confirmed);
  await Promise.all(all);
  await untilSo(() => stored().length === 12);
  // A player whose node ends connects to the other.
  p0.goTo(1);
  await untilSo(() => p0.client.chatMessages.length === 12);
  assert.deepEqual(errors, []);
});

/** A server with a match of Ann and Bob, and a client for each seat. */
async function table(t, options = {}) {
  silence(t);
  const db = new InMemory();
  const lobby = await serveLobby(t, { games: [game], db, ...options });
  const { matchID } = (await lobby.post('/games/nim/create', { numPlayers: 2 })).body;
  const path = `/games/nim/${matchID}`;
  const join = async (playerID, playerName) => {
    const { playerCredentials: credentials } = (await lobby.post(`${path}/join`, { playerID, playerName })).body;
    const client = sit(t, CLIENTS["Rondel's client"], lobby.url, { game, matchID, playerID, credentials });
    await until([client], () => client.getState());
    return { client, credentials };
  };
  return { ...lobby, db, matchID, path, join, ann: await join('0', 'Ann'), bob: await join('1', 'Bob') };
}

test('a message carries the name that its sender had, also after the seat has changed owners', async (t) => {
  const { ann, bob, join, path, post } = await table(t);
  await ann.client.sendChatMessage({ name: 'Zoe' }).confirmed;
  await until([bob.client], () => bob.client.chatMessages.length === 1);
  for (const { client } of [ann, bob]) assert.deepEqual(client.chatMessages.map(({ sender, name }) => [sender, name]), [['0', 'Ann']]);
  await post(`${path}/leave`, { playerID: '0', credentials: ann.credentials });
  const eve = await join('0', 'Eve');
  await eve.client.sendChatMessage('hello').confirmed;
  const said = [['0', 'Ann'], ['0', 'Eve']];
  await until([bob.client], () => bob.client.chatMessages.length === 2);
  for (const { client } of [eve, bob]) assert.deepEqual(client.chatMessages.map(({ sender, name }) => [sender, name]), said);
});

test('no client can choose the name on its message', async (t) => {
  const { bob, db, url, matchID, ann } = await table(t);
  const raw = await WIRES['a WebSocket'](url, 'nim');
  t.after(() => raw.close?.());
  raw.send('sync', matchID, '0', ann.credentials);
  await until([], () => raw.heard.length > 0);
  raw.send('chat', matchID, { id: 'a', sender: '0', payload: 'hello', name: 'Bob', to: '1' }, ann.credentials);
  await until([bob.client], () => bob.client.chatMessages.length === 1);
  const expected = [{ id: 'a', sender: '0', payload: 'hello', name: 'Ann' }];
  assert.deepEqual(bob.client.chatMessages, expected);
  assert.deepEqual(db.fetch(matchID, { metadata: true }).metadata._chat, expected);
});

test('names are also sent between nodes', async (t) => {
  const { sit: sitAt, close, storage } = openNodes({ game });
  t.after(close);
  const [p0, p1] = [sitAt('0', { at: 0 }), sitAt('1', { at: 1 })];
  await untilSo(() => p0.client.getState() && p1.client.getState());
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { ...metadata.players[0], name: 'Ann' } } });
  await p0.client.sendChatMessage('hello').confirmed;
  await untilSo(() => p1.client.chatMessages.length === 1);
  assert.deepEqual(p1.client.chatMessages.map(({ name }) => name), ['Ann']);
});

test('neither the lobby nor an exported match shows the chat, and the lobby keeps it', async (t) => {
  const { ann, db, get, matchID, path, post, server } = await table(t);
  await ann.client.sendChatMessage('a private word').confirmed;
  const shown = [await get('/games/nim'), await get(path), await post(`${path}/update`, { playerID: '0', credentials: ann.credentials, newName: 'Anna' })];
  for (const { status, body } of shown) {
    assert.equal(status, 200);
    assert.ok(!/_chat|private word/.test(JSON.stringify(body)));
  }
  assert.ok(!/_chat|private word/.test(JSON.stringify(await server.admin.exportMatch(matchID))));
  assert.ok(!/_chat|private word/.test(JSON.stringify(await server.admin.listMatches())));
  assert.deepEqual(db.fetch(matchID, { metadata: true }).metadata._chat.map(({ payload, name }) => [payload, name]), [['a private word', 'Ann']]);
});

test('a rematch, and a match under the ID of a deleted one, start with an empty chat', async (t) => {
  const { ann, matchID, path, post, url, db } = await table(t);
  await ann.client.sendChatMessage('hello').confirmed;
  const { nextMatchID } = (await post(`${path}/playAgain`, { playerID: '0', credentials: ann.credentials })).body;
  const next = sit(t, CLIENTS["Rondel's client"], url, { game, matchID: nextMatchID, playerID: null });
  await until([next], () => next.getState());
  assert.deepEqual(payloads(next), []);
  db.wipe(matchID);
  const again = sit(t, CLIENTS["Rondel's client"], url, { game, matchID, playerID: null });
  await until([again], () => again.getState());
  assert.deepEqual(payloads(again), []);
});

test('messages beyond chatRate are not stored, however often they are sent', async (t) => {
  const { url, db } = await serve(t, { games: [game], limits: { chat: { rate: 0, burst: 3 } } });
  const talker = await WIRES['a WebSocket'](url, 'nim');
  talker.send('sync', 'm', '0', undefined, 2);
  await until([], () => talker.heard.length > 0);
  let writes = 0;
  const { compareAndSetMetadata } = db;
  db.compareAndSetMetadata = (...given) => {
    writes += 1;
    return compareAndSetMetadata.apply(db, given);
  };
  for (let i = 0; i < 50; i += 1) talker.send('chat', 'm', { id: `m${i}`, sender: '0', payload: i });
  talker.send('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } }, 0, 'm', '0');
  await until([], () => db.fetch('m', { state: true }).state.G.n === 1);
  assert.equal(db.fetch('m', { metadata: true }).metadata._chat.length, 3);
  assert.ok(writes <= 5, `${writes}`);
});

test('a message that the storage cannot keep is confirmed if all clients receive it, and the operator gets an error', async (t) => {
  const errors = [];
  const watch = (event) => event.type === 'error' && errors.push([event.matchID, event.error.message]);
  const { ann, bob, db, matchID, url } = await table(t, { watch });
  db.compareAndSetMetadata = () => { throw new Error('the disk is full'); };
  for (const text of ['one', 'two']) assert.deepEqual(await ann.client.sendChatMessage(text).confirmed, { status: 'confirmed' });
  await until([bob.client], () => bob.client.chatMessages.length === 2);
  await untilSo(() => errors.length === 2);
  assert.deepEqual(errors, [[matchID, 'the disk is full'], [matchID, 'the disk is full']]);
  delete db.compareAndSetMetadata;
  await ann.client.sendChatMessage('three').confirmed;
  await untilSo(() => db.fetch(matchID, { metadata: true }).metadata._chat?.length === 1);
  const late = sit(t, CLIENTS["Rondel's client"], url, { game, matchID, playerID: null });
  await until([late], () => late.getState());
  assert.deepEqual(payloads(late), ['three']);
});

test('limits.match.chat of a server applies to its masters', async (t) => {
  const { ann, bob, db, matchID } = await table(t, { limits: { match: { chat: 0 } } });
  await ann.client.sendChatMessage('hello').confirmed;
  await until([bob.client], () => bob.client.chatMessages.length === 1);
  assert.equal('_chat' in db.fetch(matchID, { metadata: true }).metadata, false);
});
