// Slow: it needs a Postgres. Long turns: the stored undo history is bounded in every storage, and undo works after loading.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { Master } from 'rondel/master';
import { FlatFile, InMemory, Postgres, Sqlite } from 'rondel/server';
import { InMemory as InMemoryOfPages, LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { startPostgres } from '../../support/postgres.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { move } from '../master/support.mjs';

const CELLS = 300;
const MOST_STEPS = 100;

/** Another game object has another engine, as after a start of the process. */
const makeGame = () => ({
  disableLog: true,
  setup: () => ({ cells: Array.from({ length: CELLS }, (_, id) => ({ id, owner: null })), placed: 0 }),
  moves: {
    place: ({ G, playerID }, n) => {
      G.cells[n % CELLS] = { id: n, owner: playerID };
      G.placed = n;
    },
  },
});

/** The objects of a browser's database are copies. */
class Copying extends InMemoryOfPages {
  fetch(matchID, wanted) {
    return structuredClone(super.fetch(matchID, wanted));
  }
}

/** Functions that open each storage: again after `close`, with its stored matches. */
const STORAGES = {
  'in memory': () => keeping(new InMemory()),
  'in memory, of pages': () => keeping(new InMemoryOfPages()),
  'in memory, of which copies are fetched': () => keeping(new Copying()),
  LocalStorage: (t) => {
    withLocalStorage(t);
    return () => new LocalStorage();
  },
  FlatFile: (t) => {
    const dir = temporaryFolder(t);
    return () => new FlatFile({ dir });
  },
  Sqlite: (t) => {
    const file = join(temporaryFolder(t), 'matches.db');
    return () => new Sqlite(file);
  },
  Postgres: async (t) => {
    const postgres = await startPostgres();
    t.after(postgres.stop);
    const connectionString = await postgres.createDatabase();
    return () => new Postgres({ connectionString });
  },
};

for (const [name, prepare] of Object.entries(STORAGES)) {
  test(`move 1,000 of a turn is stored in as little space as move 10, and undone after loading: ${name}`, async (t) => {
    const open = await prepare(t);
    const turn = await play(open);
    const sizes = {};
    for (let n = 1; n <= 1000; n += 1) {
      await turn.act(move('place', '0', [n]));
      if ([10, 200, 1000].includes(n)) sizes[n] = JSON.stringify(await turn.state()).length;
    }
    assert.ok(sizes[1000] < 3 * sizes[10], `${sizes[10]} characters after 10 moves, ${sizes[1000]} after 1,000`);
    assert.ok(sizes[1000] < 1.05 * sizes[200], `${sizes[200]} characters after 200 moves, ${sizes[1000]} after 1,000`);
    await turn.close();

    const later = await play(open);
    const before = await later.state();
    const seen = [];
    for (let n = 0; n < MOST_STEPS; n += 1) {
      await later.act(step('UNDO'));
      seen.push((await later.state()).G.placed);
    }
    assert.deepEqual(seen, Array.from({ length: MOST_STEPS }, (_, i) => 999 - i));
    assert.deepEqual(await later.answer(step('UNDO')), { error: 'action/action_invalid' });
    // Moves 601 to 900 were the last at the cells, each at its own.
    const { G } = await later.state();
    assert.deepEqual([G.cells[0].id, G.cells[1].id, G.cells[299].id], [900, 601, 899]);
    await later.close();

    const last = await play(open);
    for (let n = 0; n < MOST_STEPS; n += 1) await last.act(step('REDO'));
    assert.deepEqual(await last.answer(step('REDO')), { error: 'action/action_invalid' });
    const after = await last.state();
    assert.deepEqual([after.G, after.ctx, after.plugins], [before.G, before.ctx, before.plugins]);
    await last.close();
  });
}

/** A master over a newly opened storage. */
async function play(open) {
  const storage = open();
  await storage.connect();
  const master = new Master(makeGame(), storage, { send() {}, sendAll() {} });
  const state = async () => (await storage.fetch('m', { state: true })).state;
  assert.equal(await master.onSync('m', '0', undefined, 2), undefined);
  let { _stateID: stateID } = await state();
  const answer = (action) => master.onUpdate(action, stateID, 'm', '0');
  return {
    state,
    answer,
    act: async (action) => {
      assert.equal(await answer(action), undefined);
      stateID += 1;
    },
    close: () => storage.close?.(),
  };
}

function step(type) {
  return { type, payload: { playerID: '0' } };
}

/** Lives as long as the process. */
function keeping(storage) {
  return () => storage;
}
