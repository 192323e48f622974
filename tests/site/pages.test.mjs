// Slow: it needs a browser.
// Pages of each kind, wide and narrow, light and dark, and without JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS, assertFits, axeFaults, site } from './harness.mjs';

const open = site();

for (const [kind, path] of Object.entries(KINDS)) {
  for (const width of [360, 1200]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`axe finds no fault on ${kind}, ${width} pixels wide, ${colorScheme}, and nothing is wider than the window`, async (t) => {
        const page = await open(t, path, { width, colorScheme });
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
        await assertFits(page);
        assert.deepEqual(await axeFaults(page), []);
      });
    }
  }

  test(`the text of ${kind} is there without JavaScript`, async (t) => {
    const withJavaScript = await open(t, path);
    const without = await open(t, path, { javaScriptEnabled: false });
    const texts = await Promise.all([withJavaScript, without].map((page) => page.locator('main h1, main h2, main p:not(noscript p)').allInnerTexts()));
    assert.ok(texts[0].length > 5);
    assert.deepEqual(texts[1], texts[0]);
    assert.ok((await without.locator('main').innerText()).length > 500);
  });
}

test('search finds a page by a word of its text', async (t) => {
  const page = await open(t, '');
  await page.locator('button[data-open-modal]').click();
  await page.locator('.pagefind-ui__search-input').fill('checkSecrecy');
  const titles = page.locator('.pagefind-ui__result-link');
  await titles.first().waitFor();
  const found = await titles.evaluateAll((links) => links.map((link) => new URL(link.href).pathname));
  assert.ok(found.some((path) => path.startsWith('/rondel/guides/')), found.join('\n'));
});

test('the sidebar leads from a guide to the demo, whose games lead back to their source', async (t) => {
  const page = await open(t, 'guides/secrets/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The demo' }).click();
  await page.locator('#bots-table > *').first().waitFor();
  await page.locator('.games-nav [href="#showdown"]').click();
  await page.locator('.board-showdown').waitFor();
  await page.getByRole('link', { name: 'Make your own' }).click();
  await page.waitForURL('**/rondel/games/showdown/#make-your-own');
  assert.equal(await page.locator('main h1').innerText(), 'Showdown');
});
