// Errors of servers, lobby clients and transports for invalid arguments: one line that names the expected value.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import * as internal from 'rondel/internal';
import { Master } from 'rondel/master';
import * as multiplayer from 'rondel/multiplayer';
import { FlatFile, InMemory, Server, SocketIO, Sqlite } from 'rondel/server';
import { checkDeterminism, checkSecrecy, checkStorage } from 'rondel/testing';
import { capture } from '../support/console.mjs';
import { inProduction } from '../support/environment.mjs';

const games = [{ name: 'nim' }];
const GAME = /^game: expected an object, got (undefined|null|number|7)$/;

const REFUSED = {
  'Server()': [() => Server(), 'Server: expected an object with `games`, got undefined'],
  'Server(null)': [() => Server(null), 'Server: expected an object with `games`, got null'],
  'Server({})': [() => Server({}), 'games: expected a list of games'],
  'a storage of another kind': [() => Server({ games, db: 'postgres://' }), 'db: expected a storage, got postgres://'],
  'the class of a storage': [
    () => Server({ games, db: Sqlite }), 'db: expected a storage, got the function Sqlite: new Sqlite() may be meant',
  ],
  'no storage': [() => Server({ games, db: null }), 'db: expected a storage, got null'],
  'a storage without methods': [
    () => Server({ games, origins: false, db: { connect() {}, fetch() {} } }).run(0),
    'db: expected a storage; this object lacks createMatch, setState, setMetadata, wipe, listMatches',
  ],
  'a transport without methods': [() => Server({ games, transport: {} }), 'transport: expected a transport; this object lacks init'],
  'an authentication that is none': [
    () => Server({ games, authenticateCredentials: 'secret' }), 'authenticateCredentials: expected a function, got secret',
  ],
  'a limit in time that is none': [
    () => Server({ games, authTimeout: '5 s' }), 'authTimeout: expected a positive number of milliseconds, got 5 s',
  ],
  'a watcher that is none': [() => Server({ games, watch: {} }), 'watch: expected a function, got an object'],
  'limits that are none': [() => Server({ games, limits: 7 }), 'limits: expected an object, got 7'],
  'a group of limits that is none': [() => Server({ games, limits: { chat: 7 } }), 'limits.chat: expected an object, got 7'],
  'a limit that is none': [() => Server({ games, limits: { messages: { rate: '500' } } }), 'limits.messages.rate: expected a number, got 500'],
  'a limit that is no number': [() => Server({ games, limits: { messages: { burst: NaN } } }), 'limits.messages.burst: expected a number, got NaN'],
  'an admission that is none': [() => Server({ games, limits: { connections: { admit: true } } }), 'limits.connections.admit: expected a function, got true'],
  'proxies that are no number': [() => Server({ games, trustedProxies: true }), 'trustedProxies: expected a whole number, got true'],
  'a lobby that is no question': [() => Server({ games, lobbyOnly: 'no' }), 'lobbyOnly: expected true or false, got no'],
  'operations that are none': [() => Server({ games, operations: 9000 }), 'operations: expected an object, got 9000'],
  'a port for operations that is none': [
    () => Server({ games, operations: { port: 'nine' } }), 'operations.port: expected a number such as 8000, or the path of a socket, got nine',
  ],
  'an address for operations that is none': [() => Server({ games, operations: { host: 7 } }), 'operations.host: expected a text, got 7'],
  'health that is no question': [() => Server({ games, operations: { health: 'no' } }), 'operations.health: expected true or false, got no'],
  'metrics that nobody could read': [
    () => Server({ games, operations: { metrics: true } }),
    "operations.metrics: needs operations.port, where the server answers them; 'public' answers them to everybody",
  ],
  'metrics that are no question': [() => Server({ games, operations: { metrics: 'all' } }), "operations.metrics: expected true, false or 'public', got all"],
  'a registry that is none': [
    () => Server({ games, operations: { registry: {} } }),
    'operations.registry: expected a Registry of prom-client; this object lacks registerMetric, metrics',
  ],
  'a level that is none': [
    () => Server({ games, log: 'loud' }), 'log: expected a logger, or one of fatal, error, warn, info, debug, trace, silent, got loud',
  ],
  'a logger that is none': [() => Server({ games, log: { info() {} } }), 'log: expected a logger; this object lacks error, debug'],
  'a shutdown that is none': [() => Server({ games, shutdown: 10 }), 'shutdown: expected true, or an object, got 10'],
  'a time that is none': [() => Server({ games, shutdown: { within: '10 s' } }), 'shutdown.within: expected milliseconds, 3600000 at most, got 10 s'],
  'a ttl that is none': [() => Server({ games, ttl: 60_000 }), 'ttl: expected an object with `finished`, `unfinished` or both, got 60000'],
  'a ttl in seconds': [() => Server({ games, ttl: { finished: 3600 } }), 'ttl.finished: expected milliseconds, 60000 at least, got 3600'],
  'a ttl as a text': [() => Server({ games, ttl: { unfinished: '7 d' } }), 'ttl.unfinished: expected milliseconds, 60000 at least, got 7 d'],
  'less than no proxies': [() => Server({ games, trustedProxies: -1 }), 'trustedProxies: expected a whole number, got -1'],
  'FlatFile()': [() => new FlatFile(), 'FlatFile: dir: expected the path of a folder'],
  'Sqlite()': [() => new Sqlite(), 'Sqlite: file: expected the path of a file'],
  'SocketIO without an app': [() => new SocketIO().init(), 'SocketIO: init takes an app whose context has a storage, as `db`'],
  'SocketIO without a storage': [() => new SocketIO().init({ context: {} }), 'SocketIO: init takes an app whose context has a storage, as `db`'],
  'SocketIO that has not begun': [() => new SocketIO().attach({}), 'SocketIO: call init before attach'],
  'LobbyClient with an address that is none': [() => new LobbyClient({ server: 7 }), 'Expected server string, got "7".'],
  'Master()': [() => new Master(), GAME],
  'a Master without a game that draws securely': [() => new Master(undefined, undefined, undefined, undefined, { random: 'secure' }), GAME],
  'a Master without a storage': [() => new Master(games[0]), 'storage: expected a storage'],
  'hostBroadcast()': [() => multiplayer.hostBroadcast(), GAME],
  'hostBroadcast without a game': [() => multiplayer.hostBroadcast({ game: 7 }), GAME],
  'InitializeGame()': [() => internal.InitializeGame(), GAME],
  'CreateGameReducer()': [() => internal.CreateGameReducer(), GAME],
  'ProcessGameConfig()': [() => internal.ProcessGameConfig(), GAME],
  'createMatch()': [() => internal.createMatch(), GAME],
  'getFilterPlayerView()': [() => internal.getFilterPlayerView(), GAME],
  'checkDeterminism()': [() => checkDeterminism(), GAME],
  'checkDeterminism of no game': [() => checkDeterminism(7), GAME],
  'checkSecrecy()': [() => checkSecrecy(), GAME],
  'checkStorage()': [() => checkStorage(), 'makeStorage: expected a function that returns a storage'],
  'run with a callback that is none': [
    () => Server({ games, origins: false }).run({ port: 0, callback: 7 }), 'callback: expected a function, got 7',
  ],
  'run with a port that is none': [
    () => Server({ games, origins: false }).run('abc'), 'port: expected a number such as 8000, or the path of a socket, got abc',
  ],
  'run with an empty port': [
    () => Server({ games, origins: false }).run({ port: '' }), 'port: expected a number such as 8000, or the path of a socket, got ',
  ],
  'a port of the lobby that is none': [
    () => Server({ games, origins: false }).run({ port: 0, lobbyConfig: { apiPort: 'api' } }),
    'lobbyConfig.apiPort: expected a number such as 8000, or the path of a socket, got api',
  ],
  'kill()': [() => Server({ games, origins: false }).kill(), 'kill: expected the result of run(), got undefined'],
};

for (const [what, [call, message]] of Object.entries(REFUSED)) {
  test(what, async () => {
    await assert.rejects(async () => call(), { name: /^(Rondel)?Error$/, message });
  });
}

test('null is the same as an omitted argument', async (t) => {
  for (const Transport of [multiplayer.Local, multiplayer.Broadcast, multiplayer.SocketIO, multiplayer.WebSocketTransport]) {
    assert.equal(typeof Transport(null), 'function');
  }
  assert.ok(new SocketIO(null) && new LobbyClient(null) && new InMemory(null));
  t.mock.method(console, 'info', () => {});
  const server = Server({ games, origins: false, watch: null, limits: { connections: { admit: null }, messages: { rate: null, size: undefined } } });
  const running = await server.run({ port: 0, host: '127.0.0.1', callback: null, lobbyConfig: null });
  const { rate, size } = server.app.context.limits.of.messages;
  assert.deepEqual({ rate, size }, { rate: 500, size: 1_000_000 });
  await server.kill(running);
});

test('a server that never ran ends without output', async (t) => {
  const error = t.mock.method(console, 'error', () => {});
  await Server({ games, origins: false }).kill({});
  assert.equal(error.mock.callCount(), 0);
});

const SUCH = "one such as 'https://www.mygame.domain'";
/** Origins that would match no page, each with the suggested replacement. */
const NOBODYS = [
  ['https://*.example.com', String.raw`the regular expression /^https:\/\/[\w-]+\.example\.com$/`],
  ['*.example.com', String.raw`the regular expression /^https:\/\/[\w-]+\.example\.com$/`],
  ['http://localhost:*', String.raw`the regular expression /^http:\/\/localhost:[\w-]+$/`],
  ['localhost:3000', "one such as 'http://localhost:3000'"],
  ['nim.example', "one such as 'https://nim.example'"],
  ['https://nim.example/', "one such as 'https://nim.example'"],
  ['https://nim.example/play', "one such as 'https://nim.example'"],
  [' https://nim.example', "one such as 'https://nim.example'"],
  ['https://nim.example:443', "one such as 'https://nim.example'"],
  ['HTTPS://Nim.example', "one such as 'https://nim.example'"],
  ['', SUCH],
  ['https://', SUCH],
];

for (const [origin, expected] of NOBODYS) {
  test(`the origin ${JSON.stringify(origin)} is refused, with a suggested replacement`, () => {
    const what = `no page has the origin ${JSON.stringify(origin)}: expected ${expected}`;
    const refused = (name) => ({ code: 'server/options', message: `${name}: ${what}` });
    assert.throws(() => Server({ games, origins: origin }), refused('origins'));
    assert.throws(() => Server({ games, origins: [true, [origin]] }), refused('origins[1][0]'));
    assert.throws(() => Server({ games, origins: false, apiOrigins: [origin] }), refused('apiOrigins[0]'));
    assert.throws(() => Server({ games, origins: false, transport: new SocketIO({ socketOpts: { cors: { origin } } }) }), {
      code: 'server/transport', message: `SocketIO: socketOpts.cors.origin: ${what}`,
    });
    // The suggested pattern matches the pages.
    const { 1: pattern } = /^the regular expression \/(.*)\/$/.exec(expected) ?? [];
    if (pattern) assert.match(origin.replace(/^(?!http)/, 'https://').replace('*', '3000'), new RegExp(pattern));
  });
}

test('origins of files and apps are accepted', () => {
  // A web view of Android and Electron send `file://`.
  for (const origin of ['null', 'file://', 'capacitor://localhost', 'app://.']) Server({ games, origins: [origin] });
});

test('a value that is no origin, such as an unset variable, is refused', () => {
  for (const [value, got] of [[undefined, 'undefined'], [null, 'null'], [7, '7'], [{}, 'an object']]) {
    assert.throws(() => Server({ games, origins: ['https://nim.example', value] }), {
      code: 'server/options', message: `origins[1]: expected an origin such as 'https://www.mygame.domain', a regular expression, true or false, got ${got}`,
    });
  }
});

test('values that pages may have as their origin are accepted', () => {
  const origins = ['https://nim.example', 'http://localhost:3000', 'http://[::1]:8000', 'capacitor://localhost', 'null', '*', /x/, true, false, [], (origin, done) => done(null, true)];
  const { printed } = capture(() => Server({ games, origins }));
  assert.deepEqual(printed, []);
});

test('unknown options are reported', (t) => {
  const { printed } = capture(() => {
    Server({ games, origins: false, validator: () => true, limits: { rate: 7, messages: { backlog: 7 } } });
    multiplayer.SocketIO({ url: 'http://localhost:8000' });
    multiplayer.WebSocketTransport({ server: 'http://localhost:8000' });
    multiplayer.Local({ persists: true });
    multiplayer.Broadcast({ chanel: 'one' });
    // Known options print nothing.
    multiplayer.SocketIO({ server: 'http://localhost:8000', socketOpts: {} });
    multiplayer.Local({ bots: {}, persist: false, storageKey: 'key', latency: 0 });
  });
  assert.deepEqual(printed, [
    "rondel: Server: there is no option 'validator': expected games, db, transport, origins, apiOrigins, authenticateCredentials, "
      + 'generateCredentials, uuid, https, apiBodyLimit, limits, ttl, watch, trustedProxies, lobbyOnly, authTimeout, random, operations, log, shutdown, bots, inspect',
    "rondel: Server: limits: there is no option 'rate': expected messages, chat, unread, connections, address, match",
    "rondel: Server: limits.messages: there is no option 'backlog': expected rate, burst, size, queued",
    "rondel: SocketIO: there is no option 'url': expected server, socketOpts, socket, create",
    "rondel: WebSocketTransport: there is no option 'server': expected url, WebSocket, create",
    "rondel: Local: there is no option 'persists': expected bots, persist, storageKey, network, latency, jitter, loss, duplicate, create, fresh, inspect",
    "rondel: Broadcast: there is no option 'chanel': expected channel, host, storage, create",
  ]);
  inProduction(t);
  assert.deepEqual(capture(() => multiplayer.SocketIO({ url: 'http://localhost:8000' })).printed, []);
});
