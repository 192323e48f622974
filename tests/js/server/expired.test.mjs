// `ttl`: matches without activity for that time are deleted, both finished and unfinished ones, on every storage.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { Master } from 'rondel/master';
import { FlatFile, InMemory, Server, Sqlite } from 'rondel/server';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { sweepExpired } from '../../../pkg-server/lib/expired-matches.js';
import { Lobby } from '../../../pkg-server/lib/lobby.js';
import { move } from '../master/support.mjs';
import { silence } from '../support/console.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { actWhileGone } from './acting-while-gone.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'nim', setup: () => ({ n: 0 }), turn: { activePlayers: { all: null } }, moves: { go: ({ G }) => { G.n += 1; }, win: ({ events }) => { events.endGame('won'); } },
};
const OTHER = { ...GAME, name: 'other' };
const REFUSED = { type: 'match/not_found', message: 'game not found' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TTL = { finished: DAY, unfinished: 7 * DAY };
const MATCH = { state: true, metadata: true };

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
  "a storage of boardgame.io's contract": () => slowStorage(new InMemory()),
  // Other storages return more than requested.
  'a storage that lists all': () => Object.assign(new InMemory(), { listIdle: undefined, listMatches() { return [...this.metadata.keys()]; } }),
};

async function folder(t) {
  const dir = await mkdtemp(join(tmpdir(), 'rondel-expired-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A sweeper whose clock is ahead by `later`. `gone` are the matches that the hub was notified of. */
function sweeper(db, { later = 0, ttl = TTL } = {}) {
  const [gone, errors, events] = [[], [], []];
  const hubs = new Map([['nim', { gone: (matchID) => gone.push(matchID) }]]);
  const time = { later };
  const sweep = sweepExpired({
    db, hubs, ttl, failed: (error) => errors.push(error), watch: (event) => events.push(event), now: () => Date.now() + time.later,
  });
  const lookAtAll = async () => {
    while (await sweep.look());
  };
  return { sweep, lookAtAll, gone, errors, events, time };
}

const masterAt = (db, game = GAME) => new Master(game, db, { send() {}, sendAll() {} });

async function begin(db, matchID, game = GAME) {
  const match = createMatch({ game });
  // The state after the lobby: players have their seats.
  const players = { 0: { id: 0, name: 'Ann' }, 1: { id: 1, name: 'Bob' } };
  await db.createMatch(matchID, { ...match, metadata: { ...match.metadata, players } });
}

async function play(db, matchID, name, game = GAME) {
  assert.equal(await masterAt(db, game).onUpdate(move(name, '0'), 0, matchID, '0'), undefined);
}

for (const [name, make] of Object.entries(STORAGES)) {
  test(`${name}: a match is deleted when it has been over, or idle, for its time`, async (t) => {
    const db = await make(t);
    await db.connect();
    for (const matchID of ['won', 'played', 'new']) await begin(db, matchID);
    await begin(db, "another game's", OTHER);
    await play(db, "another game's", 'win', OTHER);
    await play(db, 'won', 'win');
    await play(db, 'played', 'go');
    const { lookAtAll, gone, errors, events, time } = sweeper(db, { later: DAY - HOUR });
    await lookAtAll();
    assert.deepEqual(gone, []);
    time.later = DAY + HOUR;
    await lookAtAll();
    assert.deepEqual([gone.splice(0), events.splice(0)], [['won'], [{ type: 'expired', gameName: 'nim', why: 'finished' }]]);
    time.later = 7 * DAY + HOUR;
    await lookAtAll();
    assert.deepEqual([gone.sort(), events.map(({ why }) => why), errors], [['new', 'played'], ['unfinished', 'unfinished'], []]);
    assert.deepEqual(await db.listMatches(), ["another game's"]);
    const left = await db.fetch('won', { ...MATCH, log: true, initialState: true });
    assert.deepEqual(Object.values(left).flat().filter((value) => value !== undefined && value !== null), []);
  });

  test(`${name}: a player who acts during the sweep plays on`, async (t) => {
    const db = await make(t);
    await db.connect();
    await begin(db, 'm');
    await actWhileGone(sweeper(db, { later: 8 * DAY }), db, masterAt(db));
  });
}

test('changes that another process stores after the sweep has read the match are kept, and its player keeps the seat', async () => {
  const db = new InMemory();
  await begin(db, 'm');
  const compareAndWipe = async (...args) => {
    // A separate object has its own queue, as another process would.
    await masterAt(Object.create(db)).onUpdate(move('go', '0'), 0, 'm', '0');
    return db.compareAndWipe(...args);
  };
  const { lookAtAll, gone } = sweeper(Object.assign(Object.create(db), { compareAndWipe }), { later: 8 * DAY });
  await lookAtAll();
  const { state, metadata } = db.fetch('m', MATCH);
  assert.deepEqual([state.G.n, metadata.players[0].name, gone], [1, 'Ann', []]);
});

test('a player who joins through another process during the sweep gets the seat', async () => {
  const db = new InMemory();
  await db.createMatch('m', createMatch({ game: GAME }));
  const other = new Lobby({ games: [GAME], db: Object.create(db), auth: new Auth() });
  let joined;
  const compareAndWipe = async (...args) => {
    joined = await other.join('nim', 'm', { playerName: 'Ann' }, {});
    return db.compareAndWipe(...args);
  };
  const { lookAtAll, gone } = sweeper(Object.assign(Object.create(db), { compareAndWipe }), { later: 8 * DAY });
  await lookAtAll();
  assert.deepEqual([db.fetch('m', MATCH).metadata.players[0].credentials, gone], [joined.playerCredentials, []]);
});

test('a match that waits for players stays for its time after the last player has joined', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const db = new InMemory();
  await db.createMatch('m', createMatch({ game: GAME }));
  const lobby = new Lobby({ games: [GAME], db, auth: new Auth() });
  const { lookAtAll } = sweeper(db);
  t.mock.timers.tick(6 * DAY);
  await lobby.join('nim', 'm', { playerName: 'Ann' }, {});
  t.mock.timers.tick(6 * DAY);
  await lookAtAll();
  assert.deepEqual(db.listMatches(), ['m']);
  t.mock.timers.tick(2 * DAY);
  await lookAtAll();
  assert.deepEqual(db.listMatches(), []);
});

test('a sweep runs in slices, with other work in between, and an unreadable match does not stop it', async () => {
  const db = new InMemory();
  for (let i = 0; i < 1300; i += 1) await begin(db, `m${i}`);
  for (let i = 0; i < 600; i += 1) db.metadata.set(`m${i}`, { ...db.metadata.get(`m${i}`), updatedAt: 1 });
  const { compareAndWipe } = db;
  // The first 600 come first.
  db.compareAndWipe = (matchID, ...args) => {
    if (Number(matchID.slice(1)) < 300) throw new Error('the database is away');
    if (Number(matchID.slice(1)) < 600) throw Object.assign(new Error('state: expected JSON'), { code: 'storage/unreadable' });
    return compareAndWipe.call(db, matchID, ...args);
  };
  let turns = 0;
  const timer = setInterval(() => { turns += 1; }, 0);
  const { sweep, errors } = sweeper(db, { later: 8 * DAY });
  const left = [];
  do left.push(1300 - db.listMatches().length); while (await sweep.look());
  clearInterval(timer);
  assert.deepEqual([left.length, db.listMatches().length], [3, 600]);
  assert.ok(turns > 5, `${turns}`);
  assert.ok(errors.length >= 300 && errors.every(({ message }) => message === 'the database is away'));
  db.compareAndWipe = compareAndWipe;
  while (await sweep.look());
  assert.deepEqual(db.listMatches(), []);
});

test('if nothing has expired, the sweep reads only one page of each kind', async () => {
  const db = new InMemory();
  for (let i = 0; i < 20; i += 1) await begin(db, `m${i}`);
  const asked = [];
  const watched = new Proxy(db, {
    get(target, name) {
      const value = target[name];
      return typeof value !== 'function' ? value : (...args) => {
        asked.push([name, args[0]]);
        return value.apply(target, args);
      };
    },
  });
  const { sweep } = sweeper(watched);
  assert.equal(await sweep.look(), false);
  assert.deepEqual(asked.map(([name, { isGameover, limit }]) => [name, isGameover, limit]), [['listIdle', false, 500], ['listIdle', true, 500]]);
});

test('invalid metadata expire no match', async () => {
  for (const strange of [null, 7, [], {}, { gameName: 'nim' }, { gameName: 'nim', updatedAt: 'long ago' }, { gameName: 'other', updatedAt: 1 }]) {
    const db = new InMemory();
    await begin(db, 'm');
    db.listIdle = () => [{ matchID: 'm', updatedAt: 1 }];
    db.metadata.set('m', strange);
    const { lookAtAll, gone, errors } = sweeper(db);
    await lookAtAll();
    assert.deepEqual([gone, errors], [[], []], JSON.stringify(strange));
  }
});

test('all clients of a deleted match are notified, at any node, and do not recreate it', async (t) => {
  silence(t);
  const { storage, sit, nodes: [first, second], errors, clock } = openNodes({ game: GAME });
  t.after(() => first.hub.close());
  const seats = [sit('0', { at: 0 }), sit('1', { at: 1 }), sit(null, { at: 1 })];
  await until(() => seats.every(({ client }) => client.getState()));
  assert.equal((await seats[1].client.moves.win().confirmed).status, 'confirmed');
  await until(() => storage.fetch('m', MATCH).metadata.gameover);
  const hubs = new Map([['nim', first.hub]]);
  const sweep = sweepExpired({ db: first.storage, hubs, ttl: { finished: DAY }, failed: (error) => errors.push(error), now: () => Date.now() + 2 * DAY });
  await sweep.look();
  await until(() => seats.every(({ client }) => client.getState().lastError));
  for (const { client } of seats) assert.deepEqual([client.getState().lastError, client.getState().ctx.gameover], [REFUSED, 'won']);
  assert.deepEqual([first.hub.matches(), second.hub.matches(), storage.listMatches()], [[], [], []]);
  await clock.run(60_000);
  await quiet();
  assert.deepEqual([storage.listMatches(), errors], [[], []]);
});

test('the ttl option deletes expired matches, and without it nothing does', async (t) => {
  silence(t);
  const db = new InMemory();
  for (const matchID of ['old', 'young']) await begin(db, matchID);
  db.metadata.set('old', { ...db.metadata.get('old'), updatedAt: Date.now() - 2 * DAY });
  const events = [];
  const watch = (event) => events.push(event);
  for (const [ttl, left] of [[undefined, ['old', 'young']], [{ finished: HOUR }, ['old', 'young']], [{ unfinished: DAY }, ['young']]]) {
    const server = Server({ games: [GAME], db, origins: false, ttl, watch });
    const running = await server.run({ port: 0, host: '127.0.0.1' });
    t.after(() => server.kill(running));
    if (left.length === 1) await until(() => events.length > 0);
    else await quiet();
    assert.deepEqual(db.listMatches(), left);
  }
  assert.deepEqual(events, [{ type: 'expired', gameName: 'nim', why: 'unfinished' }]);
});
