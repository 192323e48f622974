// scripts/size: its measurements, and its message about an outdated document.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { entriesOf, scriptOf } from '../../../scripts/pages.mjs';
import { differences, withTables } from '../../../scripts/size-tables.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pkg = join(root, 'pkg');

const DOCUMENT = '# Size\n\n<!-- scripts/size -->\nold\n<!-- the end of what scripts/size writes -->\n\nMore.\n';
const TABLE = '| all of an entry | minified | gzip | brotli |\n|---|---|---|---|\n| `rondel/a` | 10.0 kB | 2.0 kB | 1.9 kB |\n';
const size = (name, minified, gzip) => ({ name: `\`rondel/${name}\``, bytes: { minified, gzip } });

test('the tables replace those between the marks, and nothing else', () => {
  const text = withTables(DOCUMENT, TABLE);
  assert.equal(text, DOCUMENT.replace('old\n', `\n${TABLE}\n`));
  assert.equal(withTables(text, TABLE), text);
  assert.throws(() => withTables('# Size\n', TABLE), /needs <!-- scripts\/size -->/);
});

test('a document is outdated if it differs by more than rounding, lacks an entry, or has one too many', () => {
  const text = withTables(DOCUMENT, TABLE);
  assert.deepEqual(differences(text, [size('a', 10_000, 2_000)]), []);
  assert.deepEqual(differences(text, [size('a', 10_190, 1_950)]), []);
  assert.deepEqual(differences(text, [size('a', 10_300, 1_890)]), [
    '`rondel/a`: minified 10.3 kB, not 10.0 kB', '`rondel/a`: gzip 1.9 kB, not 2.0 kB',
  ]);
  assert.deepEqual(differences(text, [size('b', 10_000, 2_000)]), ['`rondel/a` is in the table, and is not measured', '`rondel/b` is missing']);
});

test('every entry of pages is measured', async () => {
  const manifest = JSON.parse(await readFile(join(pkg, 'package.json'), 'utf8'));
  const entries = Object.keys(manifest.exports).filter((entry) => !/^\.(\/(private|server))?$|\.(wasm|json)$/.test(entry));
  assert.deepEqual(entriesOf(pkg).map(({ name }) => name), entries.map((entry) => `\`rondel${entry.slice(1)}\``));
});

test('unused parts are absent from a page', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-size-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{"exports":{"./a":{"default":"./a.js"}},"peerDependencies":{"peer":"1"}}');
  await writeFile(join(folder, 'a.js'), "import { p } from 'peer';\nexport const used = () => p('used');\nexport const unused = () => p('unused');\n");
  const textOf = async (imports) => new TextDecoder().decode(await scriptOf(folder, { name: 'page', imports }));
  assert.match(await textOf(['used from a']), /"used"/);
  assert.doesNotMatch(await textOf(['used from a']), /unused/);
  assert.match(await textOf(['* from a']), /"unused"/);
});
