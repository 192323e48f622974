// A page of Chromium's that a test plays on, and what goes wrong there.
import assert from 'node:assert/strict';

/** Gives the function a page, and fails if anything went wrong on it. */
export async function onPage(browser, fn) {
  const page = await browser.newPage({ viewport: { width: 480, height: 640 } });
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  try {
    await fn(page);
    assert.deepEqual(wrong, []);
  } catch (error) {
    throw wrong.length > 0 ? new Error(`${error.message}\nOn the page:\n${wrong.join('\n')}`, { cause: error }) : error;
  } finally {
    await page.close();
  }
}

/** Waits until the element says so; fails with what it says instead. */
export async function says(locator, text) {
  const said = async () => (await locator.innerText()).replace(/\s+/g, ' ').trim();
  for (const end = Date.now() + 120_000; Date.now() < end && await said() !== text;) {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  assert.equal(await said(), text);
}
