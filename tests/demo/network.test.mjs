// Matches over the network, on a page of the example server: browsers that share only links.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Sqlite } from 'rondel-server';
import { makeServer } from '../../examples/server/server.js';
import { PHONE, assertFits, demo, picture } from './harness.mjs';

const open = demo(startExample);
const openWithoutServer = demo();

async function startExample() {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-demo-'));
  // All browsers of the tests have the same address.
  const server = makeServer({ LOG_LEVEL: 'silent' }, { db: new Sqlite(join(folder, 'matches.db')), limits: { address: { requests: Infinity } } });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${running.appServer.address().port}/`;
  return { url, close: () => server.kill(running).then(() => rm(folder, { recursive: true, force: true })) };
}

const network = (page) => page.locator('#network');
const cell = (page, at) => network(page).locator(`[data-at="${at}"]`);
const picked = (page, at, who) => network(page).locator(`[data-at="${at}"][data-picker="${who}"]:not([data-open])`).waitFor();
const says = (page, text) => network(page).getByText(text).waitFor();
const person = (page, seat) => network(page).locator(`[data-player="${seat}"]`);
const linkFor = async (page, seat) => new URL(await network(page).locator(`[data-link="${seat}"]`).getAttribute('href')).hash;

/** Begins a match on its own page. */
async function begin(t, { game, name, ...options }) {
  const page = await open(t, '#network', options);
  await page.locator('#network-game').selectOption(game);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Begin a match' }).click();
  await says(page, `${name} (you)`);
  return page;
}

/** Takes the seat of a link, in its own browser. */
async function accept(t, link, { name, ...options }) {
  const page = await open(t, link, options);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Take the seat' }).click();
  await says(page, `${name} (you)`);
  return page;
}

async function pick(at, who, [page, ...others]) {
  await cell(page, at).click();
  for (const one of [page, ...others]) await picked(one, at, who);
}

test('two browsers play a match to its end, one reloads in between, and a third one watches', async (t) => {
  const ada = await begin(t, { game: 'orchard', name: 'Ada' });
  await says(ada, 'Free seat');
  const ben = await accept(t, await linkFor(ada, 1), { name: 'Ben' });
  await person(ada, 1).getByText('is here').waitFor();
  const watcher = await open(t, await linkFor(ada, 'watch'));
  for (const at of [0, 1, 2, 3]) await pick(at, at % 2, at % 2 ? [ben, ada, watcher] : [ada, ben, watcher]);

  await ben.reload();
  for (const at of [0, 1, 2, 3]) await picked(ben, at, at % 2);
  await cell(watcher, 4).click();
  await says(watcher, /^Refused/);
  assert.equal(await network(watcher).getByText('Your secret').count(), 0);
  for (let at = 4; at < 16; at += 1) await pick(at, at % 2, at % 2 ? [ben, ada, watcher] : [ada, ben, watcher]);
  for (const page of [ada, ben, watcher]) await says(page, /^Ada \d+, Ben \d+: .* win/);
  await network(ada).evaluate((place) => place.scrollIntoView());
  await picture(ada, 'network-desktop');
});

test('a player who closes their page is away, and here again after reopening it', async (t) => {
  const ada = await begin(t, { game: 'orchard', name: 'Ada' });
  const link = await linkFor(ada, 1);
  const ben = await accept(t, link, { name: 'Ben' });
  await person(ada, 1).getByText('is here').waitFor();
  const again = await ben.context().newPage();
  await ben.close();
  await person(ada, 1).getByText('is away').waitFor();
  await again.goto(new URL(link, ada.url()).href);
  await person(ada, 1).getByText('is here').waitFor();
});

test('no page has the cards of another player, and no address has credentials', async (t) => {
  const ada = await begin(t, { game: 'closed-hands', name: 'Ada' });
  const ben = await accept(t, await linkFor(ada, 1), { name: 'Ben' });
  for (const [page, own, other] of [[ada, 0, 1], [ben, 1, 0]]) {
    const cards = (seat, kind) => network(page).locator(`[data-seat="${seat}"] .hand ${kind}`);
    await cards(own, 'button').nth(3).waitFor();
    assert.equal(await cards(other, 'button').count(), 0);
    assert.equal(await cards(other, '.card-back').count(), 4);
    const credentials = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('rondel-seat:'))[1]);
    assert.ok(credentials.length > 10);
    assert.ok(!page.url().includes(credentials));
  }
  const first = network(ada).locator('[data-seat="0"] [data-move="playCard"]').first();
  const played = await first.innerText();
  await first.click();
  await network(ben).locator('.played').getByText(played).waitFor();
  await network(ben).locator('[data-seat="1"] [data-move="discard"]').first().click();
  await network(ada).getByTestId('discarded').waitFor();
});

test('a card that is played flies to the table on all pages, except for players who want less motion', async (t) => {
  const moving = { reducedMotion: 'no-preference' };
  const ada = await begin(t, { game: 'closed-hands', name: 'Ada', ...moving });
  const ben = await accept(t, await linkFor(ada, 1), { name: 'Ben', ...moving });
  const calm = await open(t, await linkFor(ada, 'watch'));
  await network(calm).locator('.seat').first().waitFor();
  // An animation that has ended is in no list.
  for (const page of [ada, ben, calm]) await page.evaluate(noteFlights);
  await network(ada).locator('[data-seat="0"] [data-move="playCard"]').first().click();
  for (const page of [ada, ben, calm]) await network(page).locator('.played').waitFor();
  await network(ben).locator('[data-seat="1"] [data-move="discard"]').first().click();
  for (const page of [ada, ben, calm]) await network(page).getByTestId('discarded').waitFor();
  const flights = [];
  for (const page of [ada, ben, calm]) flights.push(await page.evaluate(() => globalThis.flights));
  assert.deepEqual(flights, [[450], [450], []]);
});

function noteFlights() {
  globalThis.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function noting(frames, options) {
    if (this.matches('.played')) globalThis.flights.push(options.duration);
    return animate.call(this, frames, options);
  };
}

test('a taken seat is not offered; a player who leaves gives theirs up', async (t) => {
  const ada = await begin(t, { game: 'orchard', name: 'Ada' });
  const link = await linkFor(ada, 1);
  const ben = await accept(t, link, { name: 'Ben' });
  const late = await open(t, link);
  await says(late, 'Ben has this seat of Orchard.');
  assert.equal(await late.getByRole('button', { name: 'Take the seat' }).count(), 0);
  await ben.getByRole('button', { name: 'Leave the match' }).click();
  await ben.getByRole('button', { name: 'Begin a match' }).waitFor();
  await person(ada, 1).getByText('Free seat').waitFor();
  await late.reload();
  await late.getByRole('button', { name: 'Take the seat' }).click();
  await person(ada, 1).getByText('Player 2').waitFor();
});

test('it fits on a phone', async (t) => {
  const ada = await begin(t, { game: 'closed-hands', name: 'Adalbert-Maximilian von Hohen', viewport: PHONE });
  const ben = await accept(t, await linkFor(ada, 1), { name: 'Ben', viewport: PHONE, colorScheme: 'dark' });
  for (const page of [ada, ben]) {
    await network(page).locator('.seat').first().waitFor();
    await assertFits(page);
  }
  await network(ben).evaluate((place) => place.scrollIntoView());
  await picture(ben, 'network-phone');
  await network(ada).getByRole('button', { name: 'Leave the match' }).click();
  await ada.getByRole('button', { name: 'Begin a match' }).waitFor();
  await assertFits(ada);
});

test('a page without such a server does not show the section', async (t) => {
  const page = await openWithoutServer(t, '#network');
  assert.equal(await network(page).isVisible(), false);
});
