// Slow: it needs a Postgres. Backups by the commands of docs/11-operating.md during play, and the matches after a restore.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'libsql';
import { FlatFile, Server } from 'rondel/server';
import { nim } from '../../../examples/operating/nim.js';
import { seatTwo, startNode } from '../../support/operating.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { freePort } from '../../support/server-process.mjs';
import { until } from '../support/tasks.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MATCHES = 5;
process.env.NODE_ENV = 'production';

const guide = await readFile(join(ROOT, 'docs/11-operating.md'), 'utf8');

/** The commands of a row of the guide's table. */
function commandsFor(storage) {
  const [, backup, restore] = new RegExp(`^\\| \`${storage}\` \\| \`(.*?)\` \\| \`(.*?)\` \\|$`, 'm').exec(guide) ?? [];
  assert.ok(backup && restore, storage);
  return { backup, restore };
}

/** Runs a shell in this test's folder, from which `libsql` is found. */
async function shellIn(t, environment = {}) {
  const folder = await mkdtemp(join(ROOT, 'target/backups-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { PATH, POSTGRES_BIN } = process.env;
  const env = { ...process.env, PATH: POSTGRES_BIN ? `${POSTGRES_BIN}:${PATH}` : PATH, ...environment };
  return { folder, run: (command) => promisify(execFile)('sh', ['-c', command], { cwd: folder, env }) };
}

/** A server in its own process, as operators have it: after its end nothing holds the file. */
async function openNode(t, environment) {
  const node = await startNode(environment);
  t.after(() => node.stop());
  return node;
}

/** A server at one port, which restarts there. */
async function openServer(t, makeStorage) {
  const port = await freePort();
  let ended = async () => {};
  const server = { url: `http://127.0.0.1:${port}`, start, stop: () => ended() };
  t.after(() => ended());
  await start();
  return server;

  async function start() {
    const made = Server({ games: [nim], origins: false, lobbyOnly: true, db: makeStorage() });
    made.app.silent = true;
    const running = await made.run({ port, host: '127.0.0.1' });
    ended = async () => {
      ended = async () => {};
      await made.kill(running);
    };
  }
}

/** Matches for two players, in which each round is a move. */
async function play(t, url) {
  const tables = await Promise.all(Array.from({ length: MATCHES }, () => seatTwo(url, 'WebSocketTransport()')));
  t.after(() => tables.forEach(({ players }) => players.forEach((player) => player.dispose())));
  await until(() => tables.every(({ players }) => players.every((player) => player.getState()?.isConnected)));
  const left = () => tables.map(({ players }) => players[0].getState().G.sticks);
  const move = ({ players }) => players[Number(players[0].getState().ctx.currentPlayer)].moves.take(1).confirmed;
  const settled = () => until(() => tables.every(({ players: [one, other] }) => (
    [one, other].every((player) => player.getState().isConnected && player.getState().pending === 0) && one.getState()._stateID === other.getState()._stateID
  )));
  const round = async () => {
    const answers = await Promise.all(tables.map(move));
    await settled();
    return answers.map(({ status }) => status);
  };
  return { left, round, settled };
}

/** Restores a backup made during play: each match has a state from between the beginning and the end of the backup, and goes on. */
async function backUpAndRestore(t, { storage, server, shell }) {
  const { backup, restore } = commandsFor(storage);
  const { left, round, settled } = await play(t, server.url);
  for (let i = 0; i < 3; i += 1) await round();
  const before = left();
  let isDone = false;
  const taken = shell.run(backup).finally(() => { isDone = true; });
  do await round(); while (!isDone && left()[0] > 20);
  await taken;
  const after = left();
  await round();
  await server.stop();
  await shell.run(restore);
  await server.start();
  await settled();
  await until(() => left().every((sticks, i) => sticks <= before[i] && sticks >= after[i]));
  await settled();
  const restored = left();
  assert.ok(restored.every((sticks, i) => sticks > after[i] - 1), 'the restored matches contain no move made after the backup');
  assert.deepEqual(await round(), Array(MATCHES).fill('confirmed'));
  assert.deepEqual(left(), restored.map((sticks) => sticks - 1));
}

test('a backup of Sqlite is restored', async (t) => {
  const shell = await shellIn(t);
  await backUpAndRestore(t, { storage: 'Sqlite', server: await openNode(t, { DATABASE: join(shell.folder, 'matches.db') }), shell });
});

test('the program sqlite3 makes the same backup, and a copy of the file alone is not one', async (t) => {
  const shell = await shellIn(t);
  const file = join(shell.folder, 'matches.db');
  const server = await openNode(t, { DATABASE: file });
  const { round } = await play(t, server.url);
  await round();
  await copyFile(file, join(shell.folder, 'copied.db'));
  const counts = (name) => {
    const database = new Database(join(shell.folder, name));
    try {
      return database.prepare('SELECT count(*) AS count FROM rondel_log').get().count;
    } finally {
      database.close();
    }
  };
  assert.throws(() => counts('copied.db'), /no such table/);
  const [, command] = /`(sqlite3 matches\.db "VACUUM INTO [^`]*)`/.exec(guide) ?? [];
  const made = await shell.run(command).catch((error) => error);
  if (made.code === 127) return t.skip('there is no sqlite3 here');
  assert.ok(counts('backup.db') >= MATCHES);
});

test('a backup of FlatFile is restored', async (t) => {
  const shell = await shellIn(t);
  await backUpAndRestore(t, { storage: 'FlatFile', server: await openServer(t, () => new FlatFile({ dir: join(shell.folder, 'data') })), shell });
});

test('a backup of Postgres is restored', async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const url = await postgres.createDatabase();
  const shell = await shellIn(t, { DATABASE_URL: url });
  await backUpAndRestore(t, { storage: 'Postgres', server: await openNode(t, { DATABASE_URL: url }), shell });
});
