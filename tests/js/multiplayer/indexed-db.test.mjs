// IndexedDB's connections, simulated. tests/tabs checks the stored values in Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { IndexedDB } from '../../../pkg/lib/online/storage/indexed-db.js';

/** A database that answers nothing; each opening creates another connection. */
function factory() {
  const connections = [];
  return {
    connections,
    open() {
      const request = { result: connect() };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  };

  function connect() {
    const connection = { isClosed: false, close() { connection.isClosed = true; }, transaction };
    connections.push(connection);
    return connection;

    function transaction() {
      if (connection.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
      const done = { objectStore: () => ({ get: () => ({}) }) };
      queueMicrotask(() => done.oncomplete());
      return done;
    }
  }
}

for (const event of ['onclose', 'onversionchange']) {
  test(`a database that the browser closes is reopened (${event})`, async () => {
    const databases = factory();
    const storage = new IndexedDB('matches', databases);
    assert.deepEqual(await storage.fetch('match', { state: true }), {});
    const [first] = databases.connections;
    first.isClosed ||= event === 'onclose';
    first[event]?.();
    assert.deepEqual(await storage.fetch('match', { state: true }), {});
    assert.equal(databases.connections.length, 2);
  });
}

test('a database that the browser has closed silently is reopened', async () => {
  const databases = factory();
  const storage = new IndexedDB('matches', databases);
  await storage.fetch('match', { state: true });
  databases.connections[0].isClosed = true;
  assert.deepEqual(await storage.fetch('match', { state: true }), {});
  assert.equal(databases.connections.length, 2);
});

test('a transaction that the browser drops silently when it closes the database is repeated', async () => {
  const databases = factory();
  const storage = new IndexedDB('matches', databases);
  await storage.fetch('match', { state: true });
  const [first] = databases.connections;
  first.transaction = () => ({ objectStore: () => ({ get: () => ({}) }) });
  const fetched = storage.fetch('match', { state: true });
  await new Promise((done) => setTimeout(done));
  first.isClosed = true;
  first.onclose();
  assert.deepEqual(await fetched, {});
  assert.equal(databases.connections.length, 2);
});

test('a failed write is an error, and none of it is stored', async () => {
  let isAborted = false;
  const put = (value) => { if (typeof value === 'function') throw new DOMException('it cannot be cloned', 'DataCloneError'); };
  const database = {
    transaction() {
      const transaction = {
        objectStore: () => ({ put }),
        abort: () => queueMicrotask(() => {
          isAborted = true;
          transaction.onabort();
        }),
      };
      return transaction;
    },
  };
  const open = () => {
    const request = { result: database };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  await assert.rejects(new IndexedDB('matches', { open }).createMatch('m', { initialState: {}, metadata: () => {} }), { name: 'DataCloneError' });
  assert.ok(isAborted);
});

test('a database that another tab has open in an older version is reported', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => {});
  const { open } = factory();
  let request;
  const storage = new IndexedDB('matches', {
    open() {
      request = open();
      return request;
    },
  });
  const fetched = storage.fetch('match', { state: true });
  request.onblocked();
  assert.match(mock.calls[0].arguments[0], /^rondel: the database 'matches' waits until all tabs/);
  assert.deepEqual(await fetched, {});
});
