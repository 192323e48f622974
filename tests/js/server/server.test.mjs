// Server(): its return value, its start and end, its origins, and errors of a user's own code.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHTTPServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { FlatFile, InMemory, Origins, Server } from 'rondel/server';
import { inProduction } from '../support/environment.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';
import { lobbyAt, serve } from './serve.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
const HOST = '127.0.0.1';

test("Server returns boardgame.io's fields, and a function for the address of a request", async (t) => {
  const db = new InMemory();
  const { server, running } = await serve(t, { games: [game], db });
  assert.deepEqual(Object.keys(server), ['app', 'db', 'auth', 'router', 'transport', 'admin', 'addressOf', 'run', 'kill']);
  assert.equal(server.db, db);
  assert.equal(server.app.context.db, db);
  assert.equal(server.app.context.auth, server.auth);
  assert.deepEqual(Object.keys(running), ['apiServer', 'appServer']);
  assert.equal(running.apiServer, undefined);
});

test('without db, matches are in memory, or in the folder that a variable names', async (t) => {
  assert.ok((await serve(t, { games: [game] })).server.db instanceof InMemory);
  const dir = await mkdtemp(join(tmpdir(), 'rondel-server-'));
  process.env.FLATFILE_DIR = dir;
  t.after(() => { delete process.env.FLATFILE_DIR; });
  const { post, server } = await serve(t, { games: [game] });
  t.after(() => rm(dir, { recursive: true, force: true }));
  assert.ok(server.db instanceof FlatFile);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  assert.deepEqual(await server.db.listMatches(), [matchID]);
});

test('routes and middleware of the user come before the lobby', async (t) => {
  const server = Server({ games: [game], origins: false });
  const seen = [];
  server.router.get('/health', (ctx) => { ctx.body = 'well'; });
  server.router.use('/games', async (ctx, next) => { seen.push(ctx.path); await next(); });
  server.app.use(async (ctx, next) => { ctx.set('X-Own', 'yes'); await next(); });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  t.after(() => server.kill(running));
  const { get } = lobbyAt(running.appServer);
  assert.equal((await get('/health')).body, 'well');
  assert.equal((await get('/games')).headers.get('x-own'), 'yes');
  assert.deepEqual(seen, ['/games']);
});

test("middleware that has read the body of a request may change it, as boardgame.io's documentation intends", async (t) => {
  const server = Server({ games: [game], origins: false });
  server.router.use('/games/:name/create', bodyParser(), async (ctx, next) => {
    ctx.request.body.numPlayers += 1;
    ctx.request.body.unlisted = true;
    await next();
  });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  t.after(() => server.kill(running));
  const { get, post } = lobbyAt(running.appServer);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  assert.equal((await get(`/games/nim/${matchID}`)).body.players.length, 3);
  assert.deepEqual((await get('/games/nim')).body.matches, []);
});

for (const [name, isApart] of [['callback', false], ['callback', true], ['apiCallback', true]]) {
  test(`middleware that is added to the app in the ${name} of run serves unhandled requests${isApart ? ', at both ports' : ''}`, async (t) => {
    const server = Server({ games: [game], origins: false });
    t.mock.method(console, 'info', () => {});
    const addPage = () => server.app.use((ctx) => { ctx.body = 'the page'; });
    const apiPort = isApart ? 0 : undefined;
    const callbacks = name === 'callback' ? { callback: addPage, lobbyConfig: { apiPort } } : { lobbyConfig: { apiPort, apiCallback: addPage } };
    const running = await server.run({ port: 0, host: HOST, ...callbacks });
    t.after(() => server.kill(running));
    const ports = [running.appServer, running.apiServer].filter(Boolean).map(lobbyAt);
    for (const { get } of ports) assert.equal((await get('/match/7')).body, 'the page');
    assert.deepEqual((await ports.at(-1).get('/games')).body, ['nim']);
  });
}

test("a transport with boardgame.io's contract serves the lobby by the callback that it receives in init", async (t) => {
  t.mock.method(console, 'info', () => {});
  const transport = { init(app) { transport.server = createHTTPServer(app.callback()); } };
  const { get, post } = await serve(t, { games: [game], transport });
  assert.deepEqual((await get('/games')).body, ['nim']);
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
});

test('run calls back and prints its address, also in production', async (t) => {
  inProduction(t);
  const info = t.mock.method(console, 'info', () => {});
  const called = [];
  const server = Server({ games: [game], origins: false });
  const running = await server.run({ port: 0, host: HOST, lobbyConfig: { apiPort: 0, apiCallback: () => called.push('api') } }, () => called.push('app'));
  const [api, app] = [running.apiServer, running.appServer].map((one) => one.address().port);
  assert.deepEqual(called, ['api', 'app']);
  assert.deepEqual(info.mock.calls.map(({ arguments: [text] }) => text), [
    `INFO: API serving on http://127.0.0.1:${api}/`, `INFO: App serving on http://127.0.0.1:${app}/`,
  ]);
  await server.kill(running);
  assert.deepEqual([running.apiServer, running.appServer].map(({ listening }) => listening), [false, false]);
});

test('a killed server does not run again, even if it was killed before it ran', async (t) => {
  t.mock.method(console, 'info', () => {});
  const refused = { code: 'server/killed', message: 'run: this server has been killed: create another one with Server()' };
  const server = Server({ games: [{ name: 'nim' }], origins: false });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  await server.kill(running);
  await assert.rejects(server.run({ port: 0, host: '127.0.0.1' }), refused);

  const dir = temporaryFolder(t);
  const early = Server({ games: [{ name: 'nim' }], origins: false, db: new FlatFile({ dir }) });
  const begun = early.run({ port: 0, host: '127.0.0.1' });
  await Promise.all([early.kill({}), assert.rejects(begun, refused)]);
  const again = new FlatFile({ dir });
  await again.connect();
  await again.close();
});

test('kill closes the storage and the transports after the hubs have ended', async (t) => {
  const ended = [];
  const db = Object.assign(new InMemory(), { close: async () => { ended.push('db'); } });
  const transport = {
    init: (app, games, origins) => {
      assert.deepEqual([...app.context.hubs.keys()], ['default']);
      assert.deepEqual([games[0].name, origins], ['default', ['https://a.example']]);
    },
    attach: (server) => { ended.push(server.listening ? 'listens' : 'does not listen'); },
    close: async () => { ended.push('transport'); },
  };
  const server = Server({ games: [{}], db, transport, origins: ['https://a.example'] });
  assert.equal(server.transport, transport);
  t.mock.method(console, 'info', () => {});
  await server.kill(await server.run({ port: 0, host: HOST }));
  assert.deepEqual(ended, ['listens', 'transport', 'db']);
});

test('a request in progress when the server ends is answered', async (t) => {
  const server = Server({ games: [game], origins: false });
  let answer;
  const asked = new Promise((resolve) => {
    server.router.get('/slow', async (ctx) => {
      resolve();
      ctx.body = await new Promise((done) => { answer = done; });
    });
  });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  const response = lobbyAt(running.appServer).get('/slow');
  await asked;
  const ended = server.kill(running);
  answer('done');
  assert.equal((await response).body, 'done');
  await ended;
});

test('an endless request does not stop a server from ending', async (t) => {
  const server = Server({ games: [game], origins: false });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: HOST });
  const socket = connect(running.appServer.address().port, HOST);
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write('POST /games/nim/create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{');
  await once(running.appServer, 'request');
  await server.kill(running);
});

test('a storage that never responds does not stop a server from ending', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'info', () => {});
  const db = Object.assign(new InMemory(), { fetch: () => new Promise(() => {}) });
  const server = Server({ games: [game], db, origins: false });
  const running = await server.run({ port: 0, host: HOST });
  server.app.context.hubs.get('nim').connect(() => {}).receive({ type: 'sync', args: ['m', '0'] });
  await server.kill(running);
  assert.equal(running.appServer.listening, false);
  assert.ok(error.mock.calls.some(({ arguments: [, problem] }) => /it has not ended within 3 seconds/.test(String(problem))));
});

test('a component that fails to close does not stop others from closing', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  t.mock.method(console, 'info', () => {});
  const ended = [];
  const transport = { init() {}, close() { throw new Error('stuck'); } };
  const db = Object.assign(new InMemory(), { close: () => { ended.push('db'); } });
  const server = Server({ games: [game], db, transport, origins: false });
  const running = await server.run({ port: 0, host: HOST });
  await server.kill(running);
  assert.deepEqual([running.appServer.listening, ended, error.mock.callCount()], [false, ['db'], 1]);
});

const BAD_GAMES = [
  [undefined, 'games: expected a list of games'],
  [[], 'games: expected a list of games'],
  [{ nim: game }, 'games: expected a list of games'],
  [[null], 'games[0]: expected a game'],
  [[game, {}], 'games[1]: a server with several games needs their names: give this game a name'],
  [[game, { name: 'nim' }], "games[1]: there are two games called 'nim': give one of them another name"],
  [[{ name: '' }], 'games[0].name: expected a string of 1 to 256 characters'],
  ...['a,b', 'a?b', 'a#b', '/a', 'a\ud800'].map((name) => [
    [{ name }], "games[0].name: socket.io can carry no ',', '?' or '#', no '/' at the beginning, and no half of a character",
  ]),
];

for (const [games, message] of BAD_GAMES) {
  test(`a server refuses the games ${JSON.stringify(games)}`, () => {
    assert.throws(() => Server({ games, origins: false }), { name: 'RondelError', code: 'server/games', message });
  });
}

test('the error for a faulty definition names the game and the field', () => {
  const games = [game, { name: 'odd', moves: { go: 3 } }];
  assert.throws(() => Server({ games, origins: false }), { code: 'server/games', message: /^games\[1\], 'odd': moves\.go: / });
});

test('a port in use is an error that says what to do, and nothing keeps listening', async (t) => {
  const port = await portInUse(t);
  t.mock.method(console, 'info', () => {});
  const server = Server({ games: [game], origins: false });
  const expected = { code: 'server/port', message: `port ${port} is in use: end the program that listens there, or give run() another port` };
  await assert.rejects(server.run({ port, host: HOST }), expected);
  await assert.rejects(server.run({ port: 0, host: HOST, lobbyConfig: { apiPort: port } }), expected);
  await assert.rejects(server.run({ port, host: HOST, lobbyConfig: { apiPort: 0 } }), expected);
});

test('a server that cannot run closes its storage, unless it runs at another port', async (t) => {
  const port = await portInUse(t);
  t.mock.method(console, 'info', () => {});
  const done = [];
  const db = Object.assign(new InMemory(), { connect: () => { done.push('open'); }, close: () => { done.push('close'); } });
  const server = Server({ games: [game], db, origins: false });
  await assert.rejects(server.run({ port, host: HOST }), { code: 'server/port' });
  assert.deepEqual(done, ['open', 'close']);
  await assert.rejects(server.run({ port: 0, host: HOST, lobbyConfig: { apiPort: port } }), { code: 'server/port' });
  assert.deepEqual(done.splice(0), ['open', 'close', 'open', 'close']);
  const running = await server.run({ port: 0, host: HOST });
  await assert.rejects(server.run({ port, host: HOST }), { code: 'server/port' });
  assert.deepEqual(done.splice(0), ['open', 'open']);
  await server.kill(running);
  assert.deepEqual(done, ['close']);
});

test('an invalid port or address is an error that says so', async () => {
  const server = Server({ games: [game], origins: false });
  await assert.rejects(server.run({ port: 70_000, host: HOST }), { code: 'server/port', message: 'port: expected a number from 0 to 65535, got 70000' });
  await assert.rejects(server.run({ port: 0, host: '203.0.113.7' }), { code: 'server/host', message: /^host: this machine has no address '203\.0\.113\.7'/ });
});

test('an invalid key is an error that says so', async () => {
  const server = Server({ games: [game], origins: false, https: { key: 'none', cert: 'none' } });
  await assert.rejects(server.run({ port: 0, host: HOST }), { code: 'server/https', message: /^https: .*; expected a `key` and a `cert`, in PEM format$/ });
});

test('strangers cannot fill the log: errors of a request are sent only to its client', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  const { post, get, server } = await serve(t, { games: [game], apiBodyLimit: '1kb' });
  server.app.silent = false;
  const answers = [
    await post('/games/nim/create', '{ no json'), await post('/games/nim/create', { setupData: 'x'.repeat(2000) }),
    await post('/games/nim/create', { numPlayers: 'many' }), await get('/games/nim/nowhere'), await get('/%zz'),
  ];
  assert.deepEqual(answers.map(({ status }) => status), [400, 413, 400, 404, 404]);
  assert.equal(error.mock.callCount(), 0);
});

test('a missing database is an error of one line', async () => {
  const db = Object.assign(new InMemory(), { connect: async () => { throw new Error('connect ECONNREFUSED 127.0.0.1:5432'); } });
  const server = Server({ games: [game], db, origins: false });
  await assert.rejects(server.run({ port: 0, host: HOST }), {
    code: 'server/storage', message: 'db: the storage cannot be opened: connect ECONNREFUSED 127.0.0.1:5432',
  });
});

test('without origins, pages of other origins are refused, and a warning says so', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const { get } = await serve(t, { games: [game], origins: undefined });
  assert.match(warn.mock.calls[0].arguments[0], /^Server `origins` option is not set\./);
  const { headers } = await get('/games', { headers: { origin: 'https://a.example' } });
  assert.equal(headers.get('access-control-allow-origin'), null);
});

const A = 'https://a.example';
const ORIGINS = [
  [A, A, true],
  [[/\.example$/g, 'https://b.test'], A, true],
  [(origin, answer) => answer(null, origin === A), A, true],
  ['*', A, true],
  [true, A, true],
  [false, A, false],
  [[], A, false],
  ['https://b.test', A, false],
  [(_, answer) => answer(null, false), A, false],
  [Origins.LOCALHOST, 'http://localhost:3000', true],
  [Origins.LOCALHOST, 'http://127.0.0.1:3000', true],
  [Origins.LOCALHOST, 'http://[::1]:3000', true],
  [Origins.LOCALHOST, 'http://127.0.0.1.evil.example:3000', false],
  [Origins.LOCALHOST, 'http://localhost:3000.evil.example', false],
  [Origins.LOCALHOST, 'http://evil-localhost:3000', false],
];

for (const [origins, origin, isAllowed] of ORIGINS) {
  test(`origins ${typeof origins === 'object' ? `[${origins}]` : origins}: ${origin} is ${isAllowed ? 'let in' : 'kept out'}, each time`, async (t) => {
    const { get } = await serve(t, { games: [game], origins });
    for (let i = 0; i < 2; i += 1) {
      const { headers } = await get('/games', { headers: { origin } });
      assert.equal(headers.get('access-control-allow-origin'), isAllowed ? origin : null);
      assert.equal(headers.get('vary'), 'Origin');
    }
  });
}

test('apiOrigins apply to the lobby alone', async (t) => {
  const { get } = await serve(t, { games: [game], origins: false, apiOrigins: [A] });
  const refused = await get('/games/nim/nowhere', { headers: { origin: A } });
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [404, A]);
});

test('in production, no page of this machine is allowed', (t) => {
  assert.equal(Origins.LOCALHOST_IN_DEVELOPMENT, Origins.LOCALHOST);
  inProduction(t);
  assert.equal(Origins.LOCALHOST_IN_DEVELOPMENT, false);
});

test('a server that allows localhost because no host is given prints it', async (t) => {
  const before = process.env.NODE_ENV;
  t.after(() => { if (before === undefined) delete process.env.NODE_ENV; else process.env.NODE_ENV = before; });
  const info = t.mock.method(console, 'info', () => {});
  const says = async (environment, origins) => {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    info.mock.resetCalls();
    const server = Server({ games: [game], origins });
    await server.kill(await server.run({ port: 0, host: '127.0.0.1' }));
    return info.mock.calls.some(({ arguments: [text] }) => /NODE_ENV is not set, and so pages of localhost may connect/.test(text));
  };
  const [local, mixed] = [Origins.LOCALHOST, [A, Origins.LOCALHOST]];
  const heard = [];
  for (const [environment, origins] of [[undefined, local], [undefined, mixed], [undefined, [A]], [undefined, false], ['development', mixed], ['production', mixed]]) {
    heard.push(await says(environment, origins));
  }
  assert.deepEqual(heard, [true, true, false, false, false, false]);
});

/** Values that code of a user may throw. */
const THROWN = [
  ['an error', () => new Error('PLANTED')],
  ['null', () => null],
  ['a text', () => 'PLANTED'],
  ['a proxy that throws', () => new Proxy({}, { get: () => { throw new Error('PLANTED'); }, getPrototypeOf: () => { throw new Error('PLANTED'); } })],
  ['an error whose fields throw', () => Object.defineProperty(new Error(), 'status', { get: () => { throw new Error('PLANTED'); } })],
];

for (const [kind, make] of THROWN) {
  const fail = () => { throw make(); };
  const rejected = () => Promise.reject(make());

  test(`${kind} that a user's code throws is a 500 without its text, and the server continues`, async (t) => {
    const odd = { ...game, name: 'odd', setup: fail };
    const picky = { ...game, name: 'picky', validateSetupData: fail };
    const { get, post, server } = await serve(t, {
      games: [game, odd, picky], generateCredentials: rejected, authenticateCredentials: rejected,
    });
    const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
    const seat = { playerID: '0', credentials: 'x' };
    const answers = [
      await post('/games/odd/create', { numPlayers: 2 }),
      await post('/games/picky/create', { numPlayers: 2 }),
      await post(`/games/nim/${matchID}/join`, { playerName: 'Alice' }),
      await post(`/games/nim/${matchID}/update`, { ...seat, newName: 'Al' }),
      await post(`/games/nim/${matchID}/leaveGame`, seat),
    ];
    assert.deepEqual(answers.map(({ status, body }) => [status, body]), Array(5).fill([500, 'Internal Server Error']));
    assert.deepEqual((await get('/games')).status, 200);
    assert.deepEqual(server.db.metadata.get(matchID).players, { 0: { id: 0 }, 1: { id: 1 } });
  });

  test(`${kind} that uuid or a storage throws is a 500, too`, async (t) => {
    // A storage that lists pages, and one that lists only matches.
    for (const methods of [{ listPage: rejected }, { listPage: undefined, listMatches: rejected }]) {
      const db = Object.assign(new InMemory(), methods);
      const { get, post } = await serve(t, { games: [game], uuid: fail, generateCredentials: () => 'x', db });
      assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 500);
      assert.equal((await get('/games/nim')).status, 500);
      assert.equal((await get('/games')).status, 200);
    }
  });
}

test("a status that a user's callback throws becomes the answer, with its headers", async (t) => {
  const generateCredentials = (ctx) => ctx.throw(401, 'log in first', { headers: { 'WWW-Authenticate': 'Bearer' } });
  const { post } = await serve(t, { games: [game], generateCredentials });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const { status, body, headers } = await post(`/games/nim/${matchID}/join`, { playerName: 'Alice' });
  assert.deepEqual([status, body, headers.get('www-authenticate')], [401, 'log in first', 'Bearer']);
});

for (const name of ['callback', 'apiCallback']) {
  const runWith = (server, callback) => {
    const lobbyConfig = { apiPort: 0, apiCallback: name === 'apiCallback' ? callback : undefined };
    return server.run({ port: 0, host: HOST, lobbyConfig, callback: name === 'callback' ? callback : undefined });
  };

  test(`a server whose ${name} throws does not run, and closes what it has opened`, async (t) => {
    const server = Server({ games: [game], origins: false });
    t.mock.method(console, 'info', () => {});
    const opened = [];
    const { listen } = Koa.prototype;
    t.mock.method(Koa.prototype, 'listen', function noted(...args) {
      opened.push(listen.apply(this, args));
      return opened.at(-1);
    });
    await assert.rejects(runWith(server, () => { throw new Error('the callback throws'); }), /the callback throws/);
    assert.deepEqual(opened.map(({ listening }) => listening), name === 'callback' ? [false, false] : [false]);
    const running = await runWith(server, () => {});
    t.after(() => server.kill(running));
    assert.equal((await lobbyAt(running.apiServer).get('/games')).status, 200);
  });

  test(`a server whose async ${name} fails reports it, and keeps running`, async (t) => {
    const server = Server({ games: [game], origins: false });
    t.mock.method(console, 'info', () => {});
    const { mock } = t.mock.method(console, 'error', () => {});
    const running = await runWith(server, async () => { throw new Error('the callback fails'); });
    t.after(() => server.kill(running));
    await until(() => mock.callCount() > 0);
    assert.match(mock.calls[0].arguments[1].message, /the callback fails/);
    assert.equal((await lobbyAt(running.apiServer).get('/games')).status, 200);
  });
}

test('the return values of callbacks are checked', async (t) => {
  const { post } = await serve(t, { games: [game], uuid: () => 7, generateCredentials: () => undefined });
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 500);
  const named = await serve(t, { games: [game], uuid: () => 'same', generateCredentials: () => undefined });
  assert.equal((await named.post('/games/nim/create', { numPlayers: 2 })).body.matchID, 'same');
  assert.equal((await named.post('/games/nim/same/join', { playerName: 'Alice' })).status, 500);
  // There is such a match, and it is not overwritten.
  assert.equal((await named.post('/games/nim/create', { numPlayers: 2 })).status, 500);
});

test('credentials that no client can send, or that protect no seat, are an error of generateCredentials', async (t) => {
  const made = ['', 'x'.repeat(10_001), 'x'.repeat(10_000)];
  const { post, server: { db } } = await serve(t, { games: [game], uuid: () => 'm', generateCredentials: () => made.shift() });
  await post('/games/nim/create', { numPlayers: 2 });
  const statuses = [];
  for (const playerName of ['Ann', 'Bob', 'Cat']) statuses.push((await post('/games/nim/m/join', { playerName })).status);
  assert.deepEqual(statuses, [500, 500, 200]);
  assert.equal(db.metadata.get('m').players[0].name, 'Cat');
});

test('a reserved name is an error of uuid', async (t) => {
  const { post, server: { db } } = await serve(t, { games: [game], uuid: () => '//rondel/bans' });
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 500);
  assert.equal(db.metadata.size, 0);
});

/** Until the test ends. */
async function portInUse(t) {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  t.after(() => other.close());
  return other.address().port;
}
