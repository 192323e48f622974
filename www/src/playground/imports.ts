/** The files of a program: one, and all that it imports. */
import { PACKAGES } from './protocol.ts';

/** The files that a program needs, each after those that it imports, and the first import that a frame does not have. */
export interface Needed {
  files: string[];
  missing: { file: string, specifier: string } | null;
}

/** Finds the files that an entry imports, directly or not, among the sources. */
export function neededBy(sources: Readonly<Record<string, string>>, entry: string): Needed {
  const needed: Needed = { files: [], missing: null };
  const seen = new Set<string>();
  const add = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of importsOf(sources[file] ?? '')) {
      if ((PACKAGES as readonly string[]).includes(specifier)) continue;
      const imported = resolve(specifier, sources);
      if (imported === null) needed.missing ??= { file, specifier };
      else add(imported);
    }
    needed.files.push(file);
  };
  add(entry);
  return needed;
}

/** Returns what a file imports at run time. */
function importsOf(source: string): string[] {
  const code = source.replace(/^[ \t]*\/\/.*$/gm, '');
  return [...code.matchAll(/^[ \t]*(?:import|export)\s(?!type\b)[^'";]*?from\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm)].map(([, from, alone]) => from ?? alone ?? '');
}

/** Returns the file of a relative import; `null` if there is none. */
function resolve(specifier: string, sources: Readonly<Record<string, string>>): string | null {
  if (!specifier.startsWith('./')) return null;
  const name = specifier.slice(2);
  const stem = name.replace(/\.[jt]sx?$/, '');
  return [name, ...['.ts', '.tsx', '.js', '.jsx'].map((extension) => stem + extension)].find((file) => Object.hasOwn(sources, file)) ?? null;
}
