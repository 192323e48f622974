// Takes the picture of the README: a moment of the demo, in headless Chromium. Called by scripts/picture.
// Usage: node scripts/picture.mjs <folder of the assembled demo> <picture.webp>

import { writeFile } from 'node:fs/promises';
import { serve } from './serve.mjs';
import { launchChromium, picture } from './webp.mjs';

const WINDOW = { width: 1280, height: 780 };

const [site, file] = process.argv.slice(2);
const server = await serve(site);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' });
  // A seed, so that the same demo gives the same picture.
  await page.goto(`${server.url}?seed=one#showdown`);
  // Twice, because the page shows how long the move took, and the first one is compiled as it runs.
  await fire(page);
  await page.locator('[data-tool="undo"]').click();
  await fire(page);
  await scrollToTable(page);
  await writeFile(file, await picture(page));
} finally {
  await browser.close();
  await server.close();
}

/** Brings the game to a moment in which somebody else than the current player must answer. */
async function fire(page) {
  await page.locator('[data-seat="0"] .hand [data-card="SNOWBALL"]').first().click();
  await page.locator('[data-target="1"]').click();
  await page.mouse.move(0, 0);
}

async function scrollToTable(page) {
  await page.evaluate(() => {
    const title = /** @type {Element} */ (document.querySelector('#table-title'));
    scrollTo(0, title.getBoundingClientRect().top + scrollY - 84);
  });
}
