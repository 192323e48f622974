// The page itself: every game by its address, wide and narrow, light and dark, without a network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, acting, assertFits, demo, number, picture, seat, status, tabTo } from './harness.mjs';

const open = demo();
const GAMES = { draw: 'Draw and play', phases: 'Draw, then play', discard: 'Everybody discards', orders: 'Turn-order explorer', showdown: 'Showdown', blitz: 'Blitz', magpies: 'Magpies' };

for (const [id, title] of Object.entries(GAMES)) {
  test(`#${id} opens “${title}”, on a desktop and on a phone`, async (t) => {
    const page = await open(t, `?seed=page#${id}`);
    assert.equal(await page.locator('#table-title').innerText(), title);
    assert.equal(await page.title(), `${title} · Rondel`);
    assert.equal(await page.locator('.games-nav [aria-current]').getAttribute('href'), `#${id}`);
    assert.match(await page.locator('.wheel').getAttribute('aria-label'), /^Order of play: .+ has turn 1/);
    assert.deepEqual(await acting(page), id === 'magpies' ? ['0', '1', '2'] : ['0']);
    for (const [name, viewport, colorScheme] of [['desktop', DESKTOP, 'light'], ['phone', PHONE, 'dark']]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await assertFits(page);
      await picture(page, `${id}-${name}`, { fullPage: true });
    }
  });
}

test('the tabs change the game, and the browser’s back button changes it back', async (t) => {
  const page = await open(t, '');
  assert.equal(await page.locator('#table-title').innerText(), GAMES.draw);
  for (const id of ['discard', 'showdown', 'orders']) {
    await page.locator(`.games-nav [href="#${id}"]`).click();
    await page.locator(`.board-${id}`).waitFor();
    assert.equal(await page.locator('#table .board').count(), 1);
  }
  await page.goBack();
  await page.locator('.board-showdown').waitFor();
  assert.equal(await page.locator('#table-title').innerText(), GAMES.showdown);
});

test('the source of a game that arrives late does not bring back its board', async (t) => {
  const page = await open(t, '');
  let release;
  const isReleased = new Promise((resolve) => { release = resolve; });
  await page.route('**/everybody-discards.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  const asked = page.waitForRequest('**/everybody-discards.js');
  await page.locator('.games-nav [href="#discard"]').click();
  await asked;
  await page.locator('.games-nav [href="#showdown"]').click();
  await page.locator('.board-showdown').waitFor();
  const arrived = page.waitForResponse('**/everybody-discards.js');
  release();
  await (await arrived).finished();
  // The page has handled the first response when it has read a second one.
  await page.evaluate(async () => {
    await (await fetch('games/everybody-discards.js')).text();
    await new Promise((resolve) => { setTimeout(resolve); });
  });
  assert.equal(await page.locator('#table-title').innerText(), GAMES.showdown);
  assert.equal(await page.locator('.board-showdown').count(), 1);
});

test('once loaded, everything plays without a network', async (t) => {
  const page = await open(t, '?seed=offline#phases');
  await page.locator('.panel-source').getByText('function DrawCard').waitFor();
  await page.locator('#bots .four').waitFor();
  await page.context().setOffline(true);
  for (let turn = 0; turn < 6; turn++) await seat(page, turn % 2).locator('[data-move="DrawCard"]').click();
  assert.equal(await number(page, 'deck'), 0);
  await page.locator('.games-nav [href="#showdown"]').click();
  await seat(page, 0).locator('[data-move="finishTurn"]').click();
  assert.notEqual(await status(page), 'Juniper may move.');
  assert.equal(await page.evaluate(() => navigator.onLine), false);
});

test('the wheel of the twenty-line game is played by mouse to its end', async (t) => {
  const page = await open(t, '');
  const field = (number) => page.locator(`[data-field="${number}"].harvest-field`);
  const says = page.locator('.harvest-says');
  assert.match(await says.innerText(), /^Seat 0: go one to three fields on/);
  await field(4).click({ force: true });
  assert.equal(await says.innerText(), 'Refused: that is more than three fields away.');
  await field(2).click();
  assert.equal(await number(page, 'coins-0'), 4);
  assert.match(await says.innerText(), /^Seat 1/);
  await field(2).click({ force: true });
  assert.equal(await says.innerText(), 'Refused: somebody stands there.');
  for (let turn = 0; turn < 30 && !(await says.innerText()).includes('wins'); turn++) {
    await page.locator('.harvest-field.is-open').last().click();
  }
  assert.match(await says.innerText(), /^Seat [01] wins\.$/);
  assert.ok(Math.max(await number(page, 'coins-0'), await number(page, 'coins-1')) >= 15);
  await page.getByRole('button', { name: 'Play again' }).click();
  assert.equal(await number(page, 'coins-0'), 0);
  await picture(page, 'intro-desktop', { fullPage: true });
});

test('the wheel is played by keyboard too', async (t) => {
  const page = await open(t, '');
  await tabTo(page, '.harvest-field.is-open');
  await page.keyboard.press('Enter');
  assert.equal(await number(page, 'coins-0'), 2);
  await tabTo(page, '.harvest-field.is-open');
  await page.keyboard.press('Space');
  assert.equal(await number(page, 'coins-1'), 1);
});

test('the twenty lines on the page are the file, and are timed on request', async (t) => {
  const page = await open(t, '');
  const text = await page.locator('#twenty-lines').innerText();
  assert.equal(text.trim(), (await (await page.request.get(new URL('games/harvest.js', page.url()).href)).text()).trim());
  assert.equal(text.split('\n').filter((line) => line.trim() !== '').length <= 22, true);
  await page.locator('#measure').click();
  await page.waitForFunction(() => document.querySelector('#measured').textContent !== '');
  assert.match(await page.locator('#measured').innerText(), /^[\d.]+ µs a move, over 10,000 moves$/);
});

test('the theme follows the system until it is chosen, and is remembered', async (t) => {
  const page = await open(t, '', { colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.locator('#theme').click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  await page.locator('#table-title').waitFor();
  assert.equal(await ground(), light);
  assert.equal(await page.locator('#theme').getAttribute('aria-pressed'), 'false');
});

test('everything that can be pressed has a name, and ids occur once', async (t) => {
  const page = await open(t, '');
  for (const id of Object.keys(GAMES)) {
    await page.locator(`.games-nav [href="#${id}"]`).click();
    await page.waitForFunction((title) => document.querySelector('#table-title').textContent === title, GAMES[id]);
    const faults = await page.evaluate(() => {
      const nameless = [...document.querySelectorAll('button, a, select, input, [role="button"]')]
        .filter((control) => !(control.getAttribute('aria-label') || control.textContent.trim() || control.labels?.length));
      const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
      return [...nameless.map((control) => control.outerHTML), ...ids.filter((one, at) => ids.indexOf(one) !== at)];
    });
    assert.deepEqual(faults, []);
  }
});

test('the pieces turn only for those who do not mind movement', async (t) => {
  for (const [reducedMotion, expected] of [['reduce', '0s'], ['no-preference', '0.55s']]) {
    const page = await open(t, '#draw', { reducedMotion });
    assert.equal(await page.locator('.wheel-pawn').evaluate((pawn) => getComputedStyle(pawn).transitionDuration), expected);
  }
});
