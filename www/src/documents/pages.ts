/** The pages of the site that are documents of the repository, by path. */
import { globSync } from 'node:fs';

/** Documents, and the address of each page. Paths are relative to the repository. */
const ADDRESSES: readonly (readonly [path: RegExp, address: string])[] = [
  [/^docs\/\d+-(.+)\.md$/, 'guides/$1'],
  [/^docs\/reference\/(.+)\.md$/, 'reference/$1'],
  [/^docs\/(glossary|troubleshooting)\.md$/, '$1'],
  [/^docs\/decisions\/README\.md$/, 'decisions'],
  [/^docs\/decisions\/(.+)\.md$/, 'decisions/$1'],
  [/^packages\/create\/README\.md$/, 'reference/create-rondel'],
  [/^packages\/migrate\/README\.md$/, 'reference/rondel-migrate'],
  [/^examples\/([^/]+)\/README\.md$/, 'examples/$1'],
  [/^(ARCHITECTURE|CHANGELOG|CONTRIBUTING|RELEASING)\.md$/, '$1'],
  [/^\.github\/(SECURITY)\.md$/, '$1'],
  // The API reference, which TypeDoc writes.
  [/^www\/generated\/api\/index\.md$/, 'api'],
  [/^www\/generated\/api\/(.+)\/index\.md$/, 'api/$1'],
  [/^www\/generated\/api\/(.+)\.md$/, 'api/$1'],
];

/** Sections of README.md that are pages, by heading. */
export const README_SECTIONS: Readonly<Record<string, string>> = {
  Install: 'install',
  'A game with React': 'react-game',
  'boardgame.io and Rondel': 'compared',
  'The two commands of this repository': 'commands',
};

/** Titles of documents whose own title is that of another page. */
export const TITLES: Readonly<Record<string, string>> = {
  'reference/ai': 'Bots: reference',
  'reference/testing': 'Testing: reference',
  'examples/rust': 'Games in Rust: examples',
};

/** Globs of all documents, relative to the repository. */
const DOCUMENTS = [
  '*.md', '.github/SECURITY.md', 'docs/**/*.md', 'examples/*/README.md', 'packages/{create,migrate}/README.md', 'www/generated/api/**/*.md',
];

/** Returns the paths of all documents below the repository's folder `root`. */
export function documentPaths(root: string): string[] {
  return globSync(DOCUMENTS, { cwd: root });
}

/** Returns the addresses of all pages of documents below an address, with numbers in their order. */
export function addressesBelow(root: string, address: string): string[] {
  const all = documentPaths(root).flatMap((path) => addressOf(path) ?? []);
  return all.filter((one) => one === address || one.startsWith(`${address}/`)).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Returns the address of a document's page, relative to the site and without slashes around it; `null` if it has none. */
export function addressOf(path: string): string | null {
  for (const [pattern, address] of ADDRESSES) {
    if (pattern.test(path)) return path.replace(pattern, address).toLowerCase();
  }
  return null;
}

/** Returns the address of the page with a README anchor, such as `install`. All others are on the first page. */
export function readmeAddress(anchor: string): string {
  const heading = Object.keys(README_SECTIONS).find((text) => anchorOf(text) === anchor);
  return heading === undefined ? '' : README_SECTIONS[heading] ?? '';
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-');
}
