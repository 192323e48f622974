// Seed document 003: draw and play, without and with phases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, changed, ctx, demo, inVain, log, number, picture, refusal, seat, status } from './harness.mjs';

const open = demo();
const button = (page, who, move) => seat(page, who).locator(`[data-move="${move}"]`);
const press = (page, who, move) => button(page, who, move).click();

test('003: without phases, a card may be drawn or played at any time', async (t) => {
  const page = await open(t, '#draw');
  assert.equal(await number(page, 'deck'), 6);
  assert.equal(await status(page), 'Seat 0 may move.');

  await press(page, 0, 'DrawCard');
  assert.equal(await number(page, 'deck'), 5);
  assert.equal(await number(page, 'hand-0'), 1);
  assert.deepEqual(await acting(page), ['1']);
  assert.deepEqual(await changed(page), ['turn', 'currentPlayer', 'playOrderPos']);
  assert.equal(await ctx(page, 'currentPlayer'), "'1'");

  await press(page, 1, 'PlayCard');
  assert.equal(await number(page, 'deck'), 6);
  assert.equal(await number(page, 'hand-1'), -1);
  assert.deepEqual((await log(page)).slice(0, 1), ['PlayCard()']);

  for (let turn = 0; turn < 7; turn++) await press(page, turn % 2, 'DrawCard');
  assert.equal(await number(page, 'deck'), -1, 'the guide allows taking a card from an empty deck');
  assert.equal(await ctx(page, 'turn'), '10');
});

test('003: a seat out of turn is refused, with the reason', async (t) => {
  const page = await open(t, '#draw');
  await inVain(button(page, 1, 'DrawCard'));
  assert.deepEqual(await refusal(page), { what: 'DrawCard()', why: 'Seat 1 may not act now: Seat 0 may move.', type: 'action/inactive_player' });
  assert.equal(await number(page, 'deck'), 6);
  assert.equal(await ctx(page, 'turn'), '1');
  await press(page, 0, 'DrawCard');
  assert.equal(await refusal(page), null);
});

test('003: a turn that has ended cannot be undone; reset starts again', async (t) => {
  const page = await open(t, '#draw');
  await press(page, 0, 'DrawCard');
  await inVain(page.locator('[data-tool="undo"]'));
  assert.equal((await refusal(page)).what, 'undo');
  assert.match((await refusal(page)).why, /A turn that has ended stays ended/);
  assert.equal(await number(page, 'deck'), 5);
  await page.locator('[data-tool="reset"]').click();
  assert.equal(await number(page, 'deck'), 6);
  assert.equal(await status(page), 'Seat 0 may move.');
  assert.deepEqual(await log(page), []);
});

test('003: with phases, only drawing until the deck is empty, then only playing', async (t) => {
  const page = await open(t, '#phases');
  assert.equal(await ctx(page, 'phase'), "'draw'");
  await inVain(button(page, 0, 'PlayCard'));
  assert.deepEqual(await refusal(page), { what: 'PlayCard()', why: 'PlayCard is no move of phase “draw”.', type: 'action/unavailable_move' });

  for (let turn = 0; turn < 5; turn++) await press(page, turn % 2, 'DrawCard');
  assert.equal(await ctx(page, 'phase'), "'draw'");
  await press(page, 1, 'DrawCard');
  assert.equal(await number(page, 'deck'), 0);
  assert.deepEqual([await number(page, 'hand-0'), await number(page, 'hand-1')], [3, 3]);
  assert.equal(await ctx(page, 'phase'), "'play'");
  assert.equal(await page.locator('.wheel-phase.is-current text').textContent(), 'play');
  assert.ok((await changed(page)).includes('phase'));

  await inVain(button(page, 0, 'DrawCard'));
  assert.equal((await refusal(page)).type, 'action/unavailable_move');
  await press(page, 0, 'PlayCard');
  assert.equal(await number(page, 'deck'), 1);
  assert.equal(await number(page, 'hand-0'), 2);
  assert.equal(await status(page), 'Seat 1 may move.');
  await picture(page, 'phases');
});

test('003: the source on the page is the guide’s own code', async (t) => {
  const page = await open(t, '#phases');
  await page.locator('.panel-source .tok-call').first().waitFor();
  const text = await page.locator('.panel-source code').innerText();
  for (const line of ['function DrawCard(G, ctx) {', 'G.hand[ctx.currentPlayer]++;', 'endIf: G => (G.deck <= 0),', "next: 'play',", 'start: true,']) {
    assert.ok(text.includes(line), line);
  }
});

test('003: four seats on a phone', async (t) => {
  const page = await open(t, '#draw', { viewport: PHONE });
  await page.locator('#seats').selectOption('4');
  for (const who of [0, 1, 2, 3]) await press(page, who, 'DrawCard');
  assert.equal(await number(page, 'deck'), 2);
  assert.deepEqual(await acting(page), ['0']);
  await assertFits(page);
  await picture(page, 'draw-phone', { fullPage: true });
});
