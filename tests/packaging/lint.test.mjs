// The tarball as publint and "Are the types wrong?" judge it, in the ways of resolving that docs/reference/loading.md names.
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { PROFILES, complaintsAbout } from '../../scripts/lint-tarball.mjs';
import { pack, project, readJson, root, run, uninstall } from './project.mjs';

before(pack);
after(uninstall);

for (const [name, packed] of [['tarball', 'rondel'], ['server', 'rondel-server'], ['create', 'create-rondel']]) {
  test(`publint and attw find nothing in the tarball of ${packed}`, async () => {
    assert.deepEqual(await complaintsAbout(join(project.dir, project[name])), []);
  });
}

test('they are heard: a package whose types and modules are mistaken is complained of', async () => {
  const folder = join(project.dir, 'mistaken');
  await cp(join(root, 'pkg'), folder, { recursive: true });
  const manifest = await readJson(join(folder, 'package.json'));
  manifest.exports = {
    './core': { types: './core.d.ts', require: './cjs/core.js', default: './cor.js' },
    './plugins': { ...manifest.exports['./plugins'], types: './plugin.d.ts' },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const { stdout } = await run('npm', ['pack', folder, '--json', '--ignore-scripts']);
  const complaints = (await complaintsAbout(join(project.dir, JSON.parse(stdout)[0].filename))).join('\n');
  for (const expected of [/^publint: .*\.\/cor\.js.* does not exist/m, /^attw: .*"FalseESM".*\/core\.d\.ts"/m, /^attw: .*"FallbackCondition","entrypoint":"\.\/plugins"/m]) {
    assert.match(complaints, expected);
  }
});

test('the document names the ways of resolving that are looked at', async () => {
  const text = await readFile(join(root, 'docs/reference/loading.md'), 'utf8');
  for (const profile of PROFILES) assert.ok(text.includes(`\`${profile}\``), profile);
});
