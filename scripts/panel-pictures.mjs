// Takes the pictures of docs/10-debugging.md: the debug panel next to a small page, in headless Chromium. Called by scripts/picture.
// Usage: node scripts/panel-pictures.mjs <folder of the pictures>

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serve } from './serve.mjs';
import { launchChromium, picture } from './webp.mjs';

const WIDTH = 800;
/** Heights of the pictures in pixels, by name. */
const HEIGHTS = { state: 740, log: 480, network: 640, bots: 560 };
const SCALE = 1.5;
const PAGE = `<!doctype html><html lang="en"><title>Market</title><link rel="icon" href="data:,">
<style>body { font: 18px/1.6 system-ui, sans-serif } body { margin: 24px } body { width: 320px } li { list-style: none } ul { padding: 0 }</style>
<h1>Market</h1><ul id="stalls"></ul><p id="goods"></p><script src="panel-page.js"></script>`;

/** Pictures by name: the steps before each is taken. */
const PICTURES = {
  async state({ page, panel }) {
    await begin(page, { hasMaster: true });
    await buy(page, 0, 0);
    await panel.getByText('changed').first().waitFor();
    await panel.getByRole('button', { name: 'close ctx', exact: true }).click();
    await panel.getByRole('button', { name: 'Views of all seats' }).click();
  },
  async log({ page, panel }) {
    await begin(page, {});
    for (const stall of [0, 1, 2, 3]) await buy(page, 0, stall);
    await panel.getByRole('tab', { name: 'Log' }).click();
    await panel.locator('button.entry:not(.automatic)').nth(1).click();
    await panel.getByText(/Escape returns/).waitFor();
  },
  async network({ page, panel }) {
    await begin(page, { hasMaster: true, isAtOnce: true, latency: 120 });
    await panel.getByLabel('client').selectOption({ index: 1 });
    await panel.getByRole('tab', { name: 'Network' }).click();
    // Both buy the same: the master refuses the second one.
    await Promise.all([buy(page, 0, 2), buy(page, 1, 2)]);
    await panel.getByText(/✗ 1 buy/).first().waitFor();
    await panel.getByText(/0 pending/).last().waitFor();
    await panel.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
  },
  async bots({ page, panel }) {
    await begin(page, { isOpen: true });
    await panel.getByRole('tab', { name: 'Bots' }).click();
    await panel.getByRole('button', { name: 'Play a move' }).click();
    await panel.getByText(/^1 move in/).waitFor();
  },
};

const [folder] = process.argv.slice(2);
const site = await mkdtemp(join(tmpdir(), 'rondel-panel-'));
await build({
  entryPoints: [fileURLToPath(new URL('panel-page.mjs', import.meta.url))],
  bundle: true, format: 'iife', outdir: site, logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' },
});
await writeFile(join(site, 'index.html'), PAGE);
await mkdir(folder, { recursive: true });
const server = await serve(site);
const browser = await launchChromium();
try {
  for (const [name, prepare] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHTS[name] }, deviceScaleFactor: SCALE, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(server.url);
    await prepare({ page, panel: page.locator('.rondel-debug') });
    // The panel renders at most ten times a second.
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    await writeFile(join(folder, `${name}.webp`), await picture(page));
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
  await rm(site, { recursive: true, force: true });
}

function begin(page, options) {
  return page.evaluate((given) => globalThis.begin(given), options);
}

/** Resolves when the master has answered. */
function buy(page, client, stall) {
  return page.evaluate(([who, what]) => globalThis.clients[who].moves.buy(what).confirmed, [client, stall]);
}
