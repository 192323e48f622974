// Pages that may store nothing: site data that the user blocks, frames of other sites, disks that are full, databases that break.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, Local, broadcastMatches, hostBroadcast, localMatches } from 'rondel/multiplayer';
import { keptIfPossible } from '../../../pkg/lib/online/kept-if-possible.js';
import { IndexedDB } from '../../../pkg/lib/online/storage/indexed-db.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { Unkept } from '../../../pkg/lib/online/storage/unkept.js';
import { printing, silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask, quiet, until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { cards, disk, move, sit } from './transports.mjs';

const denied = () => new DOMException('The request was denied.', 'SecurityError');
const full = () => new DOMException('There is no room left.', 'QuotaExceededError');

/** Databases that do not open, by how. */
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
    test(`tabs play with each other where locks ${how} and the database ${why}`, async (t) => {
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

test('who has ended before locks refuse does not ask around', async () => {
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

test('what a page plays goes on within it where there is no channel', async (t) => {
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

test('a page whose database refuses to be looked at plays', async (t) => {
  silence(t);
  withGlobal(t, 'indexedDB', () => { throw denied(); });
  const client = Client({ game: counter(), playerID: '0', multiplayer: Broadcast({ channel: `blocked ${process.pid}` }) });
  t.after(() => client.dispose());
  client.start();
  await until(() => client.getState());
  assert.equal((await client.moves.add().confirmed).status, 'confirmed');
});

/** A global that is looked at in another way until the test ends. */
function withGlobal(t, name, get) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, get });
  t.after(() => {
    delete globalThis[name];
    if (before) Object.defineProperty(globalThis, name, before);
  });
}

test('a database that never opens is given up, and closed if it opens after all', async (t) => {
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
  const kept = keptIfPossible(storage, 'lost');
  const fetched = kept.fetch('match', { state: true });
  t.mock.timers.tick(5000);
  assert.equal((await fetched).state, undefined);
  let isClosed = false;
  requests[0].result = { close() { isClosed = true; } };
  requests[0].onsuccess();
  assert.ok(isClosed);
  await kept.setState('match', { _stateID: 0 });
  assert.equal((await kept.fetch('match', { state: true })).state._stateID, 0);
  assert.equal(requests.length, 1);
});

test('a transaction that the browser ends is begun once more, in a database that is opened again', async () => {
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
  await assert.rejects(storage.setMetadata('match', {}), (error) => Unkept.is(error));
});

/** A storage whose `fails` says, by method and match, what the browser throws. */
function failing(fails) {
  const storage = new InMemory();
  return new Proxy(storage, {
    get(target, name) {
      const method = target[name];
      if (typeof method !== 'function' || name === 'type') return method;
      return async (...args) => {
        await nextTask();
        const cause = fails.now?.(name, args[0]);
        if (cause) throw new Unkept(cause);
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
  const kept = keptIfPossible(storage, 'Test: it is lost');
  for (const matchID of ['a', 'b']) {
    assert.equal(await kept.createMatchIfAbsent(matchID, { initialState: state(0), metadata: { players: {} } }), true);
    assert.equal(await kept.compareAndSetState(matchID, 0, state(1), ['first']), true);
  }
  return { kept, printed, storage };
}

test('a match for which there is no room goes on in memory, with all that is stored of it', async (t) => {
  const fails = {};
  const { kept, printed, storage } = await played(t, fails);
  fails.now = (method, matchID) => (/set/i.test(method) && matchID === 'a' ? full() : null);
  assert.equal(await kept.compareAndSetState('a', 1, state(2), ['second']), true);
  assert.equal(await kept.compareAndSetState('b', 1, state(2), ['second']), true);
  fails.now = undefined;
  assert.equal(await kept.compareAndSetState('a', 1, state(2), ['never']), false);
  for (const matchID of ['a', 'b']) {
    assert.deepEqual(await kept.fetch(matchID, ALL), { state: state(2), metadata: { players: {} }, log: ['first', 'second'], initialState: state(0) });
  }
  const stored = await Promise.all(['a', 'b'].map((matchID) => storage.fetch(matchID, ALL)));
  assert.deepEqual(stored.map(({ log }) => log), [['first'], ['first', 'second']]);
  assert.deepEqual((await kept.listMatches()).sort(), ['a', 'b']);
  assert.deepEqual(printed.filter((text) => text.startsWith('rondel')), ['rondel: Test: it is lost: There is no room left.']);
});

test('a match of a database that breaks goes on from what has been seen last', async (t) => {
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
  test(`a host whose database a tab with later code has made its own lets that one host, ${hasLocks ? 'with' : 'without'} locks`, async (t) => {
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

test('what is wrong with a match, and not with the storage, is thrown', async (t) => {
  const kept = keptIfPossible({ type: () => 0, fetch() { throw new TypeError('no'); } }, 'never');
  const printed = printing(t);
  assert.throws(() => kept.fetch('match', ALL), TypeError);
  assert.deepEqual(printed, []);
});

for (const [how, look] of [['refuses to be looked at', () => { throw denied(); }], ['is none', () => undefined], ['is null', () => null]]) {
  test(`matches of Local go on in memory where localStorage ${how}`, (t) => {
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

test('a match of Local for which there is no room goes on in memory, and the stored one stays as it is', (t) => {
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
  // As after loading the page.
  room.quota = Infinity;
  const later = Client({ game: counter(), playerID: '0', multiplayer: Local({ persist: true }) });
  t.after(() => later.dispose());
  later.start();
  assert.equal(later.getState().G.n, 1);
});

test('of a match for which there is not room enough, nothing is stored', (t) => {
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
  test(`a page has no matches to put away where localStorage ${how}`, (t) => {
    withGlobal(t, 'localStorage', look);
    const matches = localMatches({ game: counter() });
    assert.deepEqual([matches.listQuarantined(), matches.quarantine('default'), matches.restoreQuarantined('x')], [[], undefined, false]);
  });
}

for (const [why, indexedDB] of Object.entries(CLOSED)) {
  test(`a page has no matches to put away where the database ${why}`, async () => {
    const matches = broadcastMatches({ game: counter() }, { indexedDB });
    assert.deepEqual([await matches.listQuarantined(), await matches.quarantine('default'), await matches.restoreQuarantined('x')], [[], undefined, false]);
  });
}

for (const [why, error, expected] of [
  ['is another version\'s', new DOMException('The requested version (2) is less than the existing version (3).', 'VersionError'),
    { code: 'storage/version', message: 'broadcastMatches: a tab with later code has made the database its own: load this page again' }],
  ['has no room', full(),
    { code: 'storage/full', message: 'broadcastMatches: the browser has no room left for this page: delete something that it stores, and try again' }],
]) {
  test(`a page whose database ${why} hears so when it looks for matches, and what to do`, async () => {
    const open = () => {
      const request = { error };
      queueMicrotask(() => request.onerror());
      return request;
    };
    const isIt = (thrown) => thrown.name === 'RondelError' && thrown.code === expected.code && thrown.message === expected.message && thrown.cause !== undefined;
    await assert.rejects(broadcastMatches({ game: counter() }, { indexedDB: { open } }).listQuarantined(), isIt);
  });
}

test('a page whose database never opens hears so when it looks for matches', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const listed = broadcastMatches({ game: counter() }, { indexedDB: { open: () => ({}) } }).listQuarantined();
  t.mock.timers.tick(10_000);
  await assert.rejects(listed, { code: 'storage/open', message: 'broadcastMatches: the database does not open: close other tabs of this site, and try again' });
});

test('a page that has no room to put a match away hears so', (t) => {
  const storage = withLocalStorage(t);
  storage.setItem('bgio:blocked_state', 'broken');
  t.mock.method(storage, 'setItem', () => { throw full(); });
  assert.throws(() => localMatches({ game: counter() }).quarantine('default'), { code: 'storage/full', message: /^localMatches: the browser has no room left/ });
});
