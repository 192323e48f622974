// Documents name existing files, and each name in a recipe of CONTRIBUTING.md is in a file of its row.
import assert from 'node:assert/strict';
import { access, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { documents, read, root } from './support.mjs';

const PATH = /`((?:docs|examples|lib|packages|pkg-template|scripts|src|tests)\/[\w./-]+)`/g;
const FILE = /^[\w./-]+\.(?:js|json|mjs|md|rs|ts)$/;
const NAME = /^[A-Za-z_][\w.]*$/;

/** The path in the repository of a file as documents write it. */
const pathOf = (written) => join(root, written.replace(/^lib\//, 'pkg-template/lib/'));
const isThere = (path) => access(path).then(() => true, () => false);

test('every file that a document names exists', async () => {
  let named = 0;
  for (const document of await documents()) {
    const { text } = await read(document);
    for (const [, written] of text.matchAll(PATH)) {
      assert.ok(await isThere(pathOf(written)) || await isThere(join(root, dirname(document), written)), `${document}: ${written}`);
      named += 1;
    }
  }
  assert.ok(named > 100);
});

/** All files of the repository that may contain code. */
async function filesOfCode() {
  const folders = ['docs', 'packages', 'pkg-template', 'scripts', 'src', 'tests'];
  const files = await Promise.all(folders.map(async (folder) => (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file))));
  return files.flat().filter((file) => FILE.test(file));
}

test('each name in a recipe is in a file of its row', async () => {
  const recipes = (await read('CONTRIBUTING.md')).text.split('\n## Recipes\n')[1].split('\n## ')[0];
  const rows = recipes.split('\n').filter((line) => line.startsWith('| '));
  const all = await filesOfCode();
  const textOf = async (written) => {
    // Rows shorten paths: any file with that name may be meant.
    const meant = all.filter((file) => `/${file}`.endsWith(`/${written}`));
    assert.ok(meant.length > 0 || await isThere(pathOf(written)), `${written} is there`);
    return (await Promise.all(meant.map((file) => readFile(join(root, file), 'utf8')))).join('\n');
  };
  let named = 0;
  for (const row of rows) {
    const words = [...row.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
    const files = words.filter((word) => FILE.test(word));
    const meant = files.length > 0 ? files : all.filter((file) => /^src\/.*\.rs$/.test(file));
    const source = (await Promise.all(meant.map(textOf))).join('\n');
    for (const name of words.filter((word) => NAME.test(word) && !FILE.test(word))) {
      assert.ok(new RegExp(`\\b${name.split('.').at(-1)}\\b`).test(source), `no file of this row has ${name}: ${row}`);
      named += 1;
    }
  }
  assert.ok(named > 50, `${named} names`);
});
