// A Postgres and a Redis of a test's own, for those who need both.
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

/** Both, or an error: where one does not start the other is stopped, as its process would keep the test's alive. */
export async function startDatabases() {
  const started = await Promise.allSettled([startPostgres(), startRedis()]);
  const [postgres, redis] = started;
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') return /** @type {const} */ ([postgres.value, redis.value]);
  await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
  throw started.find((one) => one.status === 'rejected').reason;
}
