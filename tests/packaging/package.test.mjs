// The package as users get it: packed, installed from the tarball, imported, bundled, compiled against, opened in a browser.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { after, before } from 'node:test';
import './bundles.mjs';
import './conditions.mjs';
import './examples.mjs';
import './runtimes.mjs';
import './slim.mjs';
import { PLAYED, filesIn, install, project, readJson, run, uninstall } from './project.mjs';

before(install, { timeout: 300_000 });
after(uninstall);

const installed = (file) => join(project.dir, 'node_modules/rondel', file);

/** Allowed files: documents and the module, entries with `slim` twins and types, modules and declarations, CommonJS copies, source maps. */
const ALLOWED = [
  /^(LICENSE|(README|CHANGELOG)\.md|engine\.wasm(\.d\.ts)?|(cjs\/)?package\.json|bin\/rondel\.js|docs\/(reference\/)?[\w-]+\.(md|webp)|llms(-full)?\.txt|skills\/rondel\/SKILL\.md)$/,
  /^(cjs\/)?(((slim|effects)\/)?[\w-]+|(types|lib)\/[\w/-]+)\.d\.ts$/,
  /^(cjs\/)?((slim\/)?([\w-]+|lib\/[\w/-]+)|effects\/react)\.js$/,
  /^([\w-]+|effects\/react|lib\/[\w/-]+)\.js\.map$/,
];

test('the tarball contains what the package needs and nothing else', async () => {
  const files = await filesIn(join(project.dir, 'node_modules/rondel'));
  for (const needed of ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs/01-first-game.md', 'docs/demo.webp', 'engine.wasm', 'package.json', 'client.js', 'client.d.ts']) {
    assert.ok(files.includes(needed), needed);
  }
  const odd = files.filter((file) => ALLOWED.every((pattern) => !pattern.test(file)));
  assert.deepEqual(odd, []);
});

test('the links of its documents lead to files that it contains', async () => {
  const { version } = await readJson(installed('package.json'));
  const files = new Set(await filesIn(installed('')));
  for (const file of [...files].filter((name) => name.endsWith('.md'))) {
    const links = [...(await readFile(installed(file), 'utf8')).matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => link);
    const own = links.map((link) => link.replace(`https://unpkg.com/rondel@${version}/`, '/')).filter((link) => !link.startsWith('https:'));
    const astray = own.filter((link) => !files.has(link.startsWith('/') ? link.slice(1) : join(dirname(file), link)));
    assert.deepEqual(astray, [], file);
    if (file === 'README.md') assert.ok(own.length > 10 && own.every((link) => link.startsWith('/')), 'npm shows the README away from the files');
  }
});

test('llms.txt lists every document, and llms-full.txt contains it', async () => {
  const [index, full] = await Promise.all(['llms.txt', 'llms-full.txt'].map((file) => readFile(installed(file), 'utf8')));
  const documents = (await filesIn(installed(''))).filter((file) => /^(docs|skills)\/.*\.md$/.test(file));
  assert.ok(documents.length > 20);
  assert.deepEqual([...index.matchAll(/^- \[.+\]\(([^)]+)\): .+$/gm)].map(([, path]) => path).sort(), documents.sort());
  for (const document of documents) assert.ok(full.includes(await readFile(installed(document), 'utf8')), document);
});

test('every entry has its module and, first, its types', async () => {
  const { exports } = await readJson(installed('package.json'));
  for (const [entry, target] of Object.entries(exports)) {
    if (target.module) assert.deepEqual(Object.keys(target), ['types', 'module-sync', 'module', 'require', 'default'], entry);
    for (const file of pathsIn(target)) {
      assert.ok((await stat(installed(file))).isFile(), `${entry}: ${file}`);
    }
  }
});

/** All files that a target of `exports` names. */
function pathsIn(target) {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(pathsIn);
}

test('typesVersions leads older resolution to the types of every entry', async () => {
  const { exports, typesVersions } = await readJson(installed('package.json'));
  const byExports = Object.entries(exports)
    .filter(([entry, target]) => entry !== '.' && target.types)
    .map(([entry, { types }]) => [entry.slice(2), [types.default ?? types]]);
  assert.deepEqual(typesVersions, { '*': Object.fromEntries(byExports) });
});

test('Node imports it', async () => {
  const { stdout } = await run('node', ['play.mjs'], { env: { NODE_ENV: 'production' } });
  assert.deepEqual(JSON.parse(stdout), PLAYED);
});

test('Node requires it, and gets the same modules as by import', async () => {
  const { stdout } = await run('node', ['play.cjs']);
  assert.deepEqual(JSON.parse(stdout), { n: 3, online: 'confirmed', isOne: true });
});

test('if ES modules cannot be required, Node requires a copy, which plays with the imported modules', async () => {
  const { stdout } = await run('node', ['--no-experimental-require-module', 'play.cjs']);
  assert.deepEqual(JSON.parse(stdout), { n: 3, online: 'confirmed', isOne: false });
});

test('the internal files cannot be imported', async () => {
  await assert.rejects(run('node', ['-e', 'import("rondel/lib/client/follow.js")']), /ERR_PACKAGE_PATH_NOT_EXPORTED/);
});

test('engine.wasm is the inlined module, and names its build at its end', async () => {
  const { stdout } = await run('node', ['-p', 'require.resolve("rondel/engine.wasm")']);
  const wasm = await readFile(stdout.trim());
  assert.ok(WebAssembly.validate(wasm));
  const { bytes } = await import(pathToFileURL(installed('lib/engine/engine-wasm.js')));
  const inlined = Buffer.from(bytes());
  assert.deepEqual(wasm.subarray(0, inlined.length), inlined);
  const said = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), 'rondel');
  assert.equal(said.length, 1);
});

for (const [compiler, moduleResolution, module, config = 'types'] of [
  ['typescript', 'bundler', 'esnext'],
  ['typescript', 'node16', 'node16'],
  ['typescript', 'node16', 'node16', 'types/commonjs.json'],
  ['typescript', 'nodenext', 'nodenext'],
  ['typescript-5', 'bundler', 'esnext'],
  ['typescript-5', 'node10', 'commonjs'],
  ['typescript-5', 'node16', 'node16', 'types/commonjs.json'],
  ['typescript-5.4', 'bundler', 'esnext'],
]) {
  test(`${compiler} compiles against it with moduleResolution ${moduleResolution}, by ${config}`, async () => {
    await run('node', [
      `node_modules/${compiler}/bin/tsc`, '--project', config, '--module', module, '--moduleResolution', moduleResolution,
      // Vue's own types do not compile with the resolution of old.
      ...(moduleResolution === 'node10' ? ['--skipLibCheck'] : []),
    ]);
  });
}
