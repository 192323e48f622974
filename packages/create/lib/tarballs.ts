import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from './failure.js';

/** Packages of Rondel in a folder: dependencies of a project before the packages are in a registry. */
export interface Tarballs {
  /** Dependencies as npm reads them: `file:` and a path. */
  dependencies: Record<string, string>;
  /** Those that the project does not have. npm asks the registry for optional peer dependencies, too, unless it finds them here. */
  overrides: Record<string, string>;
  /** Folder of the crate `rondel`, which contains that folder. `undefined` if there is none. */
  crate: string | undefined;
}

/** File names of a package's tarballs, as `npm pack` writes them. */
const PACKED = { rondel: /^rondel-\d.*\.tgz$/, 'rondel-server': /^rondel-server-\d.*\.tgz$/ };

/** Finds the tarballs of the packages in a folder. Throws a `Failure` if a needed one is missing, or if one is ambiguous. */
export function readTarballs(given: string, needed: readonly string[]): Tarballs {
  const folder = resolve(given);
  const files = filesOf(folder, given);
  const tarballs: Tarballs = { dependencies: {}, overrides: {}, crate: crateAbove(folder) };
  for (const [name, pattern] of Object.entries(PACKED)) {
    const [file, ...more] = files.filter((entry) => pattern.test(entry));
    const isNeeded = needed.includes(name);
    if (!file && isNeeded) throw new Failure(`--packages ${given}: there is no ${name}-VERSION.tgz in this folder. "npm pack" makes it.`);
    if (more.length > 0) throw new Failure(`--packages ${given}: there are several versions of ${name}: ${[file, ...more].join(', ')}. Remove all but one.`);
    if (file) tarballs[isNeeded ? 'dependencies' : 'overrides'][name] = `file:${join(folder, file).replaceAll('\\', '/')}`;
  }
  return tarballs;
}

function filesOf(folder: string, given: string) {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new Failure(`--packages ${given}: there is no such folder.`);
  }
}

function crateAbove(folder: string): string | undefined {
  if (isCrate(folder)) return folder.replaceAll('\\', '/');
  return dirname(folder) === folder ? undefined : crateAbove(dirname(folder));
}

function isCrate(folder: string) {
  try {
    return /^name = "rondel"$/m.test(readFileSync(join(folder, 'Cargo.toml'), 'utf8'));
  } catch {
    return false;
  }
}
