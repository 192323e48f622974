// Players who connect and disconnect: all clients of the match are notified of changes, at a limited rate.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

/** A server with an opponent who counts the player lists that they receive. */
async function watched(t, wire = 'a WebSocket') {
  const db = new InMemory();
  const { compareAndSetMetadata } = db;
  let stored = 0;
  db.compareAndSetMetadata = (...args) => {
    stored += 1;
    return compareAndSetMetadata.apply(db, args);
  };
  const { url, close } = await serve(t, { games: [game], db });
  const sit = async (playerID) => {
    const client = await WIRES[wire](url, 'nim');
    client.send('sync', 'm', playerID, undefined, 2);
    await until([], () => client.heard.some((text) => /\\?"n\\?":0/.test(text)));
    return client;
  };
  const { heard } = await sit('1');
  const isConnected = () => db.fetch('m', { metadata: true }).metadata.players[0].isConnected;
  const told = () => heard.filter((text) => text.includes('matchData'));
  return { sit, close, isConnected, told, stored: () => stored };
}

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, further connections of a player notify no client`, async (t) => {
    const { sit, told, stored, isConnected } = await watched(t, wire);
    const first = await sit('0');
    await until([], () => isConnected());
    const before = [told().length, stored()];
    const others = await Promise.all(Array.from({ length: 10 }, () => sit('0')));
    for (const { socket } of others) socket.close();
    await sit(null);
    assert.deepEqual([told().length, stored()], before);
    first.socket.close();
    await until([], () => !isConnected());
  });
}

test('clients are notified at a limited rate of a player who reconnects all the time, and of the final state', async (t) => {
  const { sit, told, stored, isConnected } = await watched(t);
  const before = [told().length, stored()];
  const began = performance.now();
  for (let i = 0; i < 40; i += 1) (await sit('0')).socket.close();
  await sit('0');
  await until([], () => isConnected() && /isConnected\\?":true.*isConnected\\?":true/.test(told().at(-1)));
  const most = 10 + (performance.now() - began) / 1000;
  assert.ok(told().length - before[0] <= most, `told ${told().length - before[0]} times`);
  assert.ok(stored() - before[1] <= most, `stored ${stored() - before[1]} times`);
});

test('when the server ends, a player who has disconnected before is stored as gone', async (t) => {
  const { sit, close, isConnected } = await watched(t);
  for (let i = 0; i < 10; i += 1) (await sit('0')).socket.close();
  await sit('0');
  await close();
  assert.equal(isConnected(), false);
});

test('the oldest of more than sixteen connections of a player loses its seat, and is notified', async (t) => {
  const { sit } = await watched(t);
  const tabs = [];
  for (let i = 0; i < 17; i += 1) tabs.push(await sit('0'));
  await until([], () => tabs[0].heard.some((text) => text.includes('too many connections of this player')));
  assert.equal(tabs[1].heard.some((text) => text.includes('refused')), false);
});
