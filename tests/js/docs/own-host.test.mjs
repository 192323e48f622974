// The host of docs/reference/own-host.md: matches over real WebSockets and over a MessagePort to a worker thread, with secrets and seats.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import test from 'node:test';
import { Client } from 'rondel/client';
import { createMatch } from 'rondel/internal';
import { checkStorage } from 'rondel/testing';
import WebSocket, { WebSocketServer } from 'ws';
import { until } from '../support/tasks.mjs';
import { read, run } from './support.mjs';

const shown = await run(await read('docs/reference/own-host.md'));
const { host } = shown['host.js'];
const { serve } = shown['server.js'];
const { overSocket } = shown['socket-transport.js'];
const { Memory } = shown['memory.js'];
const { auth } = shown['auth.js'];
const { serveOnPort } = shown['master-worker.js'];

const cards = {
  setup: () => ({ hands: { 0: ['ace'], 1: ['king'] }, table: [] }),
  moves: { play: ({ G, playerID }) => { G.table.push(G.hands[playerID].pop()); } },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] ?? [] } }),
};

/** A server on a free port; `sit(playerID)` connects a client to it. */
async function server(t, { game = cards, storage = new Memory(), ...options } = {}) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 1_000_000 });
  await once(sockets, 'listening');
  serve(sockets, host({ game, storage, ...options }));
  const clients = [];
  t.after(() => {
    for (const client of clients) client.dispose();
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });
  const url = `ws://127.0.0.1:${sockets.address().port}`;
  const sit = (playerID, more) => {
    const client = Client({ game, playerID, multiplayer: overSocket(url), quiet: true, ...more });
    clients.push(client);
    client.start();
    return client;
  };
  return { sit, sockets, url };
}

/** A connection without a client. */
async function connect(url) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return socket;
}

const playAs = (playerID) => ({ type: 'update', args: [{ type: 'MAKE_MOVE', payload: { type: 'play', args: [], playerID } }, 0] });

test('the storage keeps a storage\'s contract', async () => {
  const { lacking } = await checkStorage(() => new Memory());
  assert.equal(lacking.length, 16);
});

test('two clients play over WebSockets, each with their own view', async (t) => {
  const { sit } = await server(t);
  const [alice, bob] = [sit('0'), sit('1')];
  await until(() => alice.getState() && bob.getState());
  assert.deepEqual(bob.getState().G, { hands: { 1: ['king'] }, table: [] });
  assert.deepEqual(await alice.moves.play().confirmed, { status: 'confirmed' });
  await until(() => bob.getState().G.table.length === 1);
  assert.deepEqual(await bob.moves.play().confirmed, { status: 'confirmed' });
  assert.deepEqual(alice.matchData.map(({ isConnected }) => isConnected), [true, true]);
  alice.sendChatMessage('well played');
  await until(() => bob.chatMessages.length === 1);
});

test('a move made during an outage of the connection arrives after it', async (t) => {
  const { sit, sockets } = await server(t);
  const alice = sit('0');
  await until(() => alice.getState()?.isConnected);
  for (const socket of sockets.clients) socket.terminate();
  await until(() => !alice.getState().isConnected);
  const handle = alice.moves.play();
  assert.equal(handle.status, 'predicted');
  assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
});

test('a connection follows its client to another seat', async (t) => {
  const { sit } = await server(t);
  const client = sit('0');
  await until(() => client.getState());
  client.updatePlayerID('1');
  await until(() => client.getState()?.G.hands[1]);
  assert.deepEqual(client.getState().G.hands, { 1: ['king'] });
});

test('invalid JSON closes its own connection, and an invalid message is dropped', async (t) => {
  const { sit, url } = await server(t);
  const alice = sit('0');
  await until(() => alice.getState());
  const stranger = await connect(url);
  for (const odd of ['null', '3', '{}', '{"type":"update","args":[]}', '{"type":"sync"}', '{{']) stranger.send(odd);
  assert.equal((await once(stranger, 'close'))[0], 1007);
  assert.deepEqual(await alice.moves.play().confirmed, { status: 'confirmed' });
});

test('a message that is too long closes its own connection', async (t) => {
  const { sit, url } = await server(t);
  const alice = sit('0');
  await until(() => alice.getState());
  const stranger = await connect(url);
  stranger.send('x'.repeat(1_000_001));
  assert.equal((await once(stranger, 'close'))[0], 1009);
  assert.deepEqual(await alice.moves.play().confirmed, { status: 'confirmed' });
});

test('a playerView that throws for one viewer is reported, and the others get their messages', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => {});
  const playerView = ({ G, playerID }) => {
    if (playerID === '0') throw new Error('nothing for 0');
    return G;
  };
  const { sit, url } = await server(t, { game: { ...cards, playerView } });
  const alice = await connect(url);
  alice.send(JSON.stringify({ type: 'sync', args: ['default', '0', undefined, 2] }));
  const bob = sit('1');
  await until(() => bob.getState());
  alice.send(JSON.stringify(playAs('0')));
  await until(() => bob.getState().G.table.length === 1);
  assert.ok(mock.calls.every(({ arguments: [where, error] }) => where === 'rondel: match default:' && error.message === 'nothing for 0'));
  assert.ok(mock.callCount() > 0);
});

test('with auth, a seat requires its credentials', async (t) => {
  const storage = new Memory();
  const { initialState, metadata } = createMatch({ game: cards, numPlayers: 2 });
  metadata.players[0].credentials = 'right';
  storage.createMatch('m', { initialState, metadata });
  const { sit } = await server(t, { storage, auth });
  const [alice, mallory] = [sit('0', { matchID: 'm', credentials: 'right' }), sit('0', { matchID: 'm', credentials: 'wrong' })];
  await until(() => alice.getState());
  assert.deepEqual(await alice.moves.play().confirmed, { status: 'confirmed' });
  // A viewer who may not have the match gets the reason.
  await until(() => mallory.moves.play().error?.type === 'match/unauthorized');
  assert.match(mallory.moves.play().error.message, /player "0"/);
  assert.equal(mallory.getState(), null);
});

test('a master at the other end of a MessagePort answers the same messages', async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  serveOnPort(port2, cards);
  const heard = [];
  port1.on('message', (data) => heard.push(data));
  port1.postMessage({ type: 'sync', args: ['m', '0', undefined, 2] });
  await until(() => heard.some(({ type }) => type === 'sync'));
  port1.postMessage(playAs('0'));
  await until(() => heard.some(({ type }) => type === 'patch'));
  assert.deepEqual(heard.find(({ type }) => type === 'sync').args[1].state.G.hands, { 0: ['ace'] });
});

test('no client acts from another seat than its own', async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  serveOnPort(port2, cards);
  const heard = [];
  port1.on('message', (data) => heard.push(data));
  const sync = { type: 'sync', args: ['m', '1', undefined, 2] };
  for (const message of [sync, playAs('0'), sync]) port1.postMessage(message);
  const answers = () => heard.filter(({ type }) => type === 'sync');
  await until(() => answers().length === 2);
  assert.deepEqual(answers().map(({ args: [, { state }] }) => state._stateID), [0, 0]);
});

test('a client plays in a worker thread', async (t) => {
  const worker = new Worker(`
    import(${JSON.stringify(import.meta.resolve('rondel/client'))}).then(({ Client }) => {
      const client = Client({ game: { moves: { go: () => {} } } });
      require('node:worker_threads').parentPort.postMessage(client.moves.go().status);
    });
  `, { eval: true });
  t.after(() => worker.terminate());
  assert.deepEqual(await once(worker, 'message'), ['confirmed']);
});
