// Connect four with chess clocks, on a page whose time the test decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, assertFits, demo, log, picture, status } from './harness.mjs';

const open = demo();
const drop = (page, column) => page.locator(`#table [data-column="${column}"]`).click();
const times = (page) => page.locator('#table [role="timer"]').allInnerTexts();
const announcement = (page) => page.locator('.board-blitz [role="status"]').innerText();

/** Opens the game on a page whose clock stands still. */
async function begin(t, options) {
  const page = await open(t, '#blitz', options);
  await page.clock.install();
  await page.reload();
  await page.locator('#bots-table > *').first().waitFor();
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now()) + 1000));
  return page;
}

test('the clocks wait for the first disc, and count down in turn', async (t) => {
  const page = await begin(t);
  await page.clock.runFor(5000);
  assert.deepEqual(await times(page), ['1:00', '1:00']);
  await drop(page, 3);
  await page.clock.runFor(10_000);
  assert.deepEqual(await times(page), ['1:02', '0:50']);
  await drop(page, 3);
  await page.clock.runFor(20_000);
  assert.deepEqual(await times(page), ['0:42', '0:52']);
  await picture(page, 'blitz');
});

test('ten seconds before the end a text is announced once, and without time a player loses', async (t) => {
  const page = await begin(t);
  await drop(page, 3);
  await page.clock.runFor(49_900);
  assert.equal(await announcement(page), '');
  await page.evaluate(() => {
    window.announced = [];
    const place = document.querySelector('.board-blitz [role="status"]');
    new MutationObserver(() => window.announced.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });
  });
  await page.clock.runFor(8000);
  assert.deepEqual((await times(page))[1], '0:02.1');
  await page.clock.runFor(3000);
  assert.equal(await status(page), 'The game is over. Red wins.');
  assert.deepEqual(await page.evaluate(() => window.announced), ['Blue has ten seconds left.', '']);
  assert.equal((await log(page))[0], 'TIMEOUT');
});

test('a reset starts the clocks again, and the game fits a phone', async (t) => {
  const page = await begin(t, { viewport: PHONE });
  await drop(page, 0);
  await page.clock.runFor(30_000);
  await page.locator('#table [data-tool="reset"]').click();
  await page.clock.runFor(5000);
  assert.deepEqual(await times(page), ['1:00', '1:00']);
  await assertFits(page);
});
