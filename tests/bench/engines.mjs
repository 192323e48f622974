// The two engines as a page has them: bundled for production.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * What a page has of an engine, under the names that both have for it. Rondel has a network for tests as well.
 *
 * @typedef {object} Engine
 * @property {typeof import('rondel/client').Client} Client
 * @property {typeof import('rondel/multiplayer').Local} Local
 * @property {typeof import('rondel/master').Master} Master
 * @property {typeof import('rondel/internal').getFilterPlayerView} getFilterPlayerView
 * @property {typeof import('rondel/testing').network} [network]
 */

/** Rondel first. */
const SOURCES = [
  `export { Client } from 'rondel/client'; export { Local } from 'rondel/multiplayer';
   export { Master } from 'rondel/master'; export { getFilterPlayerView } from 'rondel/internal';
   export { network } from 'rondel/testing';`,
  `export { Client } from 'boardgame.io/dist/esm/client.js'; export { Local } from 'boardgame.io/dist/esm/multiplayer.js';
   export { Master } from 'boardgame.io/dist/esm/master.js'; export { getFilterPlayerView } from 'boardgame.io/dist/esm/internal.js';`,
];

/**
 * Bundles of the engines, for `loadEngine`: Rondel's first. They are there until `use` is through.
 *
 * @param {(files: string[]) => Promise<void>} use
 * @param {string[]} [sources] what each exports
 */
export async function withEngines(use, sources = SOURCES) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-bench-'));
  try {
    const files = sources.map((_, i) => join(folder, `${i}.mjs`));
    for (const [i, source] of sources.entries()) await bundle(source, { outfile: files[i] });
    await use(files);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {string} file a bundle
 * @returns {Promise<Engine>}
 */
export function loadEngine(file) {
  return import(pathToFileURL(file).href);
}

/** A bundle as Vite, webpack and Rspack make it for production. */
export function bundle(source, options = {}) {
  return build({
    stdin: { contents: source, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'error',
    ...options,
  });
}
