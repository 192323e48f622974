// Pages that cannot store anything: blocked site data, frames of other sites, full disks, failing databases.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, Local, broadcastMatches, hostBroadcast, localMatches } from 'rondel/multiplayer';
import { withMemoryFallback } from '../../../pkg/lib/online/browser-storage.js';
import { IndexedDB } from '../../../pkg/lib/online/storage/indexed-db.js';
import { InMemory, StorageUnavailable } from '../../../pkg/lib/online/storage/storage.js';
import { printing, silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask, quiet, until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { cards, disk, move, sit } from './transports.mjs';

const denied = () => new DOMException('The request was denied.', 'SecurityError');
const full = () => new DOMException('There is no room left.', 'QuotaExceededError');

/** Databases that do not open, by the way they fail. */
const CLOSED = {
  'is none': undefined,
  'throws as it is asked': { open() { throw denied(); } },
  'says no': {
    open() {
      const request = { error: denied() };
      queueMicrotask(() => request.onerror());
      return request;
    },
  },
};

const LOCKS = {
  'are none': undefined,
  'refuse': { request: () => Promise.reject(denied()) },
  'refuse with nothing': { request: () => Promise.reject(null) },
  'throw': { request() { throw denied(); } },
};

const counter = () => ({ name: 'blocked', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });

for (const [how, locks] of Object.entries(LOCKS)) {
  for (const [why, indexedDB] of Object.entries(CLOSED)) {
    test(`tabs play with each other if locks ${how} and the database ${why}`, async (t) => {
      const printed = printing(t);
      const world = browser();
      const tabs = ['0', '1'].map((playerID) => {
        const { BroadcastChannel } = world.openTab();
        return sit(Broadcast({}, { BroadcastChannel, locks, indexedDB }), cards({ name: 'blocked' }), { playerID });
      });
      t.after(() => tabs.forEach(({ transport }) => transport.disconnect()));
      await until(() => tabs.every(({ state }) => state));
      move(tabs[0], 'play', 'ten');
      await until(() => tabs.every(({ state }) => state.G.table.join() === 'ten'));
      move(tabs[1], 'play', 'nine');
      await until(() => tabs.every(({ state }) => state.G.table.join() === 'ten,nine'));
      assert.equal(printed.length, 1, printed.join('\n'));
      assert.match(printed[0], /^rondel: Broadcast: a match that IndexedDB does not keep ends with the tab that hosts it: ./);
    });
  }
}

test('a tab that stops before locks refuse sends no roll call', async () => {
  const { BroadcastChannel } = browser().openTab();
  let opened = 0;
  class Counted extends BroadcastChannel {
    constructor(name) {
      super(name);
      if (name.endsWith('host')) opened += 1;
    }
  }
  const { close } = hostBroadcast({ game: counter(), storage: new InMemory() }, { BroadcastChannel: Counted, locks: LOCKS.refuse });
  close();
  await quiet();
  assert.equal(opened, 0);
});

test('a page without a channel plays on by itself', async (t) => {
  const printed = printing(t);
  const game = counter();
  class BroadcastChannel {
    constructor() {
      throw denied();
    }
  }
  // Another tab, which this one cannot hear, may have the lock.
  const locks = { request: () => new Promise(() => {}) };
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Broadcast({}, { BroadcastChannel, locks }) }));
  t.after(() => clients.forEach((client) => client.dispose()));
  clients.forEach((client) => client.start());
  await until(() => clients.every((client) => client.getState()));
  await clients[0].moves.add().confirmed;
  await until(() => clients[1].getState().G.n === 1);
  assert.equal(printed.filter((text) => text.includes('no channel to other tabs')).length, 1, printed.join('\n'));
});

test('a page plays if reading its database throws', async (t) => {
  silence(t);
  withGlobal(t, 'indexedDB', () => { throw denied(); });
  const client = Client({ game: counter(), playerID: '0', multiplayer: Broadcast({ channel: `blocked ${process.pid}` }) });
  t.after(() => client.dispose());
  client.start();
  await until(() => client.getState());
  assert.equal((await client.moves.add().confirmed).status, 'confirmed');
});

/** Replaces the getter of a global until the test ends. */
function withGlobal(t, name, get) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, get });
  t.after(() => {
    delete globalThis[name];
    if (before) Object.defineProperty(globalThis, name, before);
  });
}

test('a database that never opens is abandoned, and closed if it opens later; the next attempt does not wait', async (t) => {
  silence(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests = [];
  const storage = new IndexedDB('matches', {
    open() {
      const request = {};
      requests.push(request);
      return request;
    },
  });
  const kept = withMemoryFallback(storage, 'lost');
  const fetched = kept.fetch('match', { state: true });
  t.mock.timers.tick(5000);
  assert.equal((await fetched).state, undefined);
  let isClosed = false;
  requests[0].result = { close() { isClosed = true; } };
  requests[0].onsuccess();
  assert.ok(isClosed);
  await kept.setState('match', { _stateID: 0 });
  assert.equal((await kept.fetch('match', { state: true })).state._stateID, 0);
});

test('a transaction that the browser aborts is repeated once in a reopened database', async () => {
  let left = 1;
  let opened = 0;
  const open = () => {
    opened += 1;
    const transaction = () => {
      const begun = { error: null, objectStore: () => ({ get: () => ({}), put() {}, delete() {} }) };
      queueMicrotask(() => (left-- > 0 ? begun.onabort() : begun.oncomplete()));
      return begun;
    };
    const request = { result: { close() {}, transaction } };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const storage = new IndexedDB('matches', { open });
  await storage.setMetadata('match', {});
  assert.equal(opened, 2);
  left = 2;
  await assert.rejects(storage.setMetadata('match', {}), (error) => StorageUnavailable.is(error));
});

/** A storage whose `fails` maps a method and a match to the browser's exception. */
function failing(fails) {
  const storage = new InMemory();
  return new Proxy(storage, {
    get(target, name) {
      const method = target[name];
      if (typeof method !== 'function' || name === 'type') return method;
      return async (...args) => {
        await nextTask();
        const cause = fails.now?.(name, args[0]);
        if (cause) throw new StorageUnavailable(cause);
        return structuredClone(method.apply(target, args));
      };
    },
  });
}

const state = (_stateID) => ({ G: { n: _stateID }, _stateID });
const ALL = { state: true, metadata: true, log: true, initialState: true };

async function played(t, fails) {
  const printed = printing(t);
  const storage = failing(fails);
  const kept = withMemoryFallback(storage, 'Test: it is lost');
  for (const matchID of ['a', 'b']) {
    assert.equal(await kept.createMatchIfAbsent(matchID, { initialState: state(0), metadata: { players: {} } }), true);
    assert.equal(await kept.compareAndSetState(matchID, 0, state(1), ['first']), true);
  }
  return { kept, printed, storage };
}

test('a match without space continues in memory, and is stored completely when there is space', async (t) => {
  const fails = {};
  const { kept, printed, storage } = await played(t, fails);
  fails.now = (method, matchID) => (/set/i.test(method) && matchID === 'a' ? full() : null);
  assert.equal(await kept.compareAndSetState('a', 1, state(2), ['second']), true);
  assert.equal(await kept.compareAndSetState('b', 1, state(2), ['second']), true);
  assert.equal(await kept.compareAndSetState('a', 1, state(2), ['never']), false);
  await kept.setMetadata('a', { players: { 0: { name: 'Ann' } } });
  const now = (players) => ({ state: state(2), metadata: { players }, log: ['first', 'second'], initialState: state(0) });
  assert.deepEqual(await kept.fetch('a', ALL), now({ 0: { name: 'Ann' } }));
  assert.deepEqual((await storage.fetch('a', ALL)).log, ['first']);
  fails.now = undefined;
  await until(async () => {
    assert.deepEqual(await kept.fetch('a', ALL), now({ 0: { name: 'Ann' } }));
    return (await storage.fetch('a', ALL)).metadata.players[0];
  });
  assert.deepEqual(await storage.fetch('a', ALL), now({ 0: { name: 'Ann' } }));
  assert.deepEqual(await kept.fetch('b', ALL), now({}));
  assert.deepEqual((await kept.listMatches()).sort(), ['a', 'b']);
  const lost = ['rondel: Test: it is lost: There is no room left.'];
  assert.deepEqual(printed.filter((text) => text.startsWith('rondel')), lost);
  // A new failure to store is reported again.
  fails.now = (method) => (/set/i.test(method) ? full() : null);
  for (const n of [3, 4]) assert.equal(await kept.compareAndSetState('a', n - 1, state(n), []), true);
  assert.deepEqual(printed.filter((text) => text.startsWith('rondel')), [...lost, ...lost]);
});

test('a partly stored match is stored with the rest', async (t) => {
  const fails = {};
  const { kept, storage } = await played(t, fails);
  fails.now = (method) => (/create|set/i.test(method) ? full() : null);
  await kept.createMatchIfAbsent('c', { initialState: state(0), metadata: { players: {} } });
  await kept.compareAndSetState('c', 0, state(1), ['first']);
  for (const method of ['compareAndSetState', 'setMetadata']) {
    fails.now = (name) => (name === method ? full() : null);
    for (let i = 0; i < 2; i += 1) {
      await kept.fetch('c', ALL);
      await quiet();
    }
  }
  fails.now = undefined;
  await kept.fetch('c', ALL);
  await until(async () => (await storage.fetch('c', ALL)).state?._stateID === 1);
  assert.deepEqual(await storage.fetch('c', ALL), { state: state(1), metadata: { players: {} }, log: ['first'], initialState: state(0) });
});

test('a match that another page has continued meanwhile is not overwritten', async (t) => {
  const fails = {};
  const { kept, storage } = await played(t, fails);
  fails.now = (method) => (/set/i.test(method) ? full() : null);
  await kept.compareAndSetState('a', 1, state(2), ['second']);
  fails.now = undefined;
  await storage.compareAndSetState('a', 1, { ...state(2), G: 'from another page' }, ['other']);
  for (let i = 0; i < 3; i += 1) {
    assert.deepEqual((await kept.fetch('a', ALL)).state, state(2));
    await quiet();
  }
  assert.equal((await storage.fetch('a', ALL)).state.G, 'from another page');
});

test('a match of a failing database continues from the last read state', async (t) => {
  const fails = {};
  const { kept, printed } = await played(t, fails);
  await kept.setMetadata('a', { players: { 0: { name: 'Ann' } } });
  await kept.wipe('b');
  fails.now = () => new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  const [one, two] = await Promise.all([kept.fetch('a', ALL), kept.fetch('a', ALL)]);
  assert.deepEqual(one, { state: state(1), metadata: { players: { 0: { name: 'Ann' } } }, log: ['first'], initialState: state(0) });
  assert.deepEqual(two, one);
  assert.equal(await kept.compareAndSetState('a', 1, state(2), ['second']), true);
  assert.deepEqual((await kept.fetch('a', ALL)).log, ['first', 'second']);
  assert.equal((await kept.fetch('b', ALL)).state, undefined);
  assert.deepEqual(await kept.listMatches(), ['a']);
  assert.equal(printed.length, 1);
});

for (const hasLocks of [true, false]) {
  test(`a host whose database a newer tab has upgraded lets that tab host, ${hasLocks ? 'with' : 'without'} locks`, async (t) => {
    silence(t);
    const world = browser({ hasLocks });
    const indexedDB = {
      open() {
        const request = { error: new DOMException('The requested version (2) is less than the existing version (3).', 'VersionError') };
        queueMicrotask(() => request.onerror());
        return request;
      },
    };
    const game = cards({ name: 'later' });
    const old = sit(Broadcast({}, { ...world.openTab(), indexedDB }), game, { playerID: '0' });
    await until(() => old.of('refused').length > 0);
    const later = sit(Broadcast({ storage: disk() }, world.openTab()), game, { playerID: '1' });
    t.after(() => [old, later].forEach(({ transport }) => transport.disconnect()));
    await until(() => old.state && later.state);
    move(old, 'play', 'ten');
    await until(() => later.state.G.table.join() === 'ten');
  });
}

test('errors of a match, as opposed to the storage, are thrown', async (t) => {
  const kept = withMemoryFallback({ type: () => 0, fetch() { throw new TypeError('no'); } }, 'never');
  const printed = printing(t);
  assert.throws(() => kept.fetch('match', ALL), TypeError);
  assert.deepEqual(printed, []);
});

for (const [how, look] of [['refuses to be looked at', () => { throw denied(); }], ['is none', () => undefined], ['is null', () => null]]) {
  test(`matches of Local go on in memory if localStorage ${how}`, (t) => {
    const printed = printing(t);
    withGlobal(t, 'localStorage', look);
    const game = counter();
    const client = Client({ game, playerID: '0', multiplayer: Local({ persist: true }) });
    t.after(() => client.dispose());
    client.start();
    client.moves.add();
    assert.equal(client.getState().G.n, 1);
    assert.equal(printed.length, 1, printed.join('\n'));
    assert.match(printed[0], /^rondel: Local\(\{ persist: true \}\): a match that localStorage does not keep ends with the page: ./);
  });
}

test('a match of Local without space goes on in memory, and is stored with the next move that fits', (t) => {
  const printed = printing(t);
  const room = withLocalStorage(t);
  const game = counter();
  const client = Client({ game, playerID: '0', multiplayer: Local({ persist: true }) });
  t.after(() => client.dispose());
  client.start();
  client.moves.add();
  const before = [...room.texts];
  room.quota = 0;
  client.moves.add();
  client.moves.add();
  assert.equal(client.getState().G.n, 3);
  assert.deepEqual(client.log.map(({ _stateID }) => _stateID), [0, 1, 2]);
  assert.deepEqual([...room.texts], before);
  assert.equal(printed.length, 1, printed.join('\n'));
  /** As after a reload of the page. */
  const reloaded = () => {
    const later = Client({ game: counter(), playerID: '0', multiplayer: Local({ persist: true }) });
    later.start();
    const { G: { n } } = later.getState();
    const log = later.log.map(({ _stateID }) => _stateID);
    later.dispose();
    return { n, log };
  };
  room.quota = Infinity;
  client.moves.add();
  assert.deepEqual(reloaded(), { n: 4, log: [0, 1, 2, 3] });
  room.quota = 0;
  client.moves.add();
  client.moves.add();
  assert.equal(printed.length, 2, printed.join('\n'));
});

test('a stored match of Local that fails one read is played on', (t) => {
  const printed = printing(t);
  const room = withLocalStorage(t);
  const open = () => {
    const client = Client({ game: counter(), playerID: '0', multiplayer: Local({ persist: true }) });
    t.after(() => client.dispose());
    client.start();
    return client;
  };
  open().moves.add();
  const { getItem } = room;
  const failOnce = () => {
    room.getItem = () => {
      room.getItem = getItem;
      throw null;
    };
  };
  failOnce();
  const second = open();
  assert.equal(second.getState().G.n, 1);
  second.moves.add();
  failOnce();
  second.moves.add();
  assert.equal(open().getState().G.n, 3);
  assert.equal(printed.length, 2, printed.join('\n'));
});

test('a match that does not fit completely is not stored at all', (t) => {
  silence(t);
  const room = withLocalStorage(t);
  const { setItem } = room;
  room.setItem = (key, text) => {
    if (key.endsWith('metadata')) throw full();
    setItem(key, text);
  };
  const open = () => {
    const client = Client({ game: counter(), playerID: '0', multiplayer: Local({ persist: true }) });
    t.after(() => client.dispose());
    client.start();
    client.moves.add();
    return client.getState().G.n;
  };
  assert.equal(open(), 1);
  room.setItem = setItem;
  assert.equal(open(), 1);
});

for (const [how, look] of [['refuses to be looked at', () => { throw denied(); }], ['is none', () => undefined], ['is null', () => null]]) {
  test(`a page has no matches to put away if localStorage ${how}`, (t) => {
    withGlobal(t, 'localStorage', look);
    const matches = localMatches({ game: counter() });
    assert.deepEqual([matches.listQuarantined(), matches.quarantine('default'), matches.restoreQuarantined('x')], [[], undefined, false]);
  });
}

for (const [why, indexedDB] of Object.entries(CLOSED)) {
  test(`a page has no matches to put away if the database ${why}`, async () => {
    const matches = broadcastMatches({ game: counter() }, { indexedDB });
    assert.deepEqual([await matches.listQuarantined(), await matches.quarantine('default'), await matches.restoreQuarantined('x')], [[], undefined, false]);
  });
}

for (const [why, error, expected] of [
  ['is another version\'s', new DOMException('The requested version (2) is less than the existing version (3).', 'VersionError'),
    { code: 'storage/version', message: 'broadcastMatches: a tab with later code has made the database its own: load this page again' }],
  ['has no space', full(),
    { code: 'storage/full', message: 'broadcastMatches: the browser has no room left for this page: delete something that it stores, and try again' }],
]) {
  test(`listing matches fails with a remedy if the database ${why}`, async () => {
    const open = () => {
      const request = { error };
      queueMicrotask(() => request.onerror());
      return request;
    };
    const isIt = (thrown) => thrown.name === 'RondelError' && thrown.code === expected.code && thrown.message === expected.message && thrown.cause !== undefined;
    await assert.rejects(broadcastMatches({ game: counter() }, { indexedDB: { open } }).listQuarantined(), isIt);
  });
}

test('listing matches fails if the database never opens', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const listed = broadcastMatches({ game: counter() }, { indexedDB: { open: () => ({}) } }).listQuarantined();
  t.mock.timers.tick(10_000);
  await assert.rejects(listed, { code: 'storage/open', message: 'broadcastMatches: the database does not open: close other tabs of this site, and try again' });
});

test('putting a match away fails if there is no space', (t) => {
  const storage = withLocalStorage(t);
  storage.setItem('bgio:blocked_state', 'broken');
  t.mock.method(storage, 'setItem', () => { throw full(); });
  assert.throws(() => localMatches({ game: counter() }).quarantine('default'), { code: 'storage/full', message: /^localMatches: the browser has no room left/ });
});
