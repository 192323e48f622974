// Pages whose storage is cleared during a match, by `localStorage.clear()` or by the user: matches continue and are stored again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local, localMatches } from 'rondel/multiplayer';
import { IndexedDB } from '../../../pkg/lib/online/storage/indexed-db.js';
import { LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';

const counter = (name = 'cleared') => ({ name, setup: () => ({ n: 0 }), turn: { activePlayers: { all: null } }, moves: { add: ({ G }) => { G.n += 1; } } });

function open(t, game, options = {}) {
  const client = Client({ game, playerID: '0', debug: false, quiet: true, multiplayer: Local({ persist: true }), ...options });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** The state in a page that is opened later: another game object has another master, as after a reload. */
const later = (t, options) => open(t, counter(), options);

const CLEARED = {
  'all is cleared': (storage) => storage.clear(),
  'the states are removed': (storage) => storage.removeItem('bgio:cleared_state'),
  'all is cleared, and the client starts again': (storage, client) => {
    storage.clear();
    client.stop();
    client.start();
  },
};

for (const [what, clear] of Object.entries(CLEARED)) {
  test(`a match goes on when ${what}, and is stored again as a whole`, (t) => {
    silence(t);
    const storage = withLocalStorage(t);
    const client = open(t, counter());
    client.moves.add();
    client.moves.add();
    clear(storage, client);
    assert.equal(client.moves.add().status, 'confirmed');
    assert.deepEqual([client.getState().G.n, client.getState().lastError], [3, null]);
    const page = later(t);
    assert.deepEqual([page.getState().G.n, page.log.map(({ _stateID }) => _stateID), page.getInitialState().G.n], [3, [0, 1, 2], 0]);
    page.moves.add();
    assert.equal(page.getState().G.n, 4);
  });
}

test('a page that loaded a match goes on with it after everything is cleared', (t) => {
  silence(t);
  const storage = withLocalStorage(t);
  open(t, counter()).moves.add();
  const page = later(t);
  storage.clear();
  page.moves.add();
  storage.clear();
  page.moves.add();
  const last = later(t);
  assert.deepEqual([last.getState().G.n, last.log.length], [3, 3]);
});

test('matches that the page has not opened stay cleared', (t) => {
  silence(t);
  const storage = withLocalStorage(t);
  open(t, counter(), { matchID: 'old' }).moves.add();
  const page = later(t, { matchID: 'new' });
  page.moves.add();
  storage.clear();
  page.moves.add();
  assert.deepEqual(new LocalStorage('bgio:cleared').listMatches(), ['new']);
  assert.equal(later(t, { matchID: 'old' }).getState().G.n, 0);
});

test("a match that boardgame.io stored goes on after everything is cleared, under the game's own names", (t) => {
  silence(t);
  const storage = withLocalStorage(t);
  const shared = new LocalStorage();
  const client = open(t, counter(), { matchID: 'theirs' });
  client.moves.add();
  const own = new LocalStorage('bgio:cleared').fetch('theirs', { state: true, metadata: true, initialState: true });
  storage.clear();
  shared.createMatch('theirs', { initialState: own.initialState, metadata: own.metadata });
  const page = later(t, { matchID: 'theirs' });
  page.moves.add();
  storage.clear();
  page.moves.add();
  assert.equal(page.getState().G.n, 2);
  assert.deepEqual([new LocalStorage().listMatches(), new LocalStorage('bgio:cleared').listMatches()], [[], ['theirs']]);
});

test('a quarantined match does not return from memory', async (t) => {
  silence(t);
  const storage = withLocalStorage(t);
  const game = counter();
  const client = open(t, game);
  client.moves.add();
  storage.setItem('bgio:cleared_state', 'broken');
  assert.notEqual(localMatches({ game }).quarantine('default'), undefined);
  client.stop();
  client.start();
  await until(() => client.getState().lastError?.type === 'match/not_found');
  assert.equal(later(t).getState().G.n, 0);
});

test('a match that another page has wiped stays wiped', async (t) => {
  silence(t);
  withLocalStorage(t);
  const client = open(t, counter());
  client.moves.add();
  new LocalStorage('bgio:cleared').wipe('default');
  client.stop();
  client.start();
  await until(() => client.getState().lastError?.type === 'match/not_found');
});

test('a match goes on in memory if the storage fails after everything is cleared', (t) => {
  silence(t);
  const storage = withLocalStorage(t);
  const client = open(t, counter());
  client.moves.add();
  storage.clear();
  storage.quota = 0;
  client.moves.add();
  assert.equal(client.getState().G.n, 2);
  assert.deepEqual([client.log.length, storage.texts.size], [2, 0]);
});

test('a recreated database gets the matches back in the transaction that creates it', async () => {
  const stored = [];
  const objectStore = (name) => ({ put: (value, key) => stored.push([name, key, value]), add: (value) => stored.push([name, value]), createIndex() {} });
  const database = {
    objectStoreNames: { contains: () => false },
    createObjectStore: objectStore,
    close() {},
    transaction() {
      const transaction = { objectStore: () => ({ get: () => ({}) }) };
      queueMicrotask(() => transaction.oncomplete());
      return transaction;
    },
  };
  let opened = 0;
  const storage = new IndexedDB('matches', {
    open() {
      const request = { result: database, transaction: { objectStore } };
      opened += 1;
      queueMicrotask(() => {
        request.onupgradeneeded({ oldVersion: opened === 3 ? 1 : 0 });
        request.onsuccess();
      });
      return request;
    },
  });
  let matches = [];
  storage.whenCleared(() => matches);
  for (const known of [[], [['a', { initialState: { n: 0 }, state: { n: 1 }, metadata: undefined, log: ['first'] }]]]) {
    matches = known;
    await storage.fetch('a', { state: true });
    database.onversionchange();
  }
  // A database of an earlier version is not a new one.
  await storage.fetch('a', { state: true });
  await until(() => opened === 3);
  assert.deepEqual(stored, [['initial', 'a', { n: 0 }], ['state', 'a', { n: 1 }], ['log', { matchID: 'a', entries: ['first'] }]]);
});
