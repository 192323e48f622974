// Servers that cannot run: the process prints one line, and ends with status 1.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test from 'node:test';
import { NEVER } from '../support/tasks.mjs';

const HOST = '127.0.0.1';

/** Returns the last output of a process that runs this server, line by line, and its status. */
function ended(options, run = '{ port: 0, host: HOST }') {
  const script = `
    import { Postgres, Server, Sqlite } from 'rondel/server';
    const HOST = '${HOST}';
    await Server({ origins: false, games: [{ name: 'nim' }], ${options} }).run(${run});
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../..', import.meta.url), encoding: 'utf8', timeout: NEVER,
  });
  return { status, lines: stderr.split('\n').filter((line) => line.includes('[RondelError]')) };
}

test('a port in use', async (t) => {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address();
  assert.deepEqual(ended('', `{ port: ${port}, host: HOST }`), {
    status: 1,
    lines: [`Error [RondelError]: port ${port} is in use: end the program that listens there, or give run() another port`],
  });
});

test('two games with one name', () => {
  const { status, lines } = ended("games: [{ name: 'a' }, { name: 'a' }]");
  assert.deepEqual([status, lines], [1, ["Error [RondelError]: games[1]: there are two games called 'a': give one of them another name"]]);
});

test('a game without a name among others', () => {
  const { status, lines } = ended("games: [{ name: 'a' }, {}]");
  assert.deepEqual([status, lines], [1, ['Error [RondelError]: games[1]: a server with several games needs their names: give this game a name']]);
});

test('a missing database', async () => {
  const free = createServer().listen(0, HOST);
  await once(free, 'listening');
  const { port } = free.address();
  await new Promise((resolve) => { free.close(resolve); });
  const { status, lines } = ended(`db: new Postgres('postgres://nobody@${HOST}:${port}/none')`);
  assert.equal(status, 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0], new RegExp(`^Error \\[RondelError\\]: Postgres: cannot open the database "none" at ${HOST}:${port} `));
});

test('a missing folder for the file of Sqlite', () => {
  const { status, lines } = ended("db: new Sqlite('/nowhere/at/all/matches.db')");
  assert.equal(status, 1);
  assert.match(lines[0], /^Error \[RondelError\]: Sqlite: cannot open \/nowhere\/at\/all\/matches\.db/);
});
