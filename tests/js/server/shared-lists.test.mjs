// Lists of matches that many ask for at once: those who ask for the same share one, and whatever else there is to do is done in
// between.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { Lists } from '../../../pkg-server/lib/lobby-list.js';
import { serve } from './serve.mjs';

const LIMITS = { setupDataBytes: 0, setupDataValues: 0, playerDataBytes: 0, listed: 100, listBytes: 10_000_000 };
const wanted = { gameName: 'nim', where: {} };
const show = async ({ matchID, metadata }) => ({ matchID, ...metadata });
const namesIn = (text) => JSON.parse(text).matches.map(({ matchID }) => matchID);

/** A storage with so many matches, and in which turn of the event loop each piece of a list was read. */
function stocked(t, count, more = {}) {
  const db = new InMemory();
  for (let i = 0; i < count; i += 1) db.setMetadata(`m${i}`, { gameName: 'nim', unlisted: false, players: {}, createdAt: i, updatedAt: i, ...more });
  const reads = [];
  let turn = 0;
  let immediate = setImmediate(function next() {
    turn += 1;
    immediate = setImmediate(next);
  });
  t.after(() => clearImmediate(immediate));
  const { listPage } = db;
  db.listPage = (options) => {
    reads.push(turn);
    return listPage.call(db, options);
  };
  return { db, reads };
}

test('those who ask for the same at once are given the same', async (t) => {
  const { db, reads } = stocked(t, 3);
  const lists = new Lists(db, LIMITS);
  const pages = await Promise.all(Array.from({ length: 10 }, () => lists.page(wanted, show)));
  assert.equal(reads.length, 1);
  for (const page of pages) assert.deepEqual(namesIn(page), ['m2', 'm1', 'm0']);
  const others = [{ limit: 2 }, { where: { isGameover: true } }, { gameName: 'chess' }, { after: { matchID: 'm1', createdAt: 1 } }];
  const answers = await Promise.all(others.map((other) => lists.page({ ...wanted, ...other }, show)));
  assert.deepEqual(answers.map(namesIn), [['m2', 'm1'], [], [], ['m0']]);
});

test('a client is sent what has been stored until it asked, also while the same is being read for others', async (t) => {
  const { db } = stocked(t, 1);
  const { listPage } = db;
  const held = [];
  db.listPage = (options) => {
    const found = listPage.call(db, options);
    return new Promise((resolve) => { held.push(() => resolve(found)); });
  };
  const lists = new Lists(db, LIMITS);
  const first = lists.page(wanted, show);
  while (held.length === 0) await new Promise(setImmediate);
  db.setMetadata('new', { ...db.metadata.get('m0'), createdAt: 5 });
  const second = lists.page(wanted, show);
  const third = lists.page(wanted, show);
  held.shift()();
  assert.deepEqual(namesIn(await first), ['m0']);
  while (held.length === 0) await new Promise(setImmediate);
  held.shift()();
  assert.deepEqual([namesIn(await second), namesIn(await third)], [['new', 'm0'], ['new', 'm0']]);
  assert.equal(held.length, 0);
});

test('a storage that fails fails those who have asked until then', async (t) => {
  const { db } = stocked(t, 1);
  const { listPage } = db;
  db.listPage = () => { throw new Error('away'); };
  const lists = new Lists(db, LIMITS);
  for (const page of [lists.page(wanted, show), lists.page(wanted, show)]) await assert.rejects(page, /away/);
  db.listPage = listPage;
  assert.deepEqual(namesIn(await lists.page(wanted, show)), ['m0']);
});

test('one piece of one list is made in each turn of the event loop', async (t) => {
  const { db, reads } = stocked(t, 100, { setupData: 'x'.repeat(20_000) });
  const lists = new Lists(db, LIMITS);
  const pages = await Promise.all([10, 20, 100].map((limit) => lists.page({ ...wanted, limit }, show)));
  assert.deepEqual(pages.map((page) => namesIn(page).length), [10, 20, 100]);
  assert.ok(reads.length >= 20, `${reads.length}`);
  assert.equal(new Set(reads).size, reads.length);
});

test('few lists are made at once, whatever they are asked for, and each address has its turn', async (t) => {
  const { db } = stocked(t, 100, { setupData: 'x'.repeat(20_000) });
  const { listPage } = db;
  let [begun, ended, most] = [0, 0, 0];
  db.listPage = (options) => {
    if (!options.after) begun += 1;
    most = Math.max(most, begun - ended);
    return listPage.call(db, options);
  };
  const lists = new Lists(db, LIMITS);
  const order = [];
  const ask = (address, updatedAfter) => lists.page({ gameName: 'nim', where: { updatedAfter }, address }, show).then(() => {
    ended += 1;
    order.push(address);
  });
  const greedy = Array.from({ length: 100 }, (_, i) => ask('greedy', -i));
  assert.throws(() => ask('greedy', -100), { status: 503, message: 'Too many requests for lists: try again later' });
  await ask('modest', -1000);
  assert.ok(order.length < 15, `${order.length}`);
  await Promise.all(greedy);
  // One that has been made is not handed over yet.
  assert.ok(most <= 5, `${most} at once`);
  await ask('greedy', -101);
});

test('an address that has asked for many lists waits for the next, while others do not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { db } = stocked(t, 1);
  const lists = new Lists(db, LIMITS);
  const ask = (address, updatedAfter) => lists.page({ gameName: 'nim', where: { updatedAfter }, address }, show);
  for (let i = 0; i < 100; i += 1) await ask('greedy', -i);
  let made = 0;
  const waiting = Array.from({ length: 100 }, (_, i) => ask('greedy', -100 - i).then(() => { made += 1; }));
  for (let i = 0; i < 20; i += 1) await ask('modest', -200 - i);
  assert.ok(made < 100, `${made}`);
  t.mock.timers.tick(10_000);
  await Promise.all(waiting);
});

test('a list is sent as JSON', async (t) => {
  const { url } = await serve(t, { games: [{ name: 'nim' }] });
  const response = await fetch(`${url}/games/nim`);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(await response.text(), '{"matches":[]}');
});
