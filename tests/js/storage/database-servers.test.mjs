// Slow: it needs a Postgres and a Redis. The databases that tests start for themselves.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { createClient } from 'redis';
import { query, startPostgres } from '../../support/postgres.mjs';
import { startRedis } from '../../support/redis.mjs';

test('a killed Postgres restarts with its data', async (t) => {
  const postgres = await startPostgres({ isDurable: true });
  t.after(postgres.stop);
  const [url, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
  await query(url, 'CREATE TABLE a (n integer)');
  await query(url, 'INSERT INTO a VALUES ($1)', [7]);
  await postgres.kill();
  await assert.rejects(query(url, 'SELECT 1'));
  await postgres.restart();
  assert.deepEqual(await query(url, 'SELECT n FROM a'), [{ n: 7 }]);
  await assert.rejects(query(other, 'SELECT n FROM a'), /does not exist/);
});

test('a killed Redis restarts empty', async (t) => {
  const redis = await startRedis();
  t.after(redis.stop);
  const read = async (work) => {
    const client = createClient({ url: redis.url });
    client.on('error', () => {});
    await client.connect();
    const answer = await work(client);
    client.destroy();
    return answer;
  };
  await read((client) => client.set('a', '7'));
  assert.equal(await read((client) => client.get('a')), '7');
  await redis.kill();
  await redis.restart();
  assert.equal(await read((client) => client.get('a')), null);
});

test('no server outlives a test process that is killed', async () => {
  const script = `
    import { startRedis } from ${JSON.stringify(new URL('../../support/redis.mjs', import.meta.url).href)};
    console.log((await startRedis()).url);
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(child.stdout, 'data');
  const client = createClient({ url: String(url).trim(), socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  const lost = once(client, 'error').catch(() => {});
  await client.connect();
  child.kill('SIGKILL');
  await lost;
  assert.equal(client.isOpen, false);
});
