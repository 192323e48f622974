// Both examples, built from the tarball or served by Vite, and played in Chromium.
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { launchChrome } from '../support/chrome.mjs';
import { onPage, says } from './on-page.mjs';
import { copyExample, installInto, project, readJson, root, serve, tool } from './project.mjs';

const ORIGIN = 'http://example.test/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let browser;

before(async () => { browser = await launchChrome(); });
after(() => browser?.close());

for (const [name, play] of [['react', playTicTacToe], ['vue', playNim]]) {
  test(`the ${name} example is built and played`, async () => {
    const dir = join(project.dir, name);
    if (name === 'react') await tool('tsc', [], { cwd: dir });
    await tool('vite', ['build', '--logLevel', 'warn'], { cwd: dir });
    await onPage(browser, async (page) => {
      await folder(page, join(dir, 'dist'));
      await page.goto(ORIGIN);
      await mkdir(join(root, 'artifacts'), { recursive: true });
      await play(page, () => page.screenshot({ path: join(root, `artifacts/example-${name}.png`) }));
    });
  });

  test(`the ${name} example is served by Vite and played${name === 'react' ? ', in StrictMode' : ''}`, async () => {
    const server = await serve('vite', ['--host', '127.0.0.1', '--port', '0'], { cwd: join(project.dir, name) });
    try {
      await onPage(browser, async (page) => {
        await page.goto(server.address);
        await panelIsClosed(page);
        await play(page);
      });
    } finally {
      await server.stop();
    }
  });
}

test('the react example plays on React 18', async () => {
  const dir = join(project.dir, 'react-18');
  await copyExample('react', 'react-18');
  await installInto(dir, { react: '^18.3.1', 'react-dom': '^18.3.1' });
  await tool('esbuild', [
    'src/main.tsx', '--bundle', '--format=esm', '--jsx=automatic', '--outdir=dist', '--define:process.env.NODE_ENV="development"',
  ], { cwd: dir });
  await onPage(browser, async (page) => {
    await folder(page, join(dir, 'dist'), `<!doctype html><link rel="icon" href="data:,">
      <link rel="stylesheet" href="main.css"><div id="root"></div><script type="module" src="main.js"></script>`);
    await page.goto(ORIGIN);
    await panelIsClosed(page);
    await playTicTacToe(page);
  });
  assert.match((await readJson(join(dir, 'node_modules/react/package.json'))).version, /^18\./);
});

/** Waits for the debug panel of a page in development, which begins closed on a narrow page. */
async function panelIsClosed(page) {
  await page.locator('.rondel-debug').getByRole('button', { name: 'Debug', exact: true }).waitFor();
}

/** Plays a game with the page's controls; `atTheEnd` may look at the page when it is decided. */
async function playTicTacToe(page, atTheEnd) {
  const status = page.getByRole('status');
  const cell = (number, what) => page.getByRole('button', { name: `Cell ${number}, ${what}` });
  const button = (name) => page.getByRole('button', { name });

  await says(status, '✕ to move');
  assert.ok(await button('Undo').isDisabled());
  await cell(5, 'empty').click();
  await says(status, '✕ may end the turn');
  assert.ok(await cell(1, 'empty').isDisabled(), 'one mark a turn');
  await button('Undo').click();
  await says(status, '✕ to move');

  for (const [number, mark, next] of [[1, '✕', '○'], [4, '○', '✕'], [2, '✕', '○'], [5, '○', '✕']]) {
    await cell(number, 'empty').click();
    await cell(number, mark).waitFor();
    await button('End turn').click();
    await says(status, `${next} to move`);
  }
  await cell(3, 'empty').click();
  await says(status, '✕ wins');
  assert.equal(await page.locator('.won').count(), 3);
  assert.equal(await page.locator('.board button:enabled').count(), 0);
  await atTheEnd?.();

  await button('New game').click();
  await says(status, '✕ to move');
  assert.equal(await page.getByRole('button', { name: /empty/ }).count(), 9);
  await cell(9, 'empty').click();
  await cell(9, '✕').waitFor();
}

/** Likewise. */
async function playNim(page, atTheEnd) {
  const status = page.getByRole('status');
  const button = (name) => page.getByRole('button', { name, exact: true });
  const matches = (count) => page.waitForFunction((n) => document.querySelectorAll('.match').length === n, count);
  const take = (row, count) => button(`Row ${row}: take ${count}`).click();

  await says(status, 'Ruby to move');
  await matches(16);
  await take(4, 7);
  await says(status, 'Ruby may take more, or end the turn');
  await matches(9);
  await button('Undo').click();
  await matches(16);
  await button('Redo').click();
  await matches(9);
  assert.ok(await button('Row 3: take 1').isDisabled(), 'one row a turn');
  await button('End turn').click();
  await says(status, 'Azure to move');

  for (const [row, count, next] of [[3, 5, 'Ruby'], [2, 3, 'Azure']]) {
    await take(row, count);
    await button('End turn').click();
    await says(status, `${next} to move`);
  }
  await take(1, 1);
  await says(status, 'Azure took the last match and wins');
  await matches(0);
  await atTheEnd?.();

  await button('New game').click();
  await says(status, 'Ruby to move');
  await matches(16);
}

/** Lets the page find a folder at ORIGIN, without a server. */
async function folder(page, dir, index) {
  await page.route(`${ORIGIN}**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/' && index) return route.fulfill({ body: index, contentType: 'text/html' });
    const file = join(dir, path === '/' ? 'index.html' : path);
    return route.fulfill({ body: await readFile(file), contentType: TYPES[extname(file)] });
  });
}
