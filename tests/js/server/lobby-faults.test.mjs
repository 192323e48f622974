// Slow: requests wait for a storage. The lobby with a storage that fails half-way, or whose answers are lost.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { serve } from './serve.mjs';

const games = [{ name: 'nim', moves: {} }];

/** A server with a match of nim for two. */
async function withMatch(t, db) {
  const lobby = await serve(t, { games, db });
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 2 });
  const path = `/games/nim/${matchID}`;
  const leave = ({ playerID, playerCredentials: credentials }) => lobby.post(`${path}/leave`, { playerID, credentials });
  return { ...lobby, matchID, path, leave, join: (playerName) => lobby.post(`${path}/join`, { playerName }) };
}

test('a match that cannot be wiped is hidden from all clients, and is wiped at the next access', async (t) => {
  const db = new InMemory();
  let isBroken = true;
  const wipe = db.wipe.bind(db);
  db.wipe = (matchID) => {
    if (isBroken) throw new Error('disk full');
    wipe(matchID);
  };
  const { get, join, leave, matchID, path, server } = await withMatch(t, db);
  const told = [];
  server.app.on('error', (error) => told.push(error.message));
  const { body: alice } = await join('Alice');
  assert.deepEqual((await leave(alice)).body, {});
  assert.deepEqual(told, ['disk full']);
  assert.deepEqual((await get('/games/nim')).body, { matches: [] });
  assert.deepEqual([(await get(path)).status, (await join('Bob')).status, (await leave(alice)).status], [404, 404, 404]);
  assert.notEqual(db.fetch(matchID, { state: true }).state, undefined);
  isBroken = false;
  assert.deepEqual((await get('/games/nim')).body, { matches: [] });
  assert.deepEqual([db.fetch(matchID, { state: true }).state, db.listMatches()], [undefined, []]);
});

test('a rematch does not use a match that cannot be wiped, and another is available once it can', async (t) => {
  const db = new InMemory();
  const wipe = db.wipe.bind(db);
  const { get, join, path, post } = await withMatch(t, db);
  const [{ body: alice }] = [await join('Alice'), await join('Bob')];
  const seat = { playerID: alice.playerID, credentials: alice.playerCredentials };
  const again = () => post(`${path}/playAgain`, seat);
  const { body: { nextMatchID } } = await again();
  const { body: { playerCredentials: credentials } } = await post(`/games/nim/${nextMatchID}/join`, { playerName: 'Alice' });
  db.wipe = () => { throw new Error('disk full'); };
  await post(`/games/nim/${nextMatchID}/leave`, { playerID: '0', credentials });
  assert.equal((await again()).status, 503);
  db.wipe = wipe;
  assert.deepEqual((await again()).body, { nextMatchID });
  assert.equal((await get(`/games/nim/${nextMatchID}`)).status, 200);
});

test('metadata of another program without players are left unchanged', async (t) => {
  const { get, server, matchID } = await withMatch(t, new InMemory());
  const { metadata } = server.db.fetch(matchID, { metadata: true });
  server.db.setMetadata(matchID, { ...metadata, players: {} });
  assert.deepEqual((await get('/games/nim')).body.matches.map((match) => match.players), [[]]);
  assert.deepEqual(server.db.listMatches(), [matchID]);
});

const LOST = {
  'fails after it has taken it': () => { throw new Error('the connection has ended'); },
  'tried it twice': () => false,
};

for (const [what, answer] of Object.entries(LOST)) {
  test(`a player joins and leaves successfully if the storage ${what}`, async (t) => {
    const db = new InMemory();
    const { compareAndSetMetadata } = db;
    db.compareAndSetMetadata = (...args) => {
      compareAndSetMetadata.apply(db, args);
      return answer();
    };
    const { get, join, leave, path } = await withMatch(t, db);
    const { status, body: alice } = await join('Alice');
    assert.deepEqual([status, alice.playerID], [200, '0']);
    assert.equal((await join('Bob')).body.playerID, '1');
    assert.deepEqual((await leave(alice)).body, {});
    assert.deepEqual((await get(path)).body.players, [{ id: 0 }, { id: 1, name: 'Bob' }]);
  });
}

test('if the storage has stored nothing, no player gets a seat', async (t) => {
  const db = new InMemory();
  db.compareAndSetMetadata = () => { throw new Error('the connection has ended'); };
  const { get, join, path, server } = await withMatch(t, db);
  server.app.on('error', () => {});
  assert.equal((await join('Alice')).status, 500);
  assert.deepEqual((await get(path)).body.players, [{ id: 0 }, { id: 1 }]);
});

/**
 * Failures of a storage while Ann leaves: the method, the number of failures, and `isDone` if the data is stored before the failure.
 * Between the state and the seat, a master stores the time of the last action in the metadata.
 */
const FAILURES = {
  'before the seat is free': { method: 'compareAndSetMetadata', times: 2, isDone: false },
  'when the seat is free': { method: 'compareAndSetMetadata', times: 2, isDone: true },
  'before the state is stored': { method: 'compareAndSetState', times: 1, isDone: false },
  'when the state is stored': { method: 'compareAndSetState', times: 1, isDone: true },
};

/** The seat of a player who has left the game. */
const DEAD = { id: 0, name: '(left)', hasLeft: true };

/** A match of three with Ann and Bob, whose game records who leaves, on a storage that fails as often as `breaks` says. */
async function withLeavers(t) {
  const db = new InMemory();
  const left = [];
  const game = { name: 'nim', setup: () => ({ left: [] }), moves: {}, onPlayerLeave: ({ G, playerID }) => { G.left.push(playerID); left.push(playerID); } };
  const lobby = await serve(t, { games: [game], db });
  lobby.server.app.on('error', () => {});
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  const join = async (playerName, playerID) => (await lobby.post(`${path}/join`, { playerName, playerID })).body;
  const ann = await join('Ann', '0');
  await join('Bob', '1');
  const leaveGame = async ({ playerID, playerCredentials: credentials }) => (await lobby.post(`${path}/leaveGame`, { playerID, credentials })).status;
  /** Makes the storage fail once `onPlayerLeave` has run. Returns a function that repairs it. */
  const breakAfterHook = ({ method, times, isDone }) => {
    const real = db[method];
    let rest = times;
    db[method] = (...args) => {
      if (rest === 0 || (method === 'compareAndSetMetadata' && left.length === 0)) return real.apply(db, args);
      rest -= 1;
      if (isDone) real.apply(db, args);
      throw new Error('the connection has ended');
    };
    return () => { db[method] = real; };
  };
  const stored = () => db.fetch(matchID, { state: true }).state;
  return { ...lobby, db, matchID, path, ann, join, leaveGame, left, breakAfterHook, stored };
}

for (const [when, failure] of Object.entries(FAILURES)) {
  test(`a player leaves the game once, even if the storage fails ${when}`, async (t) => {
    const { ann, leaveGame, breakAfterHook, get, path, stored } = await withLeavers(t);
    breakAfterHook(failure);
    await leaveGame(ann);
    const players = (await get(path)).body.players;
    if (!players[0].hasLeft) assert.equal(await leaveGame(ann), 200);
    assert.deepEqual((await get(path)).body.players[0], DEAD);
    assert.deepEqual([stored().G.left, stored()._stateID], [['0'], 1]);
  });
}

test('a player leaves the game once, even if the storage is away for longer than one request', async (t) => {
  const { ann, leaveGame, breakAfterHook, get, path, left, stored } = await withLeavers(t);
  const repair = breakAfterHook({ ...FAILURES['before the seat is free'], times: Infinity });
  assert.equal(await leaveGame(ann), 500);
  repair();
  // The server waits as it does for a request of a crashed server.
  const { now } = performance;
  t.mock.method(performance, 'now', () => 100 * now.call(performance));
  assert.equal(await leaveGame(ann), 200);
  assert.deepEqual([left, stored().G.left], [['0'], ['0']]);
  assert.deepEqual([stored().G.left, (await get(path)).body.players[0]], [['0'], DEAD]);
});

test('no player can join the seat of a player who was kicked while leaving the game', async (t) => {
  const { ann, leaveGame, breakAfterHook, matchID, server, post, path, get } = await withLeavers(t);
  breakAfterHook(FAILURES['before the seat is free']);
  assert.equal(await leaveGame(ann), 500);
  assert.equal(await server.admin.kick(matchID, '0'), true);
  assert.equal((await post(`${path}/join`, { playerName: 'Cat', playerID: '0' })).status, 409);
  assert.deepEqual((await get(path)).body.players[0], DEAD);
});

const METHODS = [
  'listMatches', 'listPage', 'fetch', 'fetchLogPart', 'createMatch', 'createMatchIfAbsent', 'setMetadata', 'compareAndSetMetadata', 'setState', 'compareAndSetState', 'wipe',
];

/** Methods of failing storages. */
const FAILING = {
  'throws': () => { throw new Error('the disk is gone'); },
  'throws null': () => { throw null; },
  'rejects': () => Promise.reject(new Error('the disk is gone')),
};

/** Requests to the lobby, by route, for a match in which Ann has a seat and Bob's is free. */
const ASKED = {
  'the list': ({ get }) => get('/games/nim'),
  'a match': ({ get, path }) => get(path),
  'create': ({ post }) => post('/games/nim/create', { numPlayers: 2 }),
  'join': ({ post, path }) => post(`${path}/join`, { playerName: 'Bob' }),
  'update': ({ post, path, seat }) => post(`${path}/update`, { ...seat, newName: 'Anna' }),
  'rename': ({ post, path, seat }) => post(`${path}/rename`, { ...seat, newName: 'Anna' }),
  'leave': ({ post, path, seat }) => post(`${path}/leave`, seat),
  'leaveSlot': ({ post, path, seat }) => post(`${path}/leaveSlot`, seat),
  'leaveGame': ({ post, path, seat }) => post(`${path}/leaveGame`, seat),
  'playAgain': ({ post, path, seat }) => post(`${path}/playAgain`, seat),
};

/** A storage with these methods. `fails` maps a method to a function that replaces a call. */
function failing(methods) {
  const inner = new InMemory();
  const storage = { type: () => 0, connect() {}, fails: null };
  for (const method of methods) {
    storage[method] = (...args) => (storage.fails?.method === method && storage.fails.isNow() ? storage.fails.fail() : inner[method](...args));
  }
  return storage;
}

for (const [route, ask] of Object.entries(ASKED)) {
  test(`if the storage fails, ${route} is answered with 5xx and a message, unless it has succeeded`, async (t) => {
    t.mock.method(console, 'warn', () => {});
    let told = [];
    let failures = 0;
    for (const methods of [METHODS, METHODS.filter((method) => !/compare|IfAbsent|listPage/.test(method))]) {
      const db = failing(methods);
      const lobby = await serve(t, { games: [{ ...games[0], onPlayerLeave: () => {} }], db, watch: ({ type, error }) => type === 'error' && told.push(error) });
      lobby.server.app.on('error', (error) => told.push(error));
      for (const [how, fail] of Object.entries(FAILING)) {
        for (const method of methods) {
          for (let first = 1, calls = first; calls >= first; first += 1) {
            const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 2 });
            const path = `/games/nim/${matchID}`;
            const { body: { playerID, playerCredentials: credentials } } = await lobby.post(`${path}/join`, { playerName: 'Ann' });
            [calls, told] = [0, []];
            db.fails = { method, fail, isNow: () => (calls += 1) === first };
            const { status, body } = await ask({ ...lobby, path, seat: { playerID, credentials } });
            db.fails = null;
            if (status === 200) continue;
            const where = `${method} ${how} in call ${first} of ${calls}: ${status} ${JSON.stringify(body)}`;
            assert.ok(status >= 500 && typeof body === 'string' && body !== '' && !body.includes('disk'), where);
            assert.ok(told.length > 0, `no error was reported: ${where}`);
            failures += 1;
          }
        }
      }
    }
    assert.ok(failures > 0);
  });
}
