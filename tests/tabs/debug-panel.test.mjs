// The debug panel in Chromium: tabs, keys, several clients, options, and what a bundler leaves of it.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { panelPage } from './panel-page.mjs';

const { opened, panelOf } = panelPage();

const row = (panel, key) => panel.locator('.row', { has: panel.page().locator('.key', { hasText: new RegExp(`^${key}$`) }) }).first();

test('a started client in development opens the panel, which shows the state and marks changes', async (t) => {
  const { page, panel, shows } = await panelOf(t);
  await shows('heap');
  assert.equal(await row(panel, 'heap').locator('.value').textContent(), '10');
  await page.evaluate(() => globalThis.clients[0].moves.take(2));
  await panel.locator('li.changed > .row .key', { hasText: 'heap' }).waitFor();
  assert.equal(await row(panel, 'heap').locator('.value').textContent(), '8');
  assert.equal(await row(panel, 'heap').locator('.badge').textContent(), 'was 10');
  assert.equal(await panel.locator('li.changed > .row .key', { hasText: /^hands$/ }).count(), 0);
});

test('values that an action has changed are marked when the master has confirmed it, too', async (t) => {
  const { page, panel, shows } = await panelOf(t, { isLocal: true, network: { latency: 10 }, playerID: '0', seed: 'marked' });
  await shows('heap');
  await page.evaluate(() => globalThis.clients[0].moves.take(2).confirmed);
  await panel.locator('li.changed > .row .key', { hasText: 'currentPlayer' }).waitFor();
  assert.equal(await panel.locator('li.changed > .row .key', { hasText: 'heap' }).count(), 1);
});

test('while an action waits, the predicted values are listed with those of the master', async (t) => {
  const { page, panel, shows } = await panelOf(t, { isLocal: true, network: { latency: 2000 }, playerID: '0', seed: 'predicted' });
  await shows('heap');
  await page.evaluate(() => { globalThis.clients[0].moves.take(2); });
  const confirmed = panel.getByRole('list', { name: 'confirmed by the master' });
  await confirmed.waitFor();
  assert.deepEqual(await confirmed.locator('.row').evaluateAll((rows) => rows.map((one) => ['key', 'value', 'badge'].map((name) => one.querySelector(`.${name}`).textContent))), [
    ['G.heap', '10', 'predicted 8'], ['G.taken[0]', 'undefined', 'predicted "0 took 2"'],
  ]);
  await confirmed.waitFor({ state: 'detached' });
});

test('moves are made with arguments, and refusals have their reasons', async (t) => {
  const { panel, tab, shows, G } = await panelOf(t);
  await tab('Play');
  await panel.getByLabel('arguments of take').fill('2');
  await panel.getByLabel('arguments of take').press('Enter');
  await shows('take: done');
  assert.equal((await G()).heap, 8);
  await panel.getByLabel('arguments of take').fill('7');
  await panel.getByRole('button', { name: 'run take' }).click();
  await shows(/take: action\/invalid_move/);
  assert.deepEqual(await panel.locator('datalist option').evaluateAll((options) => options.map(({ value }) => value)), ['1', '2', '3']);
});

test('undo and redo', async (t) => {
  const { page, tab, button, G } = await panelOf(t, { game: 'large' });
  await tab('Play');
  assert.equal(await button('Undo').isDisabled(), true);
  await page.evaluate(() => globalThis.clients[0].moves.next());
  await button('Undo').click();
  assert.equal((await G()).objects[7].at[0], 7);
  await button('Redo').click();
  assert.equal((await G()).objects[7].at[0], 8);
});

test('keys reset, save, restore, toggle, and lead to a move', async (t) => {
  const { page, panel, shows, G } = await panelOf(t);
  await shows('heap');
  await page.evaluate(() => globalThis.clients[0].moves.take(3));
  await page.keyboard.press('2');
  await page.keyboard.press('1');
  assert.equal((await G()).heap, 10);
  await page.keyboard.press('3');
  assert.equal((await G()).heap, 7);
  await page.keyboard.press('t');
  await page.waitForFunction(() => document.querySelector('.rondel-debug').shadowRoot.activeElement?.dataset.call === 'take');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  assert.equal((await G()).heap, 6);
  await page.keyboard.press('.');
  await panel.getByRole('button', { name: 'Debug' }).waitFor();
  await page.keyboard.press('.');
  await panel.getByRole('tablist').waitFor();
});

test('the log shows the board at an entry, keeps it on a click, and plays on from there', async (t) => {
  const { page, panel, tab, button, shows, G } = await panelOf(t);
  await page.evaluate(() => { for (const count of [1, 2, 3]) globalThis.clients[0].moves.take(count); });
  await tab('Log');
  const entry = (count) => panel.locator('button.entry:not(.automatic)').nth(count);
  await entry(0).hover();
  await page.waitForFunction(() => globalThis.clients[0].getState().G.heap === 9);
  await entry(1).click();
  await page.waitForFunction(() => globalThis.clients[0].getState().G.heap === 7);
  await entry(2).hover();
  await shows('The board shows the state after the action of entry');
  assert.equal((await G()).heap, 7);
  await button('Play on from here').click();
  await panel.getByLabel('client').waitFor();
  assert.equal((await G()).heap, 4);
  await tab('Play');
  await panel.getByLabel('arguments of take').fill('1');
  await panel.getByLabel('arguments of take').press('Enter');
  await shows('take: done');
  await tab('State');
  await panel.locator('.value', { hasText: /^6$/ }).first().waitFor();
  assert.equal((await G()).heap, 4);
});

test('a match with time shows its clock, and a time-out in the log, which is replayed', async (t) => {
  const { page, panel, tab, shows } = await panelOf(t, { game: 'timed', debug: { collapseOnLoad: false } });
  await tab('Match');
  await shows(/0: 0:0[12], until/);
  await page.waitForFunction(() => globalThis.clients[0].getState().G.late.length === 1);
  await shows(/1: [45]:\d\d, until/);
  await page.evaluate(() => globalThis.clients[0].moves.go());
  await tab('Log');
  const entry = panel.locator('button.entry', { hasText: '0 time-out' });
  await entry.hover();
  await shows('The board shows the state after the action of entry');
  await page.waitForFunction(() => globalThis.clients[0].getState().G.gone === undefined && globalThis.clients[0].getState().G.late.length === 1);
});

test('entries from before the panel was opened are replayed, and the arrow keys and Escape work', async (t) => {
  const { page, panel, tab, button } = await panelOf(t, { debug: { collapseOnLoad: true }, seed: 'replayed' });
  await page.evaluate(() => {
    const [client] = globalThis.clients;
    client.stop();
    client.moves.roll();
    client.moves.take(2);
    client.start();
  });
  await button('Debug').click();
  await tab('Log');
  await panel.locator('button.entry').first().focus();
  await page.waitForFunction(() => globalThis.clients[0].getState().G.taken.length === 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => globalThis.clients[0].getState().G.taken.length === 1);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => globalThis.clients[0].getState().G.taken.length === 2);
});

test('a long log is replayed once: the state after any entry takes few moves from then on, also when the match has gone on', async (t) => {
  const { page, panel, tab, button } = await panelOf(t, { game: 'counted', debug: { collapseOnLoad: true } });
  const play = (count) => page.evaluate((most) => { for (let i = 0; i < most; i += 1) globalThis.clients[0].moves.add(); }, count);
  const shown = (n) => page.waitForFunction((wanted) => globalThis.clients[0].getState().G.n === wanted, n);
  // The panel has not seen these.
  await page.evaluate(() => globalThis.clients[0].stop());
  await play(3000);
  await page.evaluate(() => globalThis.clients[0].start());
  await button('Debug').click();
  await tab('Log');
  const show = async (n) => {
    await panel.locator('button.entry', { hasText: 'add' }).nth(n - 2801).hover();
    await shown(n);
  };
  await show(2850);
  const before = await page.evaluate(() => globalThis.countedMoves);
  for (let n = 2851; n <= 2870; n += 1) await show(n);
  assert.ok(await page.evaluate(() => globalThis.countedMoves) - before < 20 * 100);
  await page.mouse.move(10, 10);
  await shown(3000);
  await play(5);
  // The list may still have its former entries.
  await until(async () => {
    await page.mouse.move(10, 10);
    await panel.locator('button.entry').nth(3).hover();
    return await page.evaluate(() => globalThis.clients[0].getState().G.n) === 2809;
  });
  assert.ok(await page.evaluate(() => globalThis.countedMoves) - before < 25 * 100);
});

test('a match of a master in the page is replayed; the board shows what its player may see', async (t) => {
  const { page, panel, tab } = await panelOf(t, { isLocal: true, playerID: '0', debug: false });
  await page.evaluate(() => {
    const [client] = globalThis.clients;
    client.moves.roll();
    globalThis.begin({ isLocal: true, playerID: '1' });
    globalThis.clients[1].moves.roll();
  });
  await tab('Log');
  await panel.locator('button.entry').first().focus();
  await page.waitForFunction(() => globalThis.clients[1].getState().G.taken.length === 1);
  assert.deepEqual(await page.evaluate(() => globalThis.clients[1].getState().G.hands), { 1: ['secret of 1'] });
});

test('the panel says why it cannot show a board: the random numbers and secrets are with the master of another tab', async (t) => {
  const { page } = await panelOf(t, { isBroadcast: true, seed: 'none', playerID: '0', debug: false });
  await page.evaluate(() => globalThis.begin({ isBroadcast: true, seed: 'none', playerID: '1', debug: false }));
  for (const i of [0, 1]) {
    await page.waitForFunction((index) => globalThis.clients[index].getState(), i);
    await page.evaluate((index) => globalThis.clients[index].moves.roll().confirmed, i);
  }
  const other = await page.context().newPage();
  await other.goto(opened.site.url);
  await other.evaluate(() => globalThis.begin({ isBroadcast: true, seed: 'none', playerID: '0' }));
  const panel = other.locator('.rondel-debug');
  await panel.getByRole('tab', { name: 'Log' }).click();
  const entries = panel.locator('button.entry');
  await entries.first().focus();
  await panel.getByText('This page cannot compute it').waitFor();
  await entries.last().focus();
  await panel.getByText('The board shows the state after the action of entry').waitFor();
});

test('one panel shows all clients of a page', async (t) => {
  const { page, panel, tab, shows } = await panelOf(t, { isLocal: true, playerID: '0' });
  await page.evaluate(() => {
    globalThis.begin({ isLocal: true, playerID: '1' });
    for (let i = 0; i < 18; i += 1) globalThis.begin({ seed: `seed ${i}` });
  });
  assert.equal(await page.locator('.rondel-debug').count(), 1);
  await panel.getByLabel('client').selectOption({ label: 'nim, player 1' });
  await tab('Play');
  await panel.getByLabel('Act as').waitFor();
  await panel.getByLabel('arguments of take').fill('1');
  await panel.getByLabel('arguments of take').press('Enter');
  await shows(/take: .*inactive/);
  await page.evaluate(() => { for (const client of globalThis.clients) client.stop(); });
  await page.waitForFunction(() => !document.querySelector('.rondel-debug'));
});

test('views of all seats of a master in the page is shown side by side, with hidden parts marked', async (t) => {
  const { panel, shows } = await panelOf(t, { isLocal: true, playerID: '0' });
  await shows('heap');
  await panel.getByRole('button', { name: 'Views of all seats' }).click();
  await panel.getByRole('heading', { name: 'seat 1' }).waitFor();
  const column = panel.locator('.column', { hasText: 'seat 1' });
  assert.equal(await column.locator('.badge', { hasText: 'hidden' }).count(), 1);
  assert.deepEqual(await column.locator('.tree > li > ul .key').allTextContents(), ['1']);
});

test('the tab that hosts a Broadcast match shows what its master does, and a tab that takes over does so, too', async (t) => {
  const { page, panel, tab } = await panelOf(t, { isBroadcast: true, playerID: '0' });
  const second = await page.context().newPage();
  await second.goto(opened.site.url);
  await page.waitForFunction(() => globalThis.clients[0].getState()?.isConnected);
  await second.evaluate(() => globalThis.begin({ isBroadcast: true, playerID: '1' }));
  await second.waitForFunction(() => globalThis.clients[0].getState()?.isConnected);
  const its = second.locator('.rondel-debug');
  /** The fourth column is the master's. */
  const ofMaster = (from, text) => from.locator('.sequence td:nth-child(4)', { hasText: text }).first();
  await tab('Network');
  await its.getByRole('tab', { name: 'Network' }).click();
  await page.evaluate(() => globalThis.clients[0].moves.take(1).confirmed);
  await second.evaluate(() => globalThis.clients[0].moves.take(9).confirmed);
  await ofMaster(panel, '✓ 0 take(1)').waitFor();
  await ofMaster(panel, '✗ 1 take(9)').waitFor();
  assert.equal(await ofMaster(its, 'take').count(), 0);
  await tab('State');
  await panel.getByRole('button', { name: 'Views of all seats' }).click();
  await panel.getByRole('heading', { name: 'whole G' }).waitFor();
  await its.getByRole('tab', { name: 'State' }).click();
  await its.getByRole('button', { name: 'Views of all seats' }).click();
  await its.getByText('its master runs elsewhere').waitFor();
  await page.close();
  await second.waitForFunction(() => globalThis.clients[0].getState()?.isConnected);
  await second.evaluate(() => globalThis.clients[0].moves.take(2).confirmed);
  await its.locator('.column', { hasText: 'whole G' }).locator('.value', { hasText: /^7$/ }).waitFor();
  await its.getByRole('tab', { name: 'Network' }).click();
  await ofMaster(its, '✓ 1 take(2)').waitFor();
});

test('messages, predictions and confirmations appear in order, over a network that the panel slows down', async (t) => {
  const { page, panel, tab, shows } = await panelOf(t, { isLocal: true, network: { latency: 10 }, playerID: '0' });
  await tab('Network');
  await shows('connection: connected');
  await page.evaluate(() => globalThis.clients[0].moves.take(1));
  await shows(/✓ 0 take\(1\)/);
  const texts = await panel.locator('.sequence tbody tr').allTextContents();
  const at = (pattern) => texts.findIndex((text) => pattern.test(text));
  assert.ok(at(/… 0 take\(1\), predicted/) < at(/✓ 0 take\(1\)/), texts.join('\n'));
  assert.ok(texts.some((text) => /update, \d+ chars/.test(text) || /sendAction/.test(text)), texts.join('\n'));
  const slider = panel.getByLabel(/latency/);
  await slider.fill('300');
  await shows('latency: 300 ms');
  await panel.getByRole('button', { name: 'Disconnect the network' }).click();
  await shows(/connection: (unreachable|connecting)/);
  await panel.getByRole('button', { name: 'Connect the network' }).click();
  await shows('connection: connected');
});

test('bots step, play a turn and finish the match', async (t) => {
  const { panel, tab, button, shows, G } = await panelOf(t);
  await tab('Bots');
  await panel.getByLabel('Iterations').fill('100');
  await button('Play a move').click();
  await shows(/^1 move in/);
  assert.ok((await G()).heap < 10);
  assert.ok(await panel.locator('tbody tr:not(.reply)').count() >= 2);
  assert.ok(await panel.locator('tbody tr.reply').count() >= 2);
  await button('Simulate').click();
  await shows(/^\d+ moves in/);
  assert.ok((await G()).heap <= 0);
});

test('a match is saved as a file, and replays in another page; hostile files are refused', async (t) => {
  const first = await panelOf(t, { seed: 'file' });
  await first.page.evaluate(() => {
    globalThis.clients[0].moves.roll();
    globalThis.clients[0].moves.take(2);
  });
  await first.tab('Match');
  await first.panel.getByLabel('What is wrong?').fill('the dice are bad');
  const [download] = await Promise.all([first.page.waitForEvent('download'), first.button('Save as a file').click()]);
  const path = await download.path();
  const report = JSON.parse(await readFile(path, 'utf8'));
  assert.deepEqual([report.format, report.version, report.gameName, report.note, report.log.length > 1], ['rondel-match', 1, 'nim', 'the dice are bad', true]);

  const second = await panelOf(t, { seed: 'another' });
  await second.tab('Match');
  const open = async (content) => {
    const file = `${path}.json`;
    await writeFile(file, content);
    await second.panel.locator('input[type=file]').setInputFiles(file);
  };
  for (const [content, reason] of [
    ['{"format": "rondel-mat', /no JSON/],
    ['{}', /no match that the debug panel has exported/],
    [JSON.stringify({ ...report, gameName: 'chess' }), /is a match of "chess"/],
    [JSON.stringify({ ...report, version: 2 }), /version 2/],
    [JSON.stringify({ ...report, state: { ctx: 5 } }), /no valid state/],
    [JSON.stringify({ ...report, log: 'x' }), /expected a list/],
    [JSON.stringify({ ...report, log: [null, { action: { type: '__proto__' } }] }), /cannot replay|open as a copy/],
  ]) {
    await open(content);
    await second.shows(reason);
  }
  await open(JSON.stringify(report));
  await second.shows('open as a copy, with its log');
  await second.tab('Log');
  await second.panel.locator('button.entry').nth(report.log.length - 1).waitFor();
});

test('options: target, collapseOnLoad, hideToggleButton and false', async (t) => {
  const { page, panel } = await panelOf(t, { debug: false });
  assert.equal(await panel.count(), 0);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div id="place"></div>');
    globalThis.begin({ target: '#place', debug: { collapseOnLoad: true, hideToggleButton: true } });
  });
  await page.waitForFunction(() => document.querySelector('#place .rondel-debug'));
  assert.equal(await panel.getByRole('button').count(), 0);
  await page.keyboard.press('.');
  await panel.getByRole('tablist').waitFor();
  assert.equal(await panel.getByRole('button', { name: 'Close', exact: true }).count(), 0);
});

test('20,000 objects, long texts, foreign scripts and ten arguments are shown, and the search finds a value', async (t) => {
  const { page, panel, tab, shows, G } = await panelOf(t, { game: 'large' });
  await shows('naïve 🎲 name');
  await panel.getByPlaceholder('key or value').fill('שלום');
  await shows('G["naïve 🎲 name"]'.replaceAll('"', '"'));
  await tab('Play');
  await panel.getByLabel('arguments of many').fill('1, "two", [3], {"four": 4}, null, true, 7.5, "🎲", -9, []');
  await panel.getByLabel('arguments of many').press('Enter');
  await shows('many: done');
  assert.deepEqual((await G()).last, [1, 'two', [3], { four: 4 }, null, true, 7.5, '🎲', -9, []]);
  await page.evaluate(() => { for (let i = 0; i < 100; i += 1) globalThis.clients[0].moves.next(); });
});

test('the panel works under a strict CSP, on a phone, where it begins closed, and survives a page that restyles everything', async (t) => {
  const { page, panel, tab, button, shows } = await panelOf(t, {}, {
    viewport: { width: 390, height: 800 }, csp: "default-src 'none';script-src 'self' 'wasm-unsafe-eval';img-src data:",
  });
  await button('Debug').click();
  await shows('heap');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { display: none !important; color: red !important; } html, body, .rondel-debug { display: block !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  await tab('Play');
  await shows('Moves');
  const { y, height, width } = await panel.locator('.panel').boundingBox();
  assert.ok(width === 390 && y > 200 && y + height <= 801, `${y} ${height} ${width}`);
});

test('a playerView that throws is shown, and the panel goes on', async (t) => {
  const { page, panel, tab, shows, errors } = await panelOf(t);
  await page.evaluate(() => globalThis.beginThrowing());
  await panel.getByLabel('client').selectOption({ index: 1 });
  await tab('Play');
  for (const _ of [1, 2]) await panel.getByRole('button', { name: 'run add' }).click();
  await shows('add: done');
  await tab('State');
  await panel.locator('.value', { hasText: /^2$/ }).first().waitFor();
  // The client reports it.
  assert.deepEqual(errors.splice(0), ['the view throws']);
});

test('a saved state that is no JSON, or none, is an error', async (t) => {
  const { page, tab, button, shows } = await panelOf(t);
  await tab('Play');
  await button('Restore').click();
  await shows('restore: no match of this game has been saved');
  await page.evaluate(() => localStorage.setItem('rondel-debug nim', '{'));
  await button('Restore').click();
  await shows(/restore: .*JSON/);
});

test('a tab that throws says so, and the others go on', async (t) => {
  const { page, tab, button, shows } = await panelOf(t);
  await page.evaluate(() => { globalThis.clients[0].moves = null; });
  await tab('Play');
  await shows(/This tab cannot be shown/);
  await tab('State');
  await shows('heap');
  await tab('Play');
  await button('Try again').click();
  await shows(/This tab cannot be shown/);
});

test('a bot goes on when the master has answered', async (t) => {
  const { tab, button, panel, shows, G } = await panelOf(t, { isLocal: true, network: { latency: 50 }, playerID: '0', predict: 'none' });
  await tab('Bots');
  await panel.getByLabel('Iterations').fill('10');
  await button('Play a move').click();
  await shows(/^1 move in/);
  assert.ok((await G()).heap < 10);
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds no fault of accessibility in any tab, ${colorScheme}`, async (t) => {
    const { page, panel, tab } = await panelOf(t, { isLocal: true, network: { latency: 5 }, playerID: '0' });
    await page.emulateMedia({ colorScheme });
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
    await page.evaluate(() => {
      globalThis.begin();
      return globalThis.clients[0].moves.take(1).confirmed;
    });
    for (const name of ['State', 'Play', 'Log', 'Network', 'Bots', 'Match']) {
      await tab(name);
      if (name === 'State') await panel.getByRole('button', { name: 'Views of all seats' }).click();
      const { violations } = await page.evaluate(() => globalThis.axe.run({ include: [['.rondel-debug']] }));
      assert.deepEqual(violations.map(({ id, nodes }) => [name, id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]), []);
    }
  });
}
