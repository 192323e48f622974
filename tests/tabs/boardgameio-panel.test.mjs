// Behaviours that boardgame.io 0.50.2 tests of its debug panel, and its keys, on the panel of Rondel in Chromium.
//
// | boardgame.io's tests (src/client/debug)                             | here                                                   |
// |---------------------------------------------------------------------|--------------------------------------------------------|
// | debug.test: sanity, switching panels, visibility toggle             | the first three tests                                  |
// | debug.test: panel options                                           | "options: ..." of debug-panel.test.mjs                 |
// | debug.test: the four of "multiple clients"                          | the four tests of several clients                      |
// | shortcuts.test: all three                                           | "a move has the key of its first letter ..."           |
//
// Other names: the pane Main is the tabs State and Play, Info is Match, AI is Bots.
import assert from 'node:assert/strict';
import test from 'node:test';
import { panelPage } from './panel-page.mjs';

const { panelOf } = panelPage();

/** Three clients: one by itself, and two of a match of another game. */
async function threeClients(t) {
  const shown = await panelOf(t, { game: 'first', playerID: '0', matchID: 'A' });
  await shown.page.evaluate(() => {
    globalThis.begin({ game: 'second', playerID: '0', matchID: 'B', isLocal: true });
    globalThis.begin({ game: 'second', playerID: '1', matchID: 'B', isLocal: true });
  });
  const select = shown.panel.getByLabel('client', { exact: true });
  await select.waitFor();
  return {
    ...shown,
    select,
    selected: () => select.evaluate(({ selectedOptions }) => selectedOptions[0].textContent),
    players: () => shown.page.evaluate(() => globalThis.clients.map(({ playerID }) => playerID)),
  };
}

test('a game without fields has G, ctx, controls and players', async (t) => {
  const { panel, tab, shows } = await panelOf(t, { game: 'empty' });
  for (const key of ['G', 'ctx']) await panel.locator('.key', { hasText: new RegExp(`^${key}$`) }).waitFor();
  await tab('Play');
  await panel.getByRole('group', { name: 'controls' }).waitFor();
  assert.deepEqual((await panel.getByLabel('Act as').locator('option').allTextContents()).slice(1), ['player 0 (active)', 'player 1']);
  await shows('The game has no moves.');
});

test('other tabs have the match, the player, whether it is active, and bots if the game has them', async (t) => {
  const { panel, tab, shows } = await panelOf(t, { game: 'empty' });
  await tab('Match');
  for (const name of ['match', 'player', 'active', 'connection']) await panel.locator('dt', { hasText: new RegExp(`^${name}$`) }).waitFor();
  await tab('Bots');
  await shows(/Bots need the game's/);
});

test('a button closes the panel, and another one opens it', async (t) => {
  const { panel, button } = await panelOf(t, { game: 'empty' });
  await button('Close').click();
  await button('Debug').waitFor();
  assert.equal(await panel.getByRole('tablist').count(), 0);
  await button('Debug').click();
  await panel.getByRole('tablist').waitFor();
  await button('Close').waitFor();
});

test('several clients: one is chosen at the top, and the tabs show it', async (t) => {
  const { panel, tab, select, selected } = await threeClients(t);
  assert.equal(await selected(), 'game1, player 0');
  await select.selectOption({ index: 1 });
  assert.equal(await selected(), 'game2, player 0');
  await tab('Match');
  await panel.locator('dd', { hasText: /^B$/ }).waitFor();
});

test('several clients: a client by itself takes another seat', async (t) => {
  const { panel, tab, selected, players } = await threeClients(t);
  await tab('Play');
  await panel.getByLabel('Act as').selectOption('1');
  await panel.getByText('updatePlayerID: done').waitFor();
  assert.deepEqual(await players(), ['1', '0', '1']);
  assert.equal(await selected(), 'game1, player 1');
});

test('several clients: the seat of another client of the match leads to that client', async (t) => {
  const { panel, tab, select, selected, players } = await threeClients(t);
  await select.selectOption({ index: 1 });
  await tab('Play');
  await panel.getByLabel('Act as').selectOption('1');
  await panel.page().waitForFunction(() => document.querySelector('.rondel-debug').shadowRoot.querySelector('header select').value === '2');
  assert.equal(await selected(), 'game2, player 1');
  assert.deepEqual(await players(), ['0', '0', '1']);
});

test('several clients: the chosen client may be chosen again', async (t) => {
  const { select, selected, tab, panel } = await threeClients(t);
  await select.selectOption({ index: 0 });
  assert.equal(await selected(), 'game1, player 0');
  await tab('Match');
  await panel.locator('dd', { hasText: /^A$/ }).waitFor();
});

test('clients of the same game and player are named with their match', async (t) => {
  const { panel } = await panelOf(t, { game: 'first', playerID: '0', matchID: 'A', isLocal: true });
  await panel.page().evaluate(() => globalThis.begin({ game: 'first', playerID: '0', matchID: 'B', isLocal: true }));
  await panel.getByLabel('client', { exact: true }).waitFor();
  assert.deepEqual(await panel.locator('header option').allTextContents(), ['game1, player 0, match A', 'game1, player 0, match B']);
});

test('a move has the key of its first letter; if two have the same, or a tab has it, moves have the free letters in order', async (t) => {
  for (const [game, keys] of [['board', ['c', 'p']], ['tokens', ['b', 'c']], ['listed', ['b', 'c']]]) {
    const { panel, tab } = await panelOf(t, { game });
    await tab('Play');
    await panel.locator('kbd').first().waitFor();
    assert.deepEqual((await panel.locator('.call:has([aria-label^="arguments of"]) kbd').allTextContents()).slice(0, 2), keys, game);
  }
});

test('keys lead to the tabs of boardgame.io\'s panes, and to the events', async (t) => {
  const { page, panel, G } = await panelOf(t, { game: 'board' });
  await panel.getByRole('tablist').waitFor();
  for (const [key, name] of [['l', 'Log'], ['i', 'Match'], ['a', 'Bots'], ['m', 'State']]) {
    await page.keyboard.press(key);
    await panel.getByRole('tab', { name, selected: true }).waitFor();
  }
  await page.keyboard.press('p');
  const focused = (name) => page.waitForFunction((call) => document.querySelector('.rondel-debug').shadowRoot.activeElement?.dataset.call === call, name);
  await focused('playCard');
  await page.keyboard.press('Enter');
  await panel.getByText('playCard: done').waitFor();
  assert.deepEqual(await G(), { last: 'playCard' });
  await page.keyboard.press('8');
  await focused('endTurn');
  await page.keyboard.press('Enter');
  await panel.getByText('endTurn: done').waitFor();
  assert.equal(await page.evaluate(() => globalThis.clients[0].getState().ctx.turn), 2);
});

test('in the tab Bots, the key 2 plays a move and the key 3 simulates', async (t) => {
  const { page, panel, shows, G } = await panelOf(t);
  await panel.getByRole('tablist').waitFor();
  await page.keyboard.press('a');
  await panel.getByRole('combobox', { name: 'Bot' }).selectOption('RandomBot');
  await panel.getByRole('tab', { name: 'Bots' }).focus();
  await page.keyboard.press('2');
  await shows(/^1 move in/);
  assert.equal((await G()).taken.length, 1);
  await page.keyboard.press('3');
  await shows(/^\d+ moves in/);
  assert.ok((await G()).heap <= 0);
});

test('in the log, a second click on an entry ends its preview, and so does Escape anywhere', async (t) => {
  const { page, panel, G } = await panelOf(t, { seed: 'pinned' });
  await page.evaluate(() => { for (const count of [1, 2]) globalThis.clients[0].moves.take(count); });
  await panel.getByRole('tablist').waitFor();
  await page.keyboard.press('l');
  const entry = panel.locator('button.entry').first();
  const heap = (value) => page.waitForFunction((now) => globalThis.clients[0].getState().G.heap === now, value);
  await entry.click();
  await heap(9);
  await entry.click();
  await heap(7);
  await entry.click();
  await heap(9);
  await page.mouse.click(10, 10);
  assert.equal((await G()).heap, 9);
  await page.keyboard.press('Escape');
  await heap(7);
});
