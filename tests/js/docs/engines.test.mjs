// Manifests, workflows and documents name the engines that scripts/test-engines runs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { BROWSERS } from '../../engines/browsers.mjs';
import { RUNTIMES } from '../../engines/runtimes.mjs';

const read = (path) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const [, list] = /^NODE_VERSIONS='(.*)'$/m.exec(await read('scripts/lib.sh'));
const versions = list.split(' ');
const [oldest] = versions;

for (const path of ['.', 'pkg-template', 'examples/cluster', 'examples/operating', 'examples/server']) {
  test(`${path}/package.json requires the oldest tested Node.js`, async () => {
    assert.equal(JSON.parse(await read(`${path}/package.json`)).engines.node, `>=${oldest}`);
  });
}

test('the checks compile against the types of the oldest Node.js, and GitHub runs them under it', async () => {
  assert.equal(JSON.parse(await read('node_modules/@types/node/package.json')).version.split('.')[0], oldest);
  assert.match(await read('.github/workflows/ci.yml'), new RegExp(`node-version: ${oldest}$`, 'm'));
});

for (const [path, sentence] of [['README.md', /need Node\.js (\d+)/], ['docs/08-games-in-rust.md', /and Node\.js (\d+)/]]) {
  test(`${path} names the oldest Node.js`, async () => {
    assert.equal(sentence.exec(await read(path))?.[1], oldest);
  });
}

test('docs/reference/loading.md lists every tested engine', async () => {
  const rows = (await read('docs/reference/loading.md')).matchAll(/^\| ([\w.]+)[^|]* \| ([^|]*) \|/gm);
  const listed = new Map(Array.from(rows, ([, name, version]) => [name, version]));
  assert.equal(listed.get('Node.js'), versions.join(', '));
  for (const name of [...Object.keys(BROWSERS), ...Object.keys(RUNTIMES), 'workerd']) assert.ok(listed.get(name), name);
});
