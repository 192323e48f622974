// The error about a missing package of a storage says how to install it.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/folders.mjs';

test('a storage without its package says how to install it', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // Out of reach of this repository's packages.
  cpSync(fileURLToPath(new URL('../../../pkg-server/lib', import.meta.url)), join(folder, 'lib'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(fileURLToPath(new URL('../../../pkg', import.meta.url)), join(folder, 'node_modules/rondel'));
  const load = (name) => import(pathToFileURL(join(folder, 'lib/storage', name)).href);
  const { Sqlite } = await load('sqlite.js');
  const { Postgres } = await load('postgres.js');
  const code = 'server/package';
  assert.throws(() => new Sqlite('matches.db'), { code, message: 'Sqlite needs the package libsql: npm install libsql' });
  assert.throws(() => new Postgres('postgres://127.0.0.1/games'), { code, message: 'Postgres needs the package pg: npm install pg' });
});
