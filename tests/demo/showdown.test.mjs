// Seed document 000: reactive play, as a snowball fight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, inVain, log, picture, refusal, seat, status, tabTo } from './harness.mjs';
import { play, table } from './snowball-fight.mjs';

const open = demo();
const card = (page, who, kind) => seat(page, who).locator(`.hand [data-card="${kind}"]`).first();
const move = (page, who, name) => seat(page, who).locator(`.moves [data-move="${name}"]`);
const undo = (page) => page.locator('[data-tool="undo"]');
const redo = (page) => page.locator('[data-tool="redo"]');

/** All that can happen at the table. */
const EVERYTHING = [
  'SNOWBALL', 'missed', 'hit', 'FORT', 'fort held', 'fort failed', 'FLURRY', 'flurry answered', 'flurry hit', 'SLED', 'sled',
  'FACE_OFF', 'face-off answered', 'face-off came back', 'face-off lost', 'COCOA', 'held too many cards', 'discarded down', 'turn ended', 'out', 'out on own turn',
];

/** With this seed Juniper begins with two Face-offs, a Duck, a Supply sled and two Snowballs, and Marlow holds two Snowballs and two Ducks. */
const ONE = '?seed=one#showdown';

async function fire(page, who, kind, target) {
  await card(page, who, kind).click();
  await page.locator(`[data-target="${target}"]`).click();
}

test('000: four seats, every reaction, to the last one standing', async (t) => {
  const page = await open(t, '?seed=s75#showdown');
  const seen = await play(page);
  assert.deepEqual(EVERYTHING.filter((what) => !seen[what]), []);
  assert.equal(seen.out, 3);
  const { seats } = await table(page);
  const [winner] = seats.filter((place) => !place.out);
  assert.equal(await status(page), `The game is over. ${winner.name} wins.`);
  assert.equal(await ctx(page, 'gameover'), `{ winner: '${winner.id}' }`);
  assert.deepEqual(await acting(page), []);
  await picture(page, 'showdown-over', { fullPage: true });
});

test('000: three seats on a phone, every reaction, to the last one standing', async (t) => {
  const page = await open(t, '?seed=s61#showdown', { viewport: PHONE, colorScheme: 'dark' });
  await page.locator('#seats').selectOption('3');
  const seen = await play(page);
  assert.deepEqual(EVERYTHING.filter((what) => !seen[what]), []);
  assert.match(await status(page), /^The game is over\. \w+ wins\.$/);
  await assertFits(page);
  await picture(page, 'showdown-phone-over', { fullPage: true });
});

test('000: a Snowball asks its target alone, and a Duck gives the turn back', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'SNOWBALL', 1);
  assert.equal(await ctx(page, 'activePlayers'), "{ '1': 'dodge' }");
  assert.equal(await status(page), 'Marlow may move, stage “dodge”.');
  assert.equal((await table(page)).story, 'Juniper throws a Snowball at Marlow.');
  await picture(page, 'showdown-bang');
  await inVain(card(page, 1, 'SNOWBALL'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['That card is no Duck.', 'action/invalid_move']);
  await card(page, 1, 'DUCK').click();
  assert.equal(await ctx(page, 'activePlayers'), 'null');
  assert.equal((await table(page)).pending, null);
  assert.deepEqual(await acting(page), ['0']);
  assert.deepEqual((await log(page)).slice(0, 2).map((entry) => entry.split('(')[0]), ['throwSnowball', 'duck']);
});

test('000: one Snowball a turn, and no Duck without a Snowball', async (t) => {
  const page = await open(t, ONE);
  await inVain(card(page, 0, 'DUCK'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['duck is no move here.', 'action/unavailable_move']);
  await fire(page, 0, 'SNOWBALL', 2);
  await card(page, 2, 'DUCK').click();
  await inVain(card(page, 0, 'SNOWBALL'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['Only one Snowball a turn.', 'action/invalid_move']);
});

test('000: undo takes back the answer and then the throw; redo brings both again', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'SNOWBALL', 1);
  await move(page, 1, 'takeHit').click();
  assert.equal((await table(page)).seats[1].health, 3);
  await undo(page).click();
  assert.equal((await table(page)).seats[1].health, 4);
  assert.deepEqual(await acting(page), ['1']);
  await undo(page).click();
  assert.deepEqual(await acting(page), ['0']);
  assert.equal(await card(page, 0, 'SNOWBALL').getAttribute('aria-disabled'), null);
  await redo(page).click();
  await redo(page).click();
  assert.equal((await table(page)).seats[1].health, 3);
  assert.deepEqual(await acting(page), ['0']);
});

test('000: a Face-off goes back and forth until one has no Snowball left', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'FACE_OFF', 1);
  for (const who of [1, 0, 1, 0]) {
    assert.equal(await ctx(page, 'activePlayers'), `{ '${who}': 'faceOff' }`);
    await card(page, who, 'SNOWBALL').click();
  }
  assert.deepEqual(await acting(page), ['1'], 'four Snowballs later it is Marlow’s to answer');
  await move(page, 1, 'takeHit').click();
  assert.equal((await table(page)).seats[1].health, 3);
  assert.deepEqual(await acting(page), ['0']);
});

test('000: at the Supply sled, all choose at once, in any order', async (t) => {
  const page = await open(t, ONE);
  await card(page, 0, 'SLED').click();
  assert.deepEqual(await acting(page), ['0', '1', '2', '3']);
  await picture(page, 'showdown-store');
  for (const who of [2, 0, 3]) {
    await move(page, who, 'chooseCard').first().click();
    assert.ok(!(await acting(page)).includes(String(who)), 'one card each');
  }
  assert.equal(await ctx(page, 'activePlayers'), "{ '1': 'chooseCard' }");
  await move(page, 1, 'chooseCard').click();
  assert.deepEqual(await acting(page), ['0']);
});

test('000: aiming is done and given up by keyboard', async (t) => {
  const page = await open(t, ONE);
  await tabTo(page, '[data-seat="0"] [data-card="SNOWBALL"]');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator(':focus').innerText(), 'Marlow', 'the focus goes to the first target');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.targets').count(), 0);
  assert.equal(await page.locator(':focus').getAttribute('data-card'), 'SNOWBALL', 'and comes back to the card');
  await tabTo(page, '[data-seat="0"] [data-card="FACE_OFF"]', 'Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual(await acting(page), ['2']);
  const inside = await page.evaluate(() => document.activeElement.closest('[data-seat]')?.dataset.seat);
  assert.equal(inside, '2', 'the focus follows to the seat that has to answer');
});

test('000: a hand is hidden unless its seat may act, or the table is open', async (t) => {
  const page = await open(t, ONE);
  assert.equal(await seat(page, 1).locator('.hand button').count(), 0);
  assert.equal(await seat(page, 1).locator('.card-back').count(), 4);
  await page.locator('#hidden').uncheck();
  assert.equal(await seat(page, 1).locator('.hand button').count(), 4);
  await page.locator('#hidden').check();
  assert.equal(await seat(page, 1).locator('.hand button').count(), 0);
});
