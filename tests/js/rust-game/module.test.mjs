// Exports and imports of the module of a game, which has the same binding as the package's own module.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { makeImports } from '../../../pkg/lib/engine/imports.js';
import { compile } from '../../rust-game/duel.mjs';

const own = new WebAssembly.Module(readFileSync(new URL('../../../pkg/engine.wasm', import.meta.url)));
const exportsOf = (module) => WebAssembly.Module.exports(module).map(({ name }) => name);
const IS_METHOD = /^(__wbg_)?(gameengine|snapshot|onlineclient)_/;

test('both modules export the same methods of the classes that both have', () => {
  const methods = [own, compile()].map((module) => exportsOf(module).filter((name) => IS_METHOD.test(name)).sort());
  assert.ok(methods[0].length > 30);
  assert.deepEqual(methods[1], methods[0]);
});

test('the module of a game imports only functions of a host, and exports everything that the package uses', () => {
  const imports = WebAssembly.Module.imports(compile());
  assert.deepEqual([...new Set(imports.map(({ module }) => module))], ['rondel']);
  const given = makeImports();
  assert.deepEqual(imports.filter(({ name }) => typeof given[name] !== 'function'), []);
  const needed = ['memory', '__stack_pointer', 'rondel_version', 'rondel_games', 'rondel_room', 'rondel_recover', 'viewer_new', 'searcher_new'];
  assert.deepEqual(needed.filter((name) => !exportsOf(compile()).includes(name)), []);
});

test('an unknown handle does nothing', () => {
  const given = Object.fromEntries(WebAssembly.Module.imports(compile()).map(({ name }) => [name, () => assert.fail(`${name} was called`)]));
  const { exports } = new WebAssembly.Instance(compile(), { rondel: given });
  for (const number of [0, 1, 77, -1, 0x7fffffff]) {
    assert.equal(exports.gameengine_undo(number), 0);
    assert.equal(exports.gameengine_look(number), undefined);
    exports.gameengine_fillSlot(number, 1);
    exports.__wbg_gameengine_free(number, 0);
    exports.__wbg_onlineclient_free(number, 0);
  }
  assert.equal(exports.gameengine_new(99), 0);
  assert.equal(exports.rondel_recover(), 0);
});
