/** Pages of `debug-page.mjs` with a debug panel, for the tests of a file. */
import assert from 'node:assert/strict';
import { pageOf } from './site.mjs';

/** Returns the site and browser, and a function that opens a page with its panel. They are there when the tests run. */
export function panelPage() {
  const opened = pageOf('debug-page.mjs');
  return { opened, panelOf: (t, options, how) => openPanel(opened, t, options, how) };
}

/** A page with a client of these options. */
async function openPanel(opened, t, options = {}, { viewport = { width: 1200, height: 800 }, csp } = {}) {
  const context = await opened.browser.newContext({ viewport, acceptDownloads: true });
  t.after(() => context.close());
  const page = await context.newPage();
  if (csp) {
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': csp } });
    });
  }
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  t.after(() => assert.deepEqual(errors, []));
  await page.goto(opened.site.url);
  await page.evaluate((given) => globalThis.begin(given), options);
  const panel = page.locator('.rondel-debug');
  return {
    page,
    errors,
    panel,
    tab: (name) => panel.getByRole('tab', { name }).click(),
    button: (name) => panel.getByRole('button', { name, exact: true }),
    G: () => page.evaluate(() => globalThis.clients[0].getState().G),
    shows: (text) => panel.getByText(text).first().waitFor({ timeout: 5000 }),
  };
}
