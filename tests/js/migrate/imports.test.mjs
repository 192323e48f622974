// Imports of boardgame.io in all forms.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';
import { NAMES } from '../../../pkg-migrate/lib/changes/names.js';
import { lines, migrated, moved } from './support.mjs';

const ROOT = new URL('../../../', import.meta.url);

/** Statements, and what becomes of them. */
const MOVED = [
  ["import { Client } from 'boardgame.io/client';", "import { Client } from 'rondel/client';"],
  ['import { INVALID_MOVE } from "boardgame.io/core"', 'import { INVALID_MOVE } from "rondel/core"'],
  ["import { PluginPlayer } from 'boardgame.io/plugins';", "import { PluginPlayer } from 'rondel/plugins';"],
  ["import { MockRandom } from 'boardgame.io/testing';", "import { MockRandom } from 'rondel/testing';"],
  ["import { Client as ReactClient, type BoardProps } from 'boardgame.io/react';", "import { Client as ReactClient, type BoardProps } from 'rondel/react';"],
  ["import { Local } from 'boardgame.io/multiplayer';", "import { Local } from 'rondel/multiplayer';"],
  ["import { Master } from 'boardgame.io/master';", "import { Master } from 'rondel/master';"],
  ["import { InitializeGame } from 'boardgame.io/internal';", "import { InitializeGame } from 'rondel/internal';"],
  ["import { MCTSBot } from 'boardgame.io/ai';", "import { MCTSBot } from 'rondel/ai';"],
  ["import { Debug } from 'boardgame.io/debug';", "import { Debug } from 'rondel/debug';"],
  ["import { Server, Origins } from 'boardgame.io/server';", "import { Server, Origins } from 'rondel/server';"],
  ["import type { Game, Ctx } from 'boardgame.io';", "import type { Game, Ctx } from 'rondel';"],
  ["import { Game } from 'boardgame.io';", "import { Game } from 'rondel';"],
  ["import type B from 'boardgame.io';", "import type B from 'rondel';"],
  ["import * as core from 'boardgame.io/core';", "import * as core from 'rondel/core';"],
  ["import 'boardgame.io/client';", "import 'rondel/client';"],
  ["export * from 'boardgame.io/core';", "export * from 'rondel/core';"],
  ["export { Client as default } from 'boardgame.io/client';", "export { Client as default } from 'rondel/client';"],
  ["const { Client } = require('boardgame.io/client');", "const { Client } = require('rondel/client');"],
  ["const Server = require('boardgame.io/server').Server;", "const Server = require('rondel/server').Server;"],
  ["const core = require(`boardgame.io/core`);", 'const core = require(`rondel/core`);'],
  ["import core = require('boardgame.io/core');", "import core = require('rondel/core');"],
  ["const { Client } = await import('boardgame.io/client');", "const { Client } = await import('rondel/client');"],
  ["const Lobby = lazy(() => import('boardgame.io/react'));", "const Lobby = lazy(() => import('rondel/react'));"],
  ["type G = import('boardgame.io').Game<S>;", "type G = import('rondel').Game<S>;"],
  ["jest.mock('boardgame.io/react', () => ({}));", "jest.mock('rondel/react', () => ({}));"],
  ["vi.mock('boardgame.io/client');", "vi.mock('rondel/client');"],
  ["const real = jest.requireActual('boardgame.io/core');", "const real = jest.requireActual('rondel/core');"],
  ["declare module 'boardgame.io/core' { const x: number; }", "declare module 'rondel/core' { const x: number; }"],
  ["/** @type {import('boardgame.io').Game} */\nexport const game = {};", "/** @type {import('rondel').Game} */\nexport const game = {};"],
  // bgio-effects.
  ["import { EffectsPlugin } from 'bgio-effects/plugin';", "import { EffectsPlugin } from 'rondel/effects';"],
  ["import { EffectsBoardWrapper, useEffectListener } from 'bgio-effects/react';", "import { EffectsBoardWrapper, useEffectListener } from 'rondel/effects/react';"],
  ["const { EffectsEmitter } = require('bgio-effects/client');", "const { EffectsEmitter } = require('rondel/effects');"],
  ["import type { EffectsCtxMixin } from 'bgio-effects';", "import type { EffectsCtxMixin } from 'rondel/effects';"],
  ["jest.mock('bgio-effects/react');", "jest.mock('rondel/effects/react');"],
  // Inner files of boardgame.io.
  ["import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';", "import { INVALID_MOVE } from 'rondel/core';"],
  ["import { Client } from 'boardgame.io/dist/esm/react';", "import { Client } from 'rondel/react';"],
  ["import type { BoardProps } from 'boardgame.io/dist/types/packages/react';", "import type { BoardProps } from 'rondel/react';"],
  ["import { RandomAPI } from 'boardgame.io/dist/types/src/plugins/random/random';", "import { RandomAPI } from 'rondel';"],
  ["import { ClientOpts } from 'boardgame.io/dist/types/src/client/client';", "import { ClientOpts } from 'rondel/client';"],
  ["import { PlayerAPI } from 'boardgame.io/dist/types/src/plugins/plugin-player';", "import { PlayerAPI } from 'rondel/plugins';"],
  // Names that Rondel has in several entries.
  ["import { Client, Local, TurnOrder } from 'boardgame.io';", "import { Client, TurnOrder } from 'rondel';\nimport { Local } from 'rondel/multiplayer';"],
  ['  const { Client, SocketIO: Socket } = require("boardgame.io")', '  const { Client } = require("rondel")\n  const { SocketIO: Socket } = require("rondel/multiplayer")'],
  ["import { ReactClient as Client } from 'boardgame.io';", "import { Client } from 'rondel/react';"],
  ["import { type Game, MCTSBot } from 'boardgame.io';", "import { type Game } from 'rondel';\nimport { MCTSBot } from 'rondel/ai';"],
  // Older versions.
  ["import { InitializeGame, INVALID_MOVE } from 'boardgame.io/core';", "import { InitializeGame } from 'rondel/internal';\nimport { INVALID_MOVE } from 'rondel/core';"],
  // Drafts.
  ["import { current } from 'immer';\nimport { INVALID_MOVE } from 'boardgame.io/core';", "import { current } from 'rondel/core';\nimport { INVALID_MOVE } from 'rondel/core';"],
  ["import produce, { current, original as o, Draft } from 'immer';\nimport 'boardgame.io/core';", "import { produce, Draft } from 'immer';\nimport { current, original as o } from 'rondel/core';\nimport 'rondel/core';"],
];

test('each form of import is changed, and nothing else', () => {
  for (const [before, after] of MOVED) {
    assert.equal(moved(before), after);
    const around = (text, eol) => `// 😀 before\n${text}\n\tconst  x=1 // after\n`.replaceAll('\n', eol);
    assert.equal(moved(around(before, '\r\n')), around(after, '\r\n'), before);
    assert.equal(moved(`\uFEFF${around(before, '\n')}`), `\uFEFF${around(after, '\n')}`, before);
  }
});

test('a second run changes nothing', () => {
  for (const [, after] of MOVED) assert.equal(moved(after), after);
});

test('texts that name no module stay', () => {
  const texts = ["const title = 'boardgame.io';", "log('boardgame.io/client');", '// boardgame.io/client', "import x from 'boardgame.io-extra';", "import x from 'bgio-effects-extra';", "import { produce } from 'immer';\nimport 'rondel';"];
  for (const text of texts) assert.equal(moved(text), text);
});

test('positional games take the types of 0.49', () => {
  const before = "import type { Game, Ctx } from 'boardgame.io';\nimport { Client, Move } from 'boardgame.io';\nimport { INVALID_MOVE } from 'boardgame.io/core';\n";
  const after = "import type { Game, Ctx } from 'rondel/legacy';\nimport { Client } from 'rondel';\nimport { Move } from 'rondel/legacy';\nimport { INVALID_MOVE } from 'rondel/core';\n";
  assert.equal(moved(before, 'game.ts', '^0.49.1'), after);
});

test('the type of a client becomes that of the function', () => {
  const before = "import type { _ClientImpl, ClientOpts } from 'boardgame.io/dist/types/src/client/client';\nlet client: _ClientImpl<G>;\nlet other: _ClientImpl;\n";
  const type = "ReturnType<typeof import('rondel/client').Client>";
  assert.equal(moved(before), `import type { ClientOpts } from 'rondel/client';\nlet client: ${type};\nlet other: ${type};\n`);
  const alone = "import { Client } from 'boardgame.io/client';\nimport { _ClientImpl } from 'boardgame.io/dist/types/src/client/client';\nlet client: _ClientImpl;\n";
  assert.equal(moved(alone), "import { Client } from 'rondel/client';\nlet client: ReturnType<typeof Client>;\n");
  const state = "import type { ClientState } from 'boardgame.io/dist/types/src/client/client';\nlet s: ClientState<G>[];\n";
  assert.equal(moved(state), "import type { ClientState } from 'rondel';\nlet s: (ClientState<G> | null)[];\n");
});

test('types of storages are those of StorageAPI', () => {
  const before = "import { FetchOpts, FetchResult } from 'boardgame.io/dist/types/src/server/db/base';\nlet x: Promise<FetchResult<FetchOpts>>;\n";
  assert.equal(moved(before), "import { StorageAPI } from 'rondel';\nlet x: Promise<StorageAPI.FetchResult<StorageAPI.FetchOpts>>;\n");
  assert.equal(moved(`import { StorageAPI } from 'boardgame.io';\n${before}`), "import { StorageAPI } from 'rondel';\nlet x: Promise<StorageAPI.FetchResult<StorageAPI.FetchOpts>>;\n");
});

test('a file with React Native stays on boardgame.io as a whole, because its client does not take transports of Rondel', () => {
  const code = "import { Client } from 'boardgame.io/react-native';\nimport { SocketIO } from 'boardgame.io/multiplayer';\nimport { INVALID_MOVE } from 'boardgame.io/core';\n";
  const { texts, entries } = migrated({ 'app.js': code, 'game.js': "import { INVALID_MOVE } from 'boardgame.io/core';\n" });
  assert.equal(texts['app.js'], code);
  assert.match(texts['package.json'], /"boardgame.io": .*\n.*"rondel"/);
  assert.equal(texts['game.js'], "import { INVALID_MOVE } from 'rondel/core';\n");
  assert.deepEqual(lines(entries, 'left'), ['app.js:1 React Native is not supported, because it has no WebAssembly: this file stays on boardgame.io']);
});

test('names that Rondel does not have are left with their import, and boardgame.io stays installed', () => {
  const { texts, entries } = migrated({ 'game.ts': "import { Flow, Game } from 'boardgame.io/dist/types/src/core/flow';\nimport { GenericPubSub } from 'boardgame.io/server';\n" });
  assert.equal(texts['game.ts'], "import { Flow } from 'boardgame.io/dist/types/src/core/flow';\nimport { Game } from 'rondel';\nimport { GenericPubSub } from 'boardgame.io/server';\n");
  assert.deepEqual(lines(entries, 'left'), [
    "game.ts:1 Rondel has no Flow of 'boardgame.io/dist/types/src/core/flow'",
    "game.ts:2 Rondel has no GenericPubSub of 'boardgame.io/server': several processes share a database",
  ]);
  assert.match(texts['package.json'], /"boardgame.io": "\^0.50.2",\n {4}"rondel": "\^1.2.3"/);
  assert.deepEqual(migrated(texts).texts, texts);
});

test('declarations and mocks of modules are reported', () => {
  const { entries } = migrated({ 'types.d.ts': "declare module 'boardgame.io/core' {\n  export const INVALID_MOVE: any;\n}\n", '__mocks__/boardgame.io/react.js': '', '__mocks__/other.js': '' });
  assert.deepEqual(lines(entries, 'look'), ['types.d.ts:1 this declaration may hide the types of Rondel: remove it if it only made up for missing ones']);
  assert.deepEqual(lines(entries, 'left'), ['__mocks__/boardgame.io/react.js:1 a mock of boardgame.io: move the file to __mocks__/rondel']);
});

test('scripts in components and documents are changed', () => {
  const script = (from) => `import { Client } from '${from}/client';\nexport const client = Client({ game });`;
  const FILES = {
    'a.vue': (from) => `<template>\n  <p title="don't">{{ x }}</p>\n</template>\n<script setup lang="ts">\n${script(from)}\nconst x = <any>client;\n</script>\n<style>p { color: red }</style>\n`,
    'b.svelte': (from) => `<script context="module">\n  ${script(from)}\n</script>\n<script>\n  import { Local } from '${from}/multiplayer';\n</script>\n{#if a < b}<p/>{/if}\n`,
    'c.mdx': (from) => `# Title\n\nimport { Board } from '${from}/react'\n\nIt's text.\n\n\`\`\`js\n\nimport { Client } from 'boardgame.io/client'\n\n\`\`\`\n\nexport const x = 1`,
    'd.astro': (from) => `---\nimport { Client } from '${from}/client';\n---\n<p>it's</p>\n`,
  };
  const { texts, entries } = migrated(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, text('boardgame.io')])));
  for (const [path, text] of Object.entries(FILES)) assert.equal(texts[path], text('rondel'), path);
  assert.deepEqual(lines(entries, 'changed').map((line) => line.split(' ')[0]), ['a.vue:5', 'b.svelte:2', 'b.svelte:6', 'c.mdx:3', 'd.astro:2']);
});

test('a file that does not parse is reported and stays, and others are changed', () => {
  const { texts, entries } = migrated({ 'bad.js': "import { Client } from 'boardgame.io/client';\nconst = {{;\n", 'good.js': "import 'boardgame.io/core';\n" });
  assert.equal(texts['bad.js'], "import { Client } from 'boardgame.io/client';\nconst = {{;\n");
  assert.equal(texts['good.js'], "import 'rondel/core';\n");
  assert.deepEqual(lines(entries, 'left'), ['bad.js:1 the parser does not understand this file: it was not changed']);
});

test('Rondel exports each name that imports are sent to', () => {
  const entryFile = (entry) => new URL(`pkg/${entry === 'rondel' ? 'index' : entry.slice('rondel/'.length)}.d.ts`, ROOT).pathname;
  const entries = Object.keys(NAMES);
  const program = ts.createProgram(entries.map(entryFile), { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  for (const entry of entries) {
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entryFile(entry)))).map(({ name }) => name);
    assert.deepEqual(NAMES[entry].filter((name) => !exported.includes(name)), [], entry);
  }
});

test('all entries of the table of the guide are moved', () => {
  const guide = readFileSync(new URL('docs/07-coming-from-boardgame-io.md', ROOT), 'utf8');
  const rows = [...guide.matchAll(/^\| `((?:import|export)[^`]*boardgame\.io[^`]*)` \|/gm)].map(([, statement]) => statement.replaceAll(/,? …/g, ''));
  assert.ok(rows.length > 15);
  for (const row of rows) assert.match(moved(`${row};`), /^(import|export) [^]*'rondel(\/\w+)?';$|^$/, row);
});
