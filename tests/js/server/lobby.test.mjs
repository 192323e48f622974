// The lobby's REST interface: permissions to see, join, change and leave a match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../support/tasks.mjs';
import { lobbyAt, serve } from './serve.mjs';

const nim = {
  name: 'nim',
  minPlayers: 2,
  maxPlayers: 4,
  setup: ({ ctx }, setupData) => ({ left: setupData?.stones ?? 21, players: ctx.numPlayers }),
  validateSetupData: (setupData) => (setupData?.stones > 100 ? 'too many stones' : undefined),
  moves: { take: ({ G }, n) => { G.left -= n; } },
  onPlayerLeave: ({ G, playerID }) => { G.gone = playerID; },
};
const chess = { name: 'chess' };
const games = [nim, chess];

/** A server with a match of nim for `numPlayers`. */
async function withMatch(t, { numPlayers = 2, ...options } = {}) {
  const lobby = await serve(t, { games, ...options });
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers });
  const path = `/games/nim/${matchID}`;
  const join = (playerName, more) => lobby.post(`${path}/join`, { playerName, ...more });
  return { ...lobby, matchID, path, join };
}

test('the games are listed by name', async (t) => {
  const { get } = await serve(t, { games });
  assert.deepEqual((await get('/games')).body, ['nim', 'chess']);
});

test('a match can be created, listed without its unlisted neighbours, and read', async (t) => {
  const { get, post } = await serve(t, { games });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 3, setupData: { stones: 9 } });
  await post('/games/nim/create', { numPlayers: 3, unlisted: true });
  const { body: { matches } } = await get('/games/nim');
  assert.deepEqual(matches.map((match) => match.matchID), [matchID]);
  assert.deepEqual((await get('/games/chess')).body, { matches: [] });
  const { body: { createdAt, updatedAt, ...match } } = await get(`/games/nim/${matchID}`);
  assert.deepEqual(match, {
    matchID, gameName: 'nim', unlisted: false, setupData: { stones: 9 }, players: [{ id: 0 }, { id: 1 }, { id: 2 }],
  });
  assert.equal(createdAt, updatedAt);
});

test('any truthy value makes a match unlisted, as in boardgame.io', async (t) => {
  const { get, post } = await serve(t, { games });
  for (const unlisted of [true, 1, 'yes', 'on', 'false', {}]) await post('/games/nim/create', { unlisted });
  assert.deepEqual((await get('/games/nim')).body, { matches: [] });
  for (const unlisted of [false, 0, '', null]) await post('/games/nim/create', { unlisted });
  assert.equal((await get('/games/nim')).body.matches.length, 4);
});

test("a player's data is deleted when the player leaves", async (t) => {
  const { post, get } = await serve(t, { games });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const path = `/games/nim/${matchID}`;
  await post(`${path}/join`, { playerName: 'Bob', playerID: '1' });
  const { body } = await post(`${path}/join`, { playerName: 'Ann', playerID: '0', data: { mail: 'ann@example' } });
  await post(`${path}/leaveSlot`, { playerID: '0', credentials: body.playerCredentials });
  await post(`${path}/join`, { playerName: 'Cat', playerID: '0' });
  assert.deepEqual((await get(path)).body.players[0], { id: 0, name: 'Cat' });
});

test('lists are filtered by gameover and by time', async (t) => {
  const { server: { db }, matchID, get } = await withMatch(t);
  const metadata = db.metadata.get(matchID);
  const listed = async (query) => (await get(`/games/nim?${query}`)).body.matches.length;
  assert.equal(await listed('isGameover=false'), 1);
  assert.equal(await listed('isGameover=true'), 0);
  db.setMetadata(matchID, { ...metadata, gameover: { winner: '0' } });
  assert.equal(await listed('isGameover=TRUE&isGameover=false'), 1);
  assert.equal(await listed(`updatedAfter=${metadata.updatedAt}`), 0);
  assert.equal(await listed(`updatedBefore=${metadata.updatedAt + 1}&updatedAfter=nonsense`), 1);
});

const REFUSED_CREATIONS = [
  ['/games/go/create', { numPlayers: 2 }, 404, 'Game go not found'],
  ['/games/nim/create', { numPlayers: 1 }, 400, 'Invalid numPlayers'],
  ['/games/nim/create', { numPlayers: 5 }, 400, 'Invalid numPlayers'],
  ['/games/chess/create', { numPlayers: -1 }, 400, 'Invalid numPlayers'],
  ['/games/chess/create', { numPlayers: 1001 }, 400, 'Invalid numPlayers'],
  ['/games/nim/create', { numPlayers: 'many' }, 400, 'Invalid numPlayers'],
  ['/games/nim/create', { numPlayers: null }, 400, 'Invalid numPlayers'],
  ['/games/nim/create', { numPlayers: 2, setupData: { stones: 101 } }, 400, 'too many stones'],
  ['/games/nim/create', '{"numPlayers":2,"setupData":{"__proto__":{"stones":1}}}', 400, 'Bad Request'],
  ['/games/nim/create', '{ no json', 400, 'Bad Request'],
];

for (const [path, body, status, text] of REFUSED_CREATIONS) {
  test(`${path} with ${JSON.stringify(body)} returns ${status}`, async (t) => {
    const { post, server } = await serve(t, { games });
    const answer = await post(path, body);
    assert.deepEqual([answer.status, answer.body], [status, text]);
    assert.deepEqual(server.db.listMatches(), []);
  });
}

test('a refusal shortens a long rejected value, and keeps the text after it', async (t) => {
  const picky = { name: 'picky', setup: () => ({}), validateSetupData: ({ deck }) => `there is no deck "${deck}", expected "small"` };
  const { post, get } = await serve(t, { games: [picky] });
  const long = 'x'.repeat(90_000);
  for (const { status, body } of [
    await post('/games/picky/create', { numPlayers: 2, setupData: { deck: long } }),
    await post(`/games/${long.slice(0, 9000)}/create`, { numPlayers: 2 }),
    await get(`/games/picky/${long.slice(0, 9000)}`),
  ]) {
    assert.ok(status === 400 || status === 404);
    assert.match(body, /^(there is no deck "x+…x+", expected "small"|(Game|Match) x+…x+ not found)$/);
    assert.ok(body.length <= 500);
  }
});

test('a player who joins gets a seat and credentials, and only that player sees these', async (t) => {
  const { get, join, path, server, matchID } = await withMatch(t);
  const { body: alice } = await join('Alice', { data: { color: 'red' } });
  const { body: bob } = await join('Bob', { playerID: '1' });
  assert.deepEqual([alice.playerID, bob.playerID], ['0', '1']);
  assert.equal(server.db.metadata.get(matchID).players[0].credentials, alice.playerCredentials);
  const { body } = await get(path);
  assert.deepEqual(body.players, [{ id: 0, name: 'Alice', data: { color: 'red' } }, { id: 1, name: 'Bob' }]);
  assert.ok(!JSON.stringify([body, (await get('/games/nim')).body]).includes(alice.playerCredentials));
});

test('a seat that is taken or missing cannot be joined, nor can a full match', async (t) => {
  const { join, post } = await withMatch(t);
  await join('Alice', { playerID: 0 });
  const answers = [await join('Eve', { playerID: '0' }), await join('Eve', { playerID: '7' }), await join('Eve', { playerID: 'constructor' })];
  await join('Bob');
  answers.push(await join('Eve'), await join(''), await post('/games/nim/nowhere/join', { playerName: 'Eve' }));
  assert.deepEqual(answers.map(({ status }) => status), [409, 404, 404, 409, 403, 404]);
});

test('a match belongs to its own game alone', async (t) => {
  const { matchID, get, post } = await withMatch(t);
  assert.equal((await get(`/games/chess/${matchID}`)).status, 404);
  assert.equal((await post(`/games/chess/${matchID}/join`, { playerName: 'Eve' })).status, 404);
});

test('one of many players who join the same seat at the same time gets it', async (t) => {
  const { join } = await withMatch(t, { numPlayers: 4 });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => join(`p${i}`)));
  const seats = answers.filter(({ status }) => status === 200).map(({ body }) => body.playerID);
  assert.deepEqual(seats.sort(), ['0', '1', '2', '3']);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
});

test('two servers with one storage never give a seat to two players', async (t) => {
  const { server: { db }, path, post, join } = await withMatch(t, { numPlayers: 4, generateCredentials: later });
  const other = await serve(t, { games, db, generateCredentials: later });
  const joinThere = (playerName) => other.post(`${path}/join`, { playerName });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? join : joinThere)(`p${i}`)));
  const seats = answers.filter(({ status }) => status === 200).map(({ body }) => body.playerID);
  assert.deepEqual(seats.sort(), ['0', '1', '2', '3']);
  assert.equal((await post(`${path}/join`, { playerName: 'late' })).status, 409);
});

test('only a player can change their name and data', async (t) => {
  const { get, join, path, post } = await withMatch(t);
  const { body: { playerID, playerCredentials: credentials } } = await join('Alice');
  await join('Bob');
  assert.deepEqual((await post(`${path}/update`, { playerID, credentials, newName: 'Al', data: [1] })).body, {});
  assert.deepEqual((await get(path)).body.players[0], { id: 0, name: 'Al', data: [1] });
  const refused = [
    ...['wrong', credentials.slice(0, -1), `${credentials}x`, ` ${credentials}`, credentials.toUpperCase()].map((similar) => (
      [{ playerID, credentials: similar, newName: 'Eve' }, 403, 'Invalid credentials']
    )),
    [{ playerID: '1', credentials, newName: 'Eve' }, 403, 'Invalid credentials'],
    [{ playerID, newName: 'Eve' }, 403, 'Invalid credentials'],
    [{ playerID: '9', credentials, newName: 'Eve' }, 404, 'Player 9 not found'],
    [{ credentials, newName: 'Eve' }, 403, 'playerID is required'],
    [{ playerID, credentials }, 403, 'newName or data is required'],
    [{ playerID, credentials, newName: 2 }, 403, 'newName must be a string, got number'],
    [{ playerID, credentials, newName: 'x'.repeat(257) }, 403, 'newName must have 256 characters at most'],
    [{ playerID, credentials, data: 'x'.repeat(100_001) }, 400, 'data is too big'],
    [{ playerID: {}, credentials, newName: 'Eve' }, 403, 'playerID must be a string, got object'],
    [{ playerID, credentials: { length: 1 }, newName: 'Eve' }, 403, 'credentials must be a string, got object'],
  ];
  for (const [body, status, text] of refused) {
    const answer = await post(`${path}/update`, body);
    assert.deepEqual([answer.status, answer.body], [status, text]);
  }
  assert.deepEqual((await get(path)).body.players[0], { id: 0, name: 'Al', data: [1] });
});

test('a player who has lost a seat during the check of their credentials changes nothing at it', async (t) => {
  let release;
  let asked = 0;
  const looked = new Promise((resolve) => { release = resolve; });
  const authenticateCredentials = async (credentials, player) => {
    asked += 1;
    await looked;
    return credentials === player.credentials;
  };
  const { join, matchID, path, post, server: { db } } = await withMatch(t, { authenticateCredentials });
  const { body: { playerID, playerCredentials: credentials } } = await join('Alice');
  const answers = ['update', 'leaveSlot'].map((what) => post(`${path}/${what}`, { playerID, credentials, newName: 'Eve' }));
  const metadata = db.metadata.get(matchID);
  const carol = { id: 0, name: 'Carol', credentials: 'hers' };
  await until(() => asked === 2);
  db.setMetadata(matchID, { ...metadata, players: { ...metadata.players, 0: carol } });
  release();
  assert.deepEqual((await Promise.all(answers)).map(({ status }) => status), [403, 403]);
  assert.deepEqual(db.metadata.get(matchID).players[0], carol);
});

test('rename is the old name of update, and warns once', async (t) => {
  const { get, join, path, post } = await withMatch(t);
  const { body: { playerID, playerCredentials: credentials } } = await join('Alice');
  const warn = t.mock.method(console, 'warn', () => {});
  for (const newName of ['Al', 'Ali']) await post(`${path}/rename`, { playerID, credentials, newName });
  assert.equal((await get(path)).body.players[0].name, 'Ali');
  assert.deepEqual(warn.mock.calls.map(({ arguments: [text] }) => text), ['This endpoint /rename is deprecated. Please use /update instead.']);
});

for (const leave of ['leave', 'leaveSlot']) {
  test(`${leave} frees a seat, and wipes a match that all players have left`, async (t) => {
    const { get, join, path, post, server, matchID } = await withMatch(t);
    const [{ body: alice }, { body: bob }] = [await join('Alice'), await join('Bob')];
    const leaving = ({ playerID, playerCredentials: credentials }) => post(`${path}/${leave}`, { playerID, credentials });
    assert.equal((await leaving({ ...alice, playerCredentials: bob.playerCredentials })).status, 403);
    assert.deepEqual((await leaving(alice)).body, {});
    assert.equal((await leaving(alice)).status, 403);
    assert.deepEqual((await get(path)).body.players, [{ id: 0 }, { id: 1, name: 'Bob' }]);
    assert.equal((await join('Carol')).body.playerID, '0');
    assert.equal((await leaving(bob)).status, 200);
    const carol = server.db.metadata.get(matchID).players[0];
    assert.equal((await leaving({ playerID: '0', playerCredentials: carol.credentials })).status, 200);
    assert.equal((await get(path)).status, 404);
    assert.deepEqual(server.db.fetch(matchID, { state: true }), { state: undefined });
  });
}

test('a player who leaves the game is removed from it, and gives up their seat', async (t) => {
  const { get, join, path, post, server, matchID } = await withMatch(t, { numPlayers: 3 });
  const [{ body: { playerID, playerCredentials: credentials } }] = [await join('Alice'), await join('Bob')];
  assert.equal((await post(`${path}/leaveGame`, { playerID, credentials: 'wrong' })).status, 403);
  assert.deepEqual((await post(`${path}/leaveGame`, { playerID, credentials })).body, {});
  const { G, ctx } = server.db.fetch(matchID, { state: true }).state;
  assert.deepEqual([G.gone, ctx.playOrder], ['0', ['1', '2']]);
  assert.deepEqual((await get(path)).body.players[0], { id: 0, name: '(left)', hasLeft: true });
});

test('all players who ask for a rematch get the same match, with the same number of players', async (t) => {
  const { get, join, path, post } = await withMatch(t, { numPlayers: 3 });
  const players = [];
  for (const name of ['Alice', 'Bob', 'Carol']) players.push((await join(name)).body);
  const again = ({ playerID, playerCredentials: credentials }) => post(`${path}/playAgain`, { playerID, credentials });
  const answers = await Promise.all(players.map(again));
  const [{ body: { nextMatchID } }] = answers;
  assert.deepEqual(answers.map(({ body }) => body), Array(3).fill({ nextMatchID }));
  assert.equal((await get(`/games/nim/${nextMatchID}`)).body.players.length, 3);
  assert.equal((await get('/games/nim')).body.matches.length, 2);
  assert.equal((await again({ playerID: '0', playerCredentials: 'wrong' })).status, 403);
});

const FAILING = {
  'the note in the old match': 'compareAndSetMetadata',
  'the new match': 'createMatchIfAbsent',
};

for (const [what, method] of Object.entries(FAILING)) {
  test(`a storage that fails to store ${what} leaves no unreachable match behind`, async (t) => {
    const { get, join, path, post, server: { db } } = await withMatch(t);
    const { body: { playerID, playerCredentials: credentials } } = await join('Alice');
    const again = () => post(`${path}/playAgain`, { playerID, credentials });
    db[method] = () => { throw new Error('the disk is full'); };
    assert.equal((await again()).status, 500);
    assert.equal((await get('/games/nim')).body.matches.length, 1);
    delete db[method];
    const { body: { nextMatchID } } = await again();
    assert.equal((await get(`/games/nim/${nextMatchID}`)).status, 200);
    assert.deepEqual((await again()).body, { nextMatchID });
    assert.equal((await get('/games/nim')).body.matches.length, 2);
  });
}

test('a rematch that all others have left is empty, and still exists', async (t) => {
  const { get, join, path, post } = await withMatch(t);
  const [alice, bob] = [(await join('Alice')).body, (await join('Bob')).body];
  const again = ({ playerID, playerCredentials: credentials }) => post(`${path}/playAgain`, { playerID, credentials });
  const { body: { nextMatchID } } = await again(alice);
  const { body: { playerID, playerCredentials: credentials } } = await post(`/games/nim/${nextMatchID}/join`, { playerName: 'Alice' });
  await post(`/games/nim/${nextMatchID}/leaveSlot`, { playerID, credentials });
  assert.equal((await get(`/games/nim/${nextMatchID}`)).status, 404);
  assert.deepEqual((await again(bob)).body, { nextMatchID });
  assert.deepEqual((await get(`/games/nim/${nextMatchID}`)).body.players, [{ id: 0 }, { id: 1 }]);
});

test('a wrong number of players, or setup data that the game refuses, creates and records no rematch', async (t) => {
  const { join, matchID, path, post, server: { db } } = await withMatch(t);
  const { body: { playerID, playerCredentials: credentials } } = await join('Alice');
  for (const wrong of [{ numPlayers: 9 }, { setupData: { stones: 101 } }]) {
    assert.equal((await post(`${path}/playAgain`, { playerID, credentials, ...wrong })).status, 400);
  }
  assert.equal(db.metadata.get(matchID).nextMatchID, undefined);
});

for (const what of ['leave', 'leaveSlot', 'leaveGame', 'update', 'playAgain']) {
  test(`a stranger changes nothing in a match that no player has joined: ${what}`, async (t) => {
    const { get, path, post, server: { db }, matchID } = await withMatch(t);
    const before = db.metadata.get(matchID);
    for (const credentials of [undefined, '', 'x']) {
      const { status, body } = await post(`${path}/${what}`, { playerID: '0', credentials, newName: 'Eve' });
      assert.deepEqual([status, body], [403, 'Invalid credentials']);
    }
    assert.equal(db.metadata.get(matchID), before);
    assert.equal((await get('/games/nim')).body.matches.length, 1);
  });
}

test('a form has the same effect as JSON', async (t) => {
  const { get, path, post } = await withMatch(t);
  const { status } = await post(`${path}/join`, 'playerID=1&playerName=Bob', { 'Content-Type': 'application/x-www-form-urlencoded' });
  assert.equal(status, 200);
  assert.equal((await get(path)).body.players[1].name, 'Bob');
});

test('a body over the limit is refused', async (t) => {
  const { post } = await serve(t, { games, apiBodyLimit: '1kb' });
  assert.equal((await post('/games/nim/create', { numPlayers: 2, setupData: 'x'.repeat(2000) })).status, 413);
});

test('a form has a limit of a hundred kilobytes, or a lower limit of the body', async (t) => {
  for (const [apiBodyLimit, most] of [[undefined, 100_000], ['10mb', 100_000], ['1.5kb', 1536], ['1000', 1000], [1000, 1000]]) {
    const { post } = await serve(t, { games, apiBodyLimit });
    const create = (length) => post('/games/nim/create', 'numPlayers=2&name='.padEnd(length, 'x'), { 'Content-Type': 'application/x-www-form-urlencoded' });
    assert.deepEqual([(await create(most)).status, (await create(most + 1)).status], [200, 413], String(apiBodyLimit));
  }
});

test('match IDs may have any characters, and are not paths', async (t) => {
  const ids = ['../../etc/passwd', '__proto__', 'ä b', '%2e', '0'];
  const { get, post } = await serve(t, { games, uuid: () => ids.shift() });
  for (const matchID of [...ids]) {
    assert.deepEqual((await post('/games/nim/create', { numPlayers: 2 })).body, { matchID });
    assert.equal((await get(`/games/nim/${encodeURIComponent(matchID)}`)).body.matchID, matchID);
  }
  assert.equal((await get(`/games/nim/${'x'.repeat(300)}`)).status, 404);
});

test('with API_SECRET set, the lobby answers only requests with the secret', async (t) => {
  process.env.API_SECRET = 'known';
  t.after(() => { delete process.env.API_SECRET; });
  const { get } = await serve(t, { games });
  const statuses = [await get('/games'), await get('/games', { headers: { 'api-secret': 'guessed' } }), await get('/games', { headers: { 'api-secret': 'known' } })];
  assert.deepEqual(statuses.map(({ status }) => status), [403, 403, 200]);
});

test('with a storage that cannot compare, no seat is lost either, in one process', async (t) => {
  const { InMemory } = await import('rondel/server');
  class Plain extends InMemory {
    compareAndSetMetadata = undefined;
    compareAndSetState = undefined;
    createMatchIfAbsent = undefined;
    type() { return 1; }
    async fetch(...args) { return super.fetch(...args); }
    async setMetadata(...args) { await null; super.setMetadata(...args); }
  }
  const { join } = await withMatch(t, { numPlayers: 4, db: new Plain() });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => join(`p${i}`)));
  const seats = answers.filter(({ status }) => status === 200).map(({ body }) => body.playerID);
  assert.deepEqual(seats.sort(), ['0', '1', '2', '3']);
});

test('a stored match with invalid metadata affects only itself', async (t) => {
  const { get, matchID, server } = await withMatch(t);
  t.mock.method(console, 'error', () => {});
  server.db.setMetadata('odd', { gameName: 'nim', players: 'none', secret: 'PLANTED' });
  assert.deepEqual((await get('/games/nim')).body.matches.map((match) => match.matchID), [matchID]);
  const { status, body } = await get('/games/nim/odd');
  assert.deepEqual([status, body], [500, 'Internal Server Error']);
});

test('the lobby can have its own port', async (t) => {
  const { Server } = await import('rondel/server');
  const server = Server({ games, origins: false });
  t.mock.method(console, 'info', () => {});
  server.app.context.mine = 7;
  server.router.get('/context', (ctx) => { ctx.body = ['db', 'auth', 'hubs', 'node', 'limits', 'watch', 'mine'].map((name) => ctx[name] === server.app.context[name] && typeof ctx[name]); });
  const running = await server.run({ port: 0, host: '127.0.0.1', lobbyConfig: { apiPort: 0 } });
  t.after(() => server.kill(running));
  assert.deepEqual((await lobbyAt(running.apiServer).get('/context')).body, ['object', 'object', 'object', 'object', 'object', 'function', 'number']);
  assert.deepEqual((await lobbyAt(running.apiServer).get('/games')).body, ['nim', 'chess']);
  assert.equal((await lobbyAt(running.appServer).get('/games')).status, 404);
});

async function later() {
  await new Promise((resolve) => { setImmediate(resolve); });
  return Math.random().toString(36);
}

test('in development the answer to create says why a game does not start, but not what its own code throws', async (t) => {
  const early = { name: 'early', phases: { a: { start: true, onBegin: ({ events }) => { events.endTurn(); } } } };
  const broken = { name: 'broken', setup: () => { throw new Error('SECRET'); } };
  const { post, server } = await serve(t, { games: [early, broken] });
  const told = [];
  server.app.on('error', (error) => { told.push(error.message); });
  const create = async (name) => {
    const { status, body } = await post(`/games/${name}/create`, { numPlayers: 2 });
    return [status, body];
  };
  const [status, text] = await create('early');
  assert.equal(status, 500);
  assert.match(text, /^events\.endTurn cannot be called in phase\.onBegin.*compat: '0\.50' in the game: row 8/);
  assert.deepEqual(told, [text]);
  assert.deepEqual(await create('broken'), [500, 'Internal Server Error']);
  process.env.NODE_ENV = 'production';
  t.after(() => { delete process.env.NODE_ENV; });
  assert.deepEqual(await create('early'), [500, 'Internal Server Error']);
});
