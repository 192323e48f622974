// The space of wiped matches in a Sqlite file is returned to the disk.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import Database from 'libsql';
import { createMatch } from 'rondel/internal';
import { Sqlite } from 'rondel/server';
import { sweepExpired } from '../../../pkg-server/lib/expired-matches.js';
import { temporaryFolder } from '../support/folders.mjs';

const DAY = 86_400_000;
const game = { name: 'nim', setup: () => ({ text: 'x'.repeat(5000) }) };
const match = createMatch({ game });
const LITTLE = 200_000;

/** A file with 200 matches of ten thousand bytes each. */
function filled(t, prepare = () => {}) {
  const file = join(temporaryFolder(t), 'matches.db');
  prepare(file);
  const storage = new Sqlite(file);
  t.after(() => storage.close());
  for (let i = 0; i < 200; i += 1) storage.createMatch(`m${i}`, match);
  const bytes = () => {
    const database = new Database(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return statSync(file).size;
  };
  assert.ok(bytes() > 2_000_000);
  return { storage, bytes };
}

/** As a version without this feature made it. */
function ofBefore(file) {
  const database = new Database(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE another (n INTEGER)');
  database.close();
}

test('a clean-up returns the space of wiped matches in pieces', async (t) => {
  const { storage, bytes } = filled(t);
  const compact = t.mock.method(storage, 'compact');
  const failed = (error) => { throw error; };
  const hubs = new Map([['nim', { gone() {} }]]);
  const sweep = sweepExpired({ db: storage, hubs, ttl: { unfinished: DAY }, failed, now: () => Date.now() + 2 * DAY });
  assert.equal(storage.compact(), false);
  while (await sweep.look());
  assert.deepEqual(storage.listMatches(), []);
  assert.ok(bytes() < LITTLE, `${bytes()}`);
  const pieces = compact.mock.calls.length - 1;
  assert.ok(pieces > 1 && pieces < 20, `${pieces}`);
  storage.createMatch('next', match);
  assert.deepEqual(storage.fetch('next', { metadata: true }).metadata, match.metadata);
});

test('an old file keeps its size until it is rewritten, and shrinks then', (t) => {
  const { storage, bytes } = filled(t, ofBefore);
  const full = bytes();
  const wipe = (from, to) => { for (let i = from; i < to; i += 1) storage.wipe(`m${i}`); };
  wipe(0, 100);
  assert.equal(storage.compact(), false);
  assert.equal(bytes(), full);
  storage.vacuum();
  assert.ok(bytes() < full * 0.6);
  wipe(100, 199);
  while (storage.compact());
  assert.ok(bytes() < LITTLE);
  assert.deepEqual([storage.listMatches(), storage.fetch('m199', { initialState: true }).initialState], [['m199'], match.initialState]);
});
