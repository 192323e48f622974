// Matches and actions leave no memory behind.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { EngineCache } from '../../../pkg/lib/game/engine-cache.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { memoryInUse } from '../support/memory.mjs';
import { nextTask } from '../support/tasks.mjs';
import { move } from './support.mjs';

const game = {
  disableLog: true,
  setup: () => ({ cells: Array(64).fill(null) }),
  turn: { maxMoves: 1 },
  moves: { place: ({ G, playerID }, i) => { G.cells[i % 64] = playerID; } },
};

/** Returns the bytes in use after a batch, once the finalizers have run. */
async function usedAfter(batch) {
  await batch();
  return memoryInUse();
}

test('unused matches leave no memory behind', async () => {
  const batch = async () => { for (let i = 0; i < 1000; i += 1) createMatch({ game, numPlayers: 2 }); };
  await usedAfter(batch);
  const before = await usedAfter(batch);
  await usedAfter(batch);
  const growth = (await usedAfter(batch) - before) / 2000;
  // An engine takes more than 5 kB.
  assert.ok(growth < 500, `${growth.toFixed(0)} bytes a match stay behind`);
});

test('any number of actions leaves no memory behind', async () => {
  const filter = getFilterPlayerView(game);
  const storage = new InMemory();
  const sendAll = (payload) => { for (const viewer of ['0', '1', null]) filter(viewer, payload, { patches: true }); };
  const master = new Master(game, storage, { send() {}, sendAll });
  await master.onSync('m', '0');
  let made = 0;
  const batch = async () => {
    for (let i = 0; i < 2000; i += 1) {
      const player = String(made % 2);
      const sync = { session: `tab ${player}`, seq: (made >> 1) + 1, first: (made >> 1) + 1 };
      await master.onUpdate(move('place', player, [made], sync), made, 'm', player);
      made += 1;
      if (i % 100 === 0) await nextTask();
    }
  };
  await usedAfter(batch);
  const before = await usedAfter(batch);
  await usedAfter(batch);
  const growth = (await usedAfter(batch) - before) / 4000;
  assert.equal(storage.fetch('m', { state: true }).state._stateID, made);
  assert.ok(growth < 100, `${growth.toFixed(0)} bytes an action stay behind`);
});

test('forgotten states leave no memory behind', async () => {
  const cache = new EngineCache(game);
  const start = cache.start({ numPlayers: 2 });
  const batch = async () => {
    let state = start;
    for (let i = 0; i < 2000; i += 1) {
      state = cache.apply(state, move('place', String(i % 2), [i])).state;
      if (i % 100 === 0) await nextTask();
    }
  };
  await usedAfter(batch);
  const before = await usedAfter(batch);
  await usedAfter(batch);
  const growth = (await usedAfter(batch) - before) / 4000;
  assert.ok(growth < 100, `${growth.toFixed(0)} bytes an action stay behind`);
});

test('the memory of a state is released without another action', async () => {
  const cache = new EngineCache(game);
  const start = cache.start({ numPlayers: 2 });
  const played = (i) => new WeakRef(cache.apply(start, move('place', '0', [i])).state.G);
  const forgotten = [1, 2, 3].map(played);
  // The cache keeps the two newest.
  const kept = [4, 5].map(played);
  await usedAfter(() => {});
  assert.deepEqual(forgotten.map((G) => G.deref()), [undefined, undefined, undefined]);
  assert.ok(kept.every((G) => G.deref()));
});

test('a state may outlive its cache', async () => {
  const cache = new EngineCache(game);
  let states = [cache.start({ numPlayers: 2 })];
  states.push(cache.apply(states[0], move('place', '0', [1])).state);
  cache.free();
  assert.equal(states[1].G.cells[1], '0');
  states = null;
  // An exception in a finalizer would reach the process.
  await usedAfter(() => {});
  assert.ok(cache);
});
