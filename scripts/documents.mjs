// Puts the documents into the package: README.md, CHANGELOG.md, docs/ and skills/, and llms.txt and llms-full.txt, which it makes of them.
// Called by scripts/package.mjs.

import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For contributors only, and pictures, whose texts stay. */
const NOT_PACKED = ['docs/decisions', 'docs/panel'];
/** Where every published package lies, file by file: npm's own page shows the README and knows no other file. */
const PUBLISHED = 'https://unpkg.com/rondel';

/**
 * Copies the documents into the folder `to`. Links to files that the package does not have become plain text.
 * @param {string} to
 * @param {string} version
 */
export function packDocuments(to, version) {
  cpSync('docs', join(to, 'docs'), { recursive: true, filter: (from) => !NOT_PACKED.includes(from) });
  cpSync('skills', join(to, 'skills'), { recursive: true });
  for (const file of ['README.md', 'CHANGELOG.md']) cpSync(file, join(to, file));
  const has = (path) => existsSync(join(to, path));
  const docs = readdirSync(join(to, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  for (const path of ['CHANGELOG.md', ...docs.map((file) => join('docs', file))]) {
    rewrite(join(to, path), (target) => (has(join(dirname(path), target.split('#')[0])) ? target : null));
  }
  rewrite(join(to, 'README.md'), (target) => (has(target.split('#')[0]) ? `${PUBLISHED}@${version}/${target}` : null));
  writeIndex(to);
}

/** Replaces the targets of a document's relative links; null leaves the text of a link alone. */
function rewrite(file, targetOf) {
  const text = readFileSync(file, 'utf8').replace(/(!?\[([^\]]*)\])\((?!https?:|#)([^)\s]+)\)/g, (_link, shown, label, target) => {
    const next = targetOf(target);
    return next === null ? label : `${shown}(${next})`;
  });
  writeFileSync(file, text);
}

/**
 * Writes llms.txt, a list of all documents (https://llmstxt.org), and llms-full.txt, their text. Coding agents read both. The titles and
 * their order are those of the README.
 */
function writeIndex(to) {
  const readme = readFileSync('README.md', 'utf8');
  const [, title, summary] = partsOf(readme, /^# ([^\n]*)\n\n(.*?)\n\n/s);
  const [, guides, tasks] = partsOf(readme, /^## Where to go next\n\n(.*?)\n\n(.*?)\n\n/ms);
  const sections = {
    Guides: linksIn(guides),
    Reference: tasks.split('\n').flatMap((row) => linksIn(row).map((link) => ({ ...link, about: link.about || row.split('|')[1].trim() }))),
  };
  const listed = Object.entries(sections).map(([heading, links]) => (
    `## ${heading}\n\n${links.map(({ label, target, about }) => `- [${label}](${target}): ${about}`).join('\n')}\n`
  ));
  writeFileSync(join(to, 'llms.txt'), [`# ${title}\n`, `> ${summary.replaceAll('\n', ' ')}\n`, ...listed].join('\n'));
  const paths = [...new Set(['README.md', ...Object.values(sections).flat().map(({ target }) => target.split('#')[0])])];
  writeFileSync(join(to, 'llms-full.txt'), paths.map((path) => `<!-- ${path} -->\n\n${readFileSync(join(to, path), 'utf8')}`).join('\n'));
}

/** The match and the groups of a pattern that the README has. */
function partsOf(readme, pattern) {
  const found = pattern.exec(readme);
  if (!found) throw new Error(`README.md has nothing like ${pattern}`);
  return found;
}

/** The links of a text to files of the package, each with the text up to the end of its line. */
function linksIn(text) {
  return [...text.matchAll(/\[([^\]]*)\]\(((?:docs|skills)\/[^)]+)\)(?:: (.*))?/g)].map(([, label, target, about]) => ({ label, target, about }));
}
