// The metrics that Prometheus reads from a server: values, ports and access.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Counter, Registry } from 'prom-client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { Server } from 'rondel/server';
import { WebSocket } from 'ws';
import { sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';
import { lobbyAt, serve } from './serve.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
const games = [game];
const HOST = '127.0.0.1';

/** Returns a number by name with labels. */
async function metricsAt(httpServer) {
  const { body, status } = await lobbyAt(httpServer).get('/metrics');
  assert.equal(status, 200);
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

test('connections, matches, actions and requests are counted, and served only at their own port', async (t) => {
  const { running, url, get } = await serve(t, { games, operations: { port: 0 } });
  const { matchID, credentials } = await takenMatch({ url }, 'nim');
  const player = sit(t, { game, matchID, playerID: '0', credentials: credentials[0], multiplayer: WebSocketTransport({ url, WebSocket }) });
  await until(() => player.getState()?.isConnected);
  await player.moves.take(2).confirmed;
  const metrics = await metricsAt(running.operationsServer);
  const expected = {
    'rondel_connections{transport="websocket"}': 1,
    'rondel_matches_connected{game="nim"}': 1,
    'rondel_actions_total{game="nim",outcome="done"}': 1,
    'rondel_action_seconds_count{game="nim"}': 1,
    'rondel_http_requests_total{route="/games/:name/create",method="POST",status="200"}': 1,
    'rondel_http_requests_total{route="/games/:name/:id/join",method="POST",status="200"}': 2,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, metrics[name]])), expected);
  assert.ok(metrics.process_resident_memory_bytes > 0);
  for (const path of ['/metrics', '/metrics/', '/Metrics', '/%6detrics']) assert.equal((await get(path)).status, 404, path);
  player.stop();
  await until(async () => {
    const left = await metricsAt(running.operationsServer);
    return left['rondel_matches_connected{game="nim"}'] === 0 && left['rondel_connections{transport="websocket"}'] === 0;
  });
});

test('strangers cannot choose a label', async (t) => {
  const { running, get, post } = await serve(t, { games, operations: { port: 0 } });
  await get('/planted-7d1f?a=planted-7d1f');
  await get('/games/planted-7d1f/planted-7d1f');
  await post('/games/planted-7d1f/create', { numPlayers: 2 });
  await fetch(`${lobbyAt(running.appServer).url}/games`, { headers: { 'X-Forwarded-For': 'planted-7d1f', Origin: 'https://planted-7d1f.example' } });
  const { body } = await lobbyAt(running.operationsServer).get('/metrics');
  assert.match(body, /rondel_http_requests_total\{route="none",method="GET",status="404"\} 1/);
  assert.ok(!body.includes('planted'));
});

test("'public' serves all clients at the server's own ports, whatever the lobby requires", async (t) => {
  process.env.API_SECRET = 'the secret';
  t.after(() => { delete process.env.API_SECRET; });
  const { get, running } = await serve(t, { games, operations: { metrics: 'public' } });
  const { status, headers } = await get('/metrics');
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; version=0.0.4; charset=utf-8']);
  assert.equal(running.operationsServer, undefined);
});

test('a custom registry keeps its own metrics, and is refused if the names are taken', async (t) => {
  const registry = new Registry();
  new Counter({ name: 'coffees_total', help: 'Coffees.', registers: [registry] }).inc(3);
  await serve(t, { games, operations: { registry } });
  assert.match(await registry.metrics(), /coffees_total 3\n[^]*rondel_connections/);
  assert.throws(() => Server({ games, origins: false, operations: { registry } }), {
    code: 'server/options', message: /^operations\.registry: A metric with the name rondel_connections has already been registered/,
  });
});

test('without metrics its own port serves none, and counting leaves the console and the app unchanged', async (t) => {
  const without = await serve(t, { games, operations: { port: 0, metrics: false } });
  assert.equal((await lobbyAt(without.running.operationsServer).get('/metrics')).status, 404);
  const told = [];
  const failing = { ...game, name: 'fails', setup: () => { throw new Error('torn'); } };
  const server = Server({ games: [failing], origins: false, operations: { port: 0 } });
  server.app.on('error', ({ message }) => told.push(message));
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  t.after(() => server.kill(running));
  assert.equal((await lobbyAt(running.appServer).post('/games/fails/create', { numPlayers: 2 })).status, 500);
  assert.deepEqual(told, ['torn']);
});
