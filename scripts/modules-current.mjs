// Exits with 0 if node_modules holds what package-lock.json asks for, so that `npm ci` runs only when it has to.

import { readFileSync } from 'node:fs';

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

let current = true;
try {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  for (const [path, { version, optional, peer }] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // Binaries for other systems and unused peers are left out by npm.
    if (found ? found.version !== version : !optional && !peer) current = false;
  }
} catch {
  current = false;
}
process.exit(current ? 0 : 1);
