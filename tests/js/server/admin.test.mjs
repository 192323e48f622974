// The operator's methods for the matches of a server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory, FlatFile, Sqlite } from 'rondel/server';
import { createMatch } from 'rondel/internal';
import { makeAdmin } from '../../../pkg-server/lib/admin.js';
import { silence } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { quiet, until as untilHere } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'nim', setup: (_, setupData) => ({ left: 21, setupData }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } },
};
const KICKED = { type: 'match/kicked', message: 'no more' };
const REFUSED = { type: 'match/not_found', message: 'game not found' };
const STORAGES = {
  InMemory: () => new InMemory(),
  FlatFile: (folder) => new FlatFile({ dir: folder }),
  Sqlite: (folder) => new Sqlite(`${folder}/matches.db`),
};

async function table(t, options = {}) {
  silence(t);
  const served = await serve(t, { games: [GAME, { ...GAME, name: 'other' }], ...options });
  const come = async (given) => {
    const client = sit(t, CLIENTS["Rondel's client by a WebSocket"], served.url, { game: GAME, playerID: '0', ...given });
    await until([client], () => client.getState());
    return client;
  };
  /** A page that opens after its match has been deleted. */
  const comeLate = async () => {
    const client = sit(t, CLIENTS["Rondel's client by a WebSocket"], served.url, { game: GAME, playerID: '1' });
    // There is no state of a match that it never had.
    await untilHere(() => client.moves.take().error?.message === REFUSED.message);
    assert.equal(client.getState(), null);
  };
  return { ...served, admin: served.server.admin, come, comeLate };
}

test('the matches of all games are listed in pages, the newest first, without credentials', async (t) => {
  const { admin, post, server, come } = await table(t);
  for (const [name, unlisted] of [['nim', false], ['nim', true], ['other', false]]) {
    const { body: { matchID } } = await post(`/games/${name}/create`, { numPlayers: 2, unlisted });
    await post(`/games/${name}/${matchID}/join`, { playerName: 'Al' });
  }
  await come({ matchID: 'by sync', playerID: null });
  const all = [];
  for (let after; ;) {
    const { matches, next } = await admin.listMatches({ limit: 1, after });
    all.push(...matches);
    if (!next) break;
    after = next;
  }
  assert.equal(all.length, 4);
  assert.equal(new Set(all.map(({ matchID }) => matchID)).size, 4);
  assert.ok(!JSON.stringify(all).includes('credentials'));
  assert.equal((await admin.listMatches({ gameName: 'other' })).matches.length, 1);
  await server.admin.endMatch('by sync');
  assert.deepEqual((await admin.listMatches({ isGameover: true })).matches.map(({ matchID }) => matchID), ['by sync']);
});

test('a match is shown with its log and the addresses of its connections', async (t) => {
  const { admin, post, come } = await table(t);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2, setupData: { by: 'Al' } });
  const { body: { playerCredentials: credentials } } = await post(`/games/nim/${matchID}/join`, { playerName: 'Al' });
  const client = await come({ matchID, credentials });
  await client.moves.take().confirmed;
  const match = await admin.getMatch(matchID);
  assert.deepEqual([match.state.G.left, match.log.length, match.metadata.setupData], [20, 1, { by: 'Al' }]);
  assert.deepEqual(match.connections, [{ playerID: '0', address: '127.0.0.1', transport: 'websocket' }]);
  assert.ok(!JSON.stringify(match).includes(credentials));
  const { metadata } = await admin.getMatch(matchID, { credentials: true });
  assert.equal(metadata.players[0].credentials, credentials);
  assert.equal(await admin.getMatch('none'), null);
});

test('a match that an operator ends is over for all its clients, permanently', async (t) => {
  const { admin, come } = await table(t);
  const client = await come();
  await client.moves.take().confirmed;
  assert.equal(await admin.endMatch('m', { winner: '1' }), true);
  await until([client], () => client.getState().ctx.gameover);
  assert.deepEqual([client.getState().ctx.gameover, client.getState().G.left], [{ winner: '1' }, 20]);
  assert.equal((await client.moves.take().confirmed).status, 'rejected');
  assert.equal(await admin.endMatch('m'), false);
  assert.equal(await admin.endMatch('none'), false);
  assert.deepEqual((await admin.getMatch('m')).metadata.gameover, { winner: '1' });
});

for (const [name, make] of Object.entries(STORAGES)) {
  test(`on ${name}, open and new pages are refused a deleted match, also after a restart`, async (t) => {
    const folder = temporaryFolder(t);
    const { admin, come, comeLate, get, server, running } = await table(t, { db: make(folder) });
    const open = [await come(), await come({ playerID: '1' })];
    await open[0].moves.take().confirmed;
    assert.equal(await admin.deleteMatch('m'), true);
    for (const client of open) {
      await until([client], () => client.getState().lastError);
      assert.deepEqual(client.getState().lastError, REFUSED);
      assert.deepEqual(client.moves.take().error, REFUSED);
    }
    await comeLate();
    assert.equal(await admin.deleteMatch('m'), false);
    assert.deepEqual([await admin.getMatch('m'), await admin.listMatches()], [null, { matches: [] }]);
    assert.equal((await get('/games/nim/m')).status, 404);
    if (name === 'InMemory') return;
    await server.kill(running);
    const again = await table(t, { db: make(folder) });
    await again.comeLate();
    assert.deepEqual(await again.admin.listMatches(), { matches: [] });
  });
}

test('a client at another node is refused a deleted match, and notified that one is over', async (t) => {
  const nodes = openNodes({ game: GAME });
  t.after(nodes.close);
  const { storage, sit: sitAt, nodes: [first] } = nodes;
  for (const id of ['m', 'n']) storage.createMatch(id, createMatch({ game: GAME }));
  const [deleted, over] = [sitAt('0', { at: 1 }), sitAt('0', { at: 1, matchID: 'n' })];
  await untilHere(() => deleted.client.getState() && over.client.getState());
  await quiet();
  const admin = makeAdmin({ db: first.storage, hubs: new Map([['nim', first.hub]]) });
  await admin.deleteMatch('m');
  await admin.endMatch('n', 'over');
  await quiet();
  assert.deepEqual(deleted.client.getState().lastError, REFUSED);
  assert.equal(over.client.getState().ctx.gameover, 'over');
});

for (const isHeard of [true, false]) {
  test(`a player who is kicked at another node is sent the reason${isHeard ? '' : ', although the notice of it was lost'}`, async (t) => {
    const auth = { authenticateCredentials: ({ credentials, metadata }) => credentials === metadata?.players[0].credentials };
    const nodes = openNodes({ game: GAME, auth, carry: (deliver) => isHeard && deliver() });
    t.after(nodes.close);
    const { storage, sit: sitAt, nodes: [first, second] } = nodes;
    const match = createMatch({ game: GAME });
    match.metadata.players[0] = { id: 0, name: 'Al', credentials: 'secret' };
    storage.createMatch('m', match);
    const { client } = sitAt('0', { at: 1, credentials: 'secret' });
    await untilHere(() => client.getState());
    await quiet();
    const admin = makeAdmin({ db: first.storage, hubs: new Map([['nim', first.hub]]) });
    assert.equal(await admin.kick('m', '0', { reason: KICKED.message }), true);
    await quiet();
    const handle = client.moves.take();
    assert.equal(handle.status, isHeard ? 'rejected' : 'predicted');
    await second.node.lookAgain();
    const { error } = await handle.confirmed;
    assert.deepEqual([isHeard ? error : error.payload, client.getState().lastError], [KICKED, KICKED]);
    assert.equal(storage.fetch('m', { state: true }).state.G.left, 21);
  });
}

test('a storage that compares nothing keeps a deleted match as any other', async (t) => {
  const inner = new InMemory();
  const plain = { type: () => 0, connect() {} };
  for (const name of ['createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches']) plain[name] = (...args) => inner[name](...args);
  const { admin, come, comeLate } = await table(t, { db: plain });
  await come();
  assert.equal((await admin.listMatches()).matches[0].matchID, 'm');
  await admin.deleteMatch('m');
  await comeLate();
});

test('a match that follows another is not one that has been deleted', async (t) => {
  const { admin, post } = await table(t);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const { body: { playerCredentials: credentials } } = await post(`/games/nim/${matchID}/join`, { playerName: 'Al' });
  const again = async () => (await post(`/games/nim/${matchID}/playAgain`, { playerID: '0', credentials })).body.nextMatchID;
  const next = await again();
  await admin.deleteMatch(next);
  const other = await again();
  assert.notEqual(other, next);
  assert.ok(await admin.getMatch(other));
});

test('the server refuses invalid arguments by name', async (t) => {
  const { admin } = await table(t);
  const mistakes = [
    [admin.listMatches({ limit: 0 }), /limit: expected a number from 1 to 500/],
    [admin.listMatches({ after: 'x' }), /after: expected the `next` of a page/],
    [admin.listMatches({ gameName: 5 }), /gameName/],
    [admin.listMatches(null), /expected an object/],
    [admin.getMatch(''), /matchID/],
    [admin.deleteMatch(7), /matchID/],
    [admin.endMatch('m', 5n), /gameover/],
  ];
  for (const [answer, message] of mistakes) await assert.rejects(answer, { code: 'server/admin', message });
});

/** A match of the lobby's in which Al and Bo sit. */
async function joined(t, options) {
  const served = await table(t, options);
  const { post, come } = served;
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const join = (playerID, playerName) => post(`/games/nim/${matchID}/join`, { playerID, playerName });
  const credentials = [];
  for (const [playerID, name] of [['0', 'Al'], ['1', 'Bo']]) credentials.push((await join(playerID, name)).body.playerCredentials);
  const [al, bo] = await Promise.all(['0', '1'].map((playerID) => come({ matchID, playerID, credentials: credentials[playerID] })));
  return { ...served, matchID, join, credentials, al, bo };
}

test('a player who is kicked is sent the reason at once, and what they wait for is unanswered; the seat is free', async (t) => {
  const { admin, matchID, al, bo, join, come, credentials, url } = await joined(t);
  assert.equal(await admin.kick(matchID, '0', { reason: KICKED.message }), true);
  const handle = al.moves.take();
  const { status, error } = await handle.confirmed;
  assert.deepEqual([status, error.type, error.payload], ['rejected', 'update/unanswered', KICKED]);
  assert.deepEqual([al.getState().lastError, al.getState().G.left, al.moves.take().error], [KICKED, 21, KICKED]);
  assert.equal((await bo.moves.take().confirmed).status, 'confirmed');
  assert.ok(!bo.matchData[0].name && !JSON.stringify(bo.matchData).includes(KICKED.message));
  const again = sit(t, CLIENTS["Rondel's client by a WebSocket"], url, { game: GAME, matchID, playerID: '0', credentials: credentials[0] });
  await untilHere(() => again.moves.take().error?.type === KICKED.type);
  const { body } = await join('0', 'Cy');
  const cy = await come({ matchID, playerID: '0', credentials: body.playerCredentials });
  assert.equal((await cy.moves.take().confirmed).status, 'confirmed');
  assert.notEqual(body.playerCredentials, credentials[0]);
  assert.deepEqual(al.moves.take().error, KICKED);
});

test('no player can take a seat before the time that a kick names', async (t) => {
  const { admin, matchID, al, join, get, post, credentials } = await joined(t);
  await admin.kick(matchID, '0', { until: Date.now() + 1e9 });
  await until([al], () => al.getState().lastError?.type === 'match/kicked');
  assert.equal(al.getState().lastError.message, 'you have been kicked from the match');
  assert.equal((await join('0', 'Cy')).status, 409);
  assert.equal((await join(undefined, 'Cy')).status, 409);
  assert.equal((await post(`/games/nim/${matchID}/update`, { playerID: '0', credentials: credentials[0], newName: 'Al' })).status, 403);
  assert.ok(!JSON.stringify((await get(`/games/nim/${matchID}`)).body).includes('kicked'));
  await admin.kick(matchID, '0', { until: Date.now() - 1 });
  assert.equal((await join('0', 'Cy')).status, 200);
  assert.equal(await admin.kick(matchID, '7'), false);
  assert.equal(await admin.kick('none', '0'), false);
  await assert.rejects(admin.kick(matchID, '0', { until: 'soon' }), { code: 'server/admin' });
  await assert.rejects(admin.kick(matchID, '0', { reason: 5 }), { code: 'server/admin' });
});

test('a player who is kicked receives nothing more of the match, also while an authenticator is slow', async (t) => {
  let isHung = false;
  const authenticateCredentials = (credentials, player) => (isHung ? new Promise(() => {}) : credentials === player?.credentials);
  const { admin, matchID, al } = await joined(t, { authenticateCredentials, authTimeout: 60_000 });
  isHung = true;
  await admin.kick(matchID, '0', { reason: KICKED.message });
  await until([al], () => al.getState().lastError?.type === KICKED.type);
});

test('a pending lobby request of a kicked player does not change the seat that the player has lost', async (t) => {
  const answers = [];
  let isSlow = false;
  const authenticateCredentials = (credentials, player) => {
    const isRight = credentials === player?.credentials;
    return isSlow ? new Promise((answer) => { answers.push(() => answer(isRight)); }) : isRight;
  };
  const { admin, matchID, credentials, post, join } = await joined(t, { authenticateCredentials });
  isSlow = true;
  const ask = (what, more) => post(`/games/nim/${matchID}/${what}`, { playerID: '0', credentials: credentials[0], ...more });
  const asked = [ask('update', { newName: 'Al' }), ask('leave')];
  await untilHere(() => answers.length === 2);
  isSlow = false;
  await admin.kick(matchID, '0', { reason: KICKED.message });
  answers.forEach((answer) => answer());
  assert.deepEqual((await Promise.all(asked)).map(({ status }) => status), [403, 403]);
  assert.equal((await join('0', 'Cy')).status, 200);
});
