// The client's end of socket.io by boardgame.io's contract, on a fake socket.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { SocketIO } from 'rondel/multiplayer';
import { until } from '../support/tasks.mjs';

/** A fake socket of socket.io, whose `sent` has the messages of the client. */
function standIn() {
  const socket = new EventEmitter();
  const receive = EventEmitter.prototype.emit.bind(socket);
  const sent = [];
  return Object.assign(socket, { connected: false, sent, receive, emit: (...args) => sent.push(args), connect() {}, close() {} });
}

function dial(socket, options = {}) {
  const heard = [];
  const transport = SocketIO({ socket })({ gameName: 'cards', matchID: 'm', playerID: '0', transportDataCallback: (data) => heard.push(data), ...options });
  const statuses = [];
  transport.subscribeToConnectionStatus(() => statuses.push(transport.isConnected));
  transport.connect();
  return { transport, heard, statuses };
}

/** A transport with its own socket, which does not connect, once socket.io has been loaded. */
async function opened({ server, auth }, options) {
  const transport = SocketIO({ server, socketOpts: { autoConnect: false, auth } })({ transportDataCallback() {}, ...options });
  transport.connect();
  await until(() => transport.socket);
  return transport;
}

const url = async (server, gameName = 'cards') => {
  const transport = await opened({ server }, { gameName });
  const { nsp, io } = transport.socket;
  transport.disconnect();
  return [io.uri, nsp];
};

test("a server's address may omit the scheme and end in a slash, and the namespace is the game's name", async () => {
  for (const server of ['localhost:8000', 'http://localhost:8000', 'http://localhost:8000/']) {
    assert.deepEqual(await url(server), ['http://localhost:8000/cards', '/cards']);
  }
  assert.deepEqual(await url('https://play.example', 'nim'), ['https://play.example/nim', '/nim']);
});

test('a path in the address is a prefix of the server, and each server has its own connection', async () => {
  const paths = [];
  for (const [server, gameName] of [['https://play.example/play', 'nim'], ['play.example/other/place/', 'chess'], ['/play', 'nim'], ['https://play.example', 'go']]) {
    const transport = SocketIO({ server, socketOpts: { autoConnect: false } })({ gameName, transportDataCallback() {} });
    globalThis.location ??= /** @type {any} */ ({ protocol: 'https:', host: 'page.example', hostname: 'page.example', port: '' });
    transport.connect();
    await until(() => transport.socket);
    const { nsp, io } = transport.socket;
    paths.push([new URL(io.uri).host, io.opts.path, nsp]);
    transport.disconnect();
    delete globalThis.location;
  }
  assert.deepEqual(paths, [
    ['play.example', '/play/socket.io', '/nim'], ['play.example', '/other/place/socket.io', '/chess'], ['page.example', '/play/socket.io', '/nim'],
    ['play.example', '/socket.io', '/go'],
  ]);
});

test("a user's path for socket.io's requests is used", async () => {
  const transport = SocketIO({ server: 'https://play.example/play', socketOpts: { autoConnect: false, path: '/own' } })({ gameName: 'nim', transportDataCallback() {} });
  transport.connect();
  await until(() => transport.socket);
  assert.deepEqual([transport.socket.io.opts.path, transport.socket.nsp], ['/own', '/nim']);
  transport.disconnect();
});

test("a handshake with a user's own data also identifies Rondel", async () => {
  for (const auth of [{ token: 'x' }, (answer) => answer({ token: 'x' })]) {
    const transport = await opened({ server: 'localhost:8000', auth });
    const { socket } = transport;
    const said = typeof socket.auth === 'function' ? await new Promise((done) => socket.auth(done)) : socket.auth;
    assert.deepEqual(said, { token: 'x', rondel: 1 });
    transport.disconnect();
  }
});

test('a client that stops before socket.io has been loaded has no socket, and one that starts again has one', async () => {
  const make = SocketIO({ server: 'localhost:8000', socketOpts: { autoConnect: false } });
  const [stopped, again] = [0, 1].map(() => make({ transportDataCallback() {} }));
  for (const transport of [stopped, again]) {
    transport.connect();
    transport.disconnect();
  }
  again.connect();
  await until(() => again.socket);
  assert.equal(stopped.socket, null);
  assert.equal(again.socket.listeners('rondel').length, 1);
  again.disconnect();
});

test('an attempt without an answer is followed by one with more time, and a refused one is not', async () => {
  const { socket: { io } } = await opened({ server: 'slow.example' }, { gameName: 'cards' });
  const { socket: { io: shared } } = await opened({ server: 'slow.example' }, { gameName: 'dice' });
  assert.equal(shared, io);
  const patience = ['refused', 'refused', 'timeout', 'refused', 'timeout', 'timeout', 'timeout'].map((message) => {
    io.emit('error', new Error(message));
    return io.timeout();
  });
  assert.deepEqual(patience, [4000, 4000, 8000, 8000, 16_000, 20_000, 20_000]);
  io.emit('open');
  assert.equal(io.timeout(), 4000);
});

test("boardgame.io's events reach the client with their usual arguments, and no others", () => {
  const socket = standIn();
  const { heard } = dial(socket);
  socket.receive('update', 'm', { _stateID: 1 });
  socket.receive('sync', 'm', { log: [] }, 'more');
  socket.receive('chat', 'm', { id: 'c' });
  assert.deepEqual(heard, [
    { type: 'update', args: ['m', { _stateID: 1 }, undefined] },
    { type: 'sync', args: ['m', { log: [] }] },
    { type: 'chat', args: ['m', { id: 'c' }] },
  ]);
  for (const text of ['', '{', 'null', '7', '{"type":"sync"}', '[]', undefined, {}]) socket.receive('rondel', text);
  assert.equal(heard.length, 3);
});

test('requests and chat messages without a connection are not queued, because the client sends them again', () => {
  const socket = standIn();
  const { transport } = dial(socket);
  transport.requestSync();
  transport.sendAction({ _stateID: 0 }, { type: 'UNDO', payload: {} });
  transport.sendChatMessage('m', { id: 'c' });
  assert.deepEqual(socket.sent.map(([type]) => type), []);
});

test("at boardgame.io's server a restored connection counts once the server has answered its sync", (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = standIn();
  const { statuses } = dial(socket);
  const come = () => {
    socket.connected = true;
    socket.receive('connect');
  };
  come();
  assert.deepEqual(statuses, [true], 'nothing waits to be sent the first time');
  socket.receive('sync', 'm', { log: [] });
  socket.receive('disconnect');
  come();
  assert.deepEqual(statuses, [true, false]);
  socket.receive('sync', 'm', { log: [] });
  assert.deepEqual(statuses, [true, false, true]);
  socket.receive('disconnect');
  come();
  t.mock.timers.tick(10_000);
  assert.deepEqual(statuses, [true, false, true, false, true], 'or does not answer');
});

test('a stopped client receives no more from its socket, and connects again when it starts', () => {
  const socket = standIn();
  const { transport, heard, statuses } = dial(socket);
  transport.disconnect();
  socket.receive('update', 'm', {}, []);
  assert.deepEqual([heard, statuses], [[], [false]]);
  transport.connect();
  socket.receive('update', 'm', {}, []);
  assert.equal(heard.length, 1);
});

test('a stand-in for a socket needs only `on` and `emit`', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [emitter, sent] = [new EventEmitter(), []];
  const socket = { connected: false, active: false, on: (...args) => emitter.on(...args), emit: (...args) => sent.push(args) };
  const { transport, heard, statuses } = dial(socket);
  const fire = (...args) => emitter.emit(...args);
  fire('disconnect');
  fire('connect_error', new Error('not now'));
  t.mock.timers.tick(10_000);
  socket.connected = true;
  fire('connect');
  transport.updatePlayerID('1');
  fire('update', 'm', {}, []);
  transport.disconnect();
  transport.connect();
  fire('update', 'm', {}, []);
  transport.disconnect();
  fire('update', 'm', {}, []);
  assert.deepEqual(sent.map(([type]) => type), ['sync', 'sync', 'sync']);
  assert.deepEqual([heard.length, statuses.at(-1)], [2, false]);
});

test('a client that stops when its server disconnects it does not reconnect', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = Object.assign(standIn(), { connected: true, active: false });
  const { transport } = dial(socket);
  const dialled = t.mock.method(socket, 'connect');
  let isStopped = false;
  transport.subscribeToConnectionStatus(() => {
    if (isStopped) return;
    isStopped = true;
    transport.disconnect();
  });
  socket.receive('disconnect');
  t.mock.timers.tick(10_000);
  assert.equal(dialled.mock.callCount(), 0);
});

test('developers are warned once why a server is unreachable, until the client has connected', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const socket = standIn();
  dial(socket, { gameName: 'crads' });
  socket.receive('connect_error', new Error('Invalid namespace'));
  socket.receive('connect_error', new Error('Invalid namespace'));
  const told = () => warn.mock.calls.map((call) => call.arguments.join(' '));
  assert.deepEqual(told(), ["rondel: the server at / has no game named 'crads'; the client tries again"]);
  socket.receive('connect');
  socket.receive('connect_error', new Error('xhr poll error'));
  assert.equal(told().length, 2);
  assert.match(told()[1], /cannot be reached, or does not let this page in: open \/games in the browser to see whether it answers, and compare its origins/);
  // socket.io's message for a cause that the browser hides.
  assert.doesNotMatch(told()[1], /xhr poll error/);
});
