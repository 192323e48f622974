// A match between two tabs of one browser: the page opens the second one, and either may be closed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, assertFits, demo, picture } from './harness.mjs';

const open = demo();
const NAMES = ['Ada', 'Ben'];

const cell = (page, at) => page.locator(`#tabs [data-at="${at}"]`);
const picked = (page, at, who) => page.locator(`#tabs [data-at="${at}"][data-picker="${who}"]:not([data-open])`).waitFor();

async function openTab(page, who) {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: `Open ${NAMES[who]}’s tab` }).click()]);
  await cell(tab, 0).waitFor();
  return tab;
}

async function pick(page, at, who, ...others) {
  await cell(page, at).click();
  for (const one of [page, ...others]) await picked(one, at, who);
}

for (const isFirst of [true, false]) {
  test(`when the ${isFirst ? 'first' : 'second'} tab is closed the other continues, and a new one returns to the match`, async (t) => {
    const ada = await open(t, '');
    const ben = await openTab(ada, 1);
    await ada.getByText('Ben is here.').waitFor();
    await pick(ada, 2, 0, ben);
    await pick(ben, 5, 1, ada);
    const [closed, open_, who] = isFirst ? [ada, ben, 0] : [ben, ada, 1];
    await closed.close();
    await open_.getByText(`${NAMES[who]} is not here.`).waitFor();
    await pick(open_, 7, 1 - who);
    const again = await openTab(open_, who);
    for (const [at, seat] of [[2, 0], [5, 1], [7, 1 - who]]) await picked(again, at, seat);
    await pick(again, 8, who, open_);
  });
}

test('a tab that is reloaded continues its match, even if it was the only one', async (t) => {
  const ada = await open(t, '');
  const ben = await openTab(ada, 1);
  await pick(ada, 2, 0, ben);
  await ben.close();
  await ada.reload();
  await picked(ada, 2, 0);
  await pick(ada, 3, 0);
});

test('two tabs play to the end, and leave', async (t) => {
  const ada = await open(t, '');
  const ben = await openTab(ada, 1);
  for (let at = 0; at < 16; at++) await pick(at % 2 ? ben : ada, at, at % 2);
  for (const page of [ada, ben]) await page.locator('#tabs').getByText(/^Ada \d+, Ben \d+: .* win/).waitFor();
  await ben.getByRole('link', { name: 'Leave this match' }).click();
  await ben.locator('#tabs .phone').waitFor({ state: 'detached' });
  assert.equal(new URL(ben.url()).search, '');
});

test('a page without a second tab stores nothing and sends no messages', async (t) => {
  const page = await open(t, '');
  assert.equal(await page.locator('#tabs .phone').count(), 0);
  assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
});

test('the tabs fit on a phone', async (t) => {
  const ada = await open(t, '', { viewport: PHONE });
  const ben = await openTab(ada, 1);
  await pick(ben, 5, 1, ada);
  for (const page of [ada, ben]) await assertFits(page);
  await picture(ben, 'tabs-phone');
});
