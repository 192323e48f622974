/** A page of this folder's scripts, bundled and served, and a browser, for the tests of a file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../../scripts/serve.mjs';
import { launchChrome } from '../support/chrome.mjs';

/**
 * Returns `{ site, browser }`, which are there when the tests run. The page loads the first of the scripts.
 *
 * @param {string[]} scripts what is bundled, each by itself
 */
export function pageOf(...scripts) {
  const opened = { site: undefined, browser: undefined };
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rondel-tabs-'));
    await build({
      entryPoints: scripts.map((file) => fileURLToPath(new URL(file, import.meta.url))),
      bundle: true, format: 'iife', outdir: folder, logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' },
    });
    await writeFile(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,">' + `<script src="${scripts[0].replace('.mjs', '.js')}"></script>`);
    opened.site = await serve(folder, 0);
    opened.browser = await launchChrome();
  });
  after(async () => {
    await opened.browser?.close();
    await opened.site?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return opened;
}
