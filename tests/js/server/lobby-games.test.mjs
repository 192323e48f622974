// A lobby serves the games of its own server. Other servers may keep matches of theirs in the same storage.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { serve } from './serve.mjs';

const nim = { name: 'nim', moves: {} };
const chess = { name: 'chess', moves: {} };

/** Lists whatever is stored, as third-party storages may: `listMatches` of boardgame.io's contract may ignore its filter. */
class Unfiltered extends InMemory {
  listPage = undefined;

  listMatches() {
    return super.listMatches();
  }
}

/** Every request that a lobby serves for a match of a game. */
function requests({ get, post }, game, matchID, seat) {
  const path = `/games/${game}`;
  return {
    list: () => get(path),
    show: () => get(`${path}/${matchID}`),
    create: () => post(`${path}/create`, { numPlayers: 2 }),
    join: () => post(`${path}/${matchID}/join`, { playerName: 'Eve' }),
    update: () => post(`${path}/${matchID}/update`, { ...seat, newName: 'Eve' }),
    rename: () => post(`${path}/${matchID}/rename`, { ...seat, newName: 'Eve' }),
    leave: () => post(`${path}/${matchID}/leave`, seat),
    leaveSlot: () => post(`${path}/${matchID}/leaveSlot`, seat),
    leaveGame: () => post(`${path}/${matchID}/leaveGame`, seat),
    playAgain: () => post(`${path}/${matchID}/playAgain`, seat),
  };
}

/** A match of chess with Ann at seat 0, at a server with its own authentication, and a server of nim over the same storage. */
async function twoServers(t, db = new InMemory(), options = {}) {
  t.mock.method(console, 'warn', () => {});
  const theirs = await serve(t, { games: [chess], db, authenticateCredentials: (credentials) => credentials === 'only there' });
  const { body: { matchID } } = await theirs.post('/games/chess/create', { numPlayers: 2 });
  const { body } = await theirs.post(`/games/chess/${matchID}/join`, { playerName: 'Ann' });
  const seat = { playerID: body.playerID, credentials: body.playerCredentials };
  return { db, theirs, matchID, seat, ours: await serve(t, { games: [nim], db, ...options }) };
}

test("another server's matches in the same storage are not found by any request", async (t) => {
  const { db, ours, matchID, seat } = await twoServers(t);
  const before = JSON.stringify([[...db.metadata], [...db.state]]);
  for (const [name, ask] of Object.entries(requests(ours, 'chess', matchID, seat))) {
    const { status, body } = await ask();
    assert.deepEqual([status, body], [404, 'Game chess not found'], name);
  }
  assert.equal(JSON.stringify([[...db.metadata], [...db.state]]), before);
});

test('a game that the server does not have is refused before the storage is asked and the body is read', async (t) => {
  const { db, ours, matchID, seat } = await twoServers(t);
  for (const method of ['fetch', 'listMatches', 'listPage']) db[method] = () => assert.fail(`${method} is called`);
  for (const [name, ask] of Object.entries(requests(ours, 'chess', matchID, seat))) assert.equal((await ask()).status, 404, name);
  assert.equal((await ours.post('/games/chess/create', '{ no json')).status, 404);
});

test("another server's match is not listed where the storage does not filter by game, and stays if all have left it", async (t) => {
  const { db, ours, theirs, matchID } = await twoServers(t, new Unfiltered());
  const { body: { matchID: own } } = await ours.post('/games/nim/create', { numPlayers: 2 });
  const listed = async () => (await ours.get('/games/nim')).body.matches.map((match) => match.matchID);
  assert.deepEqual(await listed(), [own]);
  const wipe = t.mock.method(db, 'wipe', () => { throw new Error('disk full'); });
  theirs.server.app.on('error', () => {});
  await theirs.post(`/games/chess/${matchID}/leave`, { playerID: '0', credentials: 'only there' });
  wipe.mock.restore();
  assert.deepEqual(await listed(), [own]);
  assert.equal(db.metadata.has(matchID), true);
});

test('a match whose metadata name no game belongs to none', async (t) => {
  const db = new InMemory();
  const lobby = await serve(t, { games: [nim], db });
  t.mock.method(console, 'warn', () => {});
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 2 });
  const { body } = await lobby.post(`/games/nim/${matchID}/join`, { playerName: 'Ann' });
  const { gameName, ...metadata } = db.fetch(matchID, { metadata: true }).metadata;
  db.setMetadata(matchID, metadata);
  const { list, create, ...ofMatch } = requests(lobby, 'nim', matchID, { playerID: body.playerID, credentials: body.playerCredentials });
  for (const [name, ask] of Object.entries(ofMatch)) assert.equal((await ask()).status, 404, name);
  assert.deepEqual((await list()).body, { matches: [] });
  assert.deepEqual(db.fetch(matchID, { metadata: true }).metadata, metadata);
});

test("a rematch whose noted ID has become another game's match is another match", async (t) => {
  const db = new InMemory();
  const lobby = await serve(t, { games: [nim, chess], db });
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 2 });
  const { body: ann } = await lobby.post(`/games/nim/${matchID}/join`, { playerName: 'Ann' });
  const { body: { matchID: theirs } } = await lobby.post('/games/chess/create', { numPlayers: 2 });
  db.setMetadata(matchID, { ...db.fetch(matchID, { metadata: true }).metadata, nextMatchID: theirs });
  const again = async () => (await lobby.post(`/games/nim/${matchID}/playAgain`, { playerID: '0', credentials: ann.playerCredentials })).body.nextMatchID;
  const next = await again();
  assert.notEqual(next, theirs);
  assert.equal((await lobby.get(`/games/nim/${next}`)).status, 200);
  assert.equal(await again(), next);
});

test('requests for seats of a game that the server has are counted, whether or not there is such a match', async (t) => {
  const { get, post } = await serve(t, { games: [nim], limits: { address: { joins: 3, changes: 3 } } });
  const statuses = async (ask) => [(await ask()).status, (await ask()).status, (await ask()).status, (await ask()).status];
  assert.deepEqual(await statuses(() => post('/games/nim/nowhere/join', { playerName: 'Eve' })), [404, 404, 404, 429]);
  assert.deepEqual(await statuses(() => post('/games/nim/nowhere/leave', '{ no json')), [400, 400, 400, 429]);
  assert.equal((await get('/games/nim')).status, 200);
});
