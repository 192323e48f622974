// Matches in a file: several processes at once, other versions of it, and files that are no database.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Master } from 'rondel/master';
import { Sqlite } from 'rondel/server';
import { repairSQL } from './repair-sql.mjs';
import { temporaryFolder } from '../support/folders.mjs';

const Database = createRequire(import.meta.url)('libsql');

const ALL = { state: true, metadata: true, log: true, initialState: true };
const state = (n) => ({ G: { n }, ctx: {}, plugins: {}, _undo: [], _redo: [], _stateID: n });
const match = { initialState: state(0), metadata: { gameName: 'a', players: { 0: { id: 0 } }, createdAt: 1, updatedAt: 1 } };

function opened(t, options) {
  const storage = new Sqlite(options);
  storage.connect();
  t.after(() => storage.close());
  return storage;
}

/** Changes the file by hand. */
function byHand(file, ...statements) {
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

test('stored matches survive a reopening of the file', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const first = opened(t, file);
  first.createMatch('m', match);
  first.setState('m', state(1), [{ _stateID: 0 }]);
  first.close();
  assert.deepEqual({ ...opened(t, { file, synchronous: 'full' }).fetch('m', ALL) }, { ...match, state: state(1), log: [{ _stateID: 0 }] });
  assert.deepEqual(first.listMatches(), ['m'], 'a closed storage reopens');
});

test('a closed file is complete without its side files', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  storage.createMatch('m', match);
  storage.close();
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  assert.deepEqual({ ...opened(t, copy).fetch('m', ALL) }, { ...match, state: match.initialState, log: [] });
});

test('many processes open one new file at once', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const children = Array.from({ length: 6 }, () => fork(new URL('./sqlite-child.mjs', import.meta.url), [file]));
  const ended = children.map(async (child) => (await once(child, 'exit'))[0]);
  assert.deepEqual(await Promise.all(ended), Array(6).fill(0));
  const { state: { G }, log } = opened(t, file).fetch('counter', ALL);
  assert.deepEqual([G.n, log.length], [6 * 50, 6 * 50]);
});

test('the file of a later version is refused and not changed', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  opened(t, file).close();
  byHand(file, 'UPDATE rondel_schema SET version = 99');
  for (let time = 0; time < 2; time += 1) {
    assert.throws(() => new Sqlite(file).connect(), {
      code: 'storage/version',
      message: `${file} was written by a later version of Rondel (format 99, this one knows 6): update rondel`,
    });
  }
});

test('the file of an earlier version is upgraded with its contents', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const first = opened(t, file);
  first.createMatch('m', match);
  first.createMatch('private', { ...match, metadata: { ...match.metadata, unlisted: true, createdAt: 7 } });
  const page = { gameName: match.metadata.gameName, where: { unlisted: false }, limit: 10 };
  const [before, all] = [first.listPage(page), first.listPage({ limit: 10 })];
  first.close();
  const endsAt = Date.now() + 10_000;
  byHand(
    file, 'ALTER TABLE rondel_leases DROP COLUMN lasts', 'DROP INDEX rondel_metadata_pages', 'ALTER TABLE rondel_metadata DROP COLUMN created_at',
    'ALTER TABLE rondel_metadata DROP COLUMN is_unlisted', 'DROP TABLE rondel_storage', 'UPDATE rondel_schema SET version = 1',
    "INSERT INTO rondel_metadata (match_id, game_name, is_over, metadata) VALUES ('torn', 'other', 0, '{ no json')",
    `INSERT INTO rondel_leases (node_id, ends_at) VALUES ('old', ${endsAt})`,
  );
  const storage = opened(t, file);
  assert.deepEqual(storage.fetch('m', ALL).state, state(0));
  assert.deepEqual(storage.listPage(page), before);
  assert.deepEqual(storage.listPage({ limit: 10 }), [...all, { matchID: 'torn', createdAt: 0, metadata: undefined }]);
  assert.deepEqual([storage.renewLease('new', 15_000), storage.fetchLeases().sort()], [false, ['new', 'old']]);
  // A server of the earlier version goes on meanwhile.
  byHand(file, `UPDATE rondel_leases SET ends_at = ${endsAt + 5000} WHERE node_id = 'old'`);
  assert.deepEqual([storage.renewLease('old', 15_000), opened(t, file).fetchLeases().sort()], [true, ['new', 'old']]);
});

test('a crashed server\'s lease expires soon, even if the clock is set back', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const storage = opened(t, join(temporaryFolder(t), 'matches.db'));
  storage.renewLease('crashed', 15_000);
  storage.renewLease('alive', 15_000);
  t.mock.timers.setTime(Date.now() - 5000);
  assert.deepEqual(storage.fetchLeases().sort(), ['alive', 'crashed'], 'a little is nothing');
  t.mock.timers.setTime(Date.now() - 3_600_000);
  assert.deepEqual(storage.fetchLeases(), []);
  assert.equal(storage.renewLease('alive', 15_000), false);
  assert.deepEqual(storage.fetchLeases(), ['alive']);
});

test('the error names a file that cannot be opened or is no database', (t) => {
  const folder = temporaryFolder(t);
  const missing = join(folder, 'missing', 'matches.db');
  assert.throws(() => new Sqlite(missing).connect(), {
    code: 'storage/open', message: new RegExp(`^Sqlite: cannot open ${missing}; is its folder there, and may this process write to it\\? `),
  });
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'This is no database, and long enough to be taken for one. '.repeat(100));
  assert.throws(() => new Sqlite(text).connect(), { code: 'storage/open', message: /file is not a database/ });
  mkdirSync(join(folder, 'directory'));
  assert.throws(() => new Sqlite(join(folder, 'directory')).connect(), { code: 'storage/open' });
});

test('the error names invalid options', () => {
  const wrong = [
    [undefined, 'file'], ['', 'file'], [{}, 'file'], [{ file: 7 }, 'file'], [{ file: 'a', synchronous: 'off' }, 'synchronous'],
    [{ file: 'a', busyTimeout: -1 }, 'busyTimeout'],
  ];
  for (const [options, name] of wrong) {
    assert.throws(() => new Sqlite(/** @type {any} */ (options)), { code: 'storage/option', message: new RegExp(`^Sqlite: ${name}: expected `) });
  }
});

test('a transaction that fails leaves nothing, and the next one works', (t) => {
  const storage = opened(t, join(temporaryFolder(t), 'matches.db'));
  storage.createMatch('m', match);
  const circle = {};
  circle.circle = circle;
  assert.throws(() => storage.setState('m', state(1), [{ _stateID: 0 }, circle]), /circular/i);
  assert.deepEqual({ ...storage.fetch('m', ALL) }, { ...match, state: state(0), log: [] });
  storage.setState('m', state(1), [{ _stateID: 0 }]);
  assert.deepEqual(storage.fetch('m', { log: true }).log, [{ _stateID: 0 }]);
});

test('a request for a locked file waits until its timeout, and then fails', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, { file, busyTimeout: 20 });
  const holder = new Database(file);
  t.after(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const refused = { code: 'storage/busy', message: `Sqlite: another process holds ${file}, and nothing was stored: try again later (database is locked)` };
  const writes = [
    () => storage.createMatch('m', match), () => storage.setMetadata('m', match.metadata), () => storage.setState('m', state(1)), () => storage.wipe('m'),
    () => storage.compareAndSetMetadata('m', match.metadata, match.metadata), () => storage.renewLease('node', 1000), () => storage.endLease('node'), () => storage.vacuum(),
  ];
  for (const write of writes) assert.throws(write, refused);
  assert.equal(storage.fetch('m', ALL).state, undefined, 'reading goes on');
  holder.exec('COMMIT');
  storage.createMatch('m', match);
  assert.deepEqual(storage.fetch('m', ALL).state, state(0));
});

test('writes to a locked file wait once, not once each', { timeout: 200_000 }, (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, { file, busyTimeout: 3000 });
  const holder = new Database(file);
  t.after(() => holder.close());
  for (let times = 0; times < 2; times += 1) {
    holder.exec('BEGIN IMMEDIATE');
    // Three seconds each would be ten minutes.
    for (let i = 0; i < 200; i += 1) assert.throws(() => storage.createMatch('m', match), { code: 'storage/busy' });
    holder.exec('COMMIT');
    storage.createMatch('m', match);
  }
});

test('closed storages leave no file open', async (t) => {
  if (!existsSync('/proc/self/fd')) return t.skip('there is no list of open files here');
  const folder = temporaryFolder(t);
  const open = () => readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  });
  const storages = Array.from({ length: 10 }, (_, i) => new Sqlite(join(folder, `${i}.db`)));
  for (const storage of storages) {
    storage.createMatch('m', match);
    assert.deepEqual([storage.listMatches(), { ...storage.fetch('m', ALL) }.state], [['m'], state(0)]);
  }
  assert.ok(open().length >= 10);
  for (const storage of storages) storage.close();
  // Node runs the finalizers of collected objects in a later task.
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  assert.deepEqual(open(), []);
});

test('an unreadable match is kept and is an error', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  storage.createMatch('m', match);
  byHand(file, "UPDATE rondel_states SET state = '{ torn'", "INSERT INTO rondel_log (match_id, state_id, entry) VALUES ('m', 0, 'odd')");
  assert.throws(() => storage.fetch('m', { state: true }), { code: 'storage/unreadable', message: 'state: expected JSON' });
  assert.throws(() => storage.fetch('m', { log: true }), { code: 'storage/unreadable', message: 'log[0]: expected JSON' });

  const errors = [];
  const master = new Master({ name: 'a', setup: () => ({ fresh: true }), moves: {} }, storage, { send() {}, sendAll() {} });
  master.onError = (error) => errors.push(error.message);
  for (const playerID of ['0', null]) assert.deepEqual(await master.onSync('m', playerID), { error: 'state: expected JSON' });
  assert.equal(storage.createMatchIfAbsent('m', match), false);
  const database = new Database(file);
  t.after(() => database.close());
  const rows = ['states', 'log', 'unreadable'].map((table) => database.prepare(`SELECT * FROM rondel_${table}`).all());
  assert.deepEqual([errors, rows[0][0].state, rows[1][0].entry, rows[2]], [['state: expected JSON'], '{ torn', 'odd', []]);
  // Even if nothing is left of the state.
  byHand(file, 'DELETE FROM rondel_states', 'DELETE FROM rondel_log');
  assert.match((await master.onSync('m', '0')).error, /^(initialS|s)tate\b/);
  assert.equal(storage.createMatchIfAbsent('m', match), false);
});

test('a text that is not UTF-8 is an error of its match alone, and is not changed', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  const log = [{ _stateID: 0 }];
  for (const matchID of ['m', 'n']) {
    storage.createMatch(matchID, match);
    storage.setState(matchID, state(1), log);
  }
  const torn = (table, column) => `UPDATE rondel_${table} SET ${column} = CAST(x'7B2261223A22C328227D' AS TEXT) WHERE match_id = 'm'`;
  const tear = [torn('states', 'state'), torn('initial_states', 'state'), torn('metadata', 'metadata'), torn('log', 'entry')];
  byHand(file, ...tear, "INSERT INTO rondel_metadata (match_id, is_over, metadata) VALUES (CAST(x'C328' AS TEXT), 0, '{}')");
  for (const field of ['state', 'initialState', 'metadata']) {
    assert.throws(() => storage.fetch('m', { [field]: true }), { code: 'storage/unreadable', message: `${field}: expected UTF-8` });
  }
  for (const read of [() => storage.fetch('m', { log: true }), () => storage.fetchLogSince('m', 0), () => storage.fetchLogPart('m', { bytes: 1000 })]) {
    assert.throws(read, { code: 'storage/unreadable', message: 'log[0]: expected UTF-8' });
  }
  assert.throws(() => storage.compareAndSetMetadata('m', match.metadata, match.metadata), { code: 'storage/unreadable' });
  assert.deepEqual(storage.listMatches().sort(), ['m', 'n']);
  const page = storage.listPage({ limit: 10 });
  assert.deepEqual(page.map(({ matchID, metadata }) => [matchID, metadata]).sort(), [['m', undefined], ['n', match.metadata]]);

  const id = storage.quarantine('m');
  assert.deepEqual(storage.listQuarantined().map(({ matchID }) => matchID), ['m']);
  assert.throws(() => storage.restoreQuarantined(id), { code: 'storage/unreadable', message: /^\w+: expected UTF-8$/ });
  assert.deepEqual(storage.listQuarantined().length, 1);
  assert.deepEqual({ ...storage.fetch('n', ALL) }, { ...match, state: state(1), log });
});

test('a state whose row was written by hand causes an error that says so at the next action, and can be repaired', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  storage.createMatch('m', match);
  const act = () => storage.compareAndSetState('m', 0, state(1), [{ _stateID: 0 }]);
  byHand(file, 'UPDATE rondel_states SET state_id = 7');
  assert.throws(act, { code: 'storage/unreadable', message: 'state: its row has the state_id and revision 7 and 0, and its JSON 0 and 0' });
  assert.deepEqual({ ...storage.fetch('m', ALL) }, { ...match, state: match.initialState, log: [] });
  byHand(file, repairSQL('sqlite').replace("'the match'", "'m'"));
  assert.equal(act(), true);
  assert.equal(act(), false);
});

test('metadata that were written by hand, with other blanks, are compared by value', (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  storage.createMatch('m', match);
  byHand(file, `UPDATE rondel_metadata SET metadata = '${JSON.stringify(match.metadata, null, 2)}'`);
  const { metadata } = storage.fetch('m', { metadata: true });
  assert.equal(storage.compareAndSetMetadata('m', { ...metadata, updatedAt: 7 }, metadata), false);
  assert.equal(storage.compareAndSetMetadata('m', metadata, { ...metadata, updatedAt: 7 }), true);
});

/** Sqlite's query plan for the statement of a storage. */
function planOf(t, ask) {
  const file = join(temporaryFolder(t), 'matches.db');
  const storage = opened(t, file);
  const { mock } = t.mock.method(Database.prototype, 'prepare');
  ask(storage);
  const [asked] = mock.calls.map(({ arguments: [text] }) => text).filter((text) => text.includes('rondel_metadata'));
  mock.restore();
  const database = new Database(file);
  t.after(() => database.close());
  const values = Array(asked.split('?').length - 1).fill(1);
  return database.prepare(`EXPLAIN QUERY PLAN ${asked}`).all(...values).map(({ detail }) => detail).join();
}

test('the table of lists has an index for their filters', (t) => {
  const plan = planOf(t, (storage) => storage.listMatches({ gameName: 'a', where: { isGameover: false, updatedAfter: 1 } }));
  assert.match(plan, /USING INDEX rondel_metadata_listing \(game_name=\? AND is_over=\? AND updated_at>\?\)/);
});

test('a page of idle matches is read from the index, limited to its size', (t) => {
  for (const after of [undefined, { matchID: 'm', updatedAt: 1 }]) {
    const plan = planOf(t, (storage) => storage.listIdle({ gameName: 'a', isGameover: true, updatedBefore: 5, limit: 5, after }));
    assert.match(plan, /^SEARCH rondel_metadata USING INDEX rondel_metadata_listing \(game_name=\? AND is_over=\? AND [^,]*updated_at[^,]*\),USE TEMP B-TREE FOR (LAST TERM|RIGHT PART) OF ORDER BY$/);
  }
});

test('no filter of a page sorts matches', (t) => {
  const after = { matchID: 'm', createdAt: 1 };
  for (const where of [{}, { isGameover: true }, { isGameover: false, updatedAfter: 1 }, { updatedBefore: 1 }, { isGameover: true, updatedBefore: 5, updatedAfter: 1 }]) {
    for (const place of [undefined, after]) {
      const plan = planOf(t, (storage) => storage.listPage({ gameName: 'a', where: { ...where, unlisted: false }, limit: 5, after: place }));
      assert.match(plan, /^SEARCH rondel_metadata USING INDEX rondel_metadata_pages [^,]*(,match_id\)<\(\?,\?\)\))?$/, JSON.stringify({ where, place }));
    }
  }
});
