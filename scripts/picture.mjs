// Takes the picture of the README: a moment of the demo, in headless Chromium. Called by scripts/picture.
// Usage: node scripts/picture.mjs <folder of the assembled demo> <picture.webp>

import { writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const CHROME_ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu'];
const WINDOW = { width: 1280, height: 780 };
const QUALITY = 0.8;

const [site, file] = process.argv.slice(2);
const server = await serve(site);
const browser = await chromium.launch({ executablePath: process.env.CHROME || '/usr/bin/chromium', args: CHROME_ARGS });
try {
  const page = await browser.newPage({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' });
  // A seed, so that the same demo gives the same picture.
  await page.goto(`${server.url}?seed=one#showdown`);
  // Twice, because the page shows how long the move took, and the first one is compiled as it runs.
  await fire(page);
  await page.locator('[data-tool="undo"]').click();
  await fire(page);
  await scrollToTable(page);
  await writeFile(file, await webp(page, await page.screenshot({ type: 'png' })));
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

/** Chromium is the encoder, so that no other program is needed. */
async function webp(page, png) {
  const base64 = await page.evaluate(async ([bytes, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${bytes}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
  }, [png.toString('base64'), QUALITY]);
  return Buffer.from(base64, 'base64');
}
