// Faults that scripts/structure/check.mjs finds in small code bases.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { faultsIn } from '../../../scripts/structure/check.mjs';
import { rustUses } from '../../../scripts/structure/rust.mjs';

/** A code base without faults. */
const SOURCES = {
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

/** Split, because this file may not contain it either. */
const MARKERS = ['< HEAD', '| merged', '=', '> other'].map((text) => text[0].repeat(6) + text);

const SIX_IMPORTS = 'use std::rc::{\n    A,\n    B,\n    C,\n    D,\n    E,\n};\n';
const SIX_LINES = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `    ${name}();\n`).join('');

const IN_ONE_DRESS = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `    let ${name} = self.${name}(here, 1).map(|it| it.${name} + 1)?;\n`).join('');
const IN_ANOTHER = IN_ONE_DRESS.replace(/one|two|three|four|five|six|here|it\b/g, (name) => `other_${name}`).replace(/1/g, '22');

function faultsOf(t, changes) {
  const root = mkdtempSync(join(tmpdir(), 'rondel-structure-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ ...SOURCES, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return faultsIn(root);
}

test('a code base without faults passes', (t) => {
  assert.deepEqual(faultsOf(t, {}), []);
});

for (const [what, changes, expected] of [
  ['a circle of paths without a use line', { 'src/core/ids.rs': '\nfn f() { super::engine::g() }\n' }, [
    'src/core/engine.rs: a circle: src/core/engine.rs -> src/core/ids.rs -> src/core/engine.rs',
  ]],
  ['a circle in a crate whose sources are in a folder of their own', {
    'src/derive/Cargo.toml': '', 'src/derive/src/lib.rs': 'mod types;\nmod view;\n',
    'src/derive/src/types.rs': 'use crate::view::mark;\n', 'src/derive/src/view.rs': 'use crate::types;\n',
  }, ['src/derive/src/types.rs: a circle: src/derive/src/types.rs -> src/derive/src/view.rs']],
  ['a crate without sources', { 'src/derive/Cargo.toml': '', 'src/derive/source/lib.rs': 'mod types;\n' }, [
    'src/derive/Cargo.toml: no lib.rs in this folder or in its folder src',
  ]],
  ['six repeated lines', {
    'src/core/ids.rs': `${SIX_IMPORTS}fn one() {\n${SIX_LINES}}\n`,
    'src/sync/lib.rs': `use rondel_core::Engine;\n${SIX_LINES.replace('c();', '// Why.\n\n    c();')}`,
    'src/js/mod.rs': SIX_IMPORTS + SIX_LINES.replace('f();', 'g();'),
  }, ['src/sync/lib.rs:2: six lines that stand at src/core/ids.rs:9, too']],
  ['a constant that both languages get from the table', {
    'src/codes/table.rs': 'EventKind as EVENTS, EVENT {\n    EndTurn = "endTurn",\n}\nrefusal: &str {\n    /// No.\n    INVALID_MOVE = "action/invalid_move",\n}\n',
    'src/core/ids.rs': '// "endTurn"\nconst NAME: &str = "endTurn"; const TOLD: &str = "endTurn: no";\n',
  }, [
    'src/core/ids.rs:2: const NAME: &str = "endTurn"; const TOLD: &str = "endTurn: no";: both languages have this',
  ]],
  ['six repeated lines with other names', { 'src/core/ids.rs': IN_ONE_DRESS, 'src/sync/lib.rs': `use rondel_core::Engine;\n${IN_ANOTHER}` }, [
    'src/sync/lib.rs:2: six lines that stand at src/core/ids.rs:1, too, with other names',
  ]],
  ['markers of a merge in any file', {
    'docs/one.md': `one\n${MARKERS.join('\n')}\n`, '.github/two.yml': `${'<'.repeat(7)}\n ${MARKERS[0]}\n`, 'pkg/three.md': MARKERS[0],
    'LICENSE': `${'='.repeat(8)}\n`,
  }, [
    `.github/two.yml:1: ${'<'.repeat(7)}: a merge has left its marker`, 'docs/one.md:2: ', 'docs/one.md:3: ', 'docs/one.md:4: ', 'docs/one.md:5: ',
  ]],
  ['a long file', { 'tests/long.mjs': '\n'.repeat(700) }, ['tests/long.mjs: 700 lines, more than']],
]) {
  test(`the check of the structure finds ${what}`, (t) => {
    const faults = faultsOf(t, changes);
    assert.equal(faults.length, expected.length, faults.join('\n'));
    faults.forEach((fault, i) => assert.ok(fault.startsWith(expected[i]), fault));
  });
}

test('a re-export counts as a use of the file', () => {
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
