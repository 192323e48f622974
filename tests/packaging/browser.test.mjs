// The same seed and the same actions give the same bytes in Node and in Chromium.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchChrome } from '../support/chrome.mjs';
import { playRandomly } from './random-play.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
let browser;
let script;

before(async () => {
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: "import { playRandomly } from './random-play.mjs'; globalThis.playRandomly = playRandomly;", resolveDir: here },
    bundle: true, format: 'iife', write: false, define: { 'process.env.NODE_ENV': '"development"' },
  });
  script = text;
  browser = await launchChrome();
});
after(() => browser?.close());

test('random games are byte-equal in Node and in Chromium', async () => {
  const page = await browser.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.addScriptTag({ content: script });
  const seeds = Array.from({ length: 40 }, (_, i) => `seed ${i}`);
  const theirs = await page.evaluate((seeds) => seeds.map((seed) => globalThis.playRandomly(seed)), seeds);
  const ours = seeds.map((seed) => playRandomly(seed));
  assert.deepEqual(wrong, []);
  ours.forEach((states, i) => {
    assert.ok(states.length > 20, `${seeds[i]}: ${states.length} states`);
    states.forEach((state, step) => assert.equal(theirs[i][step], state, `${seeds[i]}, step ${step}`));
  });
  assert.equal(digest(theirs), digest(ours));
  assert.ok(new Set(ours.map((states) => states.at(-1))).size > 30, 'the games differ');
  await page.close();
});

function digest(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
