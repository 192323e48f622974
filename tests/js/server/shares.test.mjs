// What one connection of a server asks for, over real sockets: what it costs others, and what becomes of it when it ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { move } from '../master/support.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const game = {
  name: 'sums',
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, n) => { G.by.push(n); } },
};

/** In a text that the server sends, as it is or within another. */
const BEGUN = /by\\?":\[\]/;

/** A server whose storage counts how often a match is looked up as a whole. */
async function counting(t, options) {
  const memory = new InMemory();
  let looks = 0;
  const { fetch } = memory;
  memory.fetch = (matchID, wanted) => {
    if (wanted.initialState) looks += 1;
    return fetch.call(memory, matchID, wanted);
  };
  const served = await serve(t, { games: [game], db: memory, ...options });
  return { ...served, looks: () => looks };
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a thousand syncs of one connection are a few looks at the storage`, async (t) => {
    const { url, looks } = await counting(t);
    const { send, heard } = await open(url, 'sums');
    for (let i = 0; i < 1000; i += 1) send('sync', 'm', null, undefined, 2);
    await until([], () => heard.some((text) => BEGUN.test(text)));
    // Another connection comes after all of it.
    const { send: ask, heard: answers } = await open(url, 'sums');
    ask('sync', 'm', null, undefined, 2);
    await until([], () => answers.some((text) => BEGUN.test(text)));
    assert.ok(looks() < 250, `${looks()} looks`);
  });

  test(`over ${wire}, a thousand questions for the log of one connection are a few looks at the storage`, async (t) => {
    const memory = new InMemory();
    let looks = 0;
    const { fetchLogPart } = memory;
    memory.fetchLogPart = (...args) => {
      looks += 1;
      return fetchLogPart.apply(memory, args);
    };
    const { url } = await serve(t, { games: [game], db: memory });
    const { send, heard } = await open(url, 'sums');
    send('sync', 'm', null, undefined, 2);
    await until([], () => heard.some((text) => BEGUN.test(text)));
    for (let i = 0; i < 1000; i += 1) send('log', 'm', 1);
    const { send: ask, heard: answers } = await open(url, 'sums');
    ask('sync', 'm', null, undefined, 2);
    await until([], () => answers.some((text) => BEGUN.test(text)));
    assert.ok(looks < 250, `${looks} looks`);
  });

  test(`over ${wire}, what somebody has done before they go is done, once, and in order`, async (t) => {
    const memory = new InMemory();
    const { url } = await serve(t, { games: [game], db: slowStorage(memory) });
    const { send, socket, heard } = await open(url, 'sums');
    send('sync', 'm', '0', undefined, 2);
    await until([], () => heard.some((text) => BEGUN.test(text)));
    // As boardgame.io's clients do: nothing says which of them has been answered.
    for (let n = 0; n < 20; n += 1) send('update', move('add', '0', [n]), n, 'm', '0');
    socket.close();
    await until([], () => memory.fetch('m', { state: true }).state.G.by.length === 20);
    assert.deepEqual(memory.fetch('m', { state: true }).state.G.by, Array.from({ length: 20 }, (_, n) => n));
  });
}

test('who asks for another seat does not wait for the permission to the one before', async (t) => {
  const auth = { authenticateCredentials: ({ credentials }) => (credentials === 'slow' ? new Promise(() => {}) : true) };
  const { url } = await counting(t, { auth });
  const { send, heard } = await WIRES['a WebSocket'](url, 'sums');
  send('sync', 'm', '0', 'slow', 2);
  send('sync', 'm', '0', 'slow', 2);
  send('sync', 'm', '1', 'fast', 2);
  await until([], () => heard.some((text) => BEGUN.test(text)));
});
