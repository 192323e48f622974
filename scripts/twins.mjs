// Twins of modules: copies that stand beside all others, and differ in what they lead to, for pages with `rondel/slim`: see
// scripts/slim.mjs.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { javascriptImports } from './house/javascript.mjs';

/**
 * Writes to a folder of the package a twin of each module that imports one of `ends`, directly or not, and answers which they
 * are. All other modules the twins share with those that they are twins of.
 *
 * @param {string} folder the package
 * @param {object} what
 * @param {string} what.into the folder of the twins
 * @param {Map<string, string>} what.ends modules, and what takes their place
 * @param {RegExp} [what.except] modules that have no twins
 * @returns {string[]}
 */
export function addTwins(folder, { into, ends, except }) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js') && !except?.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const twins = filesThatReach(ends, javascriptImports(sources));
  const placeOf = (file) => ends.get(file) ?? (twins.has(file) ? join(into, file) : file);
  for (const file of twins) {
    const path = join(folder, into, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, relink(sources.get(file), file, { from: join(into, file), placeOf }));
  }
  return [...twins];
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

/** The source of a file as it stands elsewhere; comments name types in the same way. */
function relink(source, file, { from, placeOf }) {
  return source.replace(/(\b(?:from|import)\s*\(?\s*)'(\.[^']+)'/g, (_import, words, path) => {
    const way = relative(dirname(from), placeOf(join(dirname(file), path)));
    return `${words}'${way.startsWith('.') ? way : `./${way}`}'`;
  });
}
