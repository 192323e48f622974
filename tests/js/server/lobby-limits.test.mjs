// Limits of the lobby for one stranger or one player: stored data and requests.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { slowStorage } from '../support/slow-storage.mjs';
import { serve } from './serve.mjs';

const left = [];
const game = {
  name: 'nim',
  setup: () => ({ gone: [] }),
  onPlayerLeave: ({ G, playerID }) => {
    left.push(playerID);
    G.gone.push(playerID);
  },
};
const games = [game];
/** Text in which each value takes up three characters. */
const many = (count) => `[${'[],'.repeat(count)}0]`;

test('setupData with too many values is refused before it is parsed, whatever surrounds it', async (t) => {
  const { post, server } = await serve(t, { games });
  const parse = t.mock.method(JSON, 'parse');
  const answers = [
    await post('/games/nim/create', `{"numPlayers":2,"setupData":${many(300_000)}}`),
    await post('/games/nim/create', `{"numPlayers":2,"setupData":{"a\\"[":${many(100_000)}}}`),
    await post('/games/nim/create', `${' '.repeat(100)}[${many(100_000)}`),
  ];
  assert.deepEqual(answers.map(({ status, body }) => [status, body]), Array(3).fill([413, 'the body has too many values']));
  assert.deepEqual(parse.mock.calls.filter(({ arguments: [text] }) => text.length > 10_000), []);
  assert.equal(server.db.metadata.size, 0);
});

test('setupData has an optional limit of bytes, and a limit of a tenth as many values', async (t) => {
  const { post } = await serve(t, { games });
  const create = async (setupData) => (await post('/games/nim/create', { numPlayers: 2, setupData })).status;
  assert.equal(await create('x'.repeat(99_998)), 200);
  assert.equal(await create('x'.repeat(99_999)), 400);
  // The limit applies to the stored bytes.
  assert.equal(await create('ü'.repeat(49_999)), 200);
  assert.equal(await create('ü'.repeat(50_000)), 400);
  assert.equal(await create(Array(9999).fill(0)), 200);
  assert.equal(await create(Array(10_000).fill(0)), 400);
  assert.equal(await create(','.repeat(50_000) + '[{"\\'.repeat(5000)), 200);

  const wide = await serve(t, { games, limits: { match: { setupData: 2_000_000 } } });
  for (const setupData of ['x'.repeat(1_900_000), Array(199_999).fill(0)]) {
    assert.equal((await wide.post('/games/nim/create', { numPlayers: 2, setupData })).status, 200);
  }
  assert.equal((await wide.post('/games/nim/create', { numPlayers: 2, setupData: Array(200_000).fill(0) })).status, 400);
});

test('a body that other middleware has parsed has the same limits', async (t) => {
  const { bodyParser } = await import('@koa/bodyparser');
  const { server } = await serve(t, { games });
  server.router.use(bodyParser({ jsonLimit: '10mb' }));
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${running.appServer.address().port}/games/nim/create`;
  const { status } = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"setupData":${many(20_000)}}` });
  assert.equal(status, 400);
  await server.kill(running);
});

test('the data of all players of a match is limited: each seat has an equal share, whatever the others store', async (t) => {
  const { post, get } = await serve(t, { games: games.map((game) => ({ ...game, maxPlayers: 300 })) });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 300 });
  const path = `/games/nim/${matchID}`;
  const join = (data) => post(`${path}/join`, { playerName: 'x', data });
  const refused = await join('x'.repeat(100_000));
  assert.deepEqual([refused.status, refused.body], [413, 'data is too big: at this match each player has 1666 bytes']);
  assert.deepEqual((await get(path)).body.players[0], { id: 0 });
  const { body: { playerID, playerCredentials: credentials } } = await join('x'.repeat(1664));
  const update = (more) => post(`${path}/update`, { playerID, credentials, ...more });
  assert.equal((await update({ data: 'x'.repeat(1665) })).status, 413);
  assert.equal((await update({ data: 'ü'.repeat(832) })).status, 200);
  assert.equal((await join(undefined)).status, 200);
});

test('players can be renamed in and leave a match that already exceeds the limits', async (t) => {
  const { post, server: { db } } = await serve(t, { games });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  const { body: { playerID, playerCredentials: credentials } } = await post(`${path}/join`, { playerName: 'Ann' });
  const metadata = db.metadata.get(matchID);
  const big = { data: 'x'.repeat(1_000_000) };
  db.setMetadata(matchID, { ...metadata, players: { ...metadata.players, 0: { ...metadata.players[0], ...big }, 1: { id: 1, name: 'Bob', ...big } } });
  assert.equal((await post(`${path}/update`, { playerID, credentials, newName: 'Anna' })).status, 200);
  assert.equal((await post(`${path}/join`, { playerName: 'Cat' })).status, 200);
  assert.equal((await post(`${path}/leaveSlot`, { playerID, credentials })).status, 200);
  assert.deepEqual(db.metadata.get(matchID).players[0], { id: 0 });
});

for (const [kind, makeStorage] of [['at once', () => new InMemory()], ['later', () => slowStorage(new InMemory(), { compares: true })]]) {
  test(`a player who leaves a game twice at once leaves it once, with a storage that responds ${kind}`, async (t) => {
    const { post } = await serve(t, { games, db: makeStorage() });
    const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 3 });
    const path = `/games/nim/${matchID}`;
    const { body: { playerID, playerCredentials: credentials } } = await post(`${path}/join`, { playerName: 'Ann' });
    await post(`${path}/join`, { playerName: 'Bob' });
    left.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => post(`${path}/leaveGame`, { playerID, credentials })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403]);
    assert.deepEqual(left, [playerID]);
  });
}

/** Servers with one storage, each with its own connection. */
async function twoServers(t, options = {}) {
  const inner = new InMemory();
  const servers = await Promise.all([1, 2].map(() => serve(t, { games, db: slowStorage(inner, { compares: true }), ...options })));
  const { body: { matchID } } = await servers[0].post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  const { body: { playerID, playerCredentials: credentials } } = await servers[0].post(`${path}/join`, { playerName: 'Ann' });
  await servers[0].post(`${path}/join`, { playerName: 'Bob' });
  left.length = 0;
  const metadata = () => inner.fetch(matchID, { metadata: true }).metadata;
  const leaveAt = async (i) => (await servers[i].post(`${path}/leaveGame`, { playerID, credentials })).status;
  return { servers, inner, matchID, path, playerID, leaveAt, metadata };
}

test('a player who leaves a game at two servers at once leaves it once', async (t) => {
  const { leaveAt, playerID, metadata } = await twoServers(t);
  assert.deepEqual((await Promise.all([0, 1, 0, 1].map(leaveAt))).sort(), [200, 403, 403, 403]);
  assert.deepEqual(left, [playerID]);
  assert.ok(!metadata()._leaving);
});

test('a player whose server crashed while they left can leave at another one, after a while', async (t) => {
  const { leaveAt, playerID, inner, matchID, metadata, servers: [{ get }], path } = await twoServers(t, { authTimeout: 1 });
  inner.setMetadata(matchID, { ...metadata(), _leaving: { [playerID]: 'a request of the server that has crashed' } });
  assert.doesNotMatch(JSON.stringify((await get(path)).body), /crashed/);
  const { now } = performance;
  t.mock.method(performance, 'now', () => 20 * now.call(performance));
  assert.equal(await leaveAt(1), 200);
  assert.deepEqual([left, metadata()._leaving], [[playerID], undefined]);
});

test('with an account whose credentials are the same everywhere, a player leaves once, too', async (t) => {
  const options = { generateCredentials: () => 'ann', authenticateCredentials: (token) => token === 'ann' };
  const { post } = await serve(t, { games, db: slowStorage(new InMemory(), { compares: true }), ...options });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  for (const playerName of ['Ann', 'Bob']) await post(`${path}/join`, { playerName });
  left.length = 0;
  await Promise.all([1, 2].map(() => post(`${path}/leaveGame`, { playerID: '0', credentials: 'ann' })));
  assert.deepEqual(left, ['0']);
});

test('a player may retry to leave after the game has refused it', async (t) => {
  let isRefusing = true;
  const moody = { name: 'moody', onPlayerLeave: () => { if (isRefusing) throw new Error('not now'); } };
  t.mock.method(console, 'error', () => {});
  const { post } = await serve(t, { games: [moody] });
  const { body: { matchID } } = await post('/games/moody/create', { numPlayers: 2 });
  const path = `/games/moody/${matchID}`;
  const { body: { playerID, playerCredentials: credentials } } = await post(`${path}/join`, { playerName: 'Ann' });
  assert.equal((await post(`${path}/leaveGame`, { playerID, credentials })).status, 400);
  isRefusing = false;
  assert.equal((await post(`${path}/leaveGame`, { playerID, credentials })).status, 200);
});

test('the rematch of a private match is private, unless its players say otherwise', async (t) => {
  const { post, get, server: { db } } = await serve(t, { games });
  const rematch = async (unlisted, more) => {
    const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2, unlisted });
    const path = `/games/nim/${matchID}`;
    const { body: { playerID, playerCredentials: credentials } } = await post(`${path}/join`, { playerName: 'Ann' });
    const { body: { nextMatchID } } = await post(`${path}/playAgain`, { playerID, credentials, ...more });
    return db.metadata.get(nextMatchID).unlisted;
  };
  assert.equal(await rematch(true, {}), true);
  assert.equal(await rematch(false, {}), false);
  assert.equal(await rematch(true, { unlisted: false }), false);
  assert.equal(await rematch(false, { unlisted: true }), true);
  assert.equal((await get('/games/nim')).body.matches.length, 4);
});
