// Exits with 0 if node_modules matches package-lock.json, so that `npm ci` runs only when necessary.
// Usage: node scripts/modules-current.mjs [FOLDER]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const packagesOf = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8')).packages;

let current = true;
try {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  for (const [path, { version, optional, peer }] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // npm omits binaries for other systems and unused peers.
    if (found ? found.version !== version : !optional && !peer) current = false;
  }
} catch {
  current = false;
}
process.exit(current ? 0 : 1);
