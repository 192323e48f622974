// Matches against bots: to the end at each strength, with what a bot thinks drawn while it thinks, with and without workers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, assertFits, demo, picture, tabTo } from './harness.mjs';

const open = demo();
/** All strengths think so long, and act at once: these tests are of the page, not of strength or pace. */
const QUICK = '?seed=bots&iterations=60&minTime=0';

const section = (page) => page.locator('#bots');
const status = (page) => page.getByTestId('bots-status');
const column = (page, number) => section(page).locator(`[data-column="${number}"]`);
const discs = (page) => section(page).locator('.four-hole.is-taken').count();

async function openBots(t, address, options) {
  const page = await open(t, address, options);
  await column(page, 0).waitFor();
  return page;
}

async function choose(page, name) {
  await section(page).getByRole('radio', { name, exact: true }).check();
}

/** Waits until the player may move, or the match is over; whether they may. */
async function mayMove(page) {
  await status(page).getByText(/^(Your move|You win|A draw|\w+ wins)\.$/).waitFor();
  return (await status(page).innerText()).includes('Your move');
}

/** Presses what it finds first that may be pressed, until the match is over. */
async function playOn(page, selector) {
  for (let press = 0; await mayMove(page); press += 1) {
    assert.ok(press < 200, 'the match comes to an end');
    const target = section(page).locator('.targets [data-target]').first();
    if (await target.count() > 0) await target.click();
    else await section(page).locator(selector).first().click();
    if (await section(page).locator('.targets').count() === 0) await page.waitForTimeout(20);
  }
}

test('a match of connect four to its end', async (t) => {
  const page = await openBots(t, QUICK);
  await playOn(page, '.four-slot:not([aria-disabled])');
  assert.ok(await discs(page) >= 7);
  assert.equal(await section(page).locator('.four-slot:not([aria-disabled])').count(), 0);
});

test('a match of Showdown to its end', async (t) => {
  const page = await openBots(t, QUICK);
  await choose(page, 'Showdown');
  await playOn(page, '[data-acting] .hand button:not([aria-disabled]), [data-acting] .moves button:not([aria-disabled])');
  assert.match(await status(page).innerText(), /win/);
});

test('a bot of each strength moves, in both games', async (t) => {
  const page = await openBots(t, QUICK);
  for (const strength of ['Easy', 'Medium', 'Hard']) {
    await choose(page, strength);
    await column(page, 3).click();
    assert.equal(await mayMove(page), true);
    assert.equal(await discs(page), 2, strength);
  }
  await choose(page, 'Showdown');
  for (const strength of ['Easy', 'Medium', 'Hard']) {
    await choose(page, strength);
    await section(page).locator('[data-acting] .moves button:not([aria-disabled])').first().click();
    assert.equal(await mayMove(page), true);
  }
});

test('while a bot thinks, the tries and the value of each of its moves are drawn, and grow', async (t) => {
  const page = await openBots(t, '?seed=bots');
  await choose(page, '3 seconds');
  await column(page, 3).click();
  assert.equal(await status(page).innerText(), 'Blue thinks.');
  const count = section(page).locator('[data-iterations]');
  await section(page).getByText('Blue thinks', { exact: true }).waitFor();
  const first = Number(await count.getAttribute('data-iterations'));
  await page.waitForFunction((before) => Number(document.querySelector('[data-iterations]').dataset.iterations) > before, first);
  assert.equal(await section(page).locator('.four-thought .thought').count(), 7);
  assert.equal(await section(page).locator('.thoughts-row').count(), 7);
  assert.equal(await mayMove(page), true);
  await section(page).getByText('Blue has thought').waitFor();
  assert.equal(await discs(page), 2);
  await picture(page, 'bots-four', { fullPage: true });
});

test('a page without workers plays as well', async (t) => {
  const page = await openBots(t, QUICK);
  await page.addInitScript(() => { delete globalThis.Worker; });
  await page.reload();
  await column(page, 3).click();
  assert.equal(await mayMove(page), true);
  assert.equal(await discs(page), 2);
});

test('hands are closed unless they are opened, and a bot says what it would do in the player’s place', async (t) => {
  const page = await openBots(t, QUICK);
  await choose(page, 'Showdown');
  const hand = (seat) => section(page).locator(`[data-seat="${seat}"] .hand`);
  await hand(1).waitFor();
  assert.equal(await hand(1).locator('.card-back').count(), 4);
  assert.equal(await hand(0).locator('.card-face').count(), 6);
  await section(page).getByLabel('All hands open').check();
  await hand(1).locator('.card-face').first().waitFor();
  assert.equal(await hand(1).locator('.card-back').count(), 0);
  await section(page).getByRole('button', { name: 'What would a bot do?' }).click();
  await section(page).getByText('In your place, a bot would do the first of these').waitFor();
  assert.ok(await section(page).locator('[data-seat="0"] .thought').count() > 0);
  await picture(page, 'bots-showdown', { fullPage: true });
});

test('the player may be the second one, and plays by keyboard, on a phone', async (t) => {
  const page = await openBots(t, QUICK, { viewport: PHONE, colorScheme: 'dark' });
  await section(page).getByLabel('You are').selectOption('Blue');
  assert.equal(await mayMove(page), true);
  assert.equal(await discs(page), 1);
  await tabTo(page, '[data-column="2"]');
  await page.keyboard.press('Enter');
  assert.equal(await mayMove(page), true);
  assert.equal(await discs(page), 3);
  await assertFits(page);
  await choose(page, 'Showdown');
  await section(page).locator('.fighter').first().waitFor();
  await assertFits(page);
  await picture(page, 'bots-phone', { fullPage: true });
});
