// The package `rondel-server` and its peer `rondel`: one engine in a process, of one version.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as internals from 'rondel/private';
import * as server from 'rondel-server';
import { temporaryFolder } from '../support/folders.mjs';

const FOLDER = fileURLToPath(new URL('../../../pkg-server/', import.meta.url));
const manifest = readManifest(FOLDER);
const rondel = readManifest(fileURLToPath(new URL('../../../pkg/', import.meta.url)));
const require = createRequire(import.meta.url);

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

test('both packages have one version, and each has that version of the other as its peer', () => {
  assert.equal(manifest.version, rondel.version);
  assert.equal(manifest.peerDependencies.rondel, rondel.version);
  assert.equal(rondel.peerDependencies['rondel-server'], rondel.version);
  assert.deepEqual(rondel.peerDependenciesMeta['rondel-server'], { optional: true });
  assert.equal(manifest.peerDependenciesMeta.rondel, undefined);
});

test('each of its entries leads to existing files', () => {
  const files = Object.values(manifest.exports).flatMap(function pathsIn(target) {
    return typeof target === 'string' ? [target] : Object.values(target).flatMap(pathsIn);
  });
  assert.deepEqual(files.filter((file) => !existsSync(join(FOLDER, file))), []);
});

test('it uses everything of rondel/private, and that entry has everything that it uses', () => {
  const [, list] = /^export const \{([^}]*)\} = rondel;$/m.exec(readFileSync(join(FOLDER, 'lib/rondel.js'), 'utf8'));
  const used = [...list.split(',').map((name) => name.trim()).filter(Boolean), 'VERSION'];
  assert.deepEqual(used.sort(), Object.keys(internals).sort());
});

test('rondel/server exports the same, imported or required', () => {
  const names = ['FlatFile', 'InMemory', 'Origins', 'Postgres', 'Server', 'SocketIO', 'Sqlite'];
  assert.deepEqual(Object.keys(server), names);
  for (const required of [require('rondel/server'), require('rondel-server')]) {
    for (const name of names) assert.equal(required[name], server[name], name);
  }
});

test('a storage extends the classes of rondel-server/storage, and masters accept it', async () => {
  const { Async, Sync } = await import('rondel-server/storage');
  const own = await import('rondel/internal');
  assert.deepEqual([Async, Sync], [own.Async, own.Sync]);
  assert.ok(new server.InMemory() instanceof Sync);
});

/** A project with this server, and with a `rondel` of another version, of whose internals only the version exists. */
function projectWith(t, version) {
  const folder = temporaryFolder(t);
  for (const part of ['index.js', 'lib', 'cjs', 'package.json']) cpSync(join(FOLDER, part), join(folder, 'node_modules/rondel-server', part), { recursive: true });
  const other = join(folder, 'node_modules/rondel');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), JSON.stringify({ name: 'rondel', version, type: 'module', exports: { './private': { require: './private.cjs', default: './private.js' } } }));
  writeFileSync(join(other, 'private.js'), `export const VERSION = '${version}';\n`);
  writeFileSync(join(other, 'private.cjs'), `exports.VERSION = '${version}';\n`);
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url)), join(folder, 'node_modules', name));
  }
  return folder;
}

for (const [how, args] of [
  ['imported', ['--input-type=module', '--eval', "import 'rondel-server';"]],
  ['required as CommonJS', ['--no-experimental-require-module', '--eval', "require('rondel-server');"]],
]) {
  test(`with another version of rondel, the server that is ${how} throws an error that names both versions`, (t) => {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: projectWith(t, '99.0.0'), encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`RondelError\\]?: rondel-server ${manifest.version} needs rondel ${manifest.version}, but rondel 99\\.0\\.0 is installed: npm install rondel@${manifest.version} rondel-server@${manifest.version}$`, 'm'));
    assert.match(stderr, /code: 'server\/version'/);
  });
}

test('without the package, rondel/server fails with the error that troubleshooting explains', (t) => {
  const folder = temporaryFolder(t);
  cpSync(fileURLToPath(new URL('../../../pkg/', import.meta.url)), join(folder, 'node_modules/rondel'), { recursive: true, filter: (from) => !/\/(docs|cjs|slim)$/.test(from) });
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', "import 'rondel/server';"], { cwd: folder, encoding: 'utf8' });
  assert.match(stderr, /ERR_MODULE_NOT_FOUND\]: Cannot find package 'rondel-server' imported from .*rondel\/server\.js/);
  const text = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');
  assert.ok(text.includes("Cannot find package 'rondel-server' imported from") && text.includes('npm install rondel-server'));
});
