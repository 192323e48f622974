// Slow: requests wait for seconds.
// A storage that takes nothing for a while: the file of Sqlite that another process holds, and a disk that is full.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { FlatFile, Sqlite } from 'rondel/server';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit } from './support.mjs';

const Database = createRequire(import.meta.url)('libsql');
const run = promisify(execFile);
const game = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }, n) => { G.left -= n; } } };

test('while another process holds the file of Sqlite the lobby says when to come again, and moves wait until it is free', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  const { url, get, post, server } = await serve(t, { games: [game], db: new Sqlite(file) });
  server.app.on('error', () => {});
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const { body: { playerCredentials: credentials } } = await post(`/games/nim/${matchID}/join`, { playerName: 'Ann' });
  const client = sit(t, CLIENTS["Rondel's client"], url, { game, matchID, playerID: '0', credentials });
  await until(() => client.getState()?.isConnected);
  assert.deepEqual(await client.moves.take(1).confirmed, { status: 'confirmed' });

  const holder = new Database(file);
  t.after(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const waiting = client.moves.take(2);
  const answers = [await post('/games/nim/create', { numPlayers: 2 }), await post(`/games/nim/${matchID}/join`, { playerName: 'Bob' })];
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers.get('retry-after'), body], [503, '1', 'The storage is busy: try again later']);
  }
  await until(async () => (await get('/readyz')).status === 503);
  assert.deepEqual((await get(`/games/nim/${matchID}`)).body.players.map(({ name }) => name), ['Ann', undefined]);
  assert.equal(waiting.status, 'predicted');

  holder.exec('COMMIT');
  assert.deepEqual(await waiting.confirmed, { status: 'confirmed' });
  assert.equal((await post(`/games/nim/${matchID}/join`, { playerName: 'Bob' })).status, 200);
  await until(async () => (await get('/readyz')).status === 200);
});

test('a player whose leave cannot be stored while another process holds the file of Sqlite comes again later', async (t) => {
  const file = join(temporaryFolder(t), 'matches.db');
  let holder;
  const leavable = { ...game, onPlayerLeave: ({ G }) => { G.left = 0; holder?.exec('BEGIN IMMEDIATE'); } };
  const { post, server } = await serve(t, { games: [leavable], db: new Sqlite(file), authTimeout: 100 });
  server.app.on('error', () => {});
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const { body: { playerID, playerCredentials: credentials } } = await post(`/games/nim/${matchID}/join`, { playerName: 'Ann' });
  const leave = () => post(`/games/nim/${matchID}/leaveGame`, { playerID, credentials });

  holder = new Database(file);
  t.after(() => holder?.close());
  const { status, headers, body } = await leave();
  assert.deepEqual([status, headers.get('retry-after'), body], [503, '1', 'The storage is busy: try again later']);
  holder.exec('COMMIT');
  holder.close();
  holder = undefined;
  await until(async () => (await leave()).status === 200);
});

test('a server is ready with a database in memory, and with one whose name is a URI', async (t) => {
  const dir = temporaryFolder(t);
  for (const file of [':memory:', `file:${dir}/matches.db`, `file:${dir}/more.db?mode=rwc`]) {
    const { get } = await serve(t, { games: [game], db: new Sqlite(file) });
    assert.deepEqual([file, (await get('/readyz')).status], [file, 200]);
  }
  assert.equal(existsSync(':memory:-probe'), false);
});

for (const [name, make] of [['FlatFile', (dir) => new FlatFile({ dir })], ['Sqlite', (dir) => new Sqlite(join(dir, 'matches.db'))]]) {
  test(`${name}: a server whose disk is full is not ready until there is space`, async (t) => {
    const dir = await smallDisk(t);
    if (dir === null) return t.skip('no disk can be mounted here');
    const { get, post } = await serve(t, { games: [game], db: make(dir) });
    assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 200);
    assert.equal((await get('/readyz')).status, 200);
    await fill(join(dir, 'filler'));
    await until(async () => (await get('/readyz')).status === 503);
    assert.deepEqual([(await get('/healthz')).status, (await get('/games/nim')).body.matches.length], [200, 1]);
    await rm(join(dir, 'filler'));
    await until(async () => (await get('/readyz')).status === 200);
  });
}

/** A folder on a disk of its own, of ten megabytes; null where that takes other rights. */
async function smallDisk(t) {
  const dir = await mkdtemp(join(tmpdir(), 'rondel-small-'));
  t.after(async () => {
    await run('umount', ['--lazy', dir]).catch(() => {});
    await rm(dir, { recursive: true, force: true });
  });
  return run('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', dir]).then(() => dir, () => null);
}

/** Takes all but some tens of kilobytes of what is free. */
async function fill(path) {
  const file = await open(path, 'w');
  try {
    for (let size = 0; ; size += 65_536) await file.write(Buffer.alloc(65_536, 1), 0, 65_536, size);
  } catch (error) {
    assert.equal(error.code, 'ENOSPC');
  } finally {
    await file.close();
  }
}
