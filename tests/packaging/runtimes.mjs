// The package where it runs: every entry in Node, under Vitest, and in a worker.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { launchChrome } from '../support/chrome.mjs';
import { serveFiles } from './files.mjs';
import { onPage, says } from './on-page.mjs';
import { PLAYED, project, readJson, run, tool } from './project.mjs';

/** The entries whose modules are empty. */
const TYPES_ALONE = ['rondel/legacy'];

let browser;

before(async () => { browser = await launchChrome(); });
after(() => browser?.close());

for (const [way, args, isOne] of [
  ['as it is', [], true],
  ['where ES modules cannot be required', ['--no-experimental-require-module'], false],
]) {
  test(`every entry can be imported and required in Node, ${way}`, async () => {
    const { stdout } = await run('node', [...args, 'entries.mjs']);
    const entries = JSON.parse(stdout);
    const { exports } = await readJson(join(project.dir, 'node_modules/rondel/package.json'));
    assert.equal(Object.keys(entries).length, Object.values(exports).filter((target) => target.require).length);
    for (const [name, entry] of Object.entries(entries)) {
      assert.ok(entry.alike && entry.exports.length > 0 !== TYPES_ALONE.includes(name), name);
      if (isOne) assert.ok(entry.isOne, name);
    }
    const played = await run('node', [...args, 'play.mjs']);
    assert.deepEqual(JSON.parse(played.stdout), PLAYED);
  });
}

test("Vitest runs a game's tests without settings, in Node and in happy-dom", async () => {
  const { stdout } = await tool('vitest', ['run', '--root', 'vitest'], { env: { NODE_ENV: 'test' } });
  assert.match(stdout, /Tests +6 passed \(6\)/);
});

for (const [how, build, folder] of [
  ['a page built by Vite', () => tool('vite', ['build', '--logLevel', 'warn'], { cwd: join(project.dir, 'worker') }), 'worker/dist'],
  ['a page without a bundler, whose worker alone is bundled', bundleWorker, 'worker'],
]) {
  test(`a worker plays in ${how}`, async (t) => {
    await build();
    const file = (path) => readFile(join(project.dir, folder, path.replace('worker.js', 'worker.bundle.js'))).catch(() => null);
    const address = await serveFiles(t, file);
    await onPage(browser, async (page) => {
      await page.goto(address);
      const button = page.locator('button');
      await says(button, 'undefined, 0');
      await button.click();
      await says(button, 'undefined, 2');
    });
  });
}

/** As docs/reference/loading.md says. */
function bundleWorker() {
  const args = ['worker.js', '--bundle', '--format=esm', '--outfile=worker.bundle.js'];
  return tool('esbuild', args, { cwd: join(project.dir, 'worker') });
}
