// The page without a bundler that docs/reference/loading.md shows, in Chromium, under the policy that it shows, and without it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { root } from './project.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };
const document = await readFile(join(root, 'docs/reference/loading.md'), 'utf8');
const [, POLICY] = /^Content-Security-Policy: (.*)$/m.exec(document);
const shown = Object.fromEntries([...document.matchAll(/^```(?:js|html)\n(?:\/\/|<!--) ([\w.]+).*?\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]));
// An import map is an inline script: a strict policy names it by its hash.
const [, MAP] = /<script type="importmap">(.*?)<\/script>/s.exec(shown['index.html']);
const HASH = `'sha256-${createHash('sha256').update(MAP).digest('base64')}'`;

let browser;

before(async () => { browser = await launchChrome(); });
after(() => browser?.close());

/** Opens the page under a policy; answers it, and what it complains of. */
async function open(t, policy) {
  const server = createServer(async ({ url }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    const body = shown[name] ?? await readFile(join(root, name.replace('node_modules/rondel', 'pkg'))).catch(() => null);
    if (body === null) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(name)], 'Content-Security-Policy': policy }).end(body);
  });
  await new Promise((listening) => { server.listen(0, '127.0.0.1', listening); });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  t.after(async () => {
    await page.close();
    server.close();
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return { page, complaints };
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
