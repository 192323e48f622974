// The border of the module: every import catches exceptions, every export has a guard, and hosts take as many values as the imports pass. A
// value that is added on one side alone would be read in another's place.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { Boundary } from '../../../pkg/lib/engine/boundary.js';
import { ANSWER_THREW } from '../../../pkg/lib/engine/codes.js';
import { bytes } from '../../../pkg/lib/engine/engine-wasm.js';
import { GameHost } from '../../../pkg/lib/engine/game-host.js';
import { Host } from '../../../pkg/lib/engine/host.js';
import { loadEngine } from '../../../pkg/lib/engine/load-engine.js';

const module = new WebAssembly.Module(bytes());
const glue = new URL('../../../pkg/lib/engine/engine.js', import.meta.url);
const { imports } = await import(glue.href);
/** Imports that the boundary itself serves. */
const OF_BOUNDARY = ['hasThrown', 'catchThrown', 'panicked'];
/** Imports that a host serves: all but these, and the one that selects the host. */
const asking = Object.entries(imports).filter(([name]) => name !== 'setBoundary' && !OF_BOUNDARY.includes(name));

/**
 * Other imports of the module, from wasm-bindgen and js-sys. They inspect values that `src/js/data.rs` reads and that no page has passed,
 * or create such values. `getRandomValues` catches exceptions.
 */
const HARMLESS = [
  '__wbindgen_boolean_get', '__wbindgen_init_externref_table', '__wbindgen_is_null', '__wbindgen_is_undefined', '__wbindgen_number_get',
  '__wbindgen_string_get', '__wbindgen_throw', 'get', 'getRandomValues', 'get_unchecked', 'isArray', 'keys', 'length', 'values',
];

test('every import is one of imports.js, or one that cannot throw and runs no game code', async () => {
  const source = await readFile(glue, 'utf8');
  const strangers = WebAssembly.Module.imports(module)
    .filter(({ name }) => !asksAlone(source, name))
    .map(({ name }) => name.replace(/^__wbg_|_[0-9a-f]{16}$/g, ''));
  assert.deepEqual(strangers.sort(), HARMLESS);
});

test('every import that a host serves catches its exceptions', () => {
  const mistake = new Error('the host throws');
  const around = new Boundary();
  around.host = new Proxy({}, { get: () => () => { throw mistake; } });
  assert.ok(asking.length > 60, `${asking.length} imports`);
  try {
    imports.setBoundary(around);
    for (const [name, ask] of asking) {
      around.thrown = null;
      assert.ok([ANSWER_THREW, ''].includes(ask()), name);
      assert.deepEqual(around.thrown, { error: mistake }, name);
    }
  } finally {
    imports.setBoundary(loadEngine().boundary);
  }
});

test('no import returns to an instance that was retired meanwhile', () => {
  const around = new Boundary();
  around.host = new Proxy({}, { get: () => () => around.finalize({}, () => { throw new Error('no memory'); }) });
  try {
    for (const [name, ask] of asking) {
      imports.setBoundary(around);
      assert.throws(ask, { code: 'engine/retired' }, name);
    }
  } finally {
    imports.setBoundary(loadEngine().boundary);
  }
});

test('every export has a guard', () => {
  const classes = Object.entries(loadEngine()).filter(([name]) => name !== 'boundary');
  for (const { kind, name } of WebAssembly.Module.exports(module)) {
    if (kind !== 'function' || name.startsWith('__')) continue;
    const [prefix, method] = name.split('_');
    const [, owner] = classes.find(([known]) => known.toLowerCase() === prefix) ?? assert.fail(`${name} belongs to no class`);
    assert.equal(typeof (method === 'new' ? owner.make : owner.prototype[method]), 'function', name);
  }
});

test('hosts take as many values as each import passes', async () => {
  const hosts = [Host.prototype, GameHost.prototype, hostOfClient()];
  const declared = declaredIn(await readFile(new URL('../../../src/js/imports.rs', import.meta.url), 'utf8'));
  assert.deepEqual(asking.map(([name, { length }]) => [name, length]).sort(), declared.filter(([name]) => !OF_BOUNDARY.includes(name)).sort());
  for (const [name, { length }] of asking) {
    const answering = hosts.filter((host) => name in host).map((host) => host[name]);
    assert.ok(answering.length > 0 || OF_SEARCHES.includes(name), `a host serves ${name}`);
    for (const answer of answering) assert.ok(answer.length === length || takesTheRest(answer), `${name} takes ${answer.length} values of ${length}`);
  }
});

/** Imports that hosts of searches of games in Rust serve: lib/ai/rust-search.js. */
const OF_SEARCHES = ['addCandidate', 'noteFailed'];

/** Returns `true` if wasm-bindgen's code for an import only calls one of imports.js. */
function asksAlone(source, name) {
  const [, , body, direct] = source.match(new RegExp(`^( +)${name}: (?:function\\(.*\\) \\{\\n([^]*?)^\\1\\}|typeof imports\\.(\\w+) == .*),?$`, 'm')) ?? assert.fail(`no ${name}`);
  const [, called] = body?.match(/^ +(?:return |let ret = )?imports\.(\w+)\(.*[;,]/) ?? [];
  return (direct ?? called) in imports;
}

/** `[name, parameters]` of the JavaScript functions that Rust names: in camel case, unless it says otherwise. */
function declaredIn(source) {
  const functions = source.matchAll(/(?:js_name = (\w+)\)\]\n\s*)?pub fn (\w+)\(([^)]*)\)(?: -> [\w:]+)?;/g);
  return [...functions].map(([, inJavaScript, name, list]) => [inJavaScript ?? name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), list.split(',').filter((parameter) => parameter.trim()).length]);
}

/** A client's host. */
function hostOfClient() {
  const hosts = [];
  const { GameEngine } = loadEngine();
  const { make } = GameEngine;
  GameEngine.make = (host) => {
    hosts.push(host);
    return make.call(GameEngine, host);
  };
  const client = Client({ game: { moves: { go() {} } }, multiplayer: Local({ fresh: true }), playerID: '0', quiet: true });
  client.start();
  client.moves.go();
  client.stop();
  GameEngine.make = make;
  const [owner, ...others] = hosts.filter((host) => 'keepAhead' in host);
  assert.deepEqual(others, []);
  return owner;
}

function takesTheRest(answer) {
  return /^[^)]*\.\.\./.test(String(answer));
}
