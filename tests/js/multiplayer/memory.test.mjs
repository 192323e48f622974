// Slow: it waits for garbage collections. Online clients that are disposed or dropped leave no memory behind.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { memoryInUse, testLeaks } from '../support/memory.mjs';

const options = {
  game: { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } },
  multiplayer: Local(),
  playerID: '0',
  quiet: true,
};

/** Creates and disposes clients of one match; returns the memory in use afterwards. */
async function spend(count) {
  for (let i = 0; i < count; i += 1) {
    const client = Client(options);
    client.start();
    client.canMove('add');
    client.dispose();
  }
  return memoryInUse();
}

test('disposed clients of one match leave no memory behind', async () => {
  await spend(500);
  const before = await spend(500);
  const growth = (await spend(500) - before) / 500;
  // An engine takes more than 4 kB.
  assert.ok(growth < 300, `${growth.toFixed(0)} bytes a client stay behind`);
});

testLeaks(new URL('leaks.mjs', import.meta.url), [
  ['250 clients that are stopped and dropped, with their masters and games', 'clients', 250],
  ['250 clients against bots', 'clientsWithBots', 250],
  ['100 tables of clients that predict', 'tables', 100],
  ['250 clients that come to one match and leave it', 'comers', 250],
  ['100 clients over networks of their own', 'overNetworks', 100],
  ['100 clients that leave before they have an answer', 'leavingEarly', 100],
  ['100 tabs', 'tabs', 100],
  ['250 masters with their games and storages', 'masters', 250],
  ['5,000 names of strangers at one master', 'strangers', 5000],
]);
