// Broadcast: tabs of one browser, one of which hosts the master. tests/tabs runs it in Chromium.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, hostBroadcast } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { slowStorage } from '../support/slow-storage.mjs';
import { nextTask, quiet, until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { cards, disk, move, sit } from './transports.mjs';

/** Opens tabs with a client each, one after the other, in one new browser. */
async function openTabs(t, count, { world = browser(), game = cards, options = {}, seats = ['0', '1', null] } = {}) {
  const storage = disk();
  const tabs = [];
  for (let n = 0; n < count; n++) {
    const environment = world.openTab();
    const tab = sit(Broadcast({ storage, ...options }, environment), game(), { playerID: seats[n % seats.length] });
    tab.kill = () => environment.kill();
    tab.environment = environment;
    t.after(() => tab.transport.disconnect());
    await until(() => tab.state);
    tabs.push(tab);
  }
  return Object.assign(tabs, { storage, world });
}

for (const hasLocks of [true, false]) {
  const how = hasLocks ? 'by locks' : 'in a roll call';

  test(`tabs play with each other; the host is elected ${how}`, async (t) => {
    const tabs = await openTabs(t, 3, { world: browser({ hasLocks }) });
    move(tabs[0], 'play', 'ten');
    await until(() => tabs.every(({ state }) => state.G.table.length === 1));
    move(tabs[1], 'play', 'nine');
    await until(() => tabs.every(({ state }) => state.G.table.length === 2));
    for (const { statuses } of tabs) assert.deepEqual(statuses, [true]);
  });

  for (const [end, how] of [['closes', (tab) => tab.transport.disconnect()], ['dies silently', (tab) => tab.kill()]]) {
    test(`when the host ${end}, another tab goes on, ${hasLocks ? 'with' : 'without'} locks`, async (t) => {
      const [host, ...others] = await openTabs(t, 3, { world: browser({ hasLocks }) });
      move(host, 'play', 'ten');
      await until(() => others.every(({ state }) => state.G.table.length === 1));
      how(host);
      await until(() => others.every(({ statuses }) => statuses.length === 3));
      for (const { statuses } of others) assert.deepEqual(statuses, [true, false, true]);
      move(others[0], 'play', 'nine');
      await until(() => others.every(({ state }) => state.G.table.join() === 'ten,nine'));
    });
  }
}

test('a frozen host is replaced, and comes back as one of the others', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [host, one, two] = await openTabs(t, 3);
  host.environment.freeze();
  move(one, 'play', 'lost');
  for (let i = 0; i < 4; i++) {
    t.mock.timers.tick(1000);
    await nextTask();
  }
  await until(() => [one, two].every(({ statuses }) => statuses.length === 3));
  move(one, 'play', 'ten');
  await until(() => two.state.G.table.length === 1);
  host.environment.thaw();
  await until(() => host.statuses.length === 3);
  for (const { statuses } of [host, one, two]) assert.deepEqual(statuses, [true, false, true]);
  move(host, 'play', 'nine');
  await until(() => two.state.G.table.join() === 'ten,nine');
  two.transport.disconnect();
  one.transport.disconnect();
  // It has requested the lock again.
  await until(() => host.statuses.length === 5);
});

test('a frozen host is replaced, without locks', async (t) => {
  const [host, one, two] = await openTabs(t, 3, { world: browser({ hasLocks: false }) });
  host.environment.freeze();
  await until(() => [one, two].every(({ statuses }) => statuses.length === 3));
  move(one, 'play', 'ten');
  await until(() => two.state.G.table.length === 1);
});

test('tabs that start at once agree on one host', async (t) => {
  for (const hasLocks of [true, false]) {
    const world = browser({ hasLocks });
    const storage = disk();
    const tabs = ['0', '1', '0', '1', null].map((playerID) => {
      return sit(Broadcast({ storage }, world.openTab()), cards(), { playerID });
    });
    t.after(() => tabs.forEach(({ transport }) => transport.disconnect()));
    await until(() => tabs.every(({ state }) => state));
    for (const [n, tab] of tabs.slice(0, 4).entries()) {
      move(tab, 'play', n);
      await until(() => tabs.every(({ state }) => state.G.table.length === n + 1));
    }
    for (const { statuses } of tabs) assert.deepEqual(statuses, [true]);
  }
});

test('each tab gets its own view, and a sync goes to the tab that asked', async (t) => {
  const tabs = await openTabs(t, 3, { seats: ['0', '0', '1'] });
  tabs[1].transport.requestSync();
  await until(() => tabs[1].of('sync').length === 2);
  assert.equal(tabs[0].of('sync').length, 1);
  move(tabs[0], 'draw', 'queen');
  await until(() => tabs.every(({ state }) => state._stateID === 1));
  assert.deepEqual(tabs[1].state.G.hands, { 0: ['ace', 'queen'] });
  assert.deepEqual(tabs[2].state.G.hands, { 1: ['king'] });
});

test('a player is connected until their last tab closes or dies', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const tabs = await openTabs(t, 4, { seats: ['0', '1', '1', '1'] });
  const isThere = () => tabs[0].of('matchData').at(-1).args[1].map(({ isConnected }) => Boolean(isConnected));
  await until(() => tabs[0].of('matchData').length > 0 && isThere()[1]);
  tabs[1].transport.disconnect();
  tabs[2].kill();
  tabs[3].kill();
  assert.deepEqual(isThere(), [true, true]);
  // Two roll calls: the living tabs answer the first.
  for (let call = 0; call < 2; call++) {
    t.mock.timers.tick(10_000);
    for (let i = 0; i < 10; i++) await nextTask();
  }
  await until(() => !isThere()[1]);
  assert.deepEqual(isThere(), [true, false]);
  assert.deepEqual(tabs[0].statuses, [true]);
});

test('the player in the host\'s tab is disconnected when it closes or dies', async (t) => {
  for (const end of [(tab) => tab.transport.disconnect(), (tab) => tab.kill()]) {
    const tabs = await openTabs(t, 3, { seats: ['0', '1', null] });
    const isThere = (tab) => playersAt(tab)?.map(({ isConnected }) => Boolean(isConnected)).join();
    await until(() => isThere(tabs[0]) === 'true,true');
    end(tabs[0]);
    for (const tab of tabs.slice(1)) await until(() => tab.statuses.length === 3 && isThere(tab) === 'false,true');
  }
});

/** The connected players, as a tab has received them last. */
function playersAt({ data }) {
  const { type, args } = data.findLast((message) => message.type === 'matchData' || message.type === 'sync') ?? {};
  return type === 'sync' ? args[1].filteredMetadata : args?.[1];
}

test('a player who left while a host was stopped is absent when it hosts again', async (t) => {
  const [shared, world] = [new InMemory(), browser()];
  const [one, two] = ['0', '1'].map((playerID) => {
    const storage = slowStorage(shared, { compares: true });
    const tab = sit(Broadcast({ storage }, world.openTab()), cards(), { playerID });
    t.after(() => tab.transport.disconnect());
    return tab;
  });
  const isThere = (tab) => tab.of('matchData').at(-1)?.args[1].map(({ isConnected }) => Boolean(isConnected)).join();
  await until(() => isThere(one) === 'true,true');
  one.transport.disconnect();
  await until(() => isThere(two) === 'false,true');
  one.transport.connect();
  await until(() => isThere(two) === 'true,true');
  two.transport.updatePlayerID(null);
  await until(() => isThere(one) === 'true,false');
  const told = one.of('matchData').length;
  two.transport.disconnect();
  await until(() => one.of('matchData').length > told);
  assert.equal(isThere(one), 'true,false');
});

test('a player whose connection was pending when a host stopped is absent when it hosts again', async (t) => {
  const storage = disk();
  const { fetch } = storage;
  const { openTab } = browser();
  const game = cards();
  const host = () => hostBroadcast({ game, storage }, openTab());
  const open = (playerID) => {
    const tab = sit(Broadcast({ storage, host: false }, openTab()), game, { playerID });
    t.after(() => tab.transport.disconnect());
    return tab;
  };
  const first = host();
  const waiting = [];
  storage.fetch = (...args) => new Promise((done) => { waiting.push(() => done(fetch(...args))); });
  const late = ['1', '1'].map(open);
  await until(() => waiting.length > 0);
  late.forEach(({ transport }) => transport.disconnect());
  first.close();
  storage.fetch = fetch;
  waiting.forEach((goOn) => goOn());
  await quiet();
  const second = host();
  t.after(() => second.close());
  const other = open('0');
  await until(() => other.of('matchData').length > 0);
  await quiet();
  assert.deepEqual(other.of('matchData').at(-1).args[1].map(({ isConnected }) => Boolean(isConnected)), [true, false]);
});

test('a tab that the host has dropped reconnects when it wakes', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [host, sleeper] = await openTabs(t, 2);
  const channels = sleeper.environment.BroadcastChannel.prototype;
  const { postMessage } = channels;
  channels.postMessage = () => {};
  for (let call = 0; call < 2; call++) {
    t.mock.timers.tick(10_000);
    for (let i = 0; i < 10; i++) await nextTask();
  }
  channels.postMessage = postMessage;
  move(host, 'play', 'ten');
  move(sleeper, 'play', 'unheard');
  await until(() => sleeper.statuses.length === 3);
  assert.deepEqual(sleeper.statuses, [true, false, true]);
  await until(() => sleeper.state.G.table.length === 1);
});

for (const how of ['the next roll call', 'being looked at']) {
  test(`a thawed tab requests its missed messages at ${how}, and nothing if it missed none`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    if (how === 'being looked at') Object.assign(globalThis, { document });
    t.after(() => { delete globalThis.document; });
    const [host, sleeper] = await openTabs(t, 2);
    sleeper.environment.freeze();
    move(host, 'play', 'ten');
    await until(() => host.state.G.table.length === 1);
    await quiet();
    sleeper.environment.thaw();
    await quiet();
    assert.equal(sleeper.state.G.table.length, 0);
    if (globalThis.document) document.dispatchEvent(new Event('visibilitychange'));
    else t.mock.timers.tick(10_000);
    await until(() => sleeper.state.G.table.length === 1);
    for (let call = 0; call < 3; call += 1) {
      await quiet();
      t.mock.timers.tick(10_000);
    }
    await quiet();
    const [syncs, statuses] = [sleeper.of('sync').length, sleeper.statuses];
    for (let call = 0; call < 3; call += 1) {
      t.mock.timers.tick(10_000);
      await quiet();
    }
    assert.deepEqual([sleeper.of('sync').length, statuses], [syncs, [true]]);
  });
}

test('tabs of another channel or another game do not meet', async (t) => {
  const world = browser();
  const [one] = await openTabs(t, 1, { world });
  const [two] = await openTabs(t, 1, { world, options: { channel: 'elsewhere' } });
  const [three] = await openTabs(t, 1, { world, game: () => cards({ name: 'other' }) });
  move(one, 'play', 'ten');
  await until(() => one.state.G.table.length === 1);
  assert.deepEqual([two.state.G.table, three.state.G.table], [[], []]);
});

test('a dedicated host serves tabs that never host', async (t) => {
  const world = browser();
  const storage = disk();
  const game = cards();
  const tabs = ['0', '1'].map((playerID) => sit(Broadcast({ host: false }, world.openTab()), game, { playerID }));
  t.after(() => tabs.forEach(({ transport }) => transport.disconnect()));
  const worker = hostBroadcast({ game, storage }, world.openTab());
  await until(() => tabs.every(({ state }) => state));
  move(tabs[0], 'play', 'ten');
  await until(() => tabs[1].state.G.table.length === 1);
  worker.close();
  await until(() => tabs.every(({ transport }) => !transport.isConnected));
  const next = hostBroadcast({ game, storage }, world.openTab());
  t.after(() => next.close());
  await until(() => tabs.every(({ transport }) => transport.isConnected));
  move(tabs[1], 'play', 'nine');
  await until(() => tabs[0].state.G.table.join() === 'ten,nine');
});

test('foreign messages on the channel change nothing', async (t) => {
  const tabs = await openTabs(t, 2);
  const stranger = new (tabs.world.openTab().BroadcastChannel)('rondel matches default');
  let host;
  stranger.onmessage = ({ data }) => { host ??= JSON.parse(data).host; };
  tabs[1].transport.requestSync();
  await until(() => host);
  const noise = [
    undefined, null, 7, 'text', '{', '[]', '"x"', 'null', {}, [], new Map(),
    ...[
      { from: 7, type: 'sync', args: [] }, { from: 'x' }, { from: 'x', type: 'sync' }, { from: 'x', type: 'update', args: 'all' },
      { from: 'x', type: '__proto__', args: [] }, { from: 'x', type: 'sync', args: [] }, { from: 'x', type: 'update', args: [] },
      { from: 'x', type: 'update', args: [null, 0, 'default', '0'] }, { from: 'x', type: 'chat', args: [] }, { from: 'x', type: 'bye' },
      { from: 'x', type: 'sync', args: [{}, [], 1, -5] }, { from: 'x', type: 'update', args: [{ payload: {} }, {}, {}, {}] },
      { host: 7, type: 'data' }, { host, type: 'data' }, { host, type: 'data', text: 7 }, { host, type: 'data', text: '{' },
      { host, type: 'data', text: '[1]' }, { host, type: 'data', text: '{"type":"sync"}' }, { host, to: 'x', type: 'gone' },
      { from: 'x', type: 'later', args: ['default', '0'] }, { host, type: 'data', text: '{"type":"later","args":["default",{}]}' },
      { host, type: 'nonsense' }, { host, type: 'data', text: 'null' },
    ].map((message) => JSON.stringify(message)),
  ];
  for (const message of noise) stranger.postMessage(message);
  for (let i = 0; i < 20; i++) await nextTask();
  move(tabs[0], 'play', 'ten');
  await until(() => tabs.every(({ state }) => state.G.table.length === 1));
  for (const { statuses } of tabs) assert.deepEqual(statuses, [true]);
  stranger.close();
});

test('updateMatchID and updatePlayerID change the seat', async (t) => {
  const [one, two] = await openTabs(t, 2);
  two.transport.updateMatchID('other');
  await until(() => two.of('sync').length === 2);
  move(one, 'play', 'ten');
  await until(() => one.state.G.table.length === 1);
  two.transport.updatePlayerID('0');
  await until(() => two.state.G.hands[0]);
  assert.deepEqual(two.state.G.table, []);
  two.transport.updateCredentials('secret');
  await until(() => two.of('sync').length === 4);
});

test('a chat message reaches the other tabs', async (t) => {
  const [one, two] = await openTabs(t, 2);
  const message = { id: 'x1', sender: '0', payload: 'hello' };
  one.transport.sendChatMessage('default', message);
  await until(() => two.of('chat').length === 1);
  assert.deepEqual(two.of('chat')[0].args, ['default', message]);
});

test('after disconnect no message arrives, and connecting again works', async (t) => {
  const [one, two] = await openTabs(t, 2);
  two.transport.disconnect();
  const { length } = two.data;
  two.transport.requestSync();
  move(two, 'play', 'lost');
  move(one, 'play', 'ten');
  await until(() => one.state.G.table.length === 1);
  assert.equal(two.data.length, length);
  two.transport.connect();
  await until(() => two.state.G.table.length === 1);
  assert.deepEqual(two.statuses, [true, false, true]);
});

test("Broadcast works over Node's own channels, without locks", async (t) => {
  const storage = disk();
  const multiplayer = Broadcast({ storage, channel: `test ${process.pid}` }, { BroadcastChannel: globalThis.BroadcastChannel });
  const tabs = [];
  for (const playerID of ['0', '1']) {
    const tab = sit(multiplayer, cards(), { playerID });
    t.after(() => tab.transport.disconnect());
    await until(() => tab.state);
    tabs.push(tab);
  }
  const [host, other] = tabs;
  move(host, 'play', 'ten');
  await until(() => other.state.G.table.length === 1);
  host.transport.disconnect();
  await until(() => other.statuses.length === 3);
  move(other, 'play', 'nine');
  await until(() => other.state.G.table.length === 2);
});

test('a host drops messages with more arguments than a call can take', async (t) => {
  const { openTab } = browser();
  const environment = openTab();
  const hosted = hostBroadcast({ game: cards(), storage: disk() }, environment);
  t.after(() => hosted.close());
  await nextTask();
  const stranger = new (openTab().BroadcastChannel)('rondel matches default');
  const answers = [];
  stranger.onmessage = ({ data }) => answers.push(JSON.parse(data));
  const args = Array(1_000_000).fill(0);
  for (const type of ['sync', 'update']) stranger.postMessage(JSON.stringify({ from: 'stranger', type, args }));
  stranger.postMessage(JSON.stringify({ from: 'stranger', type: 'sync', args: ['match', '0'] }));
  await until(() => answers.some(({ to, text }) => to === 'stranger' && text?.includes('ace')));
});

test('a tab receives a long log in pages until it is complete', async (t) => {
  const world = browser();
  const storage = disk();
  const game = { name: 'long', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  const open = (playerID) => {
    const client = Client({ game, playerID, quiet: true, multiplayer: Broadcast({ storage }, world.openTab()) });
    t.after(() => client.stop());
    client.start();
    return client;
  };
  const host = open('0');
  await until(() => host.getState());
  for (let i = 0; i < 60; i += 1) await host.moves.add('x'.repeat(10_000)).confirmed;
  const tab = open(null);
  const lengths = new Set();
  tab.subscribe((state) => state && lengths.add(state.log.length));
  await until(() => tab.isLogComplete);
  assert.ok(lengths.size > 2, `${[...lengths]}`);
  assert.deepEqual(tab.log, host.log);
  assert.equal(tab.log.length, 60);
});
