// Turns the emitted declarations of a package into those that users see. Called by scripts/package.mjs.

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Replacements of what concerns only the package itself. */
const REPLACED = [
  // With the mark of private members, objects of the same members would not fit, and TypeScript could not declare a function that returns a class which
  // extends one (TS4094).
  { when: /^ +#private;\n/m, with: (text) => text.replace(/^ +#private;\n/gm, '') },
  // lib/util/foreign.ts: a name within the package for `any`.
  { when: /^import type \{ Foreign \} from .*\n/m, with: (text) => text.replace(/^import type \{ Foreign \} from .*\n/m, '').replace(/\bForeign\b/g, 'any') },
];

/**
 * Applies the replacements to all declarations.
 * @param {string} folder the package
 */
export function declareForUsers(folder) {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const declared = REPLACED.reduce((so, { when, with: replace }) => (when.test(so) ? replace(so) : so), text);
    if (declared !== text) writeFileSync(path, declared);
  }
}

/**
 * Removes the declarations that no entry of a package references: they are internal.
 * @param {string} folder the package
 */
export function dropUnreached(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const reached = new Set();
  const wanted = Object.values(exports).flatMap(({ types }) => (types ? [join(folder, types)] : []));
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    // A declaration beside each module, and no other files, are imported by path.
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g)) wanted.push(`${join(dirname(file), path)}.d.ts`);
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder })) if (!reached.has(join(folder, file))) rmSync(join(folder, file));
}
