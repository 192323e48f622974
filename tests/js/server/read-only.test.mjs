// A disk that becomes read-only while a server runs, as a failed one does: the server still reads, and moves wait until the disk
// is writable again.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { FlatFile, Sqlite } from 'rondel/server';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit } from './support.mjs';

const run = promisify(execFile);
const game = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }, n) => { G.left -= n; } } };

/** A storage in a folder, and a way to stop its writes, by name. */
const STORAGES = {
  async FlatFile(t) {
    const dir = await folder(t, () => run('umount', ['--lazy', dir]));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', dir]);
    } catch {
      return null;
    }
    // While the server writes a file, the mount is busy.
    const deny = () => until(() => run('mount', ['-o', 'remount,ro', dir]).then(() => true, () => false));
    return { db: new FlatFile({ dir }), deny, allow: () => run('mount', ['-o', 'remount,rw', dir]) };
  },
  /** A mount does not become read-only while a file is open for writing. */
  async Sqlite(t) {
    const dir = await folder(t, () => change('-'));
    const file = join(dir, 'matches.db');
    const change = (sign) => run('chattr', [`${sign}i`, file, `${file}-wal`]);
    return await isDenied(join(dir, 'tried')) ? { db: new Sqlite(file), deny: () => change('+'), allow: () => change('-') } : null;
  },
};

for (const [name, make] of Object.entries(STORAGES)) {
  test(`${name}: while the disk is read-only moves wait and the server is not ready, and afterwards they run`, async (t) => {
    const made = await make(t);
    if (!made) return t.skip('a disk cannot be made read-only here');
    const { db, deny, allow } = made;
    const { url, get, post, server } = await serve(t, { games: [game], db });
    const thrown = [];
    server.app.on('error', ({ message }) => thrown.push(message));
    const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
    const join = (playerName) => post(`/games/nim/${matchID}/join`, { playerName });
    const { body: { playerCredentials: credentials } } = await join('Ann');
    const client = sit(t, CLIENTS["Rondel's client"], url, { game, matchID, playerID: '0', credentials });
    await until(() => client.getState()?.isConnected);
    assert.deepEqual(await client.moves.take(1).confirmed, { status: 'confirmed' });
    assert.equal((await get('/readyz')).status, 200);

    await deny();
    const waiting = client.moves.take(2);
    await until(async () => (await get('/readyz')).status === 503);
    assert.equal((await get('/healthz')).status, 200);
    assert.deepEqual([(await post('/games/nim/create', { numPlayers: 2 })).status, (await join('Bob')).status], [500, 500]);
    await until(() => thrown.length >= 3);
    for (const message of thrown) assert.match(message, /read-only|disk I\/O/);
    // Reads still work.
    assert.deepEqual((await get(`/games/nim/${matchID}`)).body.players.map(({ name }) => name), ['Ann', undefined]);
    const spectator = sit(t, CLIENTS["Rondel's client by a WebSocket"], url, { game, matchID });
    await until(() => spectator.getState()?.G.left === 20);
    assert.deepEqual([client.getState().G.left, waiting.status, client.getState().lastError], [18, 'predicted', null]);

    await allow();
    assert.deepEqual(await waiting.confirmed, { status: 'confirmed' });
    await until(() => spectator.getState().G.left === 18);
    await until(async () => (await get('/readyz')).status === 200);
    assert.equal((await join('Bob')).status, 200);
  });
}

async function folder(t, undo) {
  const dir = await mkdtemp(join(tmpdir(), 'rondel-read-only-'));
  t.after(async () => {
    await undo().catch(() => {});
    await rm(dir, { recursive: true, force: true });
  });
  return dir;
}

/** Returns `true` if files can be marked so that no process can write to them, even through an open handle. */
async function isDenied(path) {
  await writeFile(path, '');
  const file = await open(path, 'r+');
  try {
    await run('chattr', ['+i', path]);
    return await file.write('x').then(() => false, () => true);
  } catch {
    return false;
  } finally {
    await file.close();
    await run('chattr', ['-i', path]).catch(() => {});
  }
}
