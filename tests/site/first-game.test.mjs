// Slow: it needs a browser.
// The game of the first page: it loads the engine when a player approaches it, and a bot answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from './harness.mjs';

const open = site();
const discs = (page, owner) => page.locator(`#first-game [data-owner="${owner}"]`).count();

test('the engine is loaded when the player approaches the board, and not before', async (t) => {
  const page = await open(t, '');
  await page.waitForLoadState('networkidle');
  const isEngineThere = () => performance.getEntriesByType('resource').some(({ name, decodedBodySize }) => name.endsWith('.js') && decodedBodySize > 300_000);
  assert.equal(await page.evaluate(isEngineThere), false);
  await page.locator('#first-game [data-column="3"]').hover();
  await page.waitForFunction(isEngineThere);
});

test('a click that comes before the engine plays its column, and the bot answers', async (t) => {
  const page = await open(t, '');
  await page.locator('#first-game [data-column="3"]').click();
  await page.locator('#first-game [data-owner="1"]').first().waitFor();
  assert.deepEqual([await discs(page, '0'), await discs(page, '1')], [1, 1]);
  assert.match(await page.locator('[data-column="3"]').getAttribute('aria-label'), /^Column 4, from below: red/);
});

test('a match is played to its end with the keyboard, and another one begins', async (t) => {
  const page = await open(t, '');
  const status = page.locator('.four-status');
  await page.locator('#first-game [data-column="0"]').focus();
  for (let move = 0; move < 60 && !/you win|bot wins|draw/.test(await status.innerText()); move += 1) {
    const before = await discs(page, '0');
    await page.keyboard.press('Enter');
    await page.waitForFunction(([count]) => document.querySelectorAll('#first-game [data-owner="0"]').length > count || document.querySelectorAll(':focus [data-owner]').length === 6, [before]);
    await page.waitForFunction(() => !/searching/.test(document.querySelector('.four-status').textContent));
    await page.keyboard.press(move % 7 === 6 ? 'Shift+Tab' : 'Tab');
    if (!await page.locator('#first-game [data-column]:focus').count()) await page.locator('#first-game [data-column="0"]').focus();
  }
  assert.match(await status.innerText(), /you win|the bot wins|draw/);
  await page.getByRole('button', { name: 'New match' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#first-game [data-owner]').length === 0);
  assert.equal(await status.innerText(), 'You have the red discs. Choose a column.');
});
