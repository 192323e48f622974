// Slow: it needs a browser.
// Bots that search in the workers of a page, in Chromium. tests/js/ai/workers.test.mjs tests other properties of workers in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../js/support/tasks.mjs';
import { pageOf } from './site.mjs';

const opened = pageOf('bots-page.mjs', 'bots-worker.mjs');

/** A page that has started to play against such a bot, and has made a move. */
async function playing(t, settings) {
  const page = await opened.browser.newPage();
  t.after(() => page.close());
  const said = [];
  page.on('pageerror', (error) => said.push(`thrown: ${error.stack}`));
  page.on('console', (message) => said.push(message.text()));
  await page.goto(opened.site.url);
  await page.evaluate((given) => globalThis.play(given), settings);
  const added = async () => {
    await page.waitForFunction(() => globalThis.client.getState().G.added.length === 2);
    return page.evaluate(() => globalThis.client.getState().G.added[1]);
  };
  return { page, added, said };
}

test('a bot searches in a worker of the page', async (t) => {
  const { page, added, said } = await playing(t, { bot: 'plain', script: 'bots-worker.js' });
  assert.equal(await added(), 101);
  assert.deepEqual([await page.evaluate(() => globalThis.workers.length), said], [1, []]);
});

test('several workers divide the iterations, and the same seed leads to the same move', async (t) => {
  const settings = { bot: 'searcher', script: 'bots-worker.js', iterations: 10, seed: 'abc', workers: 3 };
  for (let i = 0; i < 2; i += 1) {
    const { added } = await playing(t, settings);
    assert.equal(await added(), JSON.stringify([4, 'abc', 1, 3, 3]));
  }
});

test('if the worker has no script, the bot searches in the page, and the console says why', async (t) => {
  const { added, said } = await playing(t, { bot: 'plain', script: 'no-such-script.js' });
  assert.equal(await added(), 101);
  assert.match(said.join('\n'), /rondel: game 'sums': a bot's worker has ended: .*its script cannot be run/);
});

test('a bot that ends its worker passes', async (t) => {
  const { page, said } = await playing(t, { bot: 'lost', script: 'bots-worker.js' });
  await page.waitForFunction(() => globalThis.client.getState().ctx.turn === 3);
  assert.deepEqual(await page.evaluate(() => globalThis.client.getState().G.added.length), 1);
  assert.match(said.join('\n'), /a bot's worker has ended: .*lost/);
  assert.equal(await page.evaluate(() => globalThis.workers.length), 1);
});

test('a page draws while a bot searches in it', async (t) => {
  const page = await opened.browser.newPage();
  t.after(() => page.close());
  await page.goto(opened.site.url);
  const { frames, shares } = await page.evaluate(() => globalThis.drawnWhileThinking());
  assert.ok(frames > 10, `${frames} frames`);
  assert.deepEqual(shares, shares.toSorted((a, b) => a - b));
  assert.equal(shares.at(-1), 1);
});

test('a client that stops ends its workers', async (t) => {
  const { page } = await playing(t, { bot: 'waiting', script: 'bots-worker.js' });
  await until(() => page.workers().length === 1);
  await page.evaluate(() => globalThis.client.stop());
  await until(() => page.workers().length === 0);
});
