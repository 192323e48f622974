// Seed documents 001 and 002: a card that makes everybody else discard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, inVain, log, number, picture, refusal, seat, status, tabTo } from './harness.mjs';

const open = demo();
const cards = (page, who) => seat(page, who).locator('.hand button');
const hand = (page, who) => cards(page, who).allInnerTexts();

test('002: all others discard once, in any order, then the turn goes on', async (t) => {
  const page = await open(t, '?seed=discard#discard');
  const played = Number((await hand(page, 0))[0]);
  await cards(page, 0).first().click();
  assert.equal(await status(page), 'Seat 1 and Seat 2 may move, stage “discard”.');
  assert.equal(await ctx(page, 'activePlayers'), "{ '1': 'discard', '2': 'discard' }");
  assert.equal(await number(page, 'points-0'), played);

  await cards(page, 2).last().click();
  assert.deepEqual(await acting(page), ['1']);
  assert.equal((await hand(page, 2)).length, 3);
  await cards(page, 1).last().click();
  assert.deepEqual(await acting(page), ['0']);
  assert.equal(await ctx(page, 'activePlayers'), 'null');
  assert.equal(await number(page, 'discarded'), 2);
  assert.equal(await ctx(page, 'turn'), '1');
});

test('002: who has discarded, and who played, must wait for the others', async (t) => {
  const page = await open(t, '?seed=discard#discard');
  await cards(page, 0).first().click();
  await inVain(cards(page, 0).first());
  assert.deepEqual(await refusal(page), { what: 'playCard(0)', why: 'Seat 0 may not act now: Seat 1 and Seat 2 may move, stage “discard”.', type: 'action/inactive_player' });
  await inVain(seat(page, 0).locator('[data-event="endTurn"]'));
  assert.equal((await refusal(page)).type, 'action/inactive_player');
  await cards(page, 1).first().click();
  await inVain(cards(page, 1).first());
  assert.equal((await refusal(page)).why, 'Seat 1 may not act now: Seat 2 may move, stage “discard”.');
  assert.equal((await hand(page, 1)).length, 3);
});

test('002: undo takes back a discard and then the card that asked for it; redo plays both again', async (t) => {
  const page = await open(t, '?seed=discard#discard');
  const before = [await hand(page, 0), await hand(page, 1)];
  await cards(page, 0).first().click();
  await cards(page, 1).first().click();
  await page.locator('[data-tool="undo"]').click();
  assert.deepEqual(await hand(page, 1), before[1]);
  assert.deepEqual(await acting(page), ['1', '2']);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await hand(page, 0), before[0]);
  assert.deepEqual(await acting(page), ['0']);
  assert.equal(await number(page, 'points-0'), 0);
  await page.keyboard.press('Control+y');
  await page.locator('[data-tool="redo"]').click();
  assert.deepEqual(await hand(page, 1), before[1].slice(1));
  assert.deepEqual(await acting(page), ['2']);
});

test('002: a turn ends after a card at the earliest, and sees two at most', async (t) => {
  const page = await open(t, '?seed=discard#discard');
  const endTurn = seat(page, 0).locator('[data-event="endTurn"]');
  await inVain(endTurn);
  assert.match((await refusal(page)).why, /^The turn cannot end before 1 move/);
  for (let round = 0; round < 2; round++) for (const who of [0, 1, 2]) await cards(page, who).first().click();
  await inVain(cards(page, 0).first());
  assert.deepEqual(await refusal(page), { what: 'playCard(0)', why: 'Two cards a turn are enough: end the turn.', type: 'action/invalid_move' });
  await endTurn.click();
  assert.deepEqual(await acting(page), ['1']);
  assert.deepEqual((await log(page))[0], 'playCard(0)');
});

test('002: by keyboard alone, to the end of the game', async (t) => {
  const page = await open(t, '?seed=keys');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').innerText(), 'Skip to the games');
  await page.keyboard.press('Enter');
  const tab = await tabTo(page, '.games-nav a[href="#discard"]');
  const outline = await tab.evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(outline, 'solid', 'the focus is visible');
  await page.keyboard.press('Enter');
  await page.locator('.board-discard').waitFor();

  // Each seat in turn plays one card, and the others discard: four rounds empty all hands.
  for (let round = 0; round < 4; round++) {
    const owner = round % 3;
    await tabTo(page, `[data-seat="${owner}"] [data-move="playCard"]`);
    await page.keyboard.press('Enter');
    for (let discards = 0; discards < 2; discards++) {
      const there = await page.evaluate(() => document.activeElement?.matches('[data-acting] [data-move="discard"]'));
      assert.ok(there, 'the focus goes on to a seat that may act');
      await page.keyboard.press('Space');
    }
    if (round === 3) break;
    await tabTo(page, `[data-seat="${owner}"] [data-event="endTurn"]`);
    await page.keyboard.press('Enter');
  }
  assert.match(await status(page), /^The game is over\. Seat \d( and Seat \d)* wins?\.$/);
  assert.equal(await number(page, 'discarded'), 8);
  assert.match(await ctx(page, 'gameover'), /points: \[\d+, \d+, \d+\]/);
  await picture(page, 'discard-by-keyboard');
});

test('002: by keyboard, one of two equal cards is discarded, and the focus goes on to a seat that may act', async (t) => {
  const page = await open(t, '?seed=twins-10#discard');
  const [first, second] = await hand(page, 1);
  assert.equal(first, second);
  await cards(page, 0).first().press('Enter');
  await page.keyboard.press('Space');
  assert.deepEqual(await acting(page), ['2']);
  assert.equal(await page.evaluate(() => document.activeElement.closest('[data-seat]')?.dataset.seat), '2');
});

test('002: four seats on a phone, to the end of the game', async (t) => {
  const page = await open(t, '?seed=phone#discard', { viewport: PHONE, colorScheme: 'dark' });
  await page.locator('#seats').selectOption('4');
  for (let round = 0; round < 4; round++) {
    await cards(page, round).first().click();
    await assertFits(page);
    for (const who of [0, 1, 2, 3]) if (who !== round) await cards(page, who).last().click();
    if (round < 3) await seat(page, round).locator('[data-event="endTurn"]').click();
  }
  assert.match(await status(page), /^The game is over/);
  assert.deepEqual(await acting(page), []);
  await picture(page, 'discard-phone', { fullPage: true });
});
