// The log of a server: events and their levels, one line for repeated events of an address, and no credentials.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { pino } from 'pino';
import { WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { Log } from '../../../pkg-server/lib/operations/log.js';
import { sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';
import { lobbyAt, serve } from './serve.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
const games = [game];

/** A logger that keeps its lines. */
function kept() {
  const lines = [];
  const at = (level) => (fields) => lines.push({ level, ...fields });
  return { lines, log: { error: at('error'), info: at('info'), debug: at('debug') } };
}

/** Opens a WebSocket from a page of a foreign origin, which the server refuses. */
async function refusedAt(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/nim`, { origin: 'https://foreign.example' });
  await once(socket, 'unexpected-response');
  socket.on('error', () => {});
  socket.terminate();
}

test('the address and refusals are logged at info, and connections, actions and requests at debug', async (t) => {
  const { lines, log } = kept();
  const { url } = await serve(t, { games, log });
  assert.deepEqual(lines.splice(0), [{ level: 'info', event: 'listening', url: `${url}/`, lobby: undefined, operations: undefined }]);
  const { matchID, credentials } = await takenMatch({ url }, 'nim');
  const player = sit(t, { game, matchID, playerID: '0', credentials: credentials[0], multiplayer: WebSocketTransport({ url, WebSocket }) });
  await until(() => player.getState()?.isConnected);
  await player.moves.take(2).confirmed;
  await refusedAt(url);
  const seen = lines.map(({ level, event, outcome, why, route, status }) => [level, event, outcome ?? why ?? route, status].join(' ').trim());
  for (const line of [
    'debug request /games/:name/create 200', 'debug request /games/:name/:id/join 200', 'debug connected', 'debug action done', 'info refused origin',
  ]) assert.ok(seen.includes(line), `${line} of ${seen}`);
});

test('an event of an address is logged once in a minute, with its count', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { lines, log } = kept();
  const written = new Log(log);
  const refused = { type: 'refused', transport: 'websocket', why: 'origin', request: {}, address: '203.0.113.7' };
  for (let i = 0; i < 1000; i += 1) written.watch(refused);
  written.watch({ ...refused, why: 'address' });
  assert.deepEqual(lines.map(({ why, count }) => [why, count]), [['origin', undefined], ['address', undefined]]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(lines.slice(2).map(({ why, count }) => [why, count]), [['origin', 999]]);
  written.watch(refused);
  assert.equal(lines.length, 4);
  written.watch({ ...refused, address: '203.0.113.8' });
  assert.equal(lines.length, 5);
  assert.ok(!JSON.stringify(lines).includes('203.0.113'));
  // Errors may quote the client that caused them.
  for (let i = 0; i < 1000; i += 1) written.watch({ type: 'error', error: new Error(`no card ${i}`), gameName: 'nim', matchID: 'm' });
  written.end();
  assert.ok(lines.length < 120, `${lines.length} lines`);
  assert.equal(lines.at(-1).count + lines.filter(({ level }) => level === 'error').length - 1, 1000);
});

test('however many addresses cause events, an error is logged', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { lines, log } = kept();
  const written = new Log(log);
  for (let i = 0; i < 1000; i += 1) written.watch({ type: 'denied', transport: 'websocket', gameName: 'nim', address: `203.0.113.${i}` });
  written.watch({ type: 'error', error: new Error('the accounts are away'), gameName: 'nim', matchID: 'm' });
  assert.deepEqual(lines.filter(({ level }) => level === 'error').map(({ err }) => err.message), ['the accounts are away']);
  t.mock.timers.tick(60_000);
  assert.ok(lines.length < 110, `${lines.length} lines`);
});

test('an error is logged with its place, and only its name, message, code and stack', async (t) => {
  const { lines, log } = kept();
  const broken = Object.assign(new Error('the accounts are away'), { code: 'E_AWAY', credentials: 'planted', config: { headers: 'planted' } });
  const { url } = await serve(t, { games, log, generateCredentials: () => { throw broken; } });
  const { post } = lobbyAt({ address: () => ({ port: new URL(url).port }) });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  assert.equal((await post(`/games/nim/${matchID}/join`, { playerName: 'Al' })).status, 500);
  const [{ event, err }] = lines.filter(({ level }) => level === 'error');
  assert.deepEqual([event, err.message], ['request-failed', 'the accounts are away']);
  assert.ok(!JSON.stringify(lines).includes('planted'));
  const written = new Log(log);
  for (const thrown of [undefined, null, 7, 'text', Symbol('s'), Object.create(null), new Proxy({}, { get() { throw new Error('no'); } })]) {
    written.watch({ type: 'error', error: thrown, gameName: 'nim', matchID: 'm' });
  }
  written.end();
});

test('no line of a log at the lowest level has credentials, wherever a client puts them', async (t) => {
  let text = '';
  const log = pino({ level: 'trace' }, { write: (line) => { text += line; } });
  const { url, post, get } = await serve(t, { games, log });
  const { matchID, credentials } = await takenMatch({ url }, 'nim');
  const [path, query, header, body, torn, wrong, frame] = ['path', 'query', 'header', 'body', 'torn', 'wrong', 'frame'].map((where) => `planted-in-${where}-7d1f`);
  await get(`/games/nim/${path}?credentials=${query}`, { headers: { Authorization: header, Cookie: header } });
  await post(`/games/nim/${matchID}/update`, { playerID: '0', credentials: body, newName: 'x' });
  await post(`/games/nim/${matchID}/update`, `{"credentials": ${torn}`);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/nim?credentials=${query}`);
  await once(socket, 'open');
  const move = { type: 'MAKE_MOVE', payload: { type: 'take', args: [1], playerID: '1', credentials: wrong } };
  socket.send(JSON.stringify({ type: 'update', args: [move, 0, matchID, '1'] }));
  socket.send(`{"credentials": ${frame}`);
  await until(() => text.includes('"unauthorized"'));
  socket.close();
  await until(() => text.includes('"disconnected"'));
  for (const secret of [...credentials, path, query, header, body, torn, wrong, frame]) assert.ok(!text.includes(secret), secret);
});

test('a logger that throws does not disturb matches', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  const fails = () => { throw new Error('the disk is full'); };
  const { url } = await serve(t, { games, log: { error: fails, info: fails, debug: () => Promise.reject(new Error('later')) } });
  assert.equal((await takenMatch({ url }, 'nim')).credentials.length, 2);
  assert.ok(error.mock.callCount() > 0);
});
