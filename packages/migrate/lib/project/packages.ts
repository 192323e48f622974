// The packages of a project, by their package.json: which version of boardgame.io each of them uses.

import { dirname } from 'node:path/posix';

export const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;
export type Section = (typeof SECTIONS)[number];

/** Signature of moves: `(G, ctx, …)` up to boardgame.io 0.49, and one object since 0.50. */
export type Style = 'positional' | 'object';

export interface Package {
  /** Path of its package.json. */
  path: string;
  /** Its folder, `.` for the root. */
  folder: string;
  /** Range of boardgame.io, if the package declares it. */
  range: string | undefined;
  usesRondel: boolean;
  manifest: Manifest;
}

type Manifest = { [Name in Section | 'scripts']?: Record<string, unknown> } & { type?: unknown };

/** Reads all manifests. One that is not JSON is omitted, and named by `invalid`. */
export function packagesOf(texts: ReadonlyMap<string, string>, invalid: (path: string) => void): Package[] {
  return [...texts].filter(([path]) => /(^|\/)package\.json$/.test(path)).flatMap(([path, text]) => {
    const manifest = parsed(text);
    if (!manifest) {
      invalid(path);
      return [];
    }
    const ranges = rangesOf(manifest, 'boardgame.io');
    return [{ path, folder: dirname(path), range: ranges[0], usesRondel: rangesOf(manifest, 'rondel').length > 0, manifest }];
  });
}

/** Returns the ranges of a dependency: those that are installed come before those of peers. */
function rangesOf(manifest: Manifest, name: string): string[] {
  return SECTIONS.flatMap((section) => {
    const range = manifest[section]?.[name];
    return typeof range === 'string' ? [range] : [];
  });
}

/** Returns the nearest package around a file that declares boardgame.io or Rondel; if there is none, the nearest that exists. */
export function packageOf(packages: readonly Package[], path: string): Package | undefined {
  const around = packages
    .filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`))
    .sort((one, other) => other.folder.length - one.folder.length);
  return around.find(({ range, usesRondel }) => range !== undefined || usesRondel) ?? around[0];
}

/** Returns major and minor version of the oldest release in a range, or `undefined` for `*`, tags and addresses. */
export function oldestIn(range: string | undefined): [number, number] | undefined {
  const found = /^\s*(?:npm:[^@]*@)?[\^~>=v\s]*(\d+)\.(\d+|x|\*)/.exec(range ?? '');
  return found ? [Number(found[1]), Number(found[2]) || 0] : undefined;
}

/** Returns `true` if all releases in the range are older than `0.minor`. Rondel's own versions are never older. */
export function isOlderThan(range: string | undefined, minor: number): boolean {
  const hasNoUpperBound = /^\s*>=?[\sv]*[\d.]+\s*$/.test(range ?? '');
  if (hasNoUpperBound) return false;
  const oldest = oldestIn(range);
  return oldest !== undefined && oldest[0] === 0 && oldest[1] < minor;
}

function parsed(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
