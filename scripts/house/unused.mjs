// Finds what nobody uses: modules that nobody imports, and exports that nobody names. Tests do not count: what they alone use is
// theirs. A type that a comment names is in use.

import { join, dirname } from 'node:path/posix';

const IMPORTED = /\b(?:import|export)\s+(?:[\w$]+\s*,\s*)?(\{[^}]*\}|\*[^'"]*?)\s*from\s*['"](\.[^'"]+)['"]/g;
const NAMED_AS_TYPE = /\bimport\(['"](\.[^'"]+)['"]\)\.(\w+)/g;
const EXPORTED = /^export\s+(?:async\s+)?(?:function\*?|class|const|let)\s+([\w$]+)/gm;

/**
 * @param {Map<string, string>} codes modules without their comments, by path
 * @param {Map<string, Map<string, number>>} imports what each of them imports
 * @param {object} look
 * @param {Map<string, string>} look.texts the same modules with their comments
 * @param {(file: string) => boolean} look.isLooked whether nobody else may import from this file
 * @param {string} look.made what makes the rest of the package, and names what it imports
 * @returns {string[]}
 */
export function unusedIn(codes, imports, { texts, isLooked, made }) {
  const imported = new Set([...imports.values()].flatMap((used) => [...used.keys()]));
  const names = new Map();
  const note = (file, path, found) => {
    const from = join(dirname(file), path);
    names.set(from, [...(names.get(from) ?? []), ...found]);
  };
  for (const [file, code] of codes) {
    for (const [, list, path] of code.matchAll(IMPORTED)) note(file, path, namesIn(list));
    for (const [, path, name] of (texts.get(file) ?? '').matchAll(NAMED_AS_TYPE)) note(file, path, [name]);
  }
  const faults = [];
  for (const [file, code] of codes) {
    if (!isLooked(file)) continue;
    const isMade = made.includes(file.slice(file.lastIndexOf('/') + 1));
    if (!imported.has(file) && !isMade) faults.push(`${file}: nobody imports it`);
    else {
      const known = names.get(file) ?? [];
      for (const { 1: name, index } of code.matchAll(EXPORTED)) {
        if (known.includes('*') || known.includes(name) || (isMade && new RegExp(`\\b${name}\\b`).test(made))) continue;
        faults.push(`${file}:${code.slice(0, index).split('\n').length}: nobody imports ${name}`);
      }
    }
  }
  return faults;
}

function namesIn(list) {
  if (list.startsWith('*')) return ['*'];
  return list.slice(1, -1).split(',').map((name) => name.trim().split(/\s+as\s+/)[0]);
}
