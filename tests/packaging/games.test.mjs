// The example with several games from the packed packages: its tests, its page, a match of each game between pages at its server, its games on
// boardgame.io, and the page of Oh Hell in Vue.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { launchChrome } from '../support/chrome.mjs';
import { inspect } from './last-card.mjs';
import { onPage } from './on-page.mjs';
import { actInOhHell, actInStrandline, move, playToEnd, square } from './play-games.mjs';
import { copyExample, filesIn, installInto, pack, packed, project, readJson, run, serve, uninstall } from './project.mjs';

let browser;
let dir;

before(async () => {
  await pack();
  dir = await installExample('games', packed());
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  await uninstall();
});

test('the tests of the games pass, and the page is built', async () => {
  for (const script of ['test', 'build']) await run('npm', ['run', script], { cwd: dir, env: { NODE_OPTIONS: '' } });
});

test('fool\'s mate between two pages, with a reload, chat and a rematch', () => atServer('chess', async (address) => {
  await onPage(browser, (alice) => onPage(browser, async (bob) => {
    await startMatch(alice, address, 'Chess');
    await alice.getByRole('grid', { name: 'Chess board' }).waitFor();
    await bob.goto(alice.url());
    await bob.getByRole('button', { name: 'Join' }).click();
    await bob.getByText('Alice is to move.').first().waitFor();

    await move(alice, 'White pawn, f2', 'f3');
    await move(bob, 'Black pawn, e7', 'e5');
    await moveByKeyboard(alice, 'White pawn, g2', 'g4');
    await alice.reload();
    await square(alice, 'White pawn, g4').waitFor();

    await bob.getByLabel('Say something').fill('Look out');
    await bob.keyboard.press('Enter');
    await alice.getByText('Visitor: Look out').waitFor();
    await inspect(alice);

    await drag(bob, 'Black queen, d8', 'h4');
    await alice.getByText('Visitor won by checkmate.').first().waitFor();
    await bob.getByText('You won by checkmate.').first().waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Resign' }).count(), 0);

    // In the rematch the colours change.
    await alice.getByRole('button', { name: 'Rematch' }).click();
    await bob.getByRole('button', { name: 'To the rematch' }).click();
    await bob.getByText('Your move.').first().waitFor();
    await move(bob, 'White pawn, e2', 'e4');
    await square(alice, 'White pawn, e4').waitFor();
  }));
}));

test('a match of Oh Hell between three pages', () => atServer('oh-hell', async (address) => {
  await onPages(3, async ([alice, ...others]) => {
    await startMatch(alice, address, 'Oh Hell', { 'First hand': '5 cards' });
    await joinAll(alice, others);
    await alice.getByText('Round 1 of 5').waitFor();
    await inspect(alice);
    const { texts, done } = await playToEnd([alice, ...others], actInOhHell);
    assert.deepEqual([...done].sort(), ['bid', 'play', 'ready']);
    checkOutcome(texts);
    await inspect(alice);
    await rematch([alice, ...others]);
    await alice.getByText('Round 1 of 5').waitFor();
  });
}));

test('a match of Strandline between two pages, with a spectator, a reload, and a bot for a player who leaves', () => atServer('strandline', async (address) => {
  await onPages(4, async ([alice, bob, carol, spectator]) => {
    await startMatch(alice, address, 'Strandline', { Players: '3', Length: 'One tide' });
    await joinAll(alice, [bob, carol]);
    await spectator.goto(alice.url());
    await spectator.getByText('Tide 1 of 1, pick 1 of 6').waitFor();
    assert.equal(await spectator.locator('.hand').count(), 0);
    await inspect(alice);

    for (const page of [alice, bob, carol]) await actInStrandline(page);
    await alice.getByRole('list', { name: 'Revealed cards' }).waitFor();
    await alice.reload();
    await alice.getByRole('list', { name: 'Revealed cards' }).waitFor();
    await inspect(alice);
    await inspect(spectator);

    await carol.getByRole('button', { name: 'Leave' }).click();
    await carol.getByRole('button', { name: 'Really leave' }).click();
    await alice.getByRole('list', { name: 'Seats' }).getByText('Bot (keen)').waitFor();

    const { texts } = await playToEnd([alice, bob], actInStrandline);
    checkOutcome(texts);
    await spectator.getByRole('table', { name: 'Scores' }).waitFor();
    await inspect(alice);
    await rematch([alice, bob]);
    await alice.getByText('Tide 1 of 1, pick 1 of 6').waitFor();
  });
}));

test('Oh Hell in Vue: its tests pass, and its page plays a match with the page in React, a spectator, chat, a reload and a rematch', async () => {
  const vueDir = await installExample('games-vue');
  for (const script of ['test', 'build']) await run('npm', ['run', script], { cwd: vueDir, env: { NODE_OPTIONS: '' } });
  await atServer('oh-hell-vue', (address) => atVuePage(vueDir, address, (vueAddress) => onPages(4, async ([alice, bob, carol, spectator]) => {
    await alice.goto(vueAddress);
    await inspect(alice);
    await fillIn(alice, { 'First hand': '5 cards' });
    await alice.getByText('Round 1 of 5').waitFor();
    await bob.goto(`${address}${hashOf(alice)}`);
    await bob.getByRole('button', { name: 'Join' }).click();
    await carol.goto(vueAddress);
    await carol.getByRole('button', { name: 'Join' }).click();
    await carol.getByRole('region', { name: 'Board' }).getByText('Round 1 of 5').waitFor();
    await spectator.goto(alice.url());
    await spectator.getByText('Round 1 of 5').waitFor();
    assert.equal(await spectator.locator('.hand').count(), 0);

    await alice.getByLabel('Say something').fill('From Vue');
    await alice.keyboard.press('Enter');
    await bob.getByText('Alice: From Vue').waitFor();
    await alice.reload();
    await alice.locator('.hand .face').nth(4).waitFor();
    await alice.getByRole('button', { name: 'Rules' }).click();
    await inspect(alice);
    await alice.getByRole('button', { name: 'Close' }).click();
    await inspect(alice);

    const { texts, done } = await playToEnd([alice, bob, carol], actInOhHell);
    assert.deepEqual([...done].sort(), ['bid', 'play', 'ready']);
    checkOutcome(texts);
    // Each page begins its table with another player.
    assert.deepEqual(await totalsOn(alice), await totalsOn(bob));
    await inspect(alice);
    await inspect(spectator);
    await rematch([bob, alice, carol]);
    await alice.getByText('Round 1 of 5').waitFor();
    assert.equal(hashOf(alice), hashOf(bob));
  })));
});

test('Strandline and chess on boardgame.io, with the same rules and boards', async () => {
  const config = ['--config', 'boardgame-io/vite.config.ts'];
  await run('npx', ['vite', 'build', ...config, '--logLevel', 'warn'], { cwd: dir, env: { NODE_OPTIONS: '' } });
  // Rondel's engine is WebAssembly.
  const scripts = (await filesIn(join(dir, 'dist-boardgame-io'))).filter((file) => file.endsWith('.js'));
  for (const file of scripts) assert.doesNotMatch(await readFile(join(dir, 'dist-boardgame-io', file), 'utf8'), /WebAssembly/);
  const server = await serve(join(dir, 'node_modules/.bin/vite'), ['preview', ...config, '--host', '127.0.0.1', '--port', '0'], { cwd: dir });
  try {
    await onPage(browser, async (page) => {
      await page.goto(server.address);
      const places = [1, 2, 3].map((number) => placeOf(page, number));
      await places[0].getByText('Choose a card to keep.').first().waitFor();
      await inspect(page);
      const { texts, done } = await playToEnd(places, actInStrandline);
      checkOutcome(texts);
      assert.ok(done.has('Keep'));
      assert.equal(await places[0].getByRole('table', { name: 'Scores' }).getByRole('row').count(), 7);
    });
    await onPage(browser, async (page) => {
      await page.goto(`${server.address}#chess`);
      const [white, black] = [1, 2].map((number) => placeOf(page, number));
      await move(white, 'White pawn, f2', 'f3');
      await move(black, 'Black pawn, e7', 'e5');
      await move(white, 'White pawn, g2', 'g4');
      await move(black, 'Black queen, d8', 'h4');
      await white.getByText('Player 2 won by checkmate.').first().waitFor();
      await black.getByText('You won by checkmate.').first().waitFor();
    });
  } finally {
    await server.stop();
  }
});

/** Copies an example, and installs it with packed packages. Returns its folder. */
async function installExample(name, more = {}) {
  await copyExample(name);
  const folder = join(project.dir, name);
  const { scripts, dependencies, devDependencies } = await readJson(join(folder, 'package.json'));
  await installInto(folder, { ...devDependencies, ...dependencies, ...more }, { scripts });
  return folder;
}

/** Runs the server of the games, with a database of its own. */
async function atServer(name, play) {
  const server = await serve(process.execPath, ['server.ts'], { cwd: dir, env: { PORT: '0', HOST: '127.0.0.1', DATABASE: join(dir, `${name}.db`) } });
  try {
    await play(server.address);
  } finally {
    await server.stop();
  }
}

/** Serves the built page in Vue, whose requests go to the server at the address. */
async function atVuePage(cwd, address, play) {
  const server = await serve(join(cwd, 'node_modules/.bin/vite'), ['preview', '--host', '127.0.0.1', '--port', '0'], { cwd, env: { SERVER: address } });
  try {
    await play(server.address);
  } finally {
    await server.stop();
  }
}

/** Opens pages of different players. Nothing may go wrong on any of them. */
async function onPages(count, play, pages = []) {
  if (pages.length === count) return play(pages);
  await onPage(browser, async (page) => {
    // Cards lie on the table at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await onPages(count, play, [...pages, page]);
  });
}

/** Makes a match of a game, and takes the first seat. `choices`: values of the form by their labels. */
async function startMatch(page, address, title, choices = {}) {
  await page.goto(address);
  await inspect(page);
  await page.getByRole('link', { name: title }).click();
  await fillIn(page, choices);
}

/** Makes a match by the form. */
async function fillIn(page, choices) {
  await page.getByLabel('Your name').fill('Alice');
  for (const [label, value] of Object.entries(choices)) await page.getByLabel(label).selectOption(value);
  await inspect(page);
  await page.getByRole('button', { name: 'New match' }).click();
  await page.getByRole('region', { name: 'Board' }).waitFor();
}

/** Others follow the link to the match, and join it. */
async function joinAll(first, others) {
  await first.waitForURL(/#\/[\w-]+\/./);
  for (const page of others) {
    await page.goto(first.url());
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Leave' }).waitFor();
  }
}

/** The winners see that they win, all others see their names. */
function checkOutcome(texts) {
  assert.ok(texts.some((text) => /You win/.test(text)) || texts.every((text) => /wins/.test(text)), texts.join(' | '));
}

/** All go to the rematch. */
async function rematch([first, ...others]) {
  await first.getByRole('button', { name: 'Rematch' }).click();
  for (const page of others) await page.getByRole('button', { name: 'To the rematch' }).click();
}

const hashOf = (page) => new URL(page.url()).hash;

const totalsOn = async (page) => (await page.getByRole('table', { name: 'Scores' }).locator('tfoot td').allInnerTexts()).sort();

const placeOf = (page, number) => page.getByRole('region', { name: `Board of player ${number}` });

/** Moves a pawn two squares forward. */
async function moveByKeyboard(page, piece, to) {
  await page.getByText('Your move.').first().waitFor();
  await square(page, piece).focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await square(page, `${piece.split(',')[0]}, ${to}`).waitFor();
}

async function drag(page, piece, to) {
  await page.getByText('Your move.').first().waitFor();
  await square(page, piece).dragTo(page.locator(`[data-square=${to}]`));
  await square(page, `${piece.split(',')[0]}, ${to}`).waitFor();
}
