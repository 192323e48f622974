// Packages that a project imports without declaring them, because boardgame.io installed them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RANGE, manifest, migrated } from './support.mjs';

const dependenciesOf = (files, path = 'package.json') => JSON.parse(migrated(files).texts[path]).dependencies;

test('packages that only boardgame.io installed are added, with the reason', () => {
  const { texts, entries } = migrated({
    'package.json': manifest(),
    'src/store.js': "import { Client } from 'boardgame.io/client';\nimport { applyMiddleware } from 'redux';\n",
    'src/ids.js': "const { nanoid } = require('nanoid/non-secure');\n",
    'src/a.test.js': "jest.mock('react-cookies');\nimport('socket.io-client');\nimport 'reduxed';\nimport './redux';\n",
  });
  assert.equal(texts['package.json'], manifest().replace('"boardgame.io": "^0.50.2"', [
    `"rondel": "${RANGE}"`, '"nanoid": "^3.1.30"', '"react-cookies": "^0.1.0"', '"redux": "^4.1.0"', '"socket.io-client": "^4.1.3"',
  ].join(',\n    ')));
  assert.deepEqual(entries.filter(({ text }) => text.includes('redux')).map(({ kind, path, line, text }) => [kind, path, line, text]), [
    ['changed', 'package.json', 4, 'dependencies: redux ^4.1.0, which boardgame.io installed: src/store.js:2 imports it'],
  ]);
  assert.deepEqual(migrated(texts).texts, texts);
});

test('declared packages are not added, also if the workspace root declares them', () => {
  const files = {
    'package.json': '{ "workspaces": ["packages/*"], "devDependencies": { "redux": "5" } }',
    'packages/game/package.json': manifest().replace('"boardgame.io"', '"immer": "^9.0.0",\n    "boardgame.io"'),
    'packages/game/index.js': "import 'redux';\nimport 'immer';\nimport 'flatted';\n",
    'packages/other/package.json': '{ "dependencies": {} }',
    'packages/other/index.js': "import 'p-queue';\n",
  };
  assert.deepEqual(dependenciesOf(files, 'packages/game/package.json'), { immer: '^9.0.0', rondel: RANGE, flatted: '^3.2.1' });
  assert.deepEqual(dependenciesOf(files, 'packages/other/package.json'), {});
});

test('packages whose objects the project shares with Rondel get its versions, and TypeScript their types', () => {
  const code = "import type { Context } from 'koa';\nimport Router from '@koa/router';\nimport { produce } from 'immer';\n";
  assert.deepEqual(dependenciesOf({ 'src/a.js': code }), { rondel: RANGE, '@koa/router': '^10.1.1', immer: '^11.0.0', koa: '^3.0.0' });
  assert.deepEqual(dependenciesOf({ 'src/a.ts': code }), {
    rondel: RANGE, '@koa/router': '^10.1.1', '@types/koa': '^3.0.0', '@types/koa__router': '^8.0.8', immer: '^11.0.0', koa: '^3.0.0',
  });
  const typed = manifest().replace('"boardgame.io"', '"@types/koa": "^2.13.4", "boardgame.io"');
  assert.deepEqual(dependenciesOf({ 'package.json': typed, 'src/a.ts': "import Koa from 'koa';\n" }), { '@types/koa': '^2.13.4', rondel: RANGE, koa: '^3.0.0' });
});

test('the default import of Immer, which it no longer has, is written by its name', () => {
  const movedImport = (code) => migrated({ 'a.js': code }).texts['a.js'];
  assert.equal(movedImport("import produce from 'immer';\n"), "import { produce } from 'immer';\n");
  assert.equal(movedImport("import change, { nothing } from 'immer';\n"), "import { produce as change, nothing } from 'immer';\n");
  assert.equal(movedImport("import change, { original } from 'immer';\nact(G);\n"), "import { produce as change } from 'immer';\nimport { original } from 'rondel/core';\nact(G);\n");
  const declared = { 'package.json': manifest().replace('"boardgame.io"', '"immer": "^9.0.0", "boardgame.io"'), 'a.js': "import produce from 'immer';\n" };
  assert.equal(migrated(declared).texts['a.js'], declared['a.js']);
});

test('moves in a file that does not name boardgame.io take the functions of drafts from Rondel', () => {
  const movedCode = (code) => migrated({ 'a.js': code }).texts['a.js'];
  assert.equal(movedCode("import { current } from 'immer';\nexport const act = ({ G }) => show(current(G));\n"), "import { current } from 'rondel/core';\nexport const act = ({ G }) => show(current(G));\n");
  assert.equal(movedCode("import { current } from 'immer';\nproduce(store, show);\n"), "import { current } from 'immer';\nproduce(store, show);\n");
});

test('while something still imports boardgame.io, its packages stay installed', () => {
  const files = { 'a.js': "import { Client } from 'boardgame.io/react-native';\nimport 'redux';\n" };
  assert.deepEqual(dependenciesOf(files), { 'boardgame.io': '^0.50.2', rondel: RANGE });
});

test('a package with boardgame.io as a peer only gets the commands in the report', () => {
  const { entries } = migrated({ 'package.json': '{ "peerDependencies": { "boardgame.io": "*" } }', 'src/a.js': "import 'boardgame.io/core';\nimport 'redux';\n" });
  assert.deepEqual(entries.filter(({ kind }) => kind === 'left').map(({ path, text }) => `${path} ${text}`), [
    'package.json npm install redux@^4.1.0, which boardgame.io installed: src/a.js:2 imports it',
  ]);
});
