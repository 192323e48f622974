// Adds the modules that pages with `rondel/slim` load: of each that needs an engine a twin, whose engine is one that the page
// has loaded itself. Called by scripts/package.mjs. See docs/decisions/58-slim-has-twins.md.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { javascriptImports } from './house/javascript.mjs';

const TWINS = 'slim';
/** Servers have no page that loads slowly: they have no twins. */
const OF_SERVERS = /^(server\.js$|lib\/server\/)/;
/** What loads the inlined modules, and what takes its place. */
const LOADERS = new Map(['engine', 'sync'].map((name) => [`lib/engine/load-${name}.js`, `lib/engine/slim/load-${name}.js`]));

/**
 * Writes the twins into the package; all other modules they share with those that they are twins of.
 * @param {string} folder the package
 */
export function addSlim(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js') && !OF_SERVERS.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const twins = filesThatReach(LOADERS, javascriptImports(sources));
  for (const file of twins) {
    write(join(folder, TWINS, file), twinOf(file, sources.get(file), twins));
    if (dirname(file) === '.') write(join(folder, TWINS, file.replace('.js', '.d.ts')), `export * from '../${file}';\n`);
  }
}

/** The files that import one of `ends`, directly or not. */
function filesThatReach(ends, imports) {
  const reaching = new Set();
  for (let known = -1; known < reaching.size;) {
    known = reaching.size;
    for (const [file, imported] of imports) {
      if ([...imported.keys()].some((other) => ends.has(other) || reaching.has(other))) reaching.add(file);
    }
  }
  return reaching;
}

/** The source with its imports led to twins where there are such; comments name types in the same way. */
function twinOf(file, source, twins) {
  return source.replace(/(\b(?:from|import)\s*\(?\s*)'(\.[^']+)'/g, (_import, words, path) => {
    const imported = join(dirname(file), path);
    const target = LOADERS.get(imported) ?? (twins.has(imported) ? join(TWINS, imported) : imported);
    const way = relative(dirname(join(TWINS, file)), target);
    return `${words}'${way.startsWith('.') ? way : `./${way}`}'`;
  });
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
