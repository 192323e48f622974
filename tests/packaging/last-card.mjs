// Plays the game of created projects on their pages, as a person with a keyboard does, and looks at each page with axe.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Milliseconds after which something counts as never. A bot waits for a second before each move. */
const NEVER = 180_000;

/** Looks at a page in both colour schemes: axe finds nothing, and a phone needs no scrolling to the side. */
export async function inspect(page) {
  await page.addScriptTag({ path: AXE });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)]), [], colorScheme);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
}

const table = (page) => page.getByRole('region', { name: 'Table' });
/** The text that says who is next. */
const status = (page) => table(page).getByRole('status');

/** Plays with the first player whose turn it is, until the match is over. Returns the last text of each page. */
export async function playToEnd(pages) {
  for (const end = Date.now() + NEVER; Date.now() < end;) {
    const texts = await Promise.all(pages.map((page) => status(page).innerText()));
    if (texts.every((text) => /won\.$/.test(text))) return texts;
    const next = pages[texts.findIndex((text) => text.startsWith('Your turn'))];
    if (next) await move(next);
    else await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  throw new Error(`the match does not end: ${await Promise.all(pages.map((page) => table(page).innerText()))}`);
}

/** Plays the first card that matches, or draws. The focus stays at the table. */
async function move(page) {
  const [card] = await page.locator('.hand .playable').all();
  const button = card ?? table(page).getByRole('button', { name: /^(Draw|Pass)/ });
  const before = await table(page).innerText();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((text) => document.querySelector('.table').innerText !== text, before, { timeout: NEVER });
  assert.ok(await page.evaluate(() => document.querySelector('.table').contains(document.activeElement)), 'the focus is lost');
}

/** Presses a card, and returns the reason why it cannot be played. */
export async function reasonAgainstFirstCard(page) {
  await page.locator('.hand button').first().click();
  const alert = table(page).getByRole('alert');
  await alert.filter({ hasText: /\S/ }).waitFor();
  return alert.innerText();
}
