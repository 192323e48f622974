// The apps of Next's and Nuxt's that docs/reference/react-and-vue.md shows, with a master in a route of the server's besides. Each framework
// installs hundreds of packages and builds for minutes, so they take turns by day.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { isForToday } from '../js/support/rotation.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { onPage, says } from './on-page.mjs';
import { copyShown, fixtures, installInto, pack, packed, project, run, serve, uninstall } from './project.mjs';

Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', PORT: '0' });

let browser;

before(async () => {
  await pack();
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  await uninstall();
});

const TOMORROW = 'plays tomorrow, or with RONDEL_DAY=each';

test('Next builds an app; what its server renders is hydrated and played', { skip: !isForToday(0) && TOMORROW }, async () => {
  const next = await make('next', ['game.js', 'table.jsx', 'page.jsx'], { next: '^16.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' });
  const { stderr } = await run(next, ['build'], { cwd: folder('next') });
  assert.equal(stderr, '');
  const server = await serve(next, ['start', '--hostname', '127.0.0.1', '--port', '0'], { cwd: folder('next') });
  try {
    await playInRoute(`${server.address}score`);
    await onPage(browser, async (page) => {
      const deck = await dealt(page, server.address);
      // The server shows no match that is played at a master: the page has taken over.
      await page.locator('#seat0').waitFor();
      await playDealt(page, deck);
      await playPair(page);
      await says(page.locator('output'), '7 cards, turn 2');
    });
  } finally {
    await server.stop();
  }
});

test('Nuxt builds an app; what its server renders is hydrated and played', { skip: !isForToday(1) && TOMORROW }, async () => {
  const nuxt = await make('nuxt', ['game.js', 'app.vue'], { nuxt: '^4.0.0' });
  const { stdout, stderr } = await run(nuxt, ['build'], { cwd: folder('nuxt') });
  assert.doesNotMatch(stdout + stderr, /warn.*rondel/i);
  const server = await serve(process.execPath, ['.output/server/index.mjs'], { cwd: folder('nuxt') });
  try {
    await playInRoute(`${server.address}api/score`);
    await onPage(browser, async (page) => {
      const deck = await dealt(page, server.address);
      await page.waitForFunction(() => globalThis.useNuxtApp?.().isHydrating === false);
      await playDealt(page, deck);
    });
  } finally {
    await server.stop();
  }
});

/** Installs a framework, with the app that the document shows; returns its command. */
async function make(name, shown, dependencies) {
  await cp(join(fixtures, name), folder(name), { recursive: true });
  await copyShown(shown, 'docs/reference/react-and-vue.md', join(folder(name), 'app'));
  // The storage of the route's master is one of the server's.
  await installInto(folder(name), { ...dependencies, ...packed() });
  return join(folder(name), 'node_modules/.bin', name);
}

function folder(name) {
  return join(project.dir, name);
}

/** Two moves at the master of a route, and one that is refused. */
async function playInRoute(address) {
  const draw = async (playerID) => (await fetch(address, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ playerID }),
  })).json();
  assert.deepEqual(await draw('0'), { hands: [1, 0], turn: 2 });
  assert.deepEqual(await draw('1'), { hands: [1, 1], turn: 3 });
  assert.deepEqual(await draw('1'), { error: 'action/inactive_player', hands: [1, 1], turn: 3 });
}

/** Opens a page; returns the deck that the server has shuffled for it. */
async function dealt(page, address) {
  const html = await (await page.goto(address)).text();
  return /\S{8}(?=, player 0<)/.exec(html.replace(/<button>/g, ' '))[0];
}

async function playDealt(page, deck) {
  const button = page.getByRole('button', { name: 'player' });
  await says(button, `${deck}, player 0`);
  await button.click();
  await says(button, `${deck.slice(0, 7)}, player 1`);
}

/** A match of two clients at a master in the page. */
async function playPair(page) {
  const [first, second] = ['#seat0', '#seat1'].map((name) => page.locator(name));
  await first.click();
  await says(first, '1');
  assert.ok(await first.isDisabled(), 'one card a turn');
  await second.click();
  await says(second, '1');
}
