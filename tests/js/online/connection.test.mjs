// Slow: connections time out.
// The connection status of a client: client.connection, over each transport.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { Client, LobbyClient } from 'rondel/client';
import { Transport } from 'rondel/internal';
import { Broadcast, Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { WebSocket } from 'ws';
import { silence } from '../support/console.mjs';
import { browser } from '../multiplayer/browsers.mjs';
import { games } from '../server/games.mjs';
import { serve, until } from '../server/support.mjs';

const makeGame = (name = 'nim') => ({ name, setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });
const QUICKLY = { reconnectionDelay: 10, reconnectionDelayMax: 50 };
/** The transports to a server, by name. */
const WIRES = {
  SocketIO: (url, options) => SocketIO({ server: url, socketOpts: QUICKLY, ...options }),
  WebSocketTransport: (url, options) => WebSocketTransport({ url, WebSocket, ...options }),
};
const rightOnly = { authenticateCredentials: ({ credentials }) => credentials === 'right' };

/** A client, and its distinct connections as its subscribers see them. */
function sit(t, options) {
  silence(t);
  const client = Client({ game: makeGame(), playerID: '0', debug: false, quiet: true, ...options });
  const told = [client.connection];
  client.subscribe(() => {
    if (told.at(-1) !== client.connection) told.push(client.connection);
  });
  t.after(() => client.dispose());
  return { client, told, statuses: () => told.map(({ status }) => status) };
}

const is = (client, status) => until([client], () => client.connection.status === status, status);

/** A port at which nobody listens. */
async function deadURL() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

test('a match in the page is connected', (t) => {
  const { client } = sit(t, {});
  assert.deepEqual(client.connection, { status: 'connected' });
  assert.equal(client.lastError, null);
  client.moves.add();
  const connection = client.connection;
  client.reconnect();
  client.moves.none?.();
  assert.equal(client.connection, connection);
});

test('with Local the connection is stopped before start() and after stop(), and each change notifies', (t) => {
  const { client, statuses } = sit(t, { multiplayer: Local() });
  assert.deepEqual(client.connection, { status: 'stopped' });
  client.start();
  assert.deepEqual(client.connection, { status: 'connected' });
  assert.equal(client.getState().isConnected, true);
  client.stop();
  assert.equal(client.getState().isConnected, false);
  assert.deepEqual(statuses(), ['stopped', 'connecting', 'connected', 'stopped']);
  client.start();
  client.dispose();
  assert.deepEqual(client.connection, { status: 'stopped' });
});

test('the connection and the state stay the same objects until something changes', async (t) => {
  const net = network();
  const { client, statuses } = sit(t, { multiplayer: Local({ network: net }) });
  client.start();
  assert.equal(client.connection.status, 'connecting');
  await net.run();
  const { connection } = client;
  client.moves.add();
  await net.run();
  assert.equal(client.connection, connection);
  net.disconnect();
  const lost = client.connection;
  assert.equal(lost.status, 'unreachable');
  assert.equal(lost.reason.type, 'connection/unreachable');
  assert.equal(client.getState().isConnected, false);
  client.moves.add();
  assert.equal(client.connection, lost);
  net.reconnect();
  await net.run();
  assert.deepEqual(statuses(), ['stopped', 'connecting', 'connected', 'unreachable', 'connected']);
});

test('a network that is down from the beginning is unreachable', (t) => {
  const net = network();
  net.disconnect();
  const { client } = sit(t, { multiplayer: Local({ network: net }) });
  client.start();
  assert.equal(client.connection.status, 'unreachable');
  assert.equal(client.getState(), null);
});

for (const [name, wire] of Object.entries(WIRES)) {
  test(`${name}: a missing server is unreachable from the first attempt on, also before there is a state`, async (t) => {
    const url = await deadURL();
    const { client, told, statuses } = sit(t, { multiplayer: wire(url) });
    client.start();
    await is(client, 'unreachable');
    assert.deepEqual(statuses(), ['stopped', 'connecting', 'unreachable']);
    assert.equal(told.at(-1).reason.type, 'connection/unreachable');
    assert.ok(told.at(-1).reason.message.includes(new URL(url).port), told.at(-1).reason.message);
    if (name === 'WebSocketTransport') assert.ok(Math.abs(told.at(-1).nextTry - Date.now()) < 60_000);
  });

  test(`${name}: with wrong credentials the connection is refused, and with others it is not`, async (t) => {
    const { url } = await serve(t, { games: [makeGame()], auth: rightOnly });
    const { client, statuses } = sit(t, { credentials: 'wrong', multiplayer: wire(url) });
    client.start();
    await is(client, 'refused');
    const { reason } = client.connection;
    assert.deepEqual(client.connection, { status: 'refused', reason: { type: 'match/unauthorized', message: reason.message } });
    assert.deepEqual(client.lastError, reason);
    assert.equal(client.getState(), null);
    assert.deepEqual(client.moves.add().error, reason);
    client.updateCredentials('right');
    await is(client, 'connected');
    assert.deepEqual(statuses(), ['stopped', 'connecting', 'refused', 'connecting', 'connected']);
  });

  test(`${name}: with create: false a missing match is not found and not begun`, async (t) => {
    const { url, db } = await serve(t, { games: [makeGame()] });
    const { client } = sit(t, { matchID: 'typo', multiplayer: wire(url, { create: false }) });
    client.start();
    await is(client, 'refused');
    assert.deepEqual(client.connection.reason, { type: 'match/not_found', message: 'game not found' });
    assert.deepEqual(db.listMatches(), []);
    const other = sit(t, { matchID: 'typo', playerID: '1', multiplayer: wire(url) }).client;
    other.start();
    await is(other, 'connected');
    client.reconnect();
    await is(client, 'connected');
  });

  test(`${name}: reconnect() connects at once and sends pending actions`, async (t) => {
    const { url, cut } = await serve(t, { games: [makeGame()] });
    const { client } = sit(t, { multiplayer: wire(url) });
    client.reconnect();
    assert.equal(client.connection.status, 'stopped');
    client.start();
    await is(client, 'connected');
    cut();
    await is(client, 'unreachable');
    const { confirmed } = client.moves.add();
    client.reconnect();
    assert.equal(client.connection.status, 'connecting');
    assert.deepEqual(await confirmed, { status: 'confirmed' });
    assert.equal(client.connection.status, 'connected');
  });

  test(`${name}: a page that is refused after it joined the match has no pending actions, and makes no further moves`, async (t) => {
    let isOpen = true;
    let denials = 0;
    const authenticateCredentials = () => {
      if (!isOpen) denials += 1;
      return isOpen;
    };
    const { url, db, cut } = await serve(t, { games: [makeGame()], auth: { authenticateCredentials } });
    const { client } = sit(t, { multiplayer: wire(url) });
    client.start();
    await is(client, 'connected');
    isOpen = false;
    cut();
    await is(client, 'unreachable');
    const sent = client.moves.add();
    await is(client, 'refused');
    assert.equal(client.getState().isConnected, false);
    const late = client.moves.add();
    assert.deepEqual([sent.status, sent.error.type, sent.error.payload], ['rejected', 'update/unanswered', client.connection.reason]);
    assert.deepEqual([late.status, late.error], ['rejected', client.connection.reason]);
    assert.deepEqual([client.getState().G.n, client.getState().pending], [0, 0]);
    // The request for the match, and the action.
    await until([], () => denials >= 2);
    isOpen = true;
    client.reconnect();
    await is(client, 'connected');
    assert.equal((await client.moves.add().confirmed).status, 'confirmed');
    assert.equal(db.fetch('m', { state: true }).state?.G.n ?? db.fetch('default', { state: true }).state.G.n, 1);
  });
}

test('SocketIO: a server that does not know the game refuses', async (t) => {
  const { url } = await serve(t, { games: [makeGame('chess')] });
  const { client } = sit(t, { multiplayer: SocketIO({ server: url }) });
  client.start();
  await is(client, 'refused');
  const { reason, nextTry } = client.connection;
  assert.deepEqual(reason, { type: 'game/not_found', message: `the server at ${url}/ has no game named 'nim'` });
  assert.ok(nextTry > Date.now());
});

test('Local and Broadcast with create: false begin no match', async (t) => {
  const game = makeGame();
  const local = sit(t, { game, multiplayer: Local({ create: false }) }).client;
  local.start();
  await is(local, 'refused');
  assert.deepEqual(local.connection, { status: 'refused', reason: { type: 'match/not_found', message: 'game not found' } });
  const tab = browser().openTab();
  const { client } = sit(t, { multiplayer: Broadcast({ create: false }, tab) });
  client.start();
  await is(client, 'refused');
  assert.equal(client.connection.reason.type, 'match/not_found');
});

test('a tab that finds no host is unreachable', async (t) => {
  const { client, statuses } = sit(t, { multiplayer: Broadcast({ host: false }, browser().openTab()) });
  client.start();
  await is(client, 'unreachable');
  assert.deepEqual(statuses(), ['stopped', 'connecting', 'unreachable']);
  assert.match(client.connection.reason.message, /hosts/);
});

/** A transport by boardgame.io's contract alone: it reports only whether it is connected. */
class Plain extends Transport {
  constructor(options) {
    super(options);
    Plain.made = this;
    this.calls = [];
  }

  connect() { this.calls.push('connect'); }

  disconnect() { this.setConnectionStatus(false); }

  sendAction() {}

  sendChatMessage() {}

  requestSync() {}

  updateMatchID() {}

  updatePlayerID() {}

  updateCredentials() {}

  say(...args) { this.setConnectionStatus(...args); }
}

test("a transport by boardgame.io's contract alone reports a failed attempt and a connection", (t) => {
  const { client, statuses } = sit(t, { multiplayer: (options) => new Plain(options) });
  client.start();
  const { made } = Plain;
  made.say(false);
  assert.deepEqual(client.connection, { status: 'unreachable', reason: { type: 'connection/unreachable', message: 'the master cannot be reached' } });
  const { connection } = client;
  made.say(false);
  assert.equal(client.connection, connection);
  made.say(true);
  made.notifyClient({ type: 'sync', args: ['default', { state: stateOf(), log: [] }] });
  assert.equal(client.connection.status, 'connected');
  made.say(false);
  client.reconnect();
  assert.deepEqual(statuses(), ['stopped', 'connecting', 'unreachable', 'connecting', 'connected', 'unreachable', 'connecting']);
  assert.deepEqual(made.calls, ['connect', 'connect']);
});

test('a transport may report other problems', (t) => {
  const { client } = sit(t, { multiplayer: (options) => new Plain(options) });
  client.start();
  for (const trouble of [null, 5, 'no', { reason: 'no' }, { reason: { type: 5, message: 'no' }, nextTry: 'soon' }, { nextTry: NaN, status: 'what' }]) {
    Plain.made.say(false, trouble);
    assert.deepEqual(client.connection, { status: 'unreachable', reason: { type: 'connection/unreachable', message: 'the master cannot be reached' } });
  }
  Plain.made.say(false, { status: 'refused', reason: { type: 'connection/unreachable', message: 'full' }, nextTry: 7 });
  assert.deepEqual(client.connection, { status: 'refused', reason: { type: 'connection/unreachable', message: 'full' }, nextTry: 7 });
  assert.ok(Object.isFrozen(client.connection) && Object.isFrozen(client.connection.reason));
});

test('a transport that throws in connect() is unreachable, with the exception', (t) => {
  const { client } = sit(t, { multiplayer: WebSocketTransport({ url: 'ws://[', WebSocket }) });
  const reported = [];
  const report = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error);
  t.after(() => { globalThis.reportError = report; });
  client.start();
  assert.equal(client.connection.status, 'unreachable');
  assert.equal(client.connection.reason.message, reported[0]?.message);
});

test("boardgame.io's server, which reports unknown games but not wrong credentials, counts as unreachable after a while, with a text for that", async (t) => {
  const child = fork(new URL('../server/boardgameio-server.mjs', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  t.after(() => child.kill());
  const [{ port }] = await once(child, 'message');
  const server = `http://127.0.0.1:${port}`;
  const { name } = games[0];
  const lobby = new LobbyClient({ server });
  const { matchID } = await lobby.createMatch(name, { numPlayers: 2 });
  await lobby.joinMatch(name, matchID, { playerID: '0', playerName: 'Ann' });
  const { client } = sit(t, { game: games[0], matchID, credentials: 'wrong', multiplayer: SocketIO({ server }) });
  const unknown = sit(t, { multiplayer: SocketIO({ server }) }).client;
  client.start();
  unknown.start();
  await is(unknown, 'refused');
  assert.equal(unknown.connection.reason.type, 'game/not_found');
  await is(client, 'unreachable');
  assert.match(client.connection.reason.message, /does not send the match/);
});

function stateOf() {
  const client = Client({ game: makeGame(), debug: false, quiet: true });
  const { G, ctx, plugins, _stateID } = client.getState();
  return { G, ctx, plugins, _undo: [], _redo: [], _stateID };
}

test('a page that is refused after it joined the match, as while a storage fails, asks again within seconds', async (t) => {
  const { url, db } = await serve(t, { games: [makeGame()] });
  const { client } = sit(t, { multiplayer: WIRES.WebSocketTransport(url) });
  client.start();
  await is(client, 'connected');
  db.fetch = () => { throw new Error('away'); };
  client.reconnect();
  await is(client, 'refused');
  assert.deepEqual(client.connection.reason, { type: 'match/refused', message: 'storage failed' });
  delete db.fetch;
  // Otherwise a joined client without pending actions asks after half a minute of silence.
  await Promise.race([is(client, 'connected'), later(15_000)]);
  assert.equal(client.connection.status, 'connected');
  assert.equal(client.lastError, null);
});
