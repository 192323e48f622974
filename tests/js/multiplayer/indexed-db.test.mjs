// IndexedDB where a browser has none: its life. What is stored, tests/tabs has in Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { IndexedDB } from '../../../pkg/lib/online/storage/indexed-db.js';

/** A database that answers nothing; each opening makes another connection. */
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
  test(`a database that the browser closes is opened again (${event})`, async () => {
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
