// Bans of addresses and seats.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { FlatFile, InMemory, Sqlite } from 'rondel/server';
import { makeAdmin } from '../../../pkg-server/lib/admin.js';
import { Bans } from '../../../pkg-server/lib/bans.js';
import { silence } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { quiet, until as untilHere } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } },
};
const HERE = '127.0.0.1';
const BANNED = { type: 'match/banned', message: 'no more' };
const KICKED = { type: 'match/kicked', message: 'no more' };

/** A third-party storage: the methods that boardgame.io requires, and no more. */
function plainStorage(inner = new InMemory()) {
  const plain = { type: () => 0, connect() {} };
  for (const name of ['createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches']) plain[name] = (...args) => inner[name](...args);
  return plain;
}

const STORAGES = {
  FlatFile: (folder) => () => new FlatFile({ dir: folder }),
  Sqlite: (folder) => () => new Sqlite(`${folder}/matches.db`),
  'a storage without optional methods': () => {
    const inner = new InMemory();
    return () => plainStorage(inner);
  },
};

async function table(t, options = {}) {
  silence(t);
  const served = await serve(t, { games: [GAME, { ...GAME, name: 'other' }], ...options });
  const come = (given, by = "Rondel's client by a WebSocket") => sit(t, CLIENTS[by], served.url, { game: GAME, playerID: '0', ...given });
  const comeIn = async (...how) => {
    const client = come(...how);
    await until([client], () => client.getState());
    return client;
  };
  return { ...served, admin: served.server.admin, come, comeIn };
}

for (const by of ["Rondel's client by a WebSocket", "Rondel's client", "Rondel's client by polling"]) {
  test(`${by}: clients at a banned address receive the reason at once, and reach no match before the ban is lifted`, async (t) => {
    const { admin, come, comeIn } = await table(t);
    const client = await comeIn({}, by);
    await client.moves.take().confirmed;
    assert.equal(await admin.ban({ address: HERE, reason: BANNED.message }), true);
    await until([client], () => client.getState().lastError);
    assert.deepEqual([client.getState().lastError, client.getState().G.left], [BANNED, 20]);
    assert.deepEqual(client.moves.take().error, BANNED);
    client.sendChatMessage('hello');
    for (const playerID of ['1', null]) {
      const late = come({ playerID }, by);
      if (playerID !== null) await untilHere(() => late.moves.take().error?.type === BANNED.type);
      assert.equal(late.getState(), null);
    }
    assert.deepEqual((await admin.getMatch('m')).connections, []);
    assert.equal(await admin.unban({ address: HERE }), true);
    assert.equal((await (await comeIn({ playerID: '1' }, by)).moves.take().confirmed).status, 'confirmed');
    assert.equal(await admin.unban({ address: HERE }), false);
  });
}

test('a ban settles a pending move as unanswered', async (t) => {
  const { admin, comeIn } = await table(t);
  const client = await comeIn();
  const banned = admin.ban({ address: HERE, reason: BANNED.message });
  await untilHere(async () => (await admin.listBans()).bans.length > 0);
  const handle = client.moves.take();
  await banned;
  const { status, error } = await handle.confirmed;
  assert.deepEqual([status, error.type, error.payload], ['rejected', 'update/unanswered', BANNED]);
  assert.equal((await admin.getMatch('m')).state.G.left, 21);
});

test("boardgame.io's client at a banned address receives nothing of a match", async (t) => {
  const { admin, come } = await table(t);
  await admin.ban({ address: HERE });
  const client = come({}, "boardgame.io's client");
  await quiet();
  assert.equal(client.getState(), null);
  assert.equal(await admin.getMatch('m'), null);
});

test("the lobby refuses all requests of a banned address, but not the operator's", async (t) => {
  process.env.ADMIN_SECRET = 'secret';
  t.after(() => { delete process.env.ADMIN_SECRET; });
  const { admin, get, post } = await table(t);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  await admin.ban({ address: HERE, reason: BANNED.message });
  for (const answer of [
    await post('/games/nim/create', { numPlayers: 2 }), await post(`/games/nim/${matchID}/join`, { playerName: 'Al' }), await get('/games/nim'),
  ]) assert.deepEqual([answer.status, answer.body], [403, BANNED.message]);
  assert.equal((await get('/healthz')).status, 200);
  assert.equal((await get('/admin/bans', { headers: { 'admin-secret': 'secret' } })).body.bans[0].address, HERE);
});

test('the banned address is the one that the farthest trusted proxy has seen, for IPv6 its /64', async (t) => {
  const { admin, post } = await table(t, { trustedProxies: 1 });
  const create = async (address) => (await post('/games/nim/create', { numPlayers: 2 }, { 'X-Forwarded-For': address })).status;
  await admin.ban({ address: '2001:DB8::7' });
  assert.deepEqual([await create('2001:db8:0:0:1::5'), await create('2001:db8:0:1::5'), await create('203.0.113.7')], [403, 200, 200]);
  assert.deepEqual((await admin.listBans()).bans.map(({ address }) => address), ['2001:db8:0:0']);
  // As it is listed, and as a network.
  assert.equal(await admin.unban({ address: '2001:db8:0:0' }), true);
  await admin.ban({ address: '2001:db8::/64' });
  assert.equal(await create('2001:db8::9'), 403);
  await admin.ban({ address: '::ffff:203.0.113.7' });
  assert.equal(await create('203.0.113.7'), 403);
});

for (const [name, inFolder] of Object.entries(STORAGES)) {
  test(`on ${name}, a ban holds after a restart, until its end`, async (t) => {
    const open = inFolder(temporaryFolder(t));
    const first = await table(t, { db: open() });
    const { body: { matchID } } = await first.post('/games/nim/create', { numPlayers: 2 });
    const { body: { playerCredentials } } = await first.post(`/games/nim/${matchID}/join`, { playerID: '0', playerName: 'Al' });
    const until = Date.now() + 3_600_000;
    await first.admin.ban({ address: HERE, reason: BANNED.message, until });
    assert.equal(await first.admin.ban({ matchID, playerID: '0', reason: KICKED.message }), true);
    await first.server.kill(first.running);
    const second = await table(t, { db: open() });
    assert.equal((await second.post('/games/nim/create', { numPlayers: 2 })).status, 403);
    const { bans } = await second.admin.listBans();
    assert.deepEqual(bans.map(({ bannedAt, ...ban }) => [ban, typeof bannedAt]), [
      [{ matchID, playerID: '0', reason: KICKED.message }, 'number'], [{ address: HERE, reason: BANNED.message, until }, 'number'],
    ]);
    assert.deepEqual((await second.admin.listMatches()).matches.map((match) => match.matchID), [matchID]);
    t.mock.timers.enable({ apis: ['Date'], now: until + 1 });
    const joined = await second.post(`/games/nim/${matchID}/join`, { playerID: '0', playerName: 'Bo' });
    t.mock.timers.reset();
    assert.equal(joined.status, 409);
    await second.admin.unban({ address: HERE });
    const late = second.come({ matchID, credentials: playerCredentials });
    await untilHere(() => late.moves.take().error?.type === KICKED.type);
    assert.equal(await second.admin.unban({ matchID, playerID: '0' }), true);
    assert.deepEqual((await second.admin.listBans()).bans, []);
    const again = await second.comeIn({ matchID, credentials: playerCredentials });
    assert.equal((await again.moves.take().confirmed).status, 'confirmed');
  });
}

test('no player can use a banned seat before the ban ends, and a kick with an end time bans the seat', async (t) => {
  const { admin, post } = await table(t);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const join = async (playerID) => (await post(`/games/nim/${matchID}/join`, { playerID, playerName: 'Al' })).status;
  await admin.ban({ matchID, playerID: '0' });
  await admin.kick(matchID, '1', { until: Date.now() + 1e9 });
  assert.deepEqual([await join('0'), await join('1'), await join(undefined)], [409, 409, 409]);
  const { bans, next } = await admin.listBans({ limit: 1 });
  assert.deepEqual(bans.map(({ playerID }) => playerID), ['1']);
  const rest = await admin.listBans({ after: next });
  assert.deepEqual([rest.bans.map(({ playerID }) => playerID), rest.next], [['0'], undefined]);
  for (const playerID of ['0', '1']) assert.equal(await admin.unban({ matchID, playerID }), true);
  assert.deepEqual([await join('0'), await join('1')], [200, 200]);
  assert.equal(await admin.ban({ matchID, playerID: '7' }), false);
  assert.equal(await admin.ban({ matchID: 'none', playerID: '0' }), false);
  assert.deepEqual((await admin.listBans()).bans, []);
});

for (const isHeard of [true, false]) {
  test(`a ban holds at another node${isHeard ? ' at once' : ', although the notice of it was lost'}`, async (t) => {
    const nodes = openNodes({ game: GAME, carry: (deliver) => isHeard && deliver() });
    t.after(nodes.close);
    const [first, second] = nodes.nodes;
    const [bans, theirs] = [first, second].map(({ storage, node }) => new Bans({ db: storage, node }));
    const admin = makeAdmin({ db: first.storage, hubs: new Map([['nim', first.hub]]), bans });
    await admin.ban({ address: '203.0.113.7' });
    await quiet();
    assert.equal(theirs.of('203.0.113.7') !== null, isHeard);
    await theirs.look();
    assert.equal(theirs.of('203.0.113.7').reason, 'you are banned from this server');
  });
}

test("FlatFile's ttl forgets neither a ban nor that a match has been deleted", async (t) => {
  const dir = temporaryFolder(t);
  const first = await table(t, { db: new FlatFile({ dir, ttl: 100 }) });
  const { body: { matchID } } = await first.post('/games/nim/create', { numPlayers: 2 });
  const { body: { matchID: idle } } = await first.post('/games/nim/create', { numPlayers: 2 });
  await first.admin.ban({ address: HERE });
  await first.admin.deleteMatch(matchID);
  await first.server.kill(first.running);
  await new Promise((done) => setTimeout(done, 150));
  const second = await table(t, { db: new FlatFile({ dir, ttl: 100 }) });
  assert.deepEqual((await second.admin.listBans()).bans.map(({ address }) => address), [HERE]);
  await second.admin.unban({ address: HERE });
  assert.equal(await second.admin.getMatch(idle), null);
  const late = second.come({ matchID });
  await untilHere(() => late.moves.take().error?.message === 'game not found');
});

test("a client at another server is banned after that server's next read", async (t) => {
  const file = `${temporaryFolder(t)}/matches.db`;
  const [first, second] = [await table(t, { db: new Sqlite(file) }), await table(t, { db: new Sqlite(file) })];
  const client = await second.comeIn();
  await first.admin.ban({ address: HERE, reason: BANNED.message });
  await second.server.app.context.bans.look();
  await until([client], () => client.getState().lastError);
  assert.deepEqual([client.getState().lastError, client.moves.take().error], [BANNED, BANNED]);
  await first.admin.unban({ address: HERE });
  await second.server.app.context.bans.look();
  assert.equal((await second.post('/games/nim/create', { numPlayers: 2 })).status, 200);
});

/** A storage whose first reads are slow, and return the values from when they started. */
function slowToRead(inner, count) {
  let left = count;
  const slow = { ...plainStorage(inner), type: () => 1 };
  slow.fetch = async (...args) => {
    const stored = structuredClone(inner.fetch(...args));
    left -= 1;
    await new Promise((done) => setTimeout(done, left >= 0 ? 60 : 1));
    return stored;
  };
  return slow;
}

test('a read that started before a ban does not overwrite it, here and at another server', async () => {
  const db = slowToRead(new InMemory(), 3);
  const notices = [];
  const [bans, theirs] = [0, 1].map(() => new Bans({ db, node: { watch: (_, look) => notices.push(look), say: () => notices.forEach((look) => look()), isAlone: true } }));
  const [early, list] = [bans.look(), bans.read()];
  const reading = theirs.look();
  // During that read.
  await bans.add({ address: HERE, reason: 'x' });
  await Promise.all([early, list, reading, theirs.look()]);
  assert.deepEqual([bans.of(HERE)?.reason, theirs.of(HERE)?.reason], ['x', 'x']);
  const again = theirs.look();
  await bans.lift({ address: HERE });
  await again;
  await theirs.stop();
  assert.deepEqual([bans.of(HERE), theirs.of(HERE)], [null, null]);
});

test('a failing storage keeps the known bans, and the server reads again', async (t) => {
  const inner = new InMemory();
  let isBroken = false;
  const db = new Proxy(inner, { get: (target, name) => {
    if (name === 'fetch' && isBroken) return () => { throw new Error('the database is away'); };
    return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
  } });
  const failures = [];
  const bans = new Bans({ db, failed: ({ message }) => failures.push(message) });
  await bans.add({ address: HERE, reason: 'x' });
  isBroken = true;
  await bans.look();
  assert.deepEqual([bans.of(HERE).reason, failures], ['x', ['the database is away']]);
  await assert.rejects(bans.add({ address: '10.0.0.1', reason: 'x' }), { message: 'the database is away' });
  isBroken = false;
  await bans.look();
  assert.equal(bans.of(HERE).reason, 'x');
});

test('no match can use the ID of the stored bans, and damaged entries ban no client', async (t) => {
  const db = new InMemory();
  const { admin, come } = await table(t, { db });
  const stranger = come({ matchID: '//rondel/bans' });
  await untilHere(() => stranger.moves.take().error?.message === 'game not found');
  assert.equal(db.fetch('//rondel/bans', { metadata: true }).metadata, undefined);
  // An older server may have created such a match.
  db.createMatch('//rondel/bans', createMatch({ game: GAME }));
  await admin.ban({ address: HERE });
  const { metadata } = db.fetch('//rondel/bans', { metadata: true });
  assert.equal(metadata.setupData.length, 1);
  for (const call of ['endMatch', 'deleteMatch', 'getMatch', 'quarantineMatch']) await assert.rejects(admin[call]('//rondel/bans'), { code: 'server/admin' });
  for (const setupData of [5, [null, {}, { address: 7 }, { address: HERE, reason: 5, bannedAt: 0 }]]) {
    db.setMetadata('//rondel/bans', { ...metadata, setupData });
    assert.deepEqual(await admin.listBans(), { bans: [] });
  }
});

test('the number of bans is limited', async (t) => {
  const bans = new Bans({ db: new InMemory() });
  const ban = (i) => ({ address: `10.0.${i >> 8}.${i & 255}`, reason: 'x', until: i < 10 ? 5 : undefined });
  for (let i = 0; i < 1010; i += 1) await bans.add(ban(i));
  await assert.rejects(bans.add(ban(1010)), { code: 'server/admin', message: /there are 1000 bans/ });
  await bans.add(ban(1009));
  await bans.lift(ban(1009));
  await bans.add(ban(1010));
});

test('the server refuses invalid arguments by name', async (t) => {
  const { admin } = await table(t);
  const mistakes = [
    [{}, /matchID/], [{ address: 'x' }, /address: expected an IPv4 or IPv6 address/], [{ address: '10.0.0.0/8' }, /address/], [{ address: HERE, matchID: 'm' }, /alone/],
    [{ address: HERE, until: 'soon' }, /until/], [{ address: HERE, reason: 5 }, /reason/], [{ matchID: 'm' }, /playerID/], [null, /expected an object/], [{ address: '' }, /address/],
  ];
  for (const [options, message] of mistakes) await assert.rejects(admin.ban(options), { code: 'server/admin', message });
  await assert.rejects(admin.listBans({ after: 'x' }), { code: 'server/admin', message: /after/ });
});
