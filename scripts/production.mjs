// Adds the modules that bundlers load for production, by the condition `production`: of each that looks whether this is
// development a twin, which knows that it is not. Called by scripts/package.mjs. See
// docs/decisions/73-production-has-twins.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { addTwins } from './twins.mjs';

export const TWINS = 'production';
const ENVIRONMENT = 'lib/util/environment.js';

/** @param {string} folder the package */
export function addProduction(folder) {
  const twins = addTwins(folder, { into: TWINS, ends: new Map([[ENVIRONMENT, ENVIRONMENT]]), change: decided });
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  for (const [entry, { types, default: module }] of Object.entries(manifest.exports)) {
    const twin = module?.replace('./', `./${TWINS}/`);
    if (twins.some((file) => twin === `./${TWINS}/${file}`)) manifest.exports[entry] = { types, production: twin, default: module };
  }
  manifest.files.push(TWINS);
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Said in every place, so that every minifier drops what is behind it: not all follow a constant from module to module. */
function decided(source) {
  return source.replace(/^import \{ isDevelopment \} from .*\n/m, '').replaceAll('isDevelopment()', 'false');
}
