// The files of a project that may concern boardgame.io: listed by git, or by a walk in a folder without git.

import { execFileSync } from 'node:child_process';
import { type Stats, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum size of a file that is read, in bytes. Larger ones are generated. */
const MOST_BYTES = 1_000_000;

/** Maximum length of a line of source code. Longer ones are minified, unless the file is data. */
const LONGEST_LINE = 20_000;

/** Folders that are never read, at any depth. */
const GENERATED = ['node_modules', 'bower_components', 'dist', '.git'];

/** Further folders that are not read where git does not say what is ignored. */
const USUALLY_IGNORED = ['build', 'out', 'coverage', '.next', '.nuxt', '.output', '.svelte-kit', '.astro', '.turbo', '.cache', '.parcel-cache', '.vercel', '.yarn', 'storybook-static', 'target'];

const CODE = /\.([cm]?[jt]sx?|vue|svelte|astro|mdx)$/i;
const CONFIGURATION = /(^|\/)(package\.json|[jt]sconfig[^/]*\.json|[^/]*jest[^/]*\.json|deno\.jsonc?|import[-_]?map\.json|\.babelrc)$/i;
const PAGE = /\.html?$/i;

/** State of the git work tree that contains the folder. */
export type GitState = 'none' | 'clean' | 'dirty';

/** A file that was not read, although it names boardgame.io or could. */
export interface Unread {
  path: string;
  reason: string;
}

export interface ReadFiles {
  /** Texts by path from the folder, with `/`. */
  texts: Map<string, string>;
  unread: Unread[];
}

/** Returns the state of the files of a folder in git. A folder that git ignores counts as one without git. */
export function gitState(folder: string): GitState {
  try {
    if (git(folder, 'rev-parse', '--is-inside-work-tree').trim() !== 'true' || isIgnored(folder)) return 'none';
    return git(folder, 'status', '--porcelain', '--', '.') === '' ? 'clean' : 'dirty';
  } catch {
    return 'none';
  }
}

/** Reads all code, configuration and pages of a folder. Does not follow symbolic links. */
export function readFiles(folder: string, isInGit: boolean): ReadFiles {
  const texts = new Map<string, string>();
  const unread: Unread[] = [];
  for (const path of isInGit ? listedByGit(folder) : walked(folder)) {
    if (!isOfInterest(path)) continue;
    const read = readText(join(folder, path));
    if (read === undefined) continue;
    if (typeof read === 'string') texts.set(path, read);
    else unread.push({ path, reason: read.reason });
  }
  return { texts, unread };
}

/** Returns `true` if a file has code: a module, or a component with script blocks. */
export function isCode(path: string): boolean {
  return CODE.test(path);
}

export function isPage(path: string): boolean {
  return PAGE.test(path);
}

function isOfInterest(path: string): boolean {
  return !path.split('/').some((part) => GENERATED.includes(part)) && (CODE.test(path) || CONFIGURATION.test(path) || PAGE.test(path));
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
}

function isIgnored(folder: string): boolean {
  try {
    git(folder, 'check-ignore', '--quiet', '.');
    return true;
  } catch {
    return false;
  }
}

function listedByGit(folder: string): string[] {
  const listed = git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter((path) => path !== '');
  return [...new Set(listed)].sort();
}

function walked(folder: string, below = ''): string[] {
  return entriesOf(join(folder, below)).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return GENERATED.includes(entry.name) || USUALLY_IGNORED.includes(entry.name) ? [] : walked(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Returns the text of a file, the reason why it was not read, or `undefined` if it does not matter. */
function readText(path: string): string | { reason: string } | undefined {
  try {
    const status = statusOf(path);
    if (!status) return undefined;
    if (!status.isFile()) return { reason: 'it is not a regular file' };
    const bytes = readFileSync(path);
    const concerns = ['boardgame.io', 'bgio-effects', 'rondel'].some((name) => bytes.includes(name));
    if (bytes.length > MOST_BYTES) return concerns ? { reason: `it has more than ${MOST_BYTES} bytes` } : undefined;
    const text = decoded(bytes);
    if (text === undefined) return concerns ? { reason: 'it is not UTF-8' } : undefined;
    if (CODE.test(path) && isMinified(path, text)) return concerns ? { reason: 'it is minified' } : undefined;
    return text;
  } catch (error) {
    return { reason: `it cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/** Returns `undefined` for symbolic links, whose targets are read at their own paths, and for files that are missing. */
function statusOf(path: string): Stats | undefined {
  if (!statSync(path, { throwIfNoEntry: false }) || lstatSync(path).isSymbolicLink()) return undefined;
  return lstatSync(path);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isMinified(path: string, text: string): boolean {
  return /\.min\.[cm]?js$/i.test(path) || text.split('\n').some((line) => line.length > LONGEST_LINE);
}
