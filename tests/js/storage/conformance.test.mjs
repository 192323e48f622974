// Slow: many storages, some in several processes. Every storage passes the checks for third parties, in as many processes as it supports.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { checkStorage } from 'rondel/testing';
import { FlatFile, InMemory, Postgres, Sqlite } from 'rondel/server';
import { InMemory as InMemoryOfPages, LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { startPostgres } from '../../support/postgres.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';

/** A storage of one process needs none: its server has all deadlines in memory. */
const FOR_NODES = ['fetchDue'];
const FOR_SERVERS = ['fetchLogSince', 'listPage', 'listIdle', 'fetchDue', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease'];

test('InMemory of pages and of servers passes the checks', async () => {
  assert.deepEqual((await checkStorage(() => new InMemoryOfPages())).lacking, FOR_SERVERS);
  assert.deepEqual((await checkStorage(() => new InMemory())).lacking, FOR_NODES);
});

test('LocalStorage passes the checks', async (t) => {
  withLocalStorage(t);
  assert.deepEqual((await checkStorage(() => new LocalStorage(), { shared: true })).lacking, FOR_SERVERS);
});

test('FlatFile passes the checks', async (t) => {
  const storage = new FlatFile({ dir: temporaryFolder(t) });
  assert.deepEqual((await checkStorage(() => storage)).lacking, []);
  assert.deepEqual(await storage.listMatches(), []);
  await storage.close();
});

test('Sqlite passes the checks', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  assert.deepEqual((await checkStorage(() => new Sqlite(file), { shared: true })).lacking, []);
});

test('Postgres passes the checks', { skip: process.env.RONDEL_FAST ? 'it needs a Postgres' : false }, async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const connectionString = await postgres.createDatabase();
  const storages = [];
  const make = () => {
    storages.push(new Postgres({ connectionString }));
    return storages.at(-1);
  };
  assert.deepEqual((await checkStorage(make, { shared: true })).lacking, []);
  for (const storage of storages) await storage.close();
});
