// Hostile requests to the lobby: each gets a response of the lobby, and none changes a seat or reveals a secret.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import fc from 'fast-check';
import { handshake, sendBytes } from './raw.mjs';
import { serve } from './serve.mjs';

const game = { name: 'nim', minPlayers: 2, maxPlayers: 4, setup: (_, data) => ({ data }), validateSetupData: (data) => (data === 'no' ? 'no' : undefined) };
const SECRET = 'PLANTED-credentials';
const ROUTES = ['create', ':id/join', ':id/leave', ':id/leaveSlot', ':id/leaveGame', ':id/update', ':id/rename', ':id/playAgain', ':id/nowhere'];
const FIELDS = ['playerID', 'credentials', 'playerName', 'newName', 'data', 'numPlayers', 'setupData', 'unlisted'];

const odd = fc.oneof(
  fc.constantFrom('0', 0, '1', -1, 1.5, '__proto__', 'constructor', 'toString', '', null, true, 'x'.repeat(300), {}, [], [['0']], { length: 1 }, { toString: 'x' }),
  fc.jsonValue({ maxDepth: 4 }),
);
// No stranger knows the right credentials.
const body = fc.oneof({ weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), odd) }, { weight: 1, arbitrary: fc.jsonValue() });
const id = fc.oneof({ weight: 3, arbitrary: fc.constant('m') }, { weight: 1, arbitrary: fc.string().map(encodeURIComponent) });
const type = fc.constantFrom('application/json', 'application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-7');

test('the lobby answers every request of a stranger, and gives nothing away', async (t) => {
  t.mock.method(console, 'warn', () => {});
  const { get, post, server } = await serve(t, { games: [game], generateCredentials: () => `${SECRET}-${Math.random()}` });
  const { db } = server;
  await post('/games/nim/create', { numPlayers: 2 });
  const [[made, metadata]] = db.metadata;
  const { state } = db.fetch(made, { state: true });
  const taken = { 0: { id: 0, name: 'Alice', credentials: SECRET }, 1: { id: 1, name: 'Bob', credentials: `${SECRET}-1` } };
  db.createMatch('m', { initialState: state, metadata: { ...metadata, players: taken } });

  await fc.assert(fc.asyncProperty(fc.constantFrom(...ROUTES), id, body, type, async (route, matchID, sent, contentType) => {
    const path = `/games/nim/${route.replace(':id', matchID)}`;
    const { status, body: answer } = await post(path, JSON.stringify(sent), { 'Content-Type': contentType });
    assert.ok(status < 500, `${path}: ${status}`);
    // A seat of another match may have been free: its credentials are the stranger's own.
    if (!(route.endsWith('join') && status === 200)) assert.ok(!JSON.stringify(answer).includes('PLANTED'));
    assert.deepEqual(db.metadata.get('m').players, taken);
  }), { numRuns: 300 });

  for (const path of ['/games', '/games/nim', '/games/nim/m', '/games/nim?isGameover[]=1&updatedAfter=%00', '/games/__proto__']) {
    const { status, body: answer } = await get(path);
    assert.ok(status < 500 && !JSON.stringify(answer).includes('PLANTED'), path);
  }
});

test('an invalid URL is refused, without a line in the log', async (t) => {
  const { url, server } = await serve(t, { games: [game] });
  const errors = [];
  server.app.on('error', ({ status, message }) => { if (!(status < 500)) errors.push(message); });
  for (const target of ['http://[::1/games', 'http://:x/games', '//[/games', 'http://%/games', '/games/%zz', '/%', '*']) {
    for (const head of ['GET', 'POST']) {
      const answer = await sendBytes(url, [`${head} ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`]);
      assert.match(answer, /^HTTP\/1\.1 (4\d\d|200) /, `${head} ${target}`);
    }
    await sendBytes(url, [handshake(target), ''], /HTTP\/1\.1 \d+/);
  }
  assert.deepEqual(errors, []);
});

test('an unreadable request is a client error, without a line in the log', async (t) => {
  const { url, post, get, server } = await serve(t, { games: [game] });
  const errors = [];
  server.app.on('error', ({ status, message }) => { if (!(status < 500)) errors.push(message); });
  for (const numPlayers of [{ toString: 'x' }, { toString: 1, valueOf: 1 }, [[{ toString: 1 }]], {}, [], [2], true]) {
    assert.equal((await post('/games/nim/create', { numPlayers })).status, 400, JSON.stringify(numPlayers));
  }
  for (const encoding of ['gzip', 'deflate', 'br', 'x']) {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    const { status } = await fetch(`${url}/games/nim/create`, { method: 'POST', headers, body: '{"numPlayers":2}' });
    assert.ok([400, 415].includes(status), `${encoding}: ${status}`);
  }
  assert.deepEqual((await get('/games/nim')).body, { matches: [] });
  assert.deepEqual(errors, []);
});

test('bytes that are not HTTP, or half a request, affect no other client', async (t) => {
  const { get, running } = await serve(t, { games: [game] });
  const { port } = running.appServer.address();
  const junk = ['\0\0\0\0', 'GET / HTTP/9.9\r\n\r\n', 'POST /games/nim/create HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`];
  for (const bytes of junk) {
    const socket = connect(port, '127.0.0.1');
    // Not by `once`, which rejects where the server resets the connection.
    const closed = new Promise((resolve) => { socket.on('close', resolve); });
    socket.on('error', () => {});
    socket.end(bytes);
    socket.resume();
    await closed;
  }
  const half = connect(port, '127.0.0.1');
  half.on('error', () => {});
  half.write('POST /games/nim/create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"num');
  await once(running.appServer, 'request');
  half.destroy();
  assert.deepEqual((await get('/games')).body, ['nim']);
});

test('bytes after a request that are not HTTP print nothing', async (t) => {
  const { server, url } = await serve(t, { games: [game] });
  server.app.silent = false;
  const printed = t.mock.method(console, 'error', () => {});
  for (let i = 0; i < 5; i += 1) await sendBytes(url, ['GET /games HTTP/1.1\r\nHost: x\r\n\r\n{}']);
  assert.deepEqual(printed.mock.calls.map((call) => String(call.arguments[0])), []);
});
