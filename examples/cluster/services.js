/** Checks that Postgres and Redis are available. */
import pg from 'pg';
import { createClient } from 'redis';

const PATIENCE = 5000;

/**
 * Throws an error of one line that says what to do if one of them is not there.
 *
 * @param {{ postgresURL: string, redisURL: string }} config
 */
export async function checkServices({ postgresURL, redisURL }) {
  await check('Postgres', 'DATABASE_URL', postgresURL, async () => {
    const client = new pg.Client({ connectionString: postgresURL, connectionTimeoutMillis: PATIENCE });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  });
  await check('Redis', 'REDIS_URL', redisURL, async () => {
    const client = createClient({ url: redisURL, socket: { reconnectStrategy: false, connectTimeout: PATIENCE } });
    client.on('error', () => {});
    await client.connect();
    client.destroy();
  });
}

async function check(name, variable, url, connect) {
  try {
    await connect();
  } catch (error) {
    throw new Error(`${name} cannot be reached at ${withoutPassword(url)} (${reasonOf(error)}): start one, or set ${variable} to where it is`);
  }
}

/** Returns the reason of a failed connection. If a name has several addresses, none may have answered. */
function reasonOf(error) {
  return error.errors?.[0]?.message || error.message || error.code;
}

function withoutPassword(url) {
  if (!URL.canParse(url)) return 'an address that makes no sense';
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}
