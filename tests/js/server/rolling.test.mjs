// Slow: it needs a Postgres.
// Two nodes of two versions with one storage, as during a rolling deploy: each handles what its rules know, and leaves the rest.
import assert from 'node:assert/strict';
import test, { after as afterAll } from 'node:test';
import { Postgres } from 'rondel/server';
import { startPostgres } from '../../support/postgres.mjs';
import { silence } from '../support/console.mjs';
import { after, before, TOO_NEW } from '../support/versions.mjs';
import { openNodes } from './two-nodes.mjs';
import { until } from './support.mjs';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

/** Nodes with one storage of that kind, by name. */
const NODES = {
  memory: async () => openNodes({ games: [before, after] }),
  async Postgres(t) {
    const url = await postgres.createDatabase();
    const storages = [new Postgres(url), new Postgres(url)];
    for (const storage of storages) {
      await storage.connect();
      t.after(() => storage.close());
    }
    return openNodes({ games: [before, after], storages });
  },
};

/** A player at the old node, where the match begins, and one at the new node. */
async function seated(table) {
  const first = table.sit('0', { at: 0 });
  await until([first.client], () => first.client.getState()?.G.bottles === 10);
  const second = table.sit('1', { at: 1 });
  await until([second.client], () => second.client.getState()?.G.cellar?.bottles === 10);
  return [first, second];
}

for (const [where, open] of Object.entries(NODES)) {
  test(`a new node continues a state of an old one, and an old node leaves a state of a new one unchanged (${where})`, async (t) => {
    silence(t);
    const table = await open(t);
    t.after(() => table.close());
    const [{ client: first }, { client: second }] = await seated(table);
    const storage = table.nodes[0].storage;
    const stored = async () => (await storage.fetch('m', { state: true })).state;
    assert.deepEqual([first.getState().lastError, second.getState().lastError, (await stored())._version], [null, null, 1]);
    // The new node migrates each move of the old version when it reads it.
    for (const left of [9, 8, 7]) {
      assert.equal((await first.moves.drink(1).confirmed).status, 'confirmed');
      await until([second], () => second.getState().G.cellar.bottles === left);
      assert.equal((await stored())._version, 1);
    }
    assert.equal(second.log.length, 3);
    assert.equal((await second.moves.drink(2).confirmed).status, 'confirmed');
    assert.deepEqual([(await stored())._version, (await stored()).G.cellar.bottles], [2, 5]);
    // The client at the old node receives the refusal without having asked.
    await until([first], () => first.getState().lastError !== null);
    assert.deepEqual(first.getState().lastError, { type: 'match/refused', message: TOO_NEW, payload: { match: 2, server: 1 } });
    const waits = first.moves.drink(1);
    const found = JSON.stringify(await stored());
    assert.deepEqual(await table.nodes[0].hub.master.onSync('m', null), { error: TOO_NEW, payload: { match: 2, server: 1 } });
    assert.deepEqual([JSON.stringify(await stored()), first.getState().pending, waits.error], [found, 1, null]);
    assert.equal((await second.moves.drink(1).confirmed).status, 'confirmed');
    assert.deepEqual(table.errors.map(({ code }) => code), ['game/version']);
  });

  test(`an action that waits at an old node gets its answer at a new one: it runs once (${where})`, async (t) => {
    silence(t);
    const table = await open(t);
    t.after(() => table.close());
    const [first, { client: second }] = await seated(table);
    const { client } = first;
    await client.moves.drink(1).confirmed;
    await until([second], () => second.getState().G.cellar.bottles === 9);
    await second.moves.drink(1).confirmed;
    await until([client], () => client.getState().lastError !== null);
    const [drunk, spilt] = [client.moves.drink(1), client.moves.spill()];
    assert.deepEqual([drunk.error, spilt.error, client.getState().pending], [null, null, 2]);
    first.goTo(1);
    assert.equal((await drunk.confirmed).status, 'confirmed');
    assert.equal((await spilt.confirmed).error.type, 'action/unavailable_move');
    const { G, lastError } = client.getState();
    assert.deepEqual([G.cellar.bottles, G.drunk, client.getState().pending], [7, { 0: 2, 1: 1 }, 0]);
    assert.ok(['match/version', 'action/unavailable_move'].includes(lastError.type));
    assert.equal((await table.nodes[0].storage.fetch('m', { state: true })).state._version, 2);
  });
}
