// Puts the documents that users read into the package: README.md, CHANGELOG.md and docs/. Called by scripts/package.mjs.

import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For contributors only. */
const NOT_FOR_USERS = ['docs/decisions'];
/** Where every published package lies, file by file: npm's own page shows the README and knows no other file. */
const PUBLISHED = 'https://unpkg.com/rondel';

/**
 * Copies the documents into the folder `to`. Links to files that the package does not have become plain text.
 * @param {string} to
 * @param {string} version
 */
export function packDocuments(to, version) {
  cpSync('docs', join(to, 'docs'), { recursive: true, filter: (from) => !NOT_FOR_USERS.includes(from) });
  for (const file of ['README.md', 'CHANGELOG.md']) cpSync(file, join(to, file));
  const has = (path) => existsSync(join(to, path));
  const docs = readdirSync(join(to, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  for (const path of ['CHANGELOG.md', ...docs.map((file) => join('docs', file))]) {
    rewrite(join(to, path), (target) => (has(join(dirname(path), target.split('#')[0])) ? target : null));
  }
  rewrite(join(to, 'README.md'), (target) => (has(target.split('#')[0]) ? `${PUBLISHED}@${version}/${target}` : null));
}

/** Replaces the targets of a document's relative links; null leaves the text of a link alone. */
function rewrite(file, targetOf) {
  const text = readFileSync(file, 'utf8').replace(/(!?\[([^\]]*)\])\((?!https?:|#)([^)\s]+)\)/g, (_link, shown, label, target) => {
    const next = targetOf(target);
    return next === null ? label : `${shown}(${next})`;
  });
  writeFileSync(file, text);
}
