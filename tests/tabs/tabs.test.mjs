// Broadcast in Chromium: tabs that are closed, crash or are left, a SharedWorker that hosts, and matches in IndexedDB.
import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { game } from './game.mjs';
import { pageOf } from './site.mjs';

const opened = pageOf('page.mjs', 'worker.mjs');

/** A browser of its own; returns a function that opens tabs. At the end of `t` no tab may have printed more than `expected`. */
async function window(t, expected = []) {
  const context = await opened.browser.newContext();
  const complaints = [];
  t.after(async () => {
    await context.close();
    assert.equal(complaints.length, expected.length, complaints.join());
    for (const [i, pattern] of expected.entries()) assert.match(complaints[i], pattern);
  });
  return async function open(playerID, options) {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(`console: ${message.text()}`); });
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.stack}`));
    await page.goto(opened.site.url);
    if (playerID === undefined) return page;
    await page.evaluate(([playerID, options]) => globalThis.join(playerID, options), [playerID, options]);
    await page.waitForFunction(() => globalThis.client.getState());
    return page;
  };
}

const add = (page, thing) => page.evaluate((thing) => globalThis.client.moves.add(thing).confirmed, thing);
const shows = (page, list) => page.waitForFunction((list) => globalThis.client.getState().G.list.join() === list, list.join());
const statuses = (page) => page.evaluate(() => globalThis.statuses);

async function crash(page) {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
}

for (const hasLocks of [true, false]) {
  for (const [how, end] of [['is closed', (page) => page.close()], ['crashes', crash]]) {
    test(`when the tab that hosts ${how}, another goes on, ${hasLocks ? 'with' : 'without'} locks`, async (t) => {
      const open = await window(t);
      const host = await open('0', { hasLocks });
      const one = await open('1', { hasLocks });
      const two = await open('0', { hasLocks });
      assert.deepEqual(await add(host, 'a'), { status: 'confirmed' });
      await shows(one, ['a']);
      assert.deepEqual(await add(one, 'b'), { status: 'confirmed' });
      // The host goes before it has answered.
      const pending = add(one, 'c');
      await end(host);
      assert.deepEqual(await pending, { status: 'confirmed' });
      assert.deepEqual(await add(two, 'd'), { status: 'confirmed' });
      for (const page of [one, two]) await shows(page, ['a', 'b', 'c', 'd']);
      const told = await statuses(one);
      // Without locks two tabs may begin to host at once, on a machine that is busy: one of them gives way.
      if (hasLocks) assert.deepEqual(told, [true, false, true]);
      else assert.deepEqual([...told.slice(0, 2), told.at(-1)], [true, false, true]);
    });
  }
}

test('a match outlives all tabs', async (t) => {
  const open = await window(t);
  const first = await open('0');
  await add(first, 'a');
  await first.close();
  const second = await open('1');
  await shows(second, ['a']);
  assert.equal(await second.evaluate(() => globalThis.client.log.length), 1);
});

test('a SharedWorker hosts for tabs that come and go', async (t) => {
  const open = await window(t);
  const idle = await open();
  await idle.evaluate(() => { globalThis.worker = new SharedWorker('worker.js'); });
  const [one, two] = [await open('0', { host: false, channel: 'worker' }), await open('1', { host: false, channel: 'worker' })];
  await add(one, 'a');
  await one.close();
  await add(two, 'b');
  await shows(two, ['a', 'b']);
  assert.deepEqual(await statuses(two), [true]);
});

/** Waits until player 1 is connected, or no longer, as the page sees it. */
const isThere = (page, isConnected) => page.waitForFunction((isConnected) => {
  return Boolean(globalThis.client.matchData?.[1].isConnected) === isConnected;
}, isConnected);

test('a tab that is left for another page is disconnected', async (t) => {
  const open = await window(t);
  const [one, two] = [await open('0'), await open('1')];
  await isThere(one, true);
  await two.goto('about:blank');
  await isThere(one, false);
});

test('a page that the browser keeps while it is left connects again when it is shown', async (t) => {
  const open = await window(t);
  const [one, two] = [await open('0'), await open('1')];
  const turn = (page, type) => page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
  await isThere(one, true);
  await turn(two, 'pagehide');
  await isThere(one, false);
  await add(one, 'a');
  await turn(two, 'pageshow');
  await shows(two, ['a']);
  await isThere(one, true);
  assert.deepEqual(await statuses(two), [true, false, true]);
  // It was its tab that hosted: the other one does now.
  await turn(one, 'pagehide');
  assert.deepEqual(await add(two, 'b'), { status: 'confirmed' });
});

test('a match that cannot be read stays where it is, and goes on when it can be', async (t) => {
  const open = await window(t, [/rondel: match default:.*expected/, /the match was refused/]);
  const first = await open('0');
  await add(first, 'a');
  const change = (page, ctx) => page.evaluate(async ([name, ctx]) => {
    const database = await new Promise((done) => { indexedDB.open(name).onsuccess = ({ target }) => done(target.result); });
    const states = database.transaction('state', 'readwrite').objectStore('state');
    const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
    const state = await asked(states.get('default'));
    await asked(states.put({ ...state, ctx: ctx ?? null }, 'default'));
    database.close();
    return state.ctx;
  }, [`rondel matches ${game.name ?? 'default'}`, ctx]);
  const ctx = await change(first, null);
  await first.close();
  const second = await open();
  const refused = second.waitForEvent('console', { predicate: (message) => message.text().includes('the match was refused') });
  await second.evaluate(() => globalThis.join('0'));
  await refused;
  await change(second, ctx);
  await second.close();
  const third = await open('0');
  await shows(third, ['a']);
  await add(third, 'b');
  await shows(third, ['a', 'b']);
});

for (const [what, options] of [['Broadcast', {}], ['Local', { isLocal: true }]]) {
  test(`a frame that may store nothing plays in memory, by ${what}`, async (t) => {
    const page = await (await window(t))();
    const warned = page.waitForEvent('console', { predicate: (message) => message.text().includes('does not keep') });
    // As portals embed games: what is in the frame has no origin.
    await page.evaluate(() => {
      document.body.innerHTML = '<iframe sandbox="allow-scripts" src="/"></iframe>';
    });
    await until(async () => await page.frames()[1]?.evaluate(() => typeof globalThis.join === 'function').catch(() => false));
    const frame = page.frames()[1];
    assert.equal(await frame.evaluate(() => globalThis.origin), 'null');
    await frame.evaluate(([options]) => globalThis.join('0', options), [options]);
    await frame.waitForFunction(() => globalThis.client.getState());
    assert.deepEqual(await add(frame, 'a'), { status: 'confirmed' });
    await shows(frame, ['a']);
    assert.match((await warned).text(), /ends with the (tab that hosts it|page): ./);
  });
}

test('a match that the database keeps no longer goes on in memory, with all that it has kept', async (t) => {
  const open = await window(t);
  const [one, two] = [await open('0'), await open('1')];
  await add(one, 'a');
  const warned = one.waitForEvent('console', { predicate: (message) => message.text().includes('does not keep') });
  // As it does where there is no room: it ends what is being written.
  await one.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function end(...args) {
      queueMicrotask(() => this.transaction.abort());
      return put.apply(this, args);
    };
  });
  assert.deepEqual(await add(two, 'b'), { status: 'confirmed' });
  assert.match((await warned).text(), /IndexedDB does not keep ends with the tab that hosts it: ./);
  await add(one, 'c');
  for (const page of [one, two]) await shows(page, ['a', 'b', 'c']);
  assert.equal(await two.evaluate(() => globalThis.client.log.length), 3);
});

test('IndexedDB writes nothing over what another tab has written meanwhile', async (t) => {
  const page = await (await window(t))();
  const seen = await page.evaluate(async () => {
    const [one, two] = ['test', 'test'].map((name) => new globalThis.IndexedDBStorage(name));
    const all = { state: true, metadata: true, log: true, initialState: true };
    const state = (_stateID, _revision) => ({ G: { n: _stateID }, _stateID, _revision });
    const players = (...names) => ({ players: names.map((name) => ({ name })) });
    const begin = (G) => ({ initialState: { G, _stateID: 0 }, metadata: players() });
    const seen = {};
    seen.begun = await Promise.all([one.createMatchIfAbsent('a', begin('one')), two.createMatchIfAbsent('a', begin('two'))]);
    seen.first = (await two.fetch('a', { state: true })).state.G;
    seen.states = await Promise.all([
      one.compareAndSetState('a', 0, state(0, 1), [], 0),
      two.compareAndSetState('a', 0, state(1, 1), ['never'], 0),
      two.compareAndSetState('a', 0, state(1, 2), ['first'], 1),
      one.compareAndSetState('a', 0, state(1, 2), ['never'], 1),
    ]);
    seen.metadata = await Promise.all([
      one.compareAndSetMetadata('a', players(), players('Ann')),
      two.compareAndSetMetadata('a', players(), players('Bob')),
      two.compareAndSetMetadata('a', players('Ann'), players('Ann', 'Bob')),
      two.compareAndSetMetadata('none', players(), players('Bob')),
    ]);
    seen.all = await one.fetch('a', all);
    await one.createMatch('b', begin('b'));
    seen.id = await two.quarantine('a');
    seen.gone = await one.fetch('a', all);
    seen.others = await one.listMatches();
    seen.again = await one.createMatchIfAbsent('a', begin('anew'));
    const database = await new Promise((done) => { indexedDB.open('test').onsuccess = ({ target }) => done(target.result); });
    seen.aside = await new Promise((done) => {
      database.transaction('unreadable').objectStore('unreadable').getAll().onsuccess = ({ target }) => done(target.result);
    });
    database.close();
    seen.listed = (await one.listQuarantined()).map(({ id, matchID }) => [id, matchID]);
    seen.back = [await one.restoreQuarantined(seen.id)];
    await one.wipe('a');
    seen.back.push(await one.restoreQuarantined(seen.id), await two.restoreQuarantined(seen.id));
    seen.restored = await two.fetch('a', all);
    for (const kept of seen.aside) delete kept.quarantinedAt;
    return seen;
  });
  const last = { state: { G: { n: 1 }, _stateID: 1, _revision: 2 }, metadata: { players: [{ name: 'Ann' }, { name: 'Bob' }] }, log: ['first'] };
  assert.deepEqual(seen, {
    begun: [true, false],
    first: 'one',
    states: [true, false, true, false],
    metadata: [true, false, true, false],
    all: { ...last, initialState: { G: 'one', _stateID: 0 } },
    gone: { state: undefined, metadata: undefined, log: [], initialState: undefined },
    others: ['b'],
    again: true,
    id: '1',
    aside: [{ matchID: 'a', ...last, initial: { G: 'one', _stateID: 0 } }],
    listed: [['1', 'a']],
    back: [false, true, false],
    restored: { ...last, initialState: { G: 'one', _stateID: 0 } },
  });
});

test('IndexedDB keeps matches as a storage has to', async (t) => {
  const page = await (await window(t))();
  const seen = await page.evaluate(async () => {
    const one = new globalThis.IndexedDBStorage('test');
    const two = new globalThis.IndexedDBStorage('test');
    const all = { state: true, metadata: true, log: true, initialState: true };
    const state = (_stateID) => ({ G: { n: _stateID }, _stateID });
    const metadata = (gameName, updatedAt, gameover) => ({ gameName, updatedAt, gameover, players: {} });
    await one.connect();
    const seen = { type: one.type(), none: await one.fetch('a', all) };
    await one.createMatch('a', { initialState: state(0), metadata: metadata('list', 10) });
    await one.createMatch('b', { initialState: state(0), metadata: metadata('list', 20, 'won') });
    await one.createMatch('c', { initialState: state(0), metadata: metadata('other', 30) });
    await one.setState('a', state(1), ['first']);
    await two.setState('a', state(2), ['second', 'third']);
    await two.setState('b', state(1), ['elsewhere']);
    await one.setState('a', state(3));
    seen.swaps = await Promise.all([
      one.compareAndSetState('a', 3, state(4), ['fourth']),
      two.compareAndSetState('a', 3, state(4), ['never']),
      two.compareAndSetState('none', 0, state(1), ['never']),
    ]);
    await two.setMetadata('a', metadata('list', 15));
    seen.all = await one.fetch('a', all);
    seen.part = await two.fetch('a', { state: true });
    seen.lists = await Promise.all([
      undefined, { gameName: 'list' }, { where: { isGameover: true } }, { where: { isGameover: false } },
      { where: { updatedAfter: 15 } }, { gameName: 'list', where: { updatedBefore: 20 } },
    ].map((options) => one.listMatches(options)));
    await two.wipe('a');
    seen.wiped = await one.fetch('a', all);
    seen.kept = (await one.fetch('b', all)).log;
    one.close();
    seen.reopened = await one.listMatches();
    seen.refused = await one.setState('b', { G: () => {} }).then(() => 'stored', (error) => error.name);
    seen.still = (await two.fetch('b', { state: true })).state;
    return seen;
  });
  assert.deepEqual(seen, {
    type: 1,
    none: { state: undefined, metadata: undefined, log: [], initialState: undefined },
    swaps: [true, false, false],
    all: {
      state: { G: { n: 4 }, _stateID: 4 },
      metadata: { gameName: 'list', updatedAt: 15, gameover: undefined, players: {} },
      log: ['first', 'second', 'third', 'fourth'],
      initialState: { G: { n: 0 }, _stateID: 0 },
    },
    part: { state: { G: { n: 4 }, _stateID: 4 } },
    lists: [['a', 'b', 'c'], ['a', 'b'], ['b'], ['a', 'c'], ['b', 'c'], ['a']],
    wiped: { state: undefined, metadata: undefined, log: [], initialState: undefined },
    kept: ['elsewhere'],
    reopened: ['b', 'c'],
    refused: 'DataCloneError',
    still: { G: { n: 1 }, _stateID: 1 },
  });
});

test('IndexedDB passes the checks of storages, for two tabs at once', async (t) => {
  const page = await (await window(t))();
  const { lacking } = await page.evaluate(() => {
    return globalThis.checkStorage(() => new globalThis.IndexedDBStorage('checks'), { shared: true });
  });
  assert.deepEqual(lacking, ['fetchLogSince', 'listPage', 'listIdle', 'fetchDue', 'fetchStorageID', 'renewLease', 'fetchLeases', 'endLease']);
});
