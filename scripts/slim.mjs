// Adds the modules that pages with `rondel/slim` load: of each that needs an engine a twin, whose engine is one that the page
// has loaded itself. Called by scripts/package.mjs. See docs/decisions/58-slim-has-twins.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { addTwins } from './twins.mjs';

const TWINS = 'slim';
/** Servers have no page that loads slowly. */
const OF_SERVERS = /^(server\.js$|lib\/server\/)/;
/** What loads the inlined module, and what takes its place. */
const LOADERS = new Map([['lib/engine/load-engine.js', 'lib/engine/slim/load-engine.js']]);

/** @param {string} folder the package */
export function addSlim(folder) {
  const twins = addTwins(folder, { into: TWINS, ends: LOADERS, except: OF_SERVERS });
  for (const entry of twins.filter((file) => !file.includes('/'))) {
    writeFileSync(join(folder, TWINS, entry.replace('.js', '.d.ts')), `export * from '../${entry}';\n`);
  }
}
