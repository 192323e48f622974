// Additional items of subclasses of FlatFile, by boardgame.io's `getItem`, `setItem` and `removeItem`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile } from 'rondel/server';
import { temporaryFolder } from '../support/folders.mjs';

/** A storage that keeps users, like third-party subclasses of boardgame.io's. */
class WithUsers extends FlatFile {
  async addUser(name, user) {
    const users = await this.getItem('users') ?? {};
    await this.setItem('users', { ...users, [name]: user });
  }

  users() {
    return this.getItem('users');
  }
}

const state = { G: {}, ctx: {}, plugins: {}, _undo: [], _redo: [], _stateID: 0 };

async function opened(t, dir, Storage = WithUsers) {
  const storage = new Storage({ dir });
  await storage.connect();
  t.after(() => storage.close());
  return storage;
}

/** Writes an item as node-persist does. */
function leave(dir, key, value, ttl) {
  writeFileSync(join(dir, createHash('md5').update(key).digest('hex')), JSON.stringify({ key, value, ttl }));
}

test('a subclass keeps items across a reopening of the folder', async (t) => {
  const dir = temporaryFolder(t);
  const first = await opened(t, dir);
  assert.equal(await first.users(), undefined);
  await first.addUser('ada', { wins: 1 });
  await first.setItem('../up/\u0000', [null, 'ä']);
  await first.close();
  const second = await opened(t, dir);
  assert.deepEqual([await second.users(), await second.getItem('../up/\u0000')], [{ ada: { wins: 1 } }, [null, 'ä']]);
  await second.removeItem('users');
  await second.removeItem('nothing');
  assert.equal(await second.users(), undefined);
  assert.deepEqual(await second.listMatches(), []);
});

test('operations on one item run in order', async (t) => {
  const storage = await opened(t, temporaryFolder(t));
  const written = Array.from({ length: 20 }, (_, n) => storage.setItem('n', n));
  const read = storage.getItem('n');
  await storage.removeItem('n');
  await Promise.all(written);
  assert.deepEqual([await read, await storage.getItem('n')], [19, undefined]);
});

test('no match with a hostile name is an item, and no item is a match', async (t) => {
  const storage = await opened(t, temporaryFolder(t));
  await storage.createMatch('users', { initialState: state, metadata: { gameName: 'a', players: {} } });
  assert.equal(await storage.users(), undefined);
  await storage.addUser('ada', {});
  assert.deepEqual((await storage.fetch('users', { state: true })).state, state);
  await storage.wipe('users');
  assert.deepEqual(await storage.users(), { ada: {} });
  const how = { ':metadata': 'fetch(matchID, { metadata: true }) and setMetadata', ':log': 'fetch(matchID, { log: true })', ':initial': 'fetch(matchID, { initialState: true })' };
  for (const [end, says] of Object.entries(how)) {
    await assert.rejects(storage.getItem(`m${end}`), { code: 'storage/option', message: `FlatFile: "m${end}" is of a match: ${says} have it` });
  }
  for (const key of [undefined, '', 7]) await assert.rejects(storage.setItem(key, 1), { code: 'storage/option' });
  await assert.rejects(storage.setItem('big', 1n), TypeError);
});

test("an item that boardgame.io stored stays until it is replaced or removed", async (t) => {
  const dir = temporaryFolder(t);
  leave(dir, 'motd', 'hello');
  leave(dir, 'old', 'gone', 1);
  leave(dir, 'names', ['ada']);
  const left = readdirSync(dir);
  t.mock.method(console, 'warn', () => {});
  const storage = await opened(t, dir);
  assert.deepEqual([await storage.getItem('motd'), await storage.getItem('old'), await storage.getItem('names')], ['hello', undefined, ['ada']]);
  await storage.setItem('motd', 'welcome');
  await storage.removeItem('names');
  assert.deepEqual([await storage.getItem('motd'), await storage.getItem('names')], ['welcome', undefined]);
  assert.ok(left.every((name) => readdirSync(dir).includes(name)));
});

test('a storage that is not open keeps nothing', async (t) => {
  const storage = new FlatFile({ dir: temporaryFolder(t) });
  await assert.rejects(storage.getItem('users'), { code: 'storage/open' });
});
