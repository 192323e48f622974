// The documents' code runs with the promised values and compiles, and their links and names exist.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { printedBy } from '../support/console.mjs';
import { RUST_GUIDE, RUST_PAGES, documents, leads, read, root, run } from './support.mjs';

/** A path in the repository; `lib` is short for the package's. */
const PATH = /(?<![\w/.@<-])(?:src|lib|scripts|tests|docs|www|examples|pkg-template|packages)\/[\w./-]+(?![\w*{<])/g;

const all = await Promise.all((await documents()).map(read));
const runHere = all.filter(({ path, blocks }) => ![RUST_GUIDE, ...RUST_PAGES].includes(path) && blocks.length > 0);

for (const document of runHere) {
  test(`the code of ${document.path} runs and gives the promised values`, async () => {
    const unnamed = document.blocks.filter(({ name }) => !name).map(({ code }) => code.split('\n')[0]);
    assert.deepEqual(unnamed, [], 'each block of code begins with the name of a file');
    const names = document.blocks.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)], 'no two blocks have one name');
    await printedBy(() => run(document));
  });
}

test('the TypeScript of the documents compiles', async (t) => {
  const dir = await mkdtemp(join(root, 'target/docs-types-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const shown = runHere.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'ts' || language === 'tsx');
  assert.ok(shown.length > 1);
  for (const { name, code } of shown) await writeFile(join(dir, name), code);
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ extends: '../../tests/types/tsconfig.json', include: ['*.ts', '*.tsx'] }));
  const tsc = promisify(execFile)('node', [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', dir]);
  await assert.doesNotReject(tsc, (error) => assert.fail(error.stdout));
});

for (const { path, text } of all) {
  test(`the links of ${path} lead to existing places`, async () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^https?:/.test(link));
    const astray = [];
    for (const link of links) if (!await leads(path, link)) astray.push(link);
    assert.deepEqual(astray, []);
  });

  test(`the files and commands that ${path} names exist`, async () => {
    const prose = text.replace(/^```(?!sh).*?^```$/gms, '');
    const named = new Set([...prose.matchAll(PATH)].map(([file]) => file.replace(/^lib\//, 'pkg-template/lib/').replace(/[./]+$/, '')));
    const missing = [];
    for (const file of named) {
      const places = [root, join(root, dirname(path))].map((folder) => access(join(folder, file)));
      await Promise.any(places).catch(() => missing.push(file));
    }
    assert.deepEqual(missing, []);
  });
}

for (const entry of ['/ai', '/client', '/core', '/plugins', '/testing', '/effects', '/effects/react', '/react', '/vue', '/multiplayer', '/master', '/internal', '/server', '/slim', '-server']) {
  test(`rondel${entry} exports the documents' imports from it`, async () => {
    const module = await import(`rondel${entry}`);
    const pattern = new RegExp(`import \\{ ([\\w, ]+) \\} from '(?:rondel|boardgame\\.io)${entry}'`, 'g');
    const imports = all.flatMap(({ text }) => [...text.matchAll(pattern)]);
    // The component wrapper of boardgame.io/react is in the table of differences.
    const names = imports.filter(([line]) => !line.includes('boardgame.io/react')).flatMap(([, list]) => list.split(', '));
    assert.ok(names.length > 0, 'some document shows an import');
    for (const name of names) assert.ok(name in module, name);
  });
}
