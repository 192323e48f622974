// Adds the modules that pages with `rondel/slim` load: each module that needs an engine gets a twin, whose engine the page has
// loaded itself. Called by scripts/package.mjs. See docs/decisions/54-the-package.md.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { javascriptImports } from './javascript-imports.mjs';

const TWINS = 'slim';
/** Servers and commands do not run in a page that loads slowly. */
const OF_NO_PAGE = /^((private|server)\.js$|bin\/|lib\/(server|command|simulation)\/)/;
/** Module that loads the inlined engine, and its replacement. */
const INLINED = 'lib/engine/load-engine.js';
const GIVEN = 'lib/engine/slim/load-engine.js';

/**
 * Writes a twin of each module that imports `INLINED`, directly or not. The twins share all other modules with their
 * originals.
 *
 * @param {string} folder the package
 */
export function addSlim(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js') && !OF_NO_PAGE.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const twins = filesThatReach(INLINED, javascriptImports(sources));
  const placeOf = (file) => (file === INLINED ? GIVEN : twins.has(file) ? join(TWINS, file) : file);
  for (const file of twins) {
    const path = join(folder, TWINS, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, relink(sources.get(file), file, placeOf));
    if (!file.includes('/')) writeFileSync(path.replace('.js', '.d.ts'), `export * from '../${file}';\n`);
  }
}

/** Returns the files that import one, directly or not. */
function filesThatReach(target, imports) {
  const reaching = new Set();
  for (let known = -1; known < reaching.size;) {
    known = reaching.size;
    for (const [file, imported] of imports) {
      if ([...imported.keys()].some((other) => other === target || reaching.has(other))) reaching.add(file);
    }
  }
  return reaching;
}

/** Returns the source of a file for the twins; comments name types in the same way. Twins share the source maps: the lines are the same. */
function relink(source, file, placeOf) {
  const map = relative(dirname(join(TWINS, file)), `${file}.map`);
  return source.replace(/^\/\/# sourceMappingURL=.*$/m, `//# sourceMappingURL=${map}`).replace(/(\b(?:from|import)\s*\(?\s*)'(\.[^']+)'/g, (_import, words, path) => {
    const way = relative(dirname(join(TWINS, file)), placeOf(join(dirname(file), path)));
    return `${words}'${way.startsWith('.') ? way : `./${way}`}'`;
  });
}
