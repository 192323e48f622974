// The lobby over a storage that fails half-way, or whose answers are lost.
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

test('a match that cannot be wiped has gone for everybody, and is wiped when it is come across', async (t) => {
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

test('a player who plays again gets no match that cannot be wiped, and gets another once it can', async (t) => {
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

test("metadata without players that are somebody's own are left alone", async (t) => {
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
  test(`who joins and leaves has done so where the storage ${what}`, async (t) => {
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

test('where the storage has taken nothing, nobody is given a seat', async (t) => {
  const db = new InMemory();
  db.compareAndSetMetadata = () => { throw new Error('the connection has ended'); };
  const { get, join, path, server } = await withMatch(t, db);
  server.app.on('error', () => {});
  assert.equal((await join('Alice')).status, 500);
  assert.deepEqual((await get(path)).body.players, [{ id: 0 }, { id: 1 }]);
});
