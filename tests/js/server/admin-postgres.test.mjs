// Slow: it needs a Postgres.
// A match that is deleted on one of two servers at a Postgres.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { Postgres } from 'rondel/server';
import { makeAdmin } from '../../../pkg-server/lib/admin.js';
import { startPostgres } from '../../support/postgres.mjs';
import { until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } } };
const REFUSED = { type: 'match/not_found', message: 'game not found' };

test('a match that is deleted is refused at the other server at a Postgres, and after a restart', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = await postgres.createDatabase();
  const open = async () => {
    const storage = new Postgres(url);
    await storage.connect();
    t.after(() => storage.close());
    return storage;
  };
  const storages = [await open(), await open()];
  for (const matchID of ['m', 'stays']) await storages[0].createMatch(matchID, createMatch({ game: GAME }));
  const { sit, close, nodes: [{ hub }] } = openNodes({ game: GAME, storages });
  const { client } = sit('0', { at: 1 });
  await until(() => client.getState());
  const admin = makeAdmin({ db: storages[0], hubs: new Map([['nim', hub]]) });
  await admin.ban({ address: '203.0.113.7' });
  await assert.rejects(admin.ban({ address: 'x' }), { code: 'server/admin' });
  assert.equal(await admin.kick('stays', '0', { until: Date.now() + 1e9 }), true);
  const put = await admin.quarantineMatch('stays');
  assert.deepEqual((await admin.listQuarantined()).quarantined.map(({ matchID }) => matchID), ['stays']);
  assert.equal(await admin.restoreMatch(put), true);
  assert.equal(await admin.deleteMatch('m'), true);
  await until(() => client.getState().lastError);
  assert.deepEqual([client.getState().lastError, client.moves.take().error], [REFUSED, REFUSED]);
  await close();
  const later = makeAdmin({ db: await open(), hubs: new Map() });
  assert.deepEqual([await later.getMatch('m'), (await later.listMatches()).matches.map(({ matchID }) => matchID)], [null, ['stays']]);
  assert.deepEqual((await later.listBans()).bans.map(({ address, playerID }) => address ?? playerID), ['0', '203.0.113.7']);
  assert.equal((await later.exportMatch('stays')).state.G.left, 21);
  assert.equal(await later.unban({ address: '203.0.113.7' }), true);
  const again = openNodes({ game: GAME, storages: [await open(), await open()] });
  const { client: late } = again.sit('1');
  await until(() => late.moves.take().error?.message === REFUSED.message);
  assert.equal(late.getState(), null);
  await again.close();
});
