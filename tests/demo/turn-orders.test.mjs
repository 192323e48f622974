// Seed document 004: turn orders and active players, each preset.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, inVain, number, picture, refusal, seat, status } from './harness.mjs';

const open = demo();
const act = (page, who) => seat(page, who).locator('[data-move="act"]');
const event = (page, who, name) => seat(page, who).locator(`[data-event="${name}"]`);
const choose = (page, field, value) => page.locator(`#${field}`).selectOption(value);

/** Ends turns until `count` turns were had, and answers whose they were. */
async function owners(page, count) {
  const had = [];
  for (let turn = 0; turn < count; turn++) {
    const owner = (await ctx(page, 'currentPlayer')).replaceAll("'", '');
    had.push(owner);
    await event(page, owner, 'endTurn').click();
  }
  return had.join('');
}

/** The order of play that the wheel shows. */
function wheel(page) {
  return page.locator('.wheel-name').allTextContents();
}

const FIRST_PHASE = {
  DEFAULT: '01230',
  RESET: '01230',
  CONTINUE: '01230',
};

for (const [order, expected] of Object.entries(FIRST_PHASE)) {
  test(`004: TurnOrder.${order} goes round the table`, async (t) => {
    const page = await open(t, '#orders');
    await choose(page, 'order', order);
    assert.equal(await owners(page, 5), expected);
  });
}

const NEXT_PHASE = { DEFAULT: "'2'", RESET: "'0'", CONTINUE: "'1'" };

for (const [order, expected] of Object.entries(NEXT_PHASE)) {
  test(`004: TurnOrder.${order} says who begins the next phase`, async (t) => {
    const page = await open(t, '#orders');
    await choose(page, 'order', order);
    await event(page, 0, 'endTurn').click();
    await event(page, 1, 'endPhase').click();
    assert.equal(await ctx(page, 'phase'), "'night'");
    assert.equal(await ctx(page, 'currentPlayer'), expected);
    assert.deepEqual(await acting(page), [expected.replaceAll("'", '')]);
  });
}

test('004: TurnOrder.ONCE goes round once, then the phase ends', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'order', 'ONCE');
  assert.equal(await owners(page, 3), '012');
  assert.equal(await ctx(page, 'phase'), "'day'");
  await event(page, 3, 'endTurn').click();
  assert.equal(await ctx(page, 'phase'), "'night'");
  assert.equal(await ctx(page, 'currentPlayer'), "'0'");
});

test('004: TurnOrder.CUSTOM plays in the order given, which the wheel shows', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'order', 'CUSTOM');
  await page.locator('#places').fill('3 1, 0');
  await page.locator('#places').press('Enter');
  assert.equal(await ctx(page, 'playOrder'), "['3', '1', '0']");
  assert.deepEqual(await wheel(page), ['Seat 3', 'Seat 1', 'Seat 0']);
  assert.equal(await owners(page, 4), '3103');
});

test('004: TurnOrder.CUSTOM_FROM reads a field of G when a phase begins', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'order', 'CUSTOM_FROM');
  assert.equal(await ctx(page, 'playOrder'), "['2', '0', '1']");
  await page.locator('[data-move="reverse"]').click();
  assert.equal(await ctx(page, 'playOrder'), "['2', '0', '1']");
  await event(page, 2, 'endPhase').click();
  assert.equal(await ctx(page, 'playOrder'), "['1', '0', '2']");
  assert.equal(await owners(page, 4), '1021');
});

test('004: ActivePlayers.ALL lets everybody move, in any order, as often as they like', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'ALL');
  assert.deepEqual(await acting(page), ['0', '1', '2', '3']);
  for (const who of [3, 1, 1, 0]) await act(page, who).click();
  assert.deepEqual(await acting(page), ['0', '1', '2', '3']);
  assert.equal(await number(page, 'acted-1'), 2);
  assert.equal(await ctx(page, 'turn'), '1', 'the turn stays with one player');
  const history = await page.locator('.strip .badge').evaluateAll((badges) => badges.map((badge) => badge.getAttribute('aria-label')));
  assert.deepEqual(history, ['Seat 3: act', 'Seat 1: act', 'Seat 1: act', 'Seat 0: act']);
});

test('004: ActivePlayers.ALL_ONCE lets everybody move once, then the turn is the owner’s again', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'ALL_ONCE');
  for (const who of [2, 0, 3]) await act(page, who).click();
  assert.deepEqual(await acting(page), ['1']);
  await inVain(act(page, 2));
  assert.deepEqual(await refusal(page), { what: 'act()', why: 'Seat 2 may not act now: Seat 1 may move.', type: 'action/inactive_player' });
  assert.equal(await number(page, 'acted-2'), 1);
  await act(page, 1).click();
  assert.equal(await ctx(page, 'activePlayers'), 'null');
  assert.deepEqual(await acting(page), ['0']);
});

test('004: ActivePlayers.OTHERS lets all move but the owner of the turn', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'OTHERS');
  assert.deepEqual(await acting(page), ['1', '2', '3']);
  await inVain(act(page, 0));
  assert.equal((await refusal(page)).type, 'action/inactive_player');
  for (const who of [2, 2, 1]) await act(page, who).click();
  assert.deepEqual(await acting(page), ['1', '2', '3']);
});

test('004: ActivePlayers.OTHERS_ONCE asks each other player for one answer', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'OTHERS_ONCE');
  for (const who of [3, 1, 2]) await act(page, who).click();
  assert.deepEqual(await acting(page), ['0']);
  await event(page, 0, 'endTurn').click();
  assert.deepEqual(await acting(page), ['0', '2', '3'], 'so it is in every turn');
});

test('001: custom active players with a stage, limits and the stage’s next', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'who', 'others');
  await choose(page, 'minMoves', '1');
  await choose(page, 'active', 'custom');
  assert.equal(await status(page), 'Seat 1, Seat 2 and Seat 3 may move, stage “bid”.');
  assert.equal(await seat(page, 1).locator('.meter').innerText(), '0 of 2 moves in this set');
  await event(page, 1, 'endStage').click();
  assert.match((await refusal(page)).why, /^The stage cannot end before 1 move/);
  assert.match(await ctx(page, 'activePlayers'), /'1': 'bid'/);
  await act(page, 1).click();
  assert.equal(await seat(page, 1).locator('.meter').innerText(), '1 of 2 moves in this set');
  await event(page, 1, 'endStage').click();
  assert.match(await ctx(page, 'activePlayers'), /'1': 'pay'/, 'the stage names what comes next');
});

test('001: setActivePlayers during a turn, with revert', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'ALL');
  await choose(page, 'who', 'others');
  await choose(page, 'stage', 'pay');
  await choose(page, 'maxMoves', '1');
  await page.locator('#revert').check();
  await page.locator('[data-event="setActivePlayers"]').click();
  assert.equal(await ctx(page, 'activePlayers'), "{ '1': 'pay', '2': 'pay', '3': 'pay' }");
  for (const who of [1, 2, 3]) await act(page, who).click();
  assert.equal(await ctx(page, 'activePlayers'), "{ '0': null, '1': null, '2': null, '3': null }");
});

test('001: setActivePlayers during a turn, with next', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'who', 'currentPlayer');
  await choose(page, 'stage', 'pay');
  await choose(page, 'maxMoves', '1');
  await choose(page, 'next', 'others: pay, once');
  await page.locator('[data-event="setActivePlayers"]').click();
  assert.deepEqual(await acting(page), ['0']);
  await act(page, 0).click();
  assert.deepEqual(await acting(page), ['1', '2', '3']);
  for (const who of [1, 2, 3]) await act(page, who).click();
  assert.equal(await ctx(page, 'activePlayers'), 'null');
});

test('004: pass hands the turn on; only who is active may end turn or phase', async (t) => {
  const page = await open(t, '#orders');
  await event(page, 0, 'pass').click();
  assert.deepEqual(await acting(page), ['1']);
  for (const name of ['endTurn', 'endPhase', 'pass']) {
    await inVain(event(page, 3, name));
    assert.deepEqual(await refusal(page), { what: `${name}()`, why: 'Seat 3 may not act now: Seat 1 may move.', type: 'action/inactive_player' });
  }
  assert.equal(await ctx(page, 'turn'), '2');
});

test('001: ending a stage one is not in is refused, and the page says so', async (t) => {
  const page = await open(t, '#orders');
  await inVain(event(page, 0, 'endStage'));
  assert.deepEqual(await refusal(page), { what: 'endStage()', why: 'EndStage: player 0 is in no stage.', type: 'action/action_invalid' });
  assert.deepEqual(await acting(page), ['0']);
});

test('004: undo and redo in the explorer', async (t) => {
  const page = await open(t, '#orders');
  await choose(page, 'active', 'ALL_ONCE');
  await act(page, 2).click();
  await act(page, 1).click();
  await page.locator('[data-tool="undo"]').click();
  assert.deepEqual(await acting(page), ['0', '1', '3']);
  await page.locator('[data-tool="undo"]').click();
  assert.deepEqual(await acting(page), ['0', '1', '2', '3']);
  await page.locator('[data-tool="redo"]').click();
  assert.equal(await number(page, 'acted-2'), 1);
  assert.deepEqual(await acting(page), ['0', '1', '3']);
});

test('004: six seats on a phone', async (t) => {
  const page = await open(t, '#orders', { viewport: PHONE, colorScheme: 'dark' });
  await choose(page, 'seats', '6');
  await choose(page, 'active', 'custom');
  assert.equal(await status(page), 'Everybody may move, stage “bid”.');
  await act(page, 5).click();
  await assertFits(page);
  await picture(page, 'orders-phone', { fullPage: true });
});
