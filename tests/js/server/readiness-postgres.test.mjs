// Slow: it needs a Postgres.
// Readiness of a server with Postgres: when it is read-only, as after a failover, and when it is away.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Postgres } from 'rondel/server';
import { query, startPostgres } from '../../support/postgres.mjs';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';

test('a read-only or missing Postgres makes a server unready until it is back', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const connectionString = await postgres.createDatabase();
  const { get } = await serve(t, { games: [{ name: 'nim' }], db: new Postgres({ connectionString }) });
  const turns = async (status) => {
    await until(async () => (await get('/readyz')).status === status);
    assert.deepEqual([(await get('/healthz')).status, (await get('/games/nim')).status], [200, 200]);
  };
  await turns(200);
  const [{ database }] = await query(connectionString, 'SELECT current_database() AS database');
  const elsewhere = connectionString.replace(/\/[^/]*$/, '/postgres');
  const cut = () => query(elsewhere, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  await query(elsewhere, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await cut();
  await turns(503);
  await query(elsewhere, `ALTER DATABASE ${database} RESET default_transaction_read_only`);
  await cut();
  await turns(200);
  await postgres.kill();
  await until(async () => (await get('/readyz')).status === 503);
  await postgres.restart();
  await turns(200);
});
