// rondel/slim: a page under the policy that docs/reference/loading.md gives, and Cloudflare's runtime, which compiles nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { launchChrome } from '../support/chrome.mjs';
import { serveFiles } from './files.mjs';
import { WASM } from './inlined.mjs';
import { filesIn, project, root, run, tool } from './project.mjs';

const [, POLICY] = /^Content-Security-Policy: (.*)$/m.exec(await readFile(join(root, 'docs/reference/loading.md'), 'utf8'));

let browser;

before(async () => { browser = await launchChrome(); });
after(() => browser?.close());

test('a page with rondel/slim, built by Vite, loads the module by itself and plays under the policy', async (t) => {
  const folder = join(project.dir, 'slim');
  await tool('vite', ['build', '--logLevel', 'warn', '--target', 'esnext'], { cwd: folder });
  const dist = join(folder, 'dist');
  const files = await filesIn(dist);
  assert.equal(files.filter((file) => file.endsWith('.wasm')).length, 1);

  const requested = [];
  const { page, complaints } = await open(t, dist, requested);
  await page.locator('button', { hasText: '0 0' }).click();
  await page.locator('button', { hasText: '1 1' }).waitFor();
  assert.deepEqual(complaints, []);
  assert.deepEqual(requested.filter((path) => path.endsWith('.wasm')).length, 1);
});

test('the bundle of rondel/slim has no module inlined', async () => {
  const text = await Promise.all((await filesIn(join(project.dir, 'slim/dist')))
    .filter((file) => file.endsWith('.js')).map((file) => readFile(join(project.dir, 'slim/dist', file), 'utf8')));
  assert.ok(!text.join('').includes(WASM));
});

test('rondel/slim plays in workerd, with a master, and where the stack ends', async () => {
  const cwd = join(project.dir, 'workerd');
  await tool('esbuild', [
    'worker.mjs', '--bundle', '--format=esm', '--conditions=workerd,worker,browser', '--loader:.wasm=copy', '--asset-names=[name]', '--outdir=out',
  ], { cwd });
  const { stdout, stderr } = await run(join(project.dir, 'node_modules/.bin/workerd'), ['test', 'config.capnp'], { cwd });
  assert.match(stdout + stderr, /^played$/m);
});

/** Opens a folder under the policy; returns the page, and what it complains of. */
async function open(t, folder, requested) {
  const address = await serveFiles(t, (path) => {
    requested.push(path);
    return readFile(join(folder, path)).catch(() => null);
  }, { 'Content-Security-Policy': POLICY });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  t.after(() => page.close());
  await page.goto(address);
  return { page, complaints };
}
