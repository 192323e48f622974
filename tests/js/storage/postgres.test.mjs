// Slow: it needs a Postgres. Matches in a Postgres: simultaneous starts, lost connections, and databases that cannot be opened.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { after } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { Master } from 'rondel/master';
import { Postgres } from 'rondel/server';
import { checkStorage } from 'rondel/testing';
import { LIST, LIST_IDLE, WRITE_STATE } from '../../../pkg-server/lib/storage/postgres-statements.js';
import { query, startPostgres } from '../../support/postgres.mjs';
import { freePort } from '../../support/server-process.mjs';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { repairSQL } from './repair-sql.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };
const state = (n) => ({ G: { n }, ctx: {}, plugins: {}, _undo: [], _redo: [], _stateID: n });
const match = { initialState: state(0), metadata: { gameName: 'a', players: { 0: { id: 0 } }, createdAt: 1, updatedAt: 1 } };

const postgres = await startPostgres();
const open = [];
after(async () => {
  for (const storage of open) await storage.close();
  await postgres.stop();
});

function storageOf(options) {
  const storage = new Postgres(options);
  open.push(storage);
  return storage;
}

async function connected(options) {
  const storage = storageOf(options);
  await storage.connect();
  return storage;
}

async function serializableDatabase() {
  const url = await postgres.createDatabase();
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = 'serializable'`);
  return url;
}

test('many servers start at once on an empty database', async () => {
  const url = await postgres.createDatabase();
  const storages = await Promise.all(Array.from({ length: 8 }, () => connected(url)));
  await storages[0].createMatch('m', match);
  assert.deepEqual(await storages[7].fetch('m', ALL), { ...match, state: match.initialState, log: [] });
  assert.deepEqual(await query(url, 'SELECT version FROM rondel_schema'), [{ version: 5 }]);
});

test('a closed storage is reopened by connect', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await storage.createMatch('m', match);
  await storage.close();
  await storage.connect();
  assert.deepEqual(await storage.listMatches(), ['m']);
  const pool = new pg.Pool({ connectionString: url });
  const shared = await connected({ pool });
  await shared.close();
  await shared.connect();
  assert.deepEqual(await shared.listMatches(), ['m']);
  await pool.end();
});

test('many servers start at once with serializable transactions', async () => {
  const url = await serializableDatabase();
  await Promise.all(Array.from({ length: 8 }, () => connected(url)));
});

test('a user without rights to create tables uses existing ones', async () => {
  const url = await postgres.createDatabase();
  await connected(url);
  await query(url, 'CREATE ROLE guest LOGIN');
  await query(url, 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest');
  const storage = await connected(url.replace('//rondel@', '//guest@'));
  await storage.createMatch('m', match);
  assert.deepEqual(await storage.listMatches(), ['m']);
});

test('the database of a later version is refused and not changed', async () => {
  const url = await postgres.createDatabase();
  await connected(url);
  await query(url, 'UPDATE rondel_schema SET version = 99');
  await assert.rejects(connected(url), {
    code: 'storage/version',
    message: /^the database "test_\d+" at 127\.0\.0\.1:\d+ \(user "rondel"\) was written by a later version of Rondel \(format 99, this one knows 5\): update rondel$/,
  });
  assert.deepEqual(await query(url, 'SELECT version FROM rondel_schema'), [{ version: 99 }]);
});

test('the database of an earlier version is upgraded with its contents', async () => {
  const url = await postgres.createDatabase();
  const first = await connected(url);
  await first.createMatch('m', match);
  const { players } = match.metadata;
  // As masters write it.
  await first.createMatch('private', { ...match, metadata: { gameName: 'a\u0000"', unlisted: true, players, createdAt: 7, updatedAt: 7 } });
  const pages = [{ gameName: match.metadata.gameName, limit: 10 }, { where: { unlisted: false }, limit: 10 }, { where: { unlisted: true }, limit: 10 }];
  const before = await Promise.all(pages.map((page) => first.listPage(page)));
  await query(url, 'ALTER TABLE rondel_leases DROP COLUMN lasts');
  await query(url, 'ALTER TABLE rondel_metadata DROP COLUMN created_at, DROP COLUMN is_unlisted');
  await query(url, "INSERT INTO rondel_metadata (match_id, game_name, is_over, metadata) VALUES ('torn', 'other', false, '{ no json')");
  await query(url, 'DROP TABLE rondel_storage');
  await query(url, 'UPDATE rondel_schema SET version = 1');
  await query(url, "INSERT INTO rondel_leases (node_id, ends_at) VALUES ('old', now() + interval '10 s')");
  const storages = await Promise.all(Array.from({ length: 4 }, () => connected(url)));
  assert.deepEqual((await storages[0].fetch('m', ALL)).state, state(0));
  before[1].push({ matchID: 'torn', createdAt: 0, metadata: undefined });
  assert.deepEqual(await Promise.all(pages.map((page) => storages[1].listPage(page))), before);
  assert.deepEqual([await storages[1].renewLease('new', 15_000), (await storages[2].fetchLeases()).sort()], [false, ['new', 'old']]);
});

test('a crashed server\'s lease expires soon, even if the clock is set back', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await storage.renewLease('crashed', 15_000);
  await storage.renewLease('alive', 15_000);
  const setBack = (by) => query(url, `UPDATE rondel_leases SET ends_at = ends_at + interval '${by}'`);
  await setBack('5 s');
  assert.deepEqual((await storage.fetchLeases()).sort(), ['alive', 'crashed'], 'a little is nothing');
  await setBack('1 h');
  assert.deepEqual(await storage.fetchLeases(), []);
  assert.equal(await storage.renewLease('alive', 15_000), false);
  assert.deepEqual(await query(url, 'SELECT node_id FROM rondel_leases'), [{ node_id: 'alive' }]);
});

test('the error names a database that cannot be opened, without the password', async () => {
  const nobody = await freePort();
  const wrong = {
    [`postgres://rondel:geheim@127.0.0.1:${nobody}/games`]: new RegExp(`^Postgres: cannot open the database "games" at 127.0.0.1:${nobody} \\(user "rondel"\\): .*ECONNREFUSED`),
    [`postgres://rondel:geheim@localhost:${nobody}/games`]: /ECONNREFUSED/,
    [`postgres://rondel:geheim@127.0.0.1:${postgres.port}/missing`]: /database "missing" does not exist$/,
  };
  for (const [url, message] of Object.entries(wrong)) {
    await assert.rejects(connected(url), (error) => {
      assert.equal(error.code, 'storage/open');
      assert.match(error.message, message);
      assert.ok(!error.message.includes('geheim'));
      return true;
    });
  }
});

test('a database with serializable transactions keeps all writes', async () => {
  const url = await serializableDatabase();
  assert.deepEqual((await checkStorage(() => storageOf(url), { shared: true })).lacking, []);
});

test('a pool that is handed over is used, and stays open', async (t) => {
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase() });
  t.after(() => pool.end());
  const storage = await connected({ pool });
  await storage.createMatch('m', match);
  await storage.close();
  assert.equal((await pool.query('SELECT match_id FROM rondel_states')).rows[0].match_id, 'm');
  assert.throws(() => new Postgres({ pool: /** @type {any} */ ({}) }), { code: 'storage/option' });
});

test('requests on a lost connection fail, and later ones succeed', async (t) => {
  const proxy = await openProxy(postgres.port);
  t.after(proxy.close);
  const url = (await postgres.createDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const storage = await connected({ connectionString: url, query_timeout: 2000, connectionTimeoutMillis: 2000 });
  await storage.createMatch('m', match);
  const step = async (n) => storage.compareAndSetState('m', n, state(n + 1), [{ _stateID: n }], 0);
  // Some connections are idle, others have a pending request.
  await Promise.all(Array.from({ length: 5 }, () => storage.fetch('m', ALL)));
  for (const lose of [proxy.cut, proxy.freeze]) {
    const { _stateID: n } = (await storage.fetch('m', ALL)).state;
    const underway = Array.from({ length: 4 }, () => step(n));
    lose();
    await Promise.allSettled(underway);
    await Promise.all([assert.rejects(storage.fetch('m', ALL)), assert.rejects(step(n))]);
    proxy.mend();
    const { state: now, log } = await storage.fetch('m', ALL).catch(() => storage.fetch('m', ALL));
    assert.equal(log.length, now._stateID, 'a pending move is stored completely, or not at all');
    assert.equal(await step(now._stateID), true);
  }
});

test('a request for a match on a silently lost connection times out before a request for a list', async (t) => {
  const proxy = await openProxy(postgres.port);
  t.after(proxy.close);
  const url = (await postgres.createDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const storage = await connected({ connectionString: url });
  await storage.createMatch('m', match);
  await Promise.all([storage.listMatches(), storage.fetch('m', ALL)]);
  proxy.freeze();
  const givenUp = (asked, name) => asked.then(() => 'answered', () => name);
  const first = await Promise.race([givenUp(storage.listMatches(), 'the list'), givenUp(storage.fetch('m', { state: true }), 'the match')]);
  assert.equal(first, 'the match');
  proxy.mend();
  assert.equal((await storage.fetch('m', ALL)).state._stateID, 0);
});

test('a terminated database server closes idle connections without ending the process', async () => {
  const own = await startPostgres();
  const storage = new Postgres(await own.createDatabase());
  await storage.connect();
  await Promise.all(Array.from({ length: 4 }, (_, n) => storage.createMatch(`m${n}`, match)));
  await own.kill();
  // The processes of the connections outlive the server's own for a moment.
  while (await storage.fetch('m0', ALL).then(() => true, () => false)) await new Promise((done) => { setTimeout(done, 20); });
  await own.restart();
  assert.deepEqual((await storage.listMatches()).sort(), ['m0', 'm1', 'm2', 'm3']);
  await storage.close();
  await own.stop();
});

test('a connection that ends immediately is an error, and does not end the process', async (t) => {
  const packet = (type, body) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(4 + body.length, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  // In one packet: that it is ready, and that it ends.
  const words = Buffer.concat([
    packet('R', [0, 0, 0, 0]), packet('Z', 'I'), packet('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
  ]);
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(words)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const storage = storageOf(`postgres://rondel@127.0.0.1:${port}/games`);
  await assert.rejects(storage.connect(), { code: 'storage/open' });
  await assert.rejects(storage.wipe('m'));
});

test('a request that times out fails, and its connection is not reused', async (t) => {
  const url = await postgres.createDatabase();
  const storage = await connected({ connectionString: url, statement_timeout: 50 });
  await storage.createMatch('m', match);
  const holder = new pg.Client(url);
  await holder.connect();
  t.after(() => holder.end());
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM rondel_states FOR UPDATE');
  await assert.rejects(storage.setState('m', state(1), [{ _stateID: 0 }]), /statement timeout/);
  await holder.query('COMMIT');
  assert.deepEqual((await storage.fetch('m', ALL)).log, []);
});

test('an unreadable match is kept and is an error', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await storage.createMatch('m', match);
  await query(url, "UPDATE rondel_states SET state = '{ torn'");
  await assert.rejects(storage.fetch('m', { state: true }), { code: 'storage/unreadable', message: 'state: expected JSON' });
  const errors = [];
  const master = new Master({ name: 'a', setup: () => ({ fresh: true }), moves: {} }, storage, { send() {}, sendAll() {} });
  master.onError = (error) => errors.push(error.message);
  for (const playerID of ['0', null]) assert.deepEqual(await master.onSync('m', playerID), { error: 'state: expected JSON' });
  assert.equal(await storage.createMatchIfAbsent('m', match), false);
  const [{ state: text }] = await query(url, 'SELECT * FROM rondel_states');
  assert.deepEqual([errors, text, await query(url, 'SELECT * FROM rondel_unreadable')], [['state: expected JSON'], '{ torn', []]);
  // Even if nothing is left of the state.
  await query(url, 'DELETE FROM rondel_states');
  assert.match((await master.onSync('m', '0')).error, /^(initialS|s)tate\b/);
  assert.equal(await storage.createMatchIfAbsent('m', match), false);
});

test('a state whose row was written by hand causes an error that says so at the next action, and can be repaired', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await storage.createMatch('m', match);
  const act = () => storage.compareAndSetState('m', 0, state(1), [{ _stateID: 0 }]);
  await query(url, 'UPDATE rondel_states SET state_id = 7');
  const message = 'state: its row has the state_id and revision 7 and 0, and its JSON 0 and 0';
  await assert.rejects(act, { code: 'storage/unreadable', message });
  assert.deepEqual((await storage.fetch('m', ALL)).state, match.initialState);
  await query(url, repairSQL('postgres').replace("'the match'", "'m'"));
  assert.equal(await act(), true);
  assert.equal(await act(), false);
});

test('a database of another encoding works with a warning', async (t) => {
  const url = await postgres.createDatabase();
  await query(url, "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  const said = t.mock.method(console, 'warn', () => {});
  await connected(url);
  assert.equal(said.mock.callCount(), 0);
  const storage = await connected(new URL('/ascii', url).href);
  assert.match(said.mock.calls[0].arguments[0], /^rondel: Postgres: the database "ascii" .* is in SQL_ASCII, which cannot store every text: create a database with ENCODING 'UTF8'$/);
  await storage.createMatch('ä€😀', match);
  assert.deepEqual(await storage.listMatches(), ['ä€😀']);
});

test('metadata that were written by hand, with other blanks, are compared by value', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await storage.createMatch('m', match);
  await query(url, 'UPDATE rondel_metadata SET metadata = $1', [JSON.stringify(match.metadata, null, 2)]);
  const { metadata } = await storage.fetch('m', ALL);
  assert.equal(await storage.compareAndSetMetadata('m', { ...metadata, updatedAt: 7 }, metadata), false);
  assert.equal(await storage.compareAndSetMetadata('m', metadata, { ...metadata, updatedAt: 7 }), true);
});

test('lists are read from an index', async () => {
  const url = await postgres.createDatabase();
  const storage = await connected(url);
  await query(url, `INSERT INTO rondel_metadata (match_id, game_name, is_over, updated_at, metadata)
    SELECT n, 'game ' || n % 100, n % 2 = 0, n, '{}' FROM generate_series(1, 20000) AS n`);
  await query(url, 'ANALYZE rondel_metadata');
  const listed = await storage.listMatches({ gameName: 'game 7', where: { isGameover: false, updatedAfter: 19_800 } });
  assert.deepEqual(listed, ['19807', '19907']);
  const plan = await query(url, `EXPLAIN ${LIST}`, ['game 7', false, null, 19_800]);
  assert.match(JSON.stringify(plan), /rondel_metadata_listing.*is_over = false/);
  const page = { gameName: 'game 7', isGameover: false, updatedBefore: 19_000, limit: 2 };
  assert.deepEqual(await storage.listIdle({ ...page, after: { matchID: '107', updatedAt: 107 } }), [{ matchID: '207', updatedAt: 207 }, { matchID: '307', updatedAt: 307 }]);
  for (const place of [[null, null], [107, '107']]) {
    const idle = JSON.stringify(await query(url, `EXPLAIN ${LIST_IDLE}`, ['game 7', false, 19_000, ...place, 2]));
    assert.match(idle, /Index Scan using rondel_metadata_listing/);
  }
});

for (const removing of ['wipe', 'quarantine']) {
  test(`${removing} also removes the result of a concurrent move`, async (t) => {
    const url = await postgres.createDatabase();
    const storage = await connected(url);
    const other = new pg.Client(url);
    await other.connect();
    t.after(() => other.end());
    await storage.createMatch('m', match);
    // A written move whose commit is pending.
    await other.query('BEGIN');
    await other.query(WRITE_STATE.usual, ['m', 1, 0, JSON.stringify(state(1)), [0], ['{"_stateID":0}']]);
    const removed = storage[removing]('m');
    await untilWaiting(url);
    const late = storage.compareAndSetState('m', 0, state(1), [{ _stateID: 0 }], 0);
    await untilWaiting(url, 2);
    await other.query('COMMIT');
    await removed;
    assert.equal(await late, false, 'a removed match does not change');
    assert.equal(await storage.createMatchIfAbsent('m', { ...match, initialState: state(7) }), true);
    assert.deepEqual(await storage.fetch('m', ALL), { state: state(7), initialState: state(7), metadata: match.metadata, log: [] });
    const aside = await query(url, 'SELECT state, log FROM rondel_unreadable');
    const kept = { state: JSON.stringify(state(1)), log: '["{\\"_stateID\\":0}"]' };
    assert.deepEqual(aside, removing === 'wipe' ? [] : [kept]);
  });

  test(`${removing} a match that does not exist leaves nothing`, async () => {
    const url = await postgres.createDatabase();
    const storage = await connected(url);
    await storage.setMetadata('m', match.metadata);
    await storage[removing]('m');
    assert.deepEqual(await storage.fetch('m', ALL), { state: undefined, initialState: undefined, metadata: undefined, log: [] });
    assert.deepEqual(await query(url, 'SELECT state, metadata FROM rondel_unreadable'), removing === 'wipe' ? [] : [
      { state: null, metadata: JSON.stringify(match.metadata) },
    ]);
  });
}

/** Resolves when this many statements wait for another one's end. */
async function untilWaiting(url, count = 1) {
  const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await query(url, waiting))[0].n < count) await setImmediate();
}
