// The cost of one connection's requests, over real sockets, and their fate when the connection ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { PATCHES } from '../../../pkg/lib/online/wire-formats.js';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
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

/** A pattern that matches a text of the server, by itself or within another. */
const BEGUN = /by\\?":\[\]/;

/** A server whose storage counts the reads of a whole match. */
async function counting(t, options) {
  const { db, looks } = countingStorage();
  return { ...await serve(t, { games: [game], db, ...options }), looks };
}

/** A storage that counts the reads of a whole match. */
function countingStorage() {
  const db = new InMemory();
  let looks = 0;
  const { fetch } = db;
  db.fetch = (matchID, wanted) => {
    if (wanted.initialState) looks += 1;
    return fetch.call(db, matchID, wanted);
  };
  return { db, looks: () => looks };
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a thousand syncs of one connection cost a few reads of the storage`, async (t) => {
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

  test(`over ${wire}, a thousand log requests of one connection cost a few reads of the storage`, async (t) => {
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

  test(`over ${wire}, actions that a client sends before it disconnects run once, and in order`, async (t) => {
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

test('spectators who sync at the same time share a read of a synchronous storage, and players act in between', async (t) => {
  const { db, looks } = countingStorage();
  const hub = openServerHub({ game, storage: db });
  t.after(() => hub.close());
  const order = [];
  const ask = (seat) => {
    const heard = [];
    const { receive } = hub.connect((message) => {
      heard.push(message);
      order.push(seat);
    }, PATCHES);
    return { heard, receive };
  };
  const player = ask('0');
  await player.receive({ type: 'sync', args: ['m', '0', null, 2] });
  const before = looks();
  order.length = 0;
  const lookers = Array.from({ length: 60 }, () => ask(null));
  const answers = lookers.map(({ receive }) => receive({ type: 'sync', args: ['m', null, null, 2] }));
  answers.push(player.receive({ type: 'sync', args: ['m', '0', null, 2] }));
  await Promise.all(answers);
  assert.ok(lookers.every(({ heard }) => heard.length === 1));
  assert.ok(looks() - before <= 8, `${looks() - before} looks`);
  assert.ok(order.indexOf('0') < 20, `the player was number ${order.indexOf('0')}`);
});

test('a request for another seat does not wait for the authentication of the previous one', async (t) => {
  const auth = { authenticateCredentials: ({ credentials }) => (credentials === 'slow' ? new Promise(() => {}) : true) };
  const { url } = await counting(t, { auth });
  const { send, heard } = await WIRES['a WebSocket'](url, 'sums');
  send('sync', 'm', '0', 'slow', 2);
  send('sync', 'm', '0', 'slow', 2);
  send('sync', 'm', '1', 'fast', 2);
  await until([], () => heard.some((text) => BEGUN.test(text)));
});
