// Slow: it needs a browser.
// Effects of browsers on stored data: no space, and data that are cleared while a match is played. Matches continue.
import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { pageOf } from './site.mjs';

/** Number of bytes that a page may store at this point. */
const NO_ROOM = 1;

const opened = pageOf('page.mjs');

/** Tabs of a separate browser; `cdp` is the browser's own protocol, `warned` are the warnings of the tabs. */
async function window(t) {
  const context = await opened.browser.newContext();
  t.after(() => context.close());
  const warned = [];
  const thrown = [];
  const open = async (options) => {
    const page = await context.newPage();
    page.on('console', (message) => { if (message.text().startsWith('rondel:')) warned.push(message.text()); });
    page.on('pageerror', (error) => thrown.push(error.stack));
    await page.goto(opened.site.url);
    await page.evaluate(([playerID, options]) => globalThis.join(playerID, options), options);
    await page.waitForFunction(() => globalThis.client.getState());
    return page;
  };
  const first = await open(['0', {}]);
  await first.evaluate(() => globalThis.client.dispose());
  const cdp = await context.newCDPSession(first);
  return { open, cdp, warned, thrown, origin: new URL(opened.site.url).origin };
}

const add = (page, thing) => page.evaluate((thing) => globalThis.client.moves.add(thing).confirmed, thing);
const shows = (page, list) => page.waitForFunction((list) => globalThis.client.getState()?.G.list.join() === list, list.join());

test('tabs play on without space for a database', async (t) => {
  const { open, cdp, warned, thrown, origin } = await window(t);
  const [one, two] = [await open(['0', { channel: 'full' }]), await open(['1', { channel: 'full' }])];
  const made = [];
  const play = async (page, other) => {
    made.push(String(made.length));
    assert.deepEqual(await add(page, made.at(-1)), { status: 'confirmed' });
    await shows(other, made);
  };
  await play(one, two);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: NO_ROOM });
  const isLost = (text) => text.startsWith('rondel: Broadcast: a match that IndexedDB does not keep ends with the tab that hosts it');
  // Chromium assumes for some seconds that the previous space is available.
  await until(async () => {
    await play(one, two);
    return warned.some(isLost);
  });
  await play(two, one);
  await play(one, two);
  assert.equal(warned.filter(isLost).length, 1, warned.join());
  assert.deepEqual(thrown, []);
});

test('a page plays on when localStorage has no space left', async (t) => {
  const { open, warned, thrown } = await window(t);
  const page = await open(['0', { isLocal: true }]);
  await add(page, 'a');
  await page.evaluate(() => {
    let size = 5_000_000;
    while (size > 0) {
      try {
        localStorage.setItem(`full ${size} ${localStorage.length}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  assert.deepEqual(await add(page, 'b'), { status: 'confirmed' });
  await shows(page, ['a', 'b']);
  assert.equal(warned.filter((text) => text.includes('a match that localStorage does not keep ends with the page')).length, 1, warned.join());
  assert.deepEqual(thrown, []);
});

test('a page plays on after the user clears its match in localStorage, and the match is stored again', async (t) => {
  const { open, cdp, thrown, origin } = await window(t);
  const page = await open(['0', { isLocal: true }]);
  await add(page, 'a');
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  // The page's process learns of it a moment later.
  await page.waitForFunction(() => globalThis.localStorage.length === 0);
  assert.deepEqual(await add(page, 'b'), { status: 'confirmed' });
  await shows(page, ['a', 'b']);
  const later = await open(['0', { isLocal: true }]);
  await shows(later, ['a', 'b']);
  assert.equal(await later.evaluate(() => globalThis.client.log.length), 2);
  assert.deepEqual(thrown, []);
});

/** Runs in a page: returns an open connection to the existing database, or `null`. Creates none. */
const OPEN = `async () => {
  const [database] = await indexedDB.databases();
  return database && new Promise((done) => {
    const request = indexedDB.open(database.name);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  });
}`;

/** Resolves once the browser has closed the database of a page, as it does to clear it. */
async function watchClosing(page) {
  // The page keeps the connection: a collected one would fire no event.
  await page.evaluate(`(${OPEN})().then((database) => {
    globalThis.watched = database;
    globalThis.closed = new Promise((done) => { database.onclose = () => done(); });
  })`);
  return () => page.evaluate(() => globalThis.closed);
}

/** The lists of the matches in the database. A browser that closes the database meanwhile fires no event for the request: then there are none. */
const storedLists = (page) => page.evaluate(`(${OPEN})().then((database) => database && new Promise((done) => {
  database.onclose = () => done([]);
  const transaction = database.transaction('state');
  transaction.onabort = () => done([]);
  const states = transaction.objectStore('state').getAll();
  states.onsuccess = () => done(states.result.map(({ G }) => G.list.join()));
}).finally(() => database.close()))`);

const CLEARED = {
  async 'the user clears'(page, { cdp, origin, isUnderWay }) {
    const closed = await watchClosing(page);
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    // Chromium clears a moment later. A move in progress creates the database again.
    if (!isUnderWay) await closed();
  },
  'a page deletes': (page) => page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((done, failed) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed });
      });
    }
  }),
};

for (const [how, clear] of Object.entries(CLEARED)) {
  for (const isUnderWay of [true, false]) {
    const when = isUnderWay ? ' while a move is under way' : '';
    test(`tabs whose database ${how}${when} play on${isUnderWay ? '' : ', and the match is stored again'}`, { timeout: 120_000 }, async (t) => {
      const { open, cdp, thrown, origin } = await window(t);
      const [one, two] = [await open(['0', { channel: 'cleared' }]), await open(['1', { channel: 'cleared' }])];
      await add(one, 'a');
      await shows(two, ['a']);
      const moved = isUnderWay ? ['b', 'c', 'd'].map((thing) => add(two, thing)) : [];
      await clear(one, { cdp, origin, isUnderWay });
      for (const outcome of [...await Promise.all(moved), await add(one, 'e'), await add(two, 'f')]) assert.deepEqual(outcome, { status: 'confirmed' });
      const list = ['a', ...isUnderWay ? ['b', 'c', 'd'] : [], 'e', 'f'];
      for (const page of [one, two]) await shows(page, list);
      assert.deepEqual(thrown, []);
      if (isUnderWay) return;
      // It is stored at its next use, which takes a moment, and a browser may still be clearing.
      await until(async () => {
        for (let look = 0; look < 20; look += 1) if ((await storedLists(one))?.includes(list.join())) return true;
        list.push(String(list.length));
        await add(one, list.at(-1));
        return false;
      });
      for (const page of [one, two]) await page.close();
      const later = await open(['0', { channel: 'cleared' }]);
      await shows(later, list);
      assert.equal(await later.evaluate(() => globalThis.client.log.length), list.length);
    });
  }
}
