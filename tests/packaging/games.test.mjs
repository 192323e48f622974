// The example with several games from the packed packages: its tests, its page, and a match of chess between two pages at its server.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { launchChrome } from '../support/chrome.mjs';
import { inspect } from './last-card.mjs';
import { onPage } from './on-page.mjs';
import { copyExample, installInto, pack, packed, project, readJson, run, serve, uninstall } from './project.mjs';

let browser;
let dir;

before(async () => {
  await pack();
  await copyExample('games');
  dir = join(project.dir, 'games');
  const { scripts, dependencies, devDependencies } = await readJson(join(dir, 'package.json'));
  await installInto(dir, { ...devDependencies, ...dependencies, ...packed() }, { scripts });
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  await uninstall();
});

test('the tests of the games pass, and the page is built', async () => {
  for (const script of ['test', 'build']) await run('npm', ['run', script], { cwd: dir, env: { NODE_OPTIONS: '' } });
});

test('fool\'s mate between two pages, with a reload, chat and a rematch', async () => {
  const server = await serve(process.execPath, ['server.ts'], { cwd: dir, env: { PORT: '0', HOST: '127.0.0.1', DATABASE: join(dir, 'test.db') } });
  try {
    await onPage(browser, (alice) => onPage(browser, async (bob) => {
      await startMatch(alice, server.address);
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
  } finally {
    await server.stop();
  }
});

/** Makes a match of chess, and takes the first seat. */
async function startMatch(page, address) {
  await page.goto(address);
  await inspect(page);
  await page.getByRole('link', { name: 'Chess' }).click();
  await page.getByLabel('Your name').fill('Alice');
  await inspect(page);
  await page.getByRole('button', { name: 'New match' }).click();
  await page.getByRole('grid', { name: 'Chess board' }).waitFor();
}

const square = (page, name) => page.getByRole('gridcell', { name });

/** Moves a piece by two clicks, when it is the player's turn. */
async function move(page, piece, to) {
  await page.getByText('Your move.').first().waitFor();
  await square(page, piece).click();
  await square(page, `${to}, possible move`).click();
  await square(page, `${piece.split(',')[0]}, ${to}`).waitFor();
}

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
