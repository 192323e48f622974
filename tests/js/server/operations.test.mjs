// Health checks of a server: liveness, readiness, and the ports that serve them.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile, InMemory, Server, Sqlite } from 'rondel/server';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';
import { Readiness } from '../../../pkg-server/lib/operations/readiness.js';
import { lobbyAt, serve } from './serve.mjs';

const games = [{ name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } }];
const HOST = '127.0.0.1';

function withSecret(t) {
  process.env.API_SECRET = 'the secret';
  t.after(() => { delete process.env.API_SECRET; });
}

/** A third-party storage without optional methods. */
function plainStorage(overrides) {
  const storage = new InMemory();
  const methods = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches', 'type'];
  return { ...Object.fromEntries(methods.map((name) => [name, (...args) => storage[name](...args)])), ...overrides };
}

test('/healthz and /readyz are served at every port, whatever the lobby requires', async (t) => {
  withSecret(t);
  const server = Server({ games, origins: false });
  // A page that answers every request.
  server.app.use((ctx) => { ctx.body = 'the page'; });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST, lobbyConfig: { apiPort: 0 } });
  t.after(() => server.kill(running));
  for (const one of [running.appServer, running.apiServer]) {
    const { get } = lobbyAt(one);
    const [lives, ready] = [await get('/healthz'), await get('/readyz?from=kubelet')];
    assert.deepEqual([lives.status, lives.body], [200, 'the process lives\n']);
    assert.deepEqual([ready.status, ready.body, ready.headers.get('cache-control')], [200, 'the server takes players\n', 'no-store']);
    assert.equal((await get('/healthz', { method: 'HEAD' })).status, 200);
  }
});

test('custom routes may use these paths, and nothing serves them without health', async (t) => {
  const own = Server({ games, origins: false });
  own.router.get('/readyz', (ctx) => { ctx.body = 'mine'; });
  t.mock.method(console, 'info', () => {});
  const running = await own.run({ port: 0, host: HOST });
  t.after(() => own.kill(running));
  const { get } = lobbyAt(running.appServer);
  assert.deepEqual([(await get('/readyz')).body, (await get('/healthz')).body], ['mine', 'the process lives\n']);
  const { get: getWithout } = await serve(t, { games, operations: { health: false } });
  assert.equal((await getWithout('/healthz')).status, 404);
});

test('a separate port serves nothing else, and reports until the end that the server stops', async (t) => {
  let close;
  const closing = new Promise((resolve) => { close = resolve; });
  const db = Object.assign(new InMemory(), { close: () => closing });
  const server = Server({ games, db, origins: false, operations: { port: 0 } });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  assert.equal(running.operationsServer.address().address, HOST);
  const { get } = lobbyAt(running.operationsServer);
  assert.deepEqual([(await get('/healthz')).status, (await get('/readyz')).status, (await get('/games')).status], [200, 200, 404]);
  const killed = server.kill(running);
  assert.deepEqual([(await get('/readyz')).status, (await get('/readyz')).body], [503, 'the server is stopping\n']);
  assert.equal((await get('/healthz')).status, 200);
  close();
  await killed;
  assert.equal(running.operationsServer.listening, false);
});

test('an error while opening the port is reported, and nothing keeps listening', async (t) => {
  const { running } = await serve(t, { games });
  const { port } = running.appServer.address();
  const server = Server({ games, origins: false, operations: { port } });
  const message = `port ${port} is in use: end the program that listens there, or give operations another port`;
  await assert.rejects(server.run({ port: 0, host: HOST }), { code: 'server/port', message });
});

test('a server that runs at two ports has one port for operations, which closes with it', async (t) => {
  t.mock.method(console, 'info', () => {});
  const server = Server({ games, origins: false, operations: { port: 0 } });
  const first = await server.run({ port: 0, host: HOST });
  const second = await server.run({ port: 0, host: HOST });
  assert.equal(first.operationsServer, second.operationsServer);
  await Promise.all([server.kill(first), server.kill(second)]);
  assert.equal(first.operationsServer.listening, false);
});

test('a read-only database makes a server unready, until it can write again', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const db = new Sqlite(file);
  const { get } = await serve(t, { games, db });
  assert.equal((await get('/readyz')).status, 200);
  const { renewLease } = db;
  db.renewLease = () => { throw new Error('attempt to write a readonly database'); };
  await until(async () => (await get('/readyz')).status === 503);
  assert.deepEqual([(await get('/readyz')).body, (await get('/healthz')).status], ['the storage accepts no writes\n', 200]);
  db.renewLease = renewLease;
  await until(async () => (await get('/readyz')).status === 200);
});

test('a folder that accepts no file makes a server unready', async (t) => {
  const dir = temporaryFolder(t);
  const { get } = await serve(t, { games, db: new FlatFile({ dir }) });
  assert.equal((await get('/readyz')).status, 200);
  assert.match(await readFile(join(dir, 'probe.txt'), 'utf8'), /^\d{4}-/);
  await rm(dir, { recursive: true, force: true });
  await until(async () => (await get('/readyz')).status === 503);
});

test('a storage without leases is read, or checked by its own method', async (t) => {
  let isAway = false;
  const fetch = () => { if (isAway) throw new Error('away'); return {}; };
  const { get } = await serve(t, { games, db: plainStorage({ fetch }) });
  assert.equal((await get('/readyz')).status, 200);
  isAway = true;
  await until(async () => (await get('/readyz')).status === 503);
  const { get: getProbed } = await serve(t, { games, db: plainStorage({ probe: () => Promise.reject(new Error('full')) }) });
  assert.equal((await getProbed('/readyz')).status, 503);
});

test('a thousand simultaneous checks cost the storage one write', async (t) => {
  let writes = 0;
  const db = plainStorage({ probe: () => { writes += 1; } });
  const { get } = await serve(t, { games, db });
  const answers = await Promise.all(Array.from({ length: 1000 }, () => get('/readyz')));
  assert.ok(answers.every(({ status }) => status === 200));
  // On a slow machine the checks may take longer than a second.
  assert.ok(writes < 100, `${writes} writes`);
});

test('a storage that never responds is not ready, and gets no second check meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  const readiness = new Readiness(() => { asked += 1; return new Promise(() => {}); });
  assert.equal(await readiness.whyNot(), 'the server is starting');
  readiness.started();
  const questions = [readiness.whyNot(), readiness.whyNot()];
  t.mock.timers.tick(2000);
  assert.deepEqual(await Promise.all(questions), Array(2).fill('the storage does not respond'));
  const now = performance.now();
  let later = 1001;
  t.mock.method(performance, 'now', () => now + later);
  assert.equal(await readiness.whyNot(), 'the storage does not respond');
  assert.equal(asked, 1);
  later = 31_000;
  const again = readiness.whyNot();
  t.mock.timers.tick(2000);
  assert.equal(await again, 'the storage does not respond');
  assert.equal(asked, 2);
  readiness.stopping();
  assert.equal(await readiness.whyNot(), 'the server is stopping');
});

test("middleware of the app also runs at the lobby's own port, and its errors are emitted", async (t) => {
  const server = Server({ games, origins: false });
  const heard = [];
  server.app.on('error', ({ message }) => heard.push(message));
  server.app.use(async (ctx, next) => { ctx.set('X-Own', 'yes'); await next(); });
  server.app.use(async (ctx, next) => (ctx.path === '/open' ? void (ctx.body = 'open') : next()));
  server.router.get('/torn', () => { throw new Error('torn'); });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST, lobbyConfig: { apiPort: 0 } });
  t.after(() => server.kill(running));
  const { get } = lobbyAt(running.apiServer);
  assert.deepEqual([(await get('/open')).body, (await get('/games')).headers.get('x-own')], ['open', 'yes']);
  assert.equal((await get('/torn')).status, 500);
  assert.deepEqual(heard, ['torn']);
  assert.equal((await lobbyAt(running.appServer).get('/open')).body, 'open');
});
