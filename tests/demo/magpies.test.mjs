// Magpies, whose rules are in Rust: see examples/rust/magpies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, number, picture, refusal, seat, status } from './harness.mjs';

const open = demo();
const cards = (page, who) => seat(page, who).locator('.hand button');
const hand = async (page, who) => (await cards(page, who).allInnerTexts()).map(Number);
const play = async (page, who, card) => cards(page, who).getByText(String(card), { exact: true }).first().click();

/** Makes all seats bid: seat 0 its highest card, the others their lowest. */
async function bid(page) {
  for (const who of [0, 1, 2]) await play(page, who, (who === 0 ? Math.max : Math.min)(...await hand(page, who)));
}

test('all bid at once, face down, and the highest card takes the prize', async (t) => {
  const page = await open(t, '?seed=nest#magpies');
  await page.locator('.panel-source summary').click();
  await page.locator('.panel-source').getByText('impl Game for Magpies').waitFor();
  const prize = Number(await page.locator('.board-magpies .is-next').innerText());
  await play(page, 1, Math.min(...await hand(page, 1)));
  assert.deepEqual(await acting(page), ['0', '2']);
  assert.equal(await cards(page, 1).count(), 0, 'a waiting player has closed hands');
  assert.equal(await seat(page, 1).locator('.card-back').count(), 3);
  assert.equal(await page.locator('.board-magpies .played').count(), 0);
  await page.locator('[data-tool="undo"]').click();
  assert.deepEqual(await acting(page), ['0', '1', '2']);
  await bid(page);
  assert.equal(await page.locator('.board-magpies .played').count(), 3);
  assert.equal(await number(page, 'nest-0'), prize);
  assert.match(await ctx(page, 'phase'), /raids/);
  await picture(page, 'magpies-raids', { fullPage: true });
});

test('a raided player guards or gives up, and the raider continues', async (t) => {
  const page = await open(t, '?seed=nest#magpies');
  await bid(page);
  const prize = await number(page, 'nest-0');
  await seat(page, 0).locator('[data-move="forage"]').click();
  await play(page, 1, Math.min(...await hand(page, 1)));
  await seat(page, 2).locator('[data-raid="2"]').click({ force: true });
  assert.equal((await refusal(page)).why, 'There is nothing to take.');
  await play(page, 1, Math.min(...await hand(page, 1)));
  await seat(page, 0).locator('[data-raid="0"]').click();
  assert.equal(await status(page), 'Seat 0 may move, stage “raided”.');
  await seat(page, 0).locator('[data-move="giveUp"]').click();
  assert.equal(await number(page, 'nest-1'), prize);
  assert.deepEqual(await acting(page), ['1']);
});

test('a whole game on a phone', async (t) => {
  const page = await open(t, '?seed=nest#magpies', { viewport: PHONE, colorScheme: 'dark' });
  for (let round = 0; round < 30 && !(await status(page)).startsWith('The game is over'); round += 1) {
    for (const who of [0, 1, 2]) if (await cards(page, who).count() > 0) await cards(page, who).last().click();
    await assertFits(page);
    for (const who of [0, 1, 2]) {
      const forage = seat(page, who).locator('[data-move="forage"]');
      if (await forage.count() > 0) await forage.click();
    }
  }
  assert.match(await status(page), /^The game is over\. Seat \d( and Seat \d)* wins?\.$/);
  await picture(page, 'magpies-phone', { fullPage: true });
});
