// A Postgres of a test's own, with data in a temporary folder.
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startServerProcess } from './server-process.mjs';

const execute = promisify(execFile);

const USER = 'rondel';

/** scripts/setup says where its programs are, if they are not on the PATH. */
const program = (name) => (process.env.POSTGRES_BIN ? join(process.env.POSTGRES_BIN, name) : name);

/**
 * Starts one. `createDatabase()` makes an empty database and answers its connection string.
 *
 * @param {{ isDurable?: boolean }} [options] whether it waits for the disk, as it does by default and tests of crashes need
 */
export async function startPostgres({ isDurable = false } = {}) {
  const uid = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'rondel-postgres-'));
  if (uid !== undefined) await chown(folder, uid, -1);
  const data = join(folder, 'data');
  await execute(program('initdb'), [
    '--pgdata', data, '--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync',
  ], /** @type {any} */ ({ uid, cwd: folder }));
  const server = await startServerProcess({
    command: program('postgres'),
    argsFor: (port) => [
      '-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=',
      '-c', `fsync=${isDurable ? 'on' : 'off'}`, '-c', 'max_connections=100',
    ],
    ready: /database system is ready to accept connections/,
    folder,
    uid,
  });
  const urlOf = (database) => `postgres://${USER}@127.0.0.1:${server.port}/${database}`;
  let databases = 0;

  return {
    port: server.port,
    kill: server.kill,
    restart: server.restart,
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    /** Connections that are open then are closed. */
    async stop() {
      await server.stop('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString, text, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Postgres refuses to run as root. */
async function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return Number((await execute('id', ['-u', name])).stdout);
    } catch {
      // There is no such user.
    }
  }
  throw new Error('Postgres does not run as root, and there is no user "postgres" or "nobody"');
}
