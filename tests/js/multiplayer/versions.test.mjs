// Pages of two versions of a game: at a master in the page, over a bad network, and in tabs of one browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';
import { after, before, TOO_NEW } from '../support/versions.mjs';
import { browser } from './browsers.mjs';

const REFUSED = { type: 'match/refused', message: TOO_NEW, payload: { match: 2, server: 1 } };
const DIFFERS = { type: 'match/version', message: 'this page has version 2 of the game; the server has version 1', payload: { client: 2, server: 1 } };

/** A page's client, which is disposed after the test. */
function sit(t, game, multiplayer, playerID = '0') {
  const client = Client({ game, playerID, matchID: 'm', quiet: true, multiplayer });
  t.after(() => client.dispose());
  client.start();
  return client;
}

test('a page that reloads with newer rules continues its stored match, and a page with older rules leaves it alone', async (t) => {
  silence(t);
  withLocalStorage(t);
  const first = sit(t, before, Local({ persist: true }));
  first.moves.drink(3);
  first.dispose();
  const second = sit(t, after, Local({ persist: true }));
  assert.deepEqual([second.getState().G.cellar, second.getState().lastError], [{ bottles: 7 }, null]);
  second.moves.drink(1);
  assert.deepEqual(second.getState().G.cellar, { bottles: 6 });
  second.dispose();
  // A page from a cache.
  const third = sit(t, { ...before }, Local({ persist: true }));
  await until(() => third.moves.drink().error.type === 'match/refused');
  assert.deepEqual([third.getState(), third.moves.drink().error], [null, REFUSED]);
  third.dispose();
  assert.deepEqual(sit(t, { ...after }, Local({ persist: true })).getState().G.cellar, { bottles: 6 });
});

test('over a network with delays, losses and duplicates, actions from before a migration are made once after it', async (t) => {
  silence(t);
  withLocalStorage(t);
  // Has its own name: a page stores its matches again if its storage was cleared.
  const [older, newer] = [before, after].map((game) => ({ ...game, name: 'cellar-over-a-network' }));
  const line = network({ latency: 50, jitter: 40, loss: 0.2, duplicate: 0.2, seed: 7 });
  const client = sit(t, older, Local({ persist: true, network: line }));
  await line.run(60_000);
  const made = [client.moves.drink(1), client.moves.drink(2)];
  await line.run(60_000);
  assert.deepEqual(made.map(({ status }) => status), ['confirmed', 'confirmed']);
  const young = sit(t, newer, Local({ persist: true, network: line }), '1');
  await line.run(60_000);
  const later = [young.moves.drink(1), young.moves.drink(1)];
  await line.run(60_000);
  assert.deepEqual(later.map(({ status }) => status), ['confirmed', 'confirmed']);
  // The older page, which contains its master, learns it from its next request.
  const late = client.moves.drink(1);
  await line.run(60_000);
  assert.deepEqual([late.error, client.getState().pending, client.getState().lastError], [null, 1, REFUSED]);
  assert.equal(young.getState().G.cellar.bottles, 5);
});

for (const hasLocks of [true, false]) {
  const how = hasLocks ? 'by locks' : 'in a roll call';

  /** Opens tabs in one browser, one after the other, over one storage; `tab(game, options)` returns its client. */
  const tabsOf = (t) => {
    silence(t);
    const [world, storage] = [browser({ hasLocks }), new InMemory()];
    return async (game, options = {}, isThere = (client) => client.getState()) => {
      const client = sit(t, game, Broadcast({ storage, ...options }, world.openTab()), options.playerID);
      await until(() => isThere(client));
      return client;
    };
  };

  test(`a hosting tab with older rules plays with a newer one, which does not predict (${how})`, async (t) => {
    const tab = tabsOf(t);
    const old = await tab(before);
    const young = await tab(after);
    assert.deepEqual([young.getState().G.bottles, young.getState().lastError], [10, DIFFERS]);
    const drunk = young.moves.drink(1);
    assert.equal(drunk.status, 'sent');
    await until(() => old.getState().G.bottles === 9 && drunk.status === 'confirmed');
    old.dispose();
    await until(() => young.getState().G.cellar?.bottles === 9);
    assert.equal(young.getState().lastError, null);
    assert.equal(young.moves.drink(1).status, 'predicted');
    await until(() => young.getState().pending === 0);
  });

  test(`a tab with older rules that becomes the host of a newer one's match lets the newer one host (${how})`, async (t) => {
    const tab = tabsOf(t);
    const young = await tab(after);
    await young.moves.drink(1).confirmed;
    const old = await tab(before);
    const older = await tab({ ...before }, { playerID: '1' });
    assert.deepEqual([old.getState().G.cellar, older.getState().lastError?.type], [{ bottles: 9 }, 'match/version']);
    young.dispose();
    // There is no other one now.
    await until(() => old.getState().lastError?.type === 'match/refused' && older.getState().lastError?.type === 'match/refused');
    assert.deepEqual(old.getState().lastError, REFUSED);
    const another = await tab({ ...after });
    assert.deepEqual([another.getState().G.cellar, another.getState().lastError], [{ bottles: 9 }, null]);
    await until(() => old.getState().lastError?.type === 'match/version' && older.getState().lastError?.type === 'match/version');
    const drunk = old.moves.drink(1);
    await until(() => another.getState().G.cellar.bottles === 8 && drunk.status === 'confirmed');
  });

  test(`without a host of the newer rules, tabs of the older ones report it and do not change the match (${how})`, async (t) => {
    const tab = tabsOf(t);
    const young = await tab(after);
    await young.moves.drink(1).confirmed;
    const old = await tab(before);
    young.dispose();
    await until(() => old.getState().lastError?.type === 'match/refused');
    const guest = await tab({ ...after }, { host: false }, (client) => client.moves.drink().error?.type === 'match/refused');
    assert.deepEqual(guest.moves.drink().error, REFUSED);
    assert.equal(guest.getState(), null);
  });
}
