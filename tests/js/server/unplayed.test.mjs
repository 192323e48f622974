// Matches that a client's sync has started, and in which no player acts, are deleted after a while.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { Master } from 'rondel/master';
import { FlatFile, InMemory, Server, Sqlite } from 'rondel/server';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { Lobby } from '../../../pkg-server/lib/lobby.js';
import { sweepUnplayed } from '../../../pkg-server/lib/unplayed-matches.js';
import { move } from '../master/support.mjs';
import { silence } from '../support/console.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { CLIENTS, sit as sitAt } from './support.mjs';
import { actWhileGone } from './acting-while-gone.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = { name: 'nim', setup: () => ({ n: 0 }), turn: { activePlayers: { all: null } }, moves: { go: ({ G }) => { G.n += 1; } } };
const OTHER = { ...GAME, name: 'other' };
const REFUSED = { type: 'match/not_found', message: 'game not found' };
const HOUR = 3_600_000;
const MINUTE = 60_000;
const STATE = { state: true };

/** A storage with boardgame.io's contract, and nothing more. */
const bare = () => {
  const storage = slowStorage(new InMemory());
  assert.equal(storage.compareAndWipe, undefined);
  assert.equal(storage.listPage, undefined);
  return storage;
};

const STORAGES = {
  InMemory: () => new InMemory(),
  async Sqlite(t) {
    const db = new Sqlite(join(await folder(t), 'matches.db'));
    t.after(() => db.close());
    return db;
  },
  async FlatFile(t) {
    const db = new FlatFile({ dir: await folder(t) });
    t.after(() => db.close());
    return db;
  },
  "a storage of boardgame.io's contract": bare,
};

async function folder(t) {
  const dir = await mkdtemp(join(tmpdir(), 'rondel-unplayed-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A storage's cleaner, with a clock two hours ahead. `gone` are the matches that the hub was notified of. */
function cleaner(db, { later = 2 * HOUR } = {}) {
  const [gone, errors] = [[], []];
  const hubs = new Map([['nim', { gone: (matchID) => gone.push(matchID) }]]);
  const time = { later };
  const unplayed = sweepUnplayed({ db, hubs, milliseconds: HOUR, failed: (error) => errors.push(error), now: () => Date.now() + time.later });
  const lookAtAll = async () => {
    while (await unplayed.look());
  };
  return { unplayed, lookAtAll, gone, errors, time };
}

function begin(db, matchID, game = GAME) {
  return new Master(game, db, { send() {}, sendAll() {} }).onSync(matchID, '0');
}

async function change(db, matchID, how) {
  const { metadata } = await db.fetch(matchID, { metadata: true });
  await db.setMetadata(matchID, how(metadata));
}

for (const [name, make] of Object.entries(STORAGES)) {
  test(`${name}: a match that a sync started an hour ago, and in which no player has acted, is deleted`, async (t) => {
    const db = await make(t);
    await db.connect();
    for (const matchID of ['idle', 'idle too', 'played', 'young', 'seated']) await begin(db, matchID);
    await begin(db, 'another', OTHER);
    await db.createMatch('made', createMatch({ game: GAME, unlisted: true }));
    await new Master(GAME, db, { send() {}, sendAll() {} }).onUpdate(move('go', '0'), 0, 'played', '0');
    await change(db, 'young', (metadata) => ({ ...metadata, createdAt: Date.now() + 90 * MINUTE, updatedAt: Date.now() + 90 * MINUTE }));
    await change(db, 'seated', (metadata) => ({ ...metadata, players: { ...metadata.players, 0: { id: 0, name: 'Ann', credentials: 'x' } } }));
    const { lookAtAll, gone, errors, time } = cleaner(db);
    await lookAtAll();
    assert.deepEqual([(await db.listMatches()).sort(), gone.sort(), errors], [['another', 'made', 'played', 'seated', 'young'], ['idle', 'idle too'], []]);
    time.later += HOUR;
    await lookAtAll();
    assert.deepEqual((await db.listMatches()).sort(), ['another', 'made', 'played', 'seated'], 'it was young');
  });

  test(`${name}: a player who acts during the deletion plays on`, async (t) => {
    const db = await make(t);
    await db.connect();
    await begin(db, 'm');
    await actWhileGone(cleaner(db), db, new Master(GAME, db, { send() {}, sendAll() {} }));
  });
}

test('an action that another process stores after the match was read is kept', async () => {
  const db = new InMemory();
  await begin(db, 'm');
  const compareAndWipe = async (...args) => {
    // A separate object has its own queue, as another process would.
    await new Master(GAME, Object.create(db), { send() {}, sendAll() {} }).onUpdate(move('go', '0'), 0, 'm', '0');
    return db.compareAndWipe(...args);
  };
  const { lookAtAll, gone } = cleaner(Object.assign(Object.create(db), { compareAndWipe }));
  await lookAtAll();
  assert.deepEqual([db.fetch('m', STATE).state.G.n, gone], [1, []]);
});

test('a player who joins through another process during the deletion gets the seat', async () => {
  const db = new InMemory();
  await begin(db, 'm');
  const other = new Lobby({ games: [GAME], db: Object.create(db), auth: new Auth() });
  let joined;
  const compareAndWipe = async (...args) => {
    joined = await other.join('nim', 'm', { playerName: 'Ann' }, {});
    return db.compareAndWipe(...args);
  };
  const { lookAtAll, gone } = cleaner(Object.assign(Object.create(db), { compareAndWipe }));
  await lookAtAll();
  const { metadata } = db.fetch('m', { metadata: true });
  assert.deepEqual([metadata.players[0].name, metadata.players[0].credentials, gone], ['Ann', joined.playerCredentials, []]);
});

test('a match in which a player acts during its deletion keeps its seats', async () => {
  const db = new InMemory();
  await begin(db, 'm');
  const before = db.fetch('m', { metadata: true }).metadata;
  for (const compareAndWipe of [() => false, () => { throw new Error('cut off'); }]) {
    await cleaner(Object.assign(Object.create(db), { compareAndWipe })).lookAtAll();
    assert.deepEqual(db.fetch('m', { metadata: true }).metadata, before);
  }
});

test('many matches are checked in slices, and each once', async () => {
  for (const make of [() => new InMemory(), bare]) {
    const db = make();
    for (let i = 0; i < 1300; i += 1) await begin(db, `m${i}`);
    const { unplayed } = cleaner(db);
    const left = [];
    do left.push(1300 - (await db.listMatches()).length); while (await unplayed.look());
    assert.deepEqual([left.length, (await db.listMatches()).length], [3, 0]);
    assert.ok(left.every((wiped, i) => wiped <= i * 550), left.join());
    let reads = 0;
    const { fetch } = db;
    db.fetch = (...args) => {
      reads += 1;
      return fetch.apply(db, args);
    };
    for (let i = 0; i < 10; i += 1) await unplayed.look();
    assert.equal(reads, 0, 'nothing is new');
  }
});

test('a match that cannot be checked is checked again, and does not stop others', async () => {
  const db = new InMemory();
  for (const matchID of ['a', 'b', 'c']) await begin(db, matchID);
  const { compareAndWipe } = db;
  db.compareAndWipe = (matchID, ...args) => {
    if (matchID === 'b') throw new Error('the database is away');
    return compareAndWipe.call(db, matchID, ...args);
  };
  const { lookAtAll, unplayed, errors } = cleaner(db);
  await lookAtAll();
  assert.deepEqual([db.listMatches(), errors.map(({ message }) => message)], [['b'], ['the database is away']]);
  db.compareAndWipe = compareAndWipe;
  await unplayed.look();
  assert.deepEqual(db.listMatches(), []);
});

test('a match with invalid metadata does not count as unplayed', async () => {
  for (const strange of [null, 7, [], {}, { _begunBySync: 'yes' }, { _begunBySync: true, createdAt: 'long ago', players: {} }, { _begunBySync: true, createdAt: 0, players: null }]) {
    const db = new InMemory();
    await begin(db, 'm');
    db.listMatches = () => ['m'];
    db.listPage = undefined;
    db.metadata.set('m', strange);
    const { lookAtAll, gone } = cleaner(db);
    await lookAtAll();
    assert.deepEqual(gone, [], JSON.stringify(strange));
  }
});

test('all clients of a deleted match are notified, at any node, and do not recreate it', async (t) => {
  silence(t);
  const { storage, sit, nodes: [first, second], errors, clock } = openNodes({ game: GAME });
  t.after(() => first.hub.close());
  const seats = [sit('0', { at: 0 }), sit('1', { at: 1 }), sit(null, { at: 1 })];
  await until(() => seats.every(({ client }) => client.getState()));
  const hubs = new Map([['nim', first.hub]]);
  const unplayed = sweepUnplayed({ db: first.storage, hubs, milliseconds: HOUR, failed: (error) => errors.push(error), now: () => Date.now() + 2 * HOUR });
  await unplayed.look();
  await until(() => seats.every(({ client }) => client.getState().lastError));
  for (const { client } of seats) assert.deepEqual(client.getState().lastError, REFUSED);
  assert.deepEqual([first.hub.matches(), second.hub.matches(), storage.listMatches()], [[], [], []]);
  await clock.run(MINUTE);
  await quiet();
  assert.deepEqual([storage.listMatches(), errors], [[], []]);
  const later = sit('0', { at: 1 });
  await until(() => later.client.getState());
  assert.equal((await later.client.moves.go().confirmed).status, 'confirmed');
});

test('a player who joins and leaves a match that pages play without a lobby does not wipe it', async () => {
  const db = new InMemory();
  const lobby = new Lobby({ games: [GAME], db, auth: new Auth() });
  const master = new Master(GAME, db, { send() {}, sendAll() {} }, new Auth());
  await master.onSync('m', '0', undefined, 2);
  await master.onUpdate(move('go', '0'), 0, 'm', '0');
  const { playerCredentials: credentials } = await lobby.join('nim', 'm', { playerID: '1', playerName: 'Eve' }, {});
  await lobby.leaveSlot('nim', 'm', { playerID: '1', credentials });
  assert.equal(db.fetch('m', STATE).state.G.n, 1);
  assert.equal(await master.onUpdate(move('go', '0'), 1, 'm', '0'), undefined);
  assert.equal(db.fetch('m', STATE).state.G.n, 2);
});

test('a spectator of a match that all players have left is notified that it was deleted', async (t) => {
  silence(t);
  const auth = new Auth();
  const { storage, sit, nodes: [{ hub }], close } = openNodes({ game: GAME, auth });
  t.after(close);
  const lobby = new Lobby({ games: [GAME], db: storage, auth, uuid: () => 'm', hubs: new Map([['nim', hub]]) });
  await lobby.create('nim', { numPlayers: 2 });
  const { playerCredentials: credentials } = await lobby.join('nim', 'm', { playerName: 'Ann', playerID: '0' });
  const spectators = [sit(null, { at: 0 }), sit(null, { at: 1 })];
  await until(() => spectators.every(({ client }) => client.getState()));
  await lobby.leaveSlot('nim', 'm', { playerID: '0', credentials });
  await until(() => spectators.every(({ client }) => client.getState().lastError));
  for (const { client } of spectators) assert.deepEqual(client.getState().lastError, REFUSED);
  assert.deepEqual(storage.listMatches(), []);
});

test('a server wipes old matches that it finds at its start, and those that become old', async (t) => {
  silence(t);
  const db = new InMemory();
  for (const matchID of ['idle', 'played']) await begin(db, matchID);
  await new Master(GAME, db, { send() {}, sendAll() {} }).onUpdate(move('go', '0'), 0, 'played', '0');
  for (const matchID of ['idle', 'played']) await change(db, matchID, (metadata) => ({ ...metadata, createdAt: 1000, updatedAt: 1000 }));
  const first = Server({ games: [GAME], db, origins: false });
  const running = await first.run({ port: 0, host: '127.0.0.1' });
  await until(() => !db.listMatches().includes('idle'));
  await first.kill(running);
  const second = Server({ games: [GAME], db, origins: false, limits: { match: { unplayed: 20 } } });
  const again = await second.run({ port: 0, host: '127.0.0.1' });
  t.after(() => second.kill(again));
  const url = `http://127.0.0.1:${again.appServer.address().port}`;
  const client = sitAt(t, CLIENTS["Rondel's client by a WebSocket"], url, { game: GAME, playerID: '0' });
  await until(() => client.getState()?.lastError);
  assert.deepEqual([client.getState().lastError, db.listMatches()], [REFUSED, ['played']]);
});

test('an infinite age keeps them', async () => {
  const db = new InMemory();
  await begin(db, 'm');
  const unplayed = sweepUnplayed({ db, hubs: new Map([['nim', {}]]), milliseconds: Infinity, failed: assert.fail, now: () => Date.now() + 1e12 });
  unplayed.start();
  await unplayed.look();
  await unplayed.stop();
  assert.deepEqual(db.listMatches(), ['m']);
});

test('a match that began after the clock was set back is deleted, too', async () => {
  const db = new InMemory();
  const { lookAtAll, gone, errors, time } = cleaner(db, { later: 24 * HOUR });
  // The clock is a day ahead at the first check, and is then corrected.
  await lookAtAll();
  time.later = 0;
  await lookAtAll();
  await begin(db, 'idle');
  time.later = 2 * HOUR;
  await lookAtAll();
  assert.deepEqual(gone, ['idle']);
  assert.deepEqual(errors, []);
});
