// The reading of documents: titles, descriptions, sections, and the targets of links. Links without an address of the repository.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { documentOf, partsOf, sectionOf } from '../../www/src/documents/document.ts';

process.chdir(fileURLToPath(new URL('../../www', import.meta.url)));
for (const name of ['SITE_BASE', 'SITE_REPOSITORY']) delete process.env[name];
const { targetOf } = await import('../../www/src/documents/links.ts');

test('a document has its first heading as the title, without its number, and its first paragraph as the description', () => {
  const text = '# 4. Secrets of `G`\n\n```js\ncode();\n```\n\nA player [sees](x.md) only\nwhat `playerView` *returns*.\n\n## Next\n';
  const { title, description, body } = documentOf(text);
  assert.deepEqual({ title, description }, { title: 'Secrets of G', description: 'A player sees only what playerView returns.' });
  assert.ok(body.startsWith('\n```js') && body.includes('## Next'));
});

test('a long description ends with a whole word', () => {
  const { description } = documentOf(`# Title\n\n${'Wheel, '.repeat(40)}\n`);
  assert.match(description, /^(Wheel, )+Wheel …$/);
  assert.ok(description.length <= 162);
});

test('a file that does not begin with a title is an error', () => {
  assert.throws(() => documentOf('Text alone.'), { message: 'not a document: it does not begin with a title' });
});

test('a section goes down to the next heading of its level, and its headings go one level up', () => {
  const text = '# Rondel\n\n## Install\n\nRun it.\n\n### Later\n\n#### More\n\n## Licence\n\nMIT\n';
  assert.deepEqual(sectionOf(text, 'Install'), { title: 'Install', description: 'Run it.', body: '\n\nRun it.\n\n## Later\n\n### More\n\n' });
  assert.throws(() => sectionOf(text, 'Missing'), { message: 'not a document: it has no section "Missing"' });
});

test('the first page shows the text of README.md up to its picture', () => {
  assert.deepEqual(partsOf('# Rondel\n\nAn engine.\n\n- **Fast.**\n\n```js\n1;\n```\n\n![The demo](docs/demo.webp)\n\nMore.\n'), { summary: 'An engine.', lead: '- **Fast.**\n\n```js\n1;\n```' });
});

test('links lead to pages, to games, and to files of the site', () => {
  const targets = {
    '04-secrets.md#its-tests': '/guides/secrets/#its-tests',
    '../ARCHITECTURE.md': '/architecture/',
    '../README.md#install': '/install/',
    '../README.md': '/',
    '../examples/rust': '/examples/rust/',
    '../examples/rust/magpies/src/lib.rs': '/games/magpies/',
    '../skills/rondel/SKILL.md': '/skills/rondel/SKILL.md',
  };
  for (const [link, target] of Object.entries(targets)) assert.equal(targetOf('docs/01-first-game.md', link), target, link);
});

test('a link to a file without a page has no target while the address of the repository is unknown', () => {
  assert.equal(targetOf('docs/01-first-game.md', '../scripts/test'), null);
});

test('a link to a file that does not exist is an error', () => {
  assert.throws(() => targetOf('docs/01-first-game.md', 'missing.md'), { message: 'docs/01-first-game.md links to missing.md, which does not exist' });
});
