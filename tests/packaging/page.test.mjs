// The page without a bundler that docs/reference/loading.md shows, in Chromium, under the policy that it shows, and without it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { serveFiles } from './files.mjs';
import { onPage, says } from './on-page.mjs';
import { root } from './project.mjs';

const document = await readFile(join(root, 'docs/reference/loading.md'), 'utf8');
const [, POLICY] = /^Content-Security-Policy: (.*)$/m.exec(document);
const shown = Object.fromEntries([...document.matchAll(/^```(?:js|html)\n(?:\/\/|<!--) ([\w.]+).*?\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]));
// An import map is an inline script: a strict policy names it by its hash.
const [, MAP] = /<script type="importmap">(.*?)<\/script>/s.exec(shown['index.html']);
const HASH = `'sha256-${createHash('sha256').update(MAP).digest('base64')}'`;

let browser;

before(async () => { browser = await launchChrome(); });
after(() => browser?.close());

/** Opens the page under a policy; returns it, and what it complains of. */
async function open(t, policy) {
  const address = await serveFiles(t, bodyOf, { 'Content-Security-Policy': policy });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  t.after(() => page.close());
  await page.goto(address);
  return { page, complaints };
}

/** A file that the document shows, or one of a package. */
async function bodyOf(path) {
  return shown[path] ?? await readFile(join(root, path.replace('node_modules/rondel', 'pkg'))).catch(() => null);
}

test('the page plays, under the policy that the document gives', async (t) => {
  const { page, complaints } = await open(t, POLICY.replace("'wasm-unsafe-eval'", `$& ${HASH}`));
  await page.locator('button').click();
  await page.locator('button').click();
  assert.equal(await page.locator('button').innerText(), '2');
  assert.deepEqual(complaints, []);
});

test('without wasm-unsafe-eval the first Client() throws a CompileError', async (t) => {
  const { complaints } = await open(t, POLICY.replace("'wasm-unsafe-eval'", HASH));
  await until(() => complaints.length > 0);
  assert.match(complaints.join('\n'), /^CompileError/);
});

test('without socket.io, a page plays at a master of its own, and shows that with Vue', async (t) => {
  const { imports } = JSON.parse(MAP);
  assert.ok(!('socket.io-client' in imports));
  const [, vue] = /`"vue": "(.*?)"`/.exec(document);
  const map = { ...imports, 'rondel/vue': './node_modules/rondel/vue.js', vue };
  const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports: map })}</script>
    <div id="app"></div><script type="module">${PAIR}</script>`;
  await playPair(t, html);
});

const PAIR = `
  import { Local } from 'rondel/multiplayer';
  import { Client } from 'rondel/vue';
  import { createApp, h } from 'vue';

  const game = { moves: { pass: ({ events }) => events.endTurn() } };
  const board = ({ ctx, moves, playerID }) => h('button', { id: 'seat' + playerID, onClick: () => moves.pass() }, 'turn ' + ctx.turn);
  const Seat = Client({ game, board, multiplayer: Local() });
  createApp(() => ['0', '1'].map((playerID) => h(Seat, { playerID }))).mount('#app');
`;

test('without a bundler, a page plays with React 16 as a file for pages, in the module that the document shows', async (t) => {
  const map = { ...JSON.parse(MAP).imports, 'rondel/react': './node_modules/rondel/react.js', react: './react.js' };
  const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports: map })}</script>
    <script src="node_modules/react-16/umd/react.production.min.js"></script>
    <script src="node_modules/react-dom-16/umd/react-dom.production.min.js"></script>
    <div id="app"></div><script type="module">${PAIR_IN_REACT}</script>`;
  await playPair(t, html);
});

const PAIR_IN_REACT = `
  import { Local } from 'rondel/multiplayer';
  import { Client } from 'rondel/react';
  import React, { createElement as h } from 'react';

  const game = { moves: { pass: ({ events }) => events.endTurn() } };
  const board = ({ ctx, moves, playerID }) => h('button', { id: 'seat' + playerID, onClick: () => moves.pass() }, 'turn ' + ctx.turn);
  const Seat = Client({ game, board, multiplayer: Local() });
  ReactDOM.render(['0', '1'].map((playerID) => h(Seat, { key: playerID, playerID })), document.getElementById('app'));
`;

/** Two seats that a page shows play with each other. */
async function playPair(t, html) {
  const address = await serveFiles(t, (path) => (path === 'index.html' ? html : bodyOf(path)));
  await onPage(browser, async (page) => {
    await page.goto(address);
    const [first, second] = ['0', '1'].map((name) => page.locator(`#seat${name}`));
    await says(second, 'turn 1');
    await first.click();
    await says(second, 'turn 2');
  });
}

test('without a bundler, the debug panel opens where the page passes it', async (t) => {
  const [, preact] = /`("preact": .*?)`/.exec(document);
  const map = { ...JSON.parse(MAP).imports, 'rondel/debug': './node_modules/rondel/debug.js', ...JSON.parse(`{${preact}}`) };
  const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports: map })}</script><script type="module">
    import { Client } from 'rondel/client';
    import { Debug } from 'rondel/debug';
    Client({ game: { setup: () => ({ count: 7 }) }, debug: { impl: Debug } }).start();
  </script>`;
  const address = await serveFiles(t, (path) => (path === 'index.html' ? html : bodyOf(path)));
  await onPage(browser, async (page) => {
    await page.goto(address);
    await page.locator('.rondel-debug').getByRole('button', { name: 'Debug', exact: true }).click();
    await page.locator('.rondel-debug .key', { hasText: 'count' }).waitFor();
  });
});

test('where socket.io cannot be found, a client says so, and other clients play', async (t) => {
  const html = `<!doctype html><script type="importmap">${MAP}</script><script type="module">
    import { Client } from 'rondel/client';
    import { SocketIO } from 'rondel/multiplayer';
    const client = Client({ game: {}, multiplayer: SocketIO({ server: 'localhost:1' }) });
    client.start();
    globalThis.here = Client({ game: { moves: { add: ({ G }) => ({ n: 1 }) } } });
    here.moves.add();
    globalThis.stop = () => client.dispose();
  </script>`;
  const address = await serveFiles(t, (path) => (path === 'index.html' ? html : bodyOf(path)));
  const page = await browser.newPage();
  const said = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.goto(address);
  assert.match((await said).text(), /^rondel: socket\.io cannot connect: .*socket\.io-client/);
  assert.deepEqual(await page.evaluate('stop(), here.getState().G'), { n: 1 });
  await page.close();
});
