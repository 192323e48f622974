// Seed document 000: reactive play, on a small Bang!-like table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, inVain, log, picture, refusal, seat, status, tabTo } from './harness.mjs';
import { play, table } from './gunslingers.mjs';

const open = demo();
const card = (page, who, kind) => seat(page, who).locator(`.hand [data-card="${kind}"]`).first();
const move = (page, who, name) => seat(page, who).locator(`.moves [data-move="${name}"]`);
const undo = (page) => page.locator('[data-tool="undo"]');
const redo = (page) => page.locator('[data-tool="redo"]');

/** All that can happen at the table. */
const EVERYTHING = [
  'BANG', 'missed', 'hit', 'BARREL', 'barrel held', 'barrel failed', 'INDIANS', 'indians driven off', 'indians hit', 'GENERAL_STORE', 'store',
  'DUEL', 'duel answered', 'duel came back', 'duel lost', 'BEER', 'held too many cards', 'discarded down', 'turn ended', 'out', 'out on own turn',
];

/** With this seed Juniper begins with two Duels, a Missed!, a General Store and two BANG!s, and Marlow holds two BANG!s and two Missed!. */
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

test('000: a BANG! asks its target alone, and a Missed! gives the turn back', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'BANG', 1);
  assert.equal(await ctx(page, 'activePlayers'), "{ '1': 'respondToBang' }");
  assert.equal(await status(page), 'Marlow may move, stage “respondToBang”.');
  assert.equal((await table(page)).story, 'Juniper fires a BANG! at Marlow.');
  await picture(page, 'showdown-bang');
  await inVain(card(page, 1, 'BANG'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['That card is no Missed!', 'action/invalid_move']);
  await card(page, 1, 'MISSED').click();
  assert.equal(await ctx(page, 'activePlayers'), 'null');
  assert.equal((await table(page)).pending, null);
  assert.deepEqual(await acting(page), ['0']);
  assert.deepEqual((await log(page)).slice(0, 2).map((entry) => entry.split('(')[0]), ['playBang', 'playMissed']);
});

test('000: one BANG! a turn, and no Missed! without a BANG!', async (t) => {
  const page = await open(t, ONE);
  await inVain(card(page, 0, 'MISSED'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['playMissed is no move here.', 'action/unavailable_move']);
  await fire(page, 0, 'BANG', 2);
  await card(page, 2, 'MISSED').click();
  await inVain(card(page, 0, 'BANG'));
  assert.deepEqual([(await refusal(page)).why, (await refusal(page)).type], ['Only one BANG! a turn.', 'action/invalid_move']);
});

test('000: undo takes back the answer and then the shot; redo brings both again', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'BANG', 1);
  await move(page, 1, 'takeDamage').click();
  assert.equal((await table(page)).seats[1].health, 3);
  await undo(page).click();
  assert.equal((await table(page)).seats[1].health, 4);
  assert.deepEqual(await acting(page), ['1']);
  await undo(page).click();
  assert.deepEqual(await acting(page), ['0']);
  assert.equal(await card(page, 0, 'BANG').getAttribute('aria-disabled'), null);
  await redo(page).click();
  await redo(page).click();
  assert.equal((await table(page)).seats[1].health, 3);
  assert.deepEqual(await acting(page), ['0']);
});

test('000: a duel goes back and forth until one has no BANG! left', async (t) => {
  const page = await open(t, ONE);
  await fire(page, 0, 'DUEL', 1);
  for (const who of [1, 0, 1, 0]) {
    assert.equal(await ctx(page, 'activePlayers'), `{ '${who}': 'respondToDuel' }`);
    await card(page, who, 'BANG').click();
  }
  assert.deepEqual(await acting(page), ['1'], 'four BANG!s later it is Marlow’s to answer');
  await move(page, 1, 'takeDamage').click();
  assert.equal((await table(page)).seats[1].health, 3);
  assert.deepEqual(await acting(page), ['0']);
});

test('000: at the General Store all choose at once, in any order', async (t) => {
  const page = await open(t, ONE);
  await card(page, 0, 'GENERAL_STORE').click();
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
  await tabTo(page, '[data-seat="0"] [data-card="BANG"]');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator(':focus').innerText(), 'Marlow', 'the focus goes to the first target');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.targets').count(), 0);
  assert.equal(await page.locator(':focus').getAttribute('data-card'), 'BANG', 'and comes back to the card');
  await tabTo(page, '[data-seat="0"] [data-card="DUEL"]', 'Shift+Tab');
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
