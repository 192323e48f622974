// Clients of a match on a master that are done with cost nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { memoryInUse } from '../memory.mjs';

const options = {
  game: { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } },
  multiplayer: Local(),
  playerID: '0',
  debug: false,
};

/** Makes and disposes clients of one match, and answers what is in use afterwards. */
async function spend(count) {
  for (let i = 0; i < count; i += 1) {
    const client = Client(options);
    client.start();
    client.canMove('add');
    client.dispose();
  }
  return memoryInUse();
}

test('clients that come to a match and are disposed leave no memory behind', async () => {
  await spend(500);
  const before = await spend(500);
  const growth = (await spend(500) - before) / 500;
  // An engine is more than 4 kB.
  assert.ok(growth < 1000, `${growth.toFixed(0)} bytes a client stay behind`);
});
