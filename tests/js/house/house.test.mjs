// What scripts/check-house finds in small houses.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { faultsIn } from '../../../scripts/house/check.mjs';
import { rustUses } from '../../../scripts/house/rust.mjs';

/** A house that is in order. */
const HOUSE = {
  'src/lib.rs': 'pub mod js;\npub use {rondel_core as core, rondel_sync as sync};\n',
  'src/core/lib.rs': 'mod engine;\nmod ids;\npub use engine::Engine;\npub use ids::{MoveId, PlayerID as Player};\n',
  'src/core/engine.rs': 'use std::rc::Rc;\nuse super::ids::PlayerID;\n',
  'src/core/ids.rs': '//! Like HashMap and std::time, but not.\npub type PlayerID = u8;\n#[cfg(test)]\nmod tests {\n    use super::super::engine::Engine;\n}\n',
  'src/sync/lib.rs': 'use rondel_core::Engine;\n',
  'src/js/mod.rs': 'use wasm_bindgen::prelude::*;\nuse crate::{core::Engine, sync};\n',
  'pkg-template/client.js': "import { one } from './lib/client/one.js';\n",
  'pkg-template/lib/client/one.js': "import { two } from '../util/two.js';\n// import { three } from '../../client.js';\nexport { two as one };\n",
  'pkg-template/lib/util/two.js': '/** @typedef {import("../client/one.js").Two} Two */\nexport const two = 2;\n',
};

/** Put together, because this file may hold none either. */
const MARKERS = ['< HEAD', '| merged', '=', '> other'].map((text) => text[0].repeat(6) + text);

const SIX_IMPORTS = 'use std::rc::{\n    A,\n    B,\n    C,\n    D,\n    E,\n};\n';
const SIX_LINES = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `    ${name}();\n`).join('');

const IN_ONE_DRESS = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `    let ${name} = self.${name}(here, 1).map(|it| it.${name} + 1)?;\n`).join('');
const IN_ANOTHER = IN_ONE_DRESS.replace(/one|two|three|four|five|six|here|it\b/g, (name) => `other_${name}`).replace(/1/g, '22');

function faultsOf(t, changes) {
  const root = mkdtempSync(join(tmpdir(), 'rondel-house-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ ...HOUSE, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return faultsIn(root);
}

test('a house in order has no faults', (t) => {
  assert.deepEqual(faultsOf(t, {}), []);
});

for (const [what, changes, expected] of [
  ['a circle of paths without a use line', { 'src/core/ids.rs': '\nfn f() { super::engine::g() }\n' }, [
    'src/core/engine.rs: a circle: src/core/engine.rs -> src/core/ids.rs -> src/core/engine.rs',
  ]],
  ['a file that reads a game', {
    'pkg-template/lib/client/one.js': `import { two } from '../util/two.js';
export const one = (game) => two + game?.minPlayers;
const link = 'https://rondel.example'; const most = game.maxPlayers;
const { minPlayers } = game;
const {
  maxPlayers,
} = options.game;
const least = game['minPlayers'] + game?.[name];
const play = ({ game: { setup } }) => setup;
const rules = game[RULES] ?? { ...game }; // game.name
const has = 'setup' in game || Object.keys(this.game).length;
const most2 = ({ game: declared }) => declared.maxPlayers;
const outer = running.game; const other = options.game;
open({ game: other }); if (open({ game: other })) close();
`,
    'pkg-template/lib/game/rules.js': 'export const name = (game) => game.name;\n',
  }, [
    'pkg-template/lib/client/one.js:2: export const one = (game) => two + game?.minPlayers;: a game is known by its `Rules` alone',
    "pkg-template/lib/client/one.js:3: const link = 'https://rondel.example'; const most = game.maxPlayers;: a game is known",
    'pkg-template/lib/client/one.js:4: const { minPlayers } = game;: a game is known',
    'pkg-template/lib/client/one.js:7: } = options.game;: a game is known',
    "pkg-template/lib/client/one.js:8: const least = game['minPlayers'] + game?.[name];: a game is known",
    'pkg-template/lib/client/one.js:9: const play = ({ game: { setup } }) => setup;: a game is known',
    "pkg-template/lib/client/one.js:11: const has = 'setup' in game",
    'pkg-template/lib/client/one.js:12: const most2 = ({ game: declared })',
    'pkg-template/lib/client/one.js:13: const outer = running.game; const other = options.game;',
    'pkg-template/lib/game/rules.js: nobody imports it',
  ]],
  ['six lines that stand twice', {
    'src/core/ids.rs': `${SIX_IMPORTS}fn one() {\n${SIX_LINES}}\n`,
    'src/sync/lib.rs': `use rondel_core::Engine;\n${SIX_LINES.replace('c();', '// Why.\n\n    c();')}`,
    'src/js/mod.rs': SIX_IMPORTS + SIX_LINES.replace('f();', 'g();'),
  }, ['src/sync/lib.rs:2: six lines that stand at src/core/ids.rs:9, too']],
  ['a util that imports a room', { 'pkg-template/lib/util/two.js': "\nimport '../engine/three.js';\n" }, ["pkg-template/lib/util/two.js:2: 'util' uses pkg-template/lib/engine/three.js, and may use nothing else"]],
  ['a room within a room', { 'pkg-template/lib/online/protocol/patch.js': "import '../view.js';\nimport '../../util/two.js';\n" }, [
    "pkg-template/lib/online/protocol/patch.js:1: 'online/protocol' uses pkg-template/lib/online/view.js, and may use util",
    'pkg-template/lib/online/protocol/patch.js: nobody imports it',
  ]],
  ['a room that imports an entry file', { 'pkg-template/lib/engine/three.js': "export { one } from '../../client.js';\n" }, [
    "pkg-template/lib/engine/three.js:1: 'engine' uses pkg-template/client.js, and may use util",
    'pkg-template/lib/engine/three.js: nobody imports it',
  ]],
  ['an import when it is needed', { 'pkg-template/lib/util/two.js': "const load = () => import('../client/one.js');\n" }, [
    "pkg-template/lib/util/two.js:1: 'util' uses pkg-template/lib/client/one.js, and may use nothing else",
    'pkg-template/lib/client/one.js: a circle: pkg-template/lib/client/one.js -> pkg-template/lib/util/two.js -> pkg-template/lib/client/one.js',
  ]],
  ['an entry file that imports another', { 'pkg-template/core.js': "export { one } from './client.js';\n" }, [
    "pkg-template/core.js:1: 'an entry file' uses pkg-template/client.js, and may use",
  ]],
  ['a file of lib in no room', { 'pkg-template/lib/five.js': '', 'pkg-template/client.js': "import './lib/client/one.js';\nexport { one } from './lib/client/one.js';\nimport './lib/five.js';\n" }, [
    "pkg-template/client.js:3: 'an entry file' uses pkg-template/lib/five.js, and may use",
    "pkg-template/lib/five.js: scripts/house/check.mjs knows no room called 'five.js'",
  ]],
  ['an import in backticks', { 'pkg-template/lib/util/two.js': 'const load = () => import(`../engine/three.js`);\nexport const two = 2;\n' }, [
    "pkg-template/lib/util/two.js:1: 'util' uses pkg-template/lib/engine/three.js, and may use nothing else",
  ]],
  ['what nobody imports', {
    'pkg-template/lib/util/two.js': 'export const two = 2;\nexport function three() {}\nexport class Four {}\nexport const five = 5;\n',
    'pkg-template/lib/util/six.js': 'export const six = 6;\n',
    'pkg-template/lib/client/one.js': "import { two } from '../util/two.js';\n/** @type {import('../util/two.js').Four} */\nexport const one = two;\n",
    'scripts/make.mjs': "write(`import { seven } from './seven.js';`);\n",
    'pkg-template/lib/util/seven.js': 'export const seven = 7;\nexport const eight = 8;\n',
    'tests/js/two.test.mjs': "import { five } from '../../pkg/lib/util/two.js';\n",
  }, [
    'pkg-template/lib/util/seven.js:2: nobody imports eight',
    'pkg-template/lib/util/six.js: nobody imports it',
    'pkg-template/lib/util/two.js:2: nobody imports three',
    'pkg-template/lib/util/two.js:4: nobody imports five',
  ]],
  ['what both languages have from the table', {
    'src/codes/table.rs': 'EventKind as EVENTS, EVENT {\n    EndTurn = "endTurn",\n}\nrefusal: &str {\n    /// No.\n    INVALID_MOVE = "action/invalid_move",\n}\n',
    'src/core/ids.rs': '// "endTurn"\nconst NAME: &str = "endTurn"; const TOLD: &str = "endTurn: no";\n',
    'pkg-template/lib/util/two.js': "// 'endTurn'\nexport const two = 'action/invalid_move';\nconst told = 'endTurn: no';\n",
  }, [
    "pkg-template/lib/util/two.js:2: export const two = 'action/invalid_move';: both languages have this from src/codes/table.rs",
    'src/core/ids.rs:2: const NAME: &str = "endTurn"; const TOLD: &str = "endTurn: no";: both languages have this',
  ]],
  ['two flags beside each other', {
    'pkg-template/lib/util/two.js': `export const two = (isBig, isOld) => isBig && isOld;
function f(it, big = false, old = true) { return g({ isBig, isOld }, isBig); }
function g({ isBig, isOld }, isNew, name, hasMore) {}
class A {
  #b(x, canSee, mayAct) { if (isBig(x, canSee)) return; }
}
const made = f(isBig, isOld);
`,
  }, [
    'pkg-template/lib/util/two.js:1: isBig, isOld: two flags', 'pkg-template/lib/util/two.js:2: big = false, old = true: two flags',
    'pkg-template/lib/util/two.js:5: canSee, mayAct: two flags',
  ]],
  ['six lines that stand twice with other names', { 'src/core/ids.rs': IN_ONE_DRESS, 'src/sync/lib.rs': `use rondel_core::Engine;\n${IN_ANOTHER}` }, [
    'src/sync/lib.rs:2: six lines that stand at src/core/ids.rs:1, too, with other names',
  ]],
  ['a mark of its own', { 'pkg-template/lib/util/two.js': "export const two = Symbol.for('rondel.two');\n" }, ['pkg-template/lib/util/two.js:1: export const two = Symbol.for(']],
  ['a document that is too long', { 'README.md': '\n'.repeat(201), 'ARCHITECTURE.md': '\n'.repeat(250) }, ['README.md: 201 lines, more than 200']],
  ['a new room', { 'pkg-template/lib/attic/four.js': '' }, ["pkg-template/lib/attic/four.js: scripts/house/check.mjs knows no room called 'attic'", 'pkg-template/lib/attic/four.js: nobody imports it']],
  ['what a merge leaves in any file', {
    'docs/one.md': `one\n${MARKERS.join('\n')}\n`, '.github/two.yml': `${'<'.repeat(7)}\n ${MARKERS[0]}\n`, 'pkg/three.md': MARKERS[0],
    'LICENSE': `${'='.repeat(8)}\n`,
  }, [
    `.github/two.yml:1: ${'<'.repeat(7)}: a merge has left its marker`, 'docs/one.md:2: ', 'docs/one.md:3: ', 'docs/one.md:4: ', 'docs/one.md:5: ',
  ]],
  ['a long file', { 'tests/long.mjs': '\n'.repeat(700) }, ['tests/long.mjs: 700 lines, more than']],
]) {
  test(`check-house finds ${what}`, (t) => {
    const faults = faultsOf(t, changes);
    assert.equal(faults.length, expected.length, faults.join('\n'));
    faults.forEach((fault, i) => assert.ok(fault.startsWith(expected[i]), fault));
  });
}

test('a name that a module hands on is a use of the file that has it', () => {
  const uses = rustUses(new Map(Object.entries({
    'src/lib.rs': 'mod core;',
    'src/core/mod.rs': 'mod a;\nmod b;\nmod c;\npub use a::A;\npub use c::{deep::{self, Deep as D}};\n',
    'src/core/a.rs': 'pub struct A;\n',
    'src/core/b.rs': 'use super::{A,\n    D};\nfn f() { super::c::g() }\n// use super::Nothing;\nlet text = "use super::Nothing;";\n',
    'src/core/c/mod.rs': 'pub mod deep;\n',
    'src/core/c/deep.rs': 'use crate::core::b::B;\nuse super::super::b::B;\n',
  })), 'src');
  assert.deepEqual([...uses].map(([file, used]) => [file, [...used]]), [
    ['src/lib.rs', []],
    ['src/core/mod.rs', [['src/core/a.rs', 4], ['src/core/c/deep.rs', 5]]],
    ['src/core/a.rs', []],
    ['src/core/b.rs', [['src/core/a.rs', 1], ['src/core/c/deep.rs', 1], ['src/core/c/mod.rs', 3]]],
    ['src/core/c/mod.rs', []],
    ['src/core/c/deep.rs', [['src/core/b.rs', 1]]],
  ]);
});
