// Quarantine: matches that an operator removes from play and restores.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile, InMemory, Sqlite } from 'rondel/server';
import { silence } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }) => { G.left -= 1; } } };
const STORAGES = {
  InMemory: () => new InMemory(),
  FlatFile: (folder) => new FlatFile({ dir: folder }),
  Sqlite: (folder) => new Sqlite(`${folder}/matches.db`),
};

for (const [name, make] of Object.entries(STORAGES)) {
  test(`on ${name}, open pages do not find a match in quarantine, and play on after it is restored`, async (t) => {
    silence(t);
    const { server: { admin }, url } = await serve(t, { games: [GAME], db: make(temporaryFolder(t)), lobbyOnly: false });
    const come = async () => {
      const client = sit(t, CLIENTS["Rondel's client"], url, { game: GAME, playerID: '0' });
      await until([client], () => client.getState());
      return client;
    };
    const open = await come();
    await open.moves.take().confirmed;
    const id = await admin.quarantineMatch('m');
    await until([open], () => open.getState().lastError);
    assert.deepEqual(open.moves.take().error, { type: 'match/not_found', message: 'game not found' });
    assert.equal(await admin.getMatch('m'), null);
    const { quarantined: [{ quarantinedAt, ...entry }], next } = await admin.listQuarantined();
    assert.deepEqual([entry, typeof quarantinedAt, next], [{ id, matchID: 'm' }, 'number', undefined]);
    assert.equal(await admin.restoreMatch(id), true);
    assert.equal((await come()).getState().G.left, 20);
    assert.deepEqual(await admin.listQuarantined(), { quarantined: [] });
    assert.deepEqual([await admin.restoreMatch(id), await admin.restoreMatch('none'), await admin.quarantineMatch('none')], [false, false, null]);
  });
}

test('quarantined matches are listed in pages, and none is restored over another match or frees the ID of a deleted one', async (t) => {
  silence(t);
  const db = new InMemory();
  const { server: { admin }, post } = await serve(t, { games: [GAME], db });
  const ids = [];
  for (let i = 0; i < 3; i += 1) {
    const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
    ids.push(await admin.quarantineMatch(matchID));
  }
  const listed = [];
  for (let after; ;) {
    const { quarantined, next } = await admin.listQuarantined({ limit: 2, after });
    listed.push(...quarantined.map(({ id }) => id));
    if (next === undefined) break;
    after = next;
  }
  assert.deepEqual([...listed].sort(), [...ids].sort());
  const [{ matchID, id }] = (await admin.listQuarantined()).quarantined;
  await admin.deleteMatch(matchID);
  assert.deepEqual([await admin.restoreMatch(id), await admin.quarantineMatch(matchID)], [false, null]);
  await assert.rejects(admin.restoreMatch(5), { code: 'server/admin' });
  await assert.rejects(admin.listQuarantined({ limit: 0 }), { code: 'server/admin' });
});

test('an operator can also quarantine a match that cannot be read', async (t) => {
  silence(t);
  const db = new InMemory();
  const { server: { admin } } = await serve(t, { games: [GAME], db });
  db.setMetadata('m', { gameName: 'nim', players: 5, createdAt: 0 });
  assert.match((await admin.getMatch('m')).problem, /metadata.players/);
  assert.equal(typeof await admin.quarantineMatch('m'), 'string');
  assert.equal(await admin.getMatch('m'), null);
});

test('the error says why a quarantined match whose ID is unknown cannot be restored', async (t) => {
  silence(t);
  const dir = temporaryFolder(t);
  const { server: { admin } } = await serve(t, { games: [GAME], db: new FlatFile({ dir }) });
  const id = `${'0'.repeat(64)}.early`;
  mkdirSync(join(dir, 'unreadable', id), { recursive: true });
  assert.deepEqual((await admin.listQuarantined()).quarantined, [{ id, matchID: undefined, quarantinedAt: undefined }]);
  await assert.rejects(admin.restoreMatch(id), { code: 'server/admin', message: /cannot restore .*: write {"matchID":"the ID"} to its file quarantine\.json$/ });
});

test('a storage without a quarantine rejects the call', async (t) => {
  silence(t);
  const inner = new InMemory();
  const plain = { type: () => 0, connect() {} };
  for (const name of ['createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches']) plain[name] = (...args) => inner[name](...args);
  const { server: { admin } } = await serve(t, { games: [GAME], db: plain });
  for (const answer of [admin.quarantineMatch('m'), admin.listQuarantined(), admin.restoreMatch('x')]) {
    await assert.rejects(answer, { code: 'server/admin', message: /no quarantine/ });
  }
});
