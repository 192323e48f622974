// Slow: it plants faults in copies of the sources, and expects the checks to find them. scripts/test runs the checks on the sources
// themselves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyOfSources } from './copy.mjs';

/** A circle of imports. */
function plantCircle(copy) {
  copy.write('pkg-template/lib/util/one.ts', "import { two } from './two.js';\n\nexport const one = () => two;");
  copy.write('pkg-template/lib/util/two.ts', "import { one } from './one.js';\n\nexport const two = () => one;");
}

test('check-js finds undeclared, unused, misspelt, wrongly called and duplicate names, circles of imports, and code that does not match the public types', async (t) => {
  const copy = copyOfSources(t);
  copy.add('pkg-template/lib/util/print.ts', `
export const client = { get chatMessages() { return messagesOfNobody; } };
const left = 1;`);
  copy.add('pkg-template/lib/util/error.ts', `
import { hasStackSpace } from './print.js';
export const misspelt = rondelError('a/b', 'text').paylaod;
export const uncalled = rondelError('a/b', 2);`);
  copy.add('scripts/serve.mjs', "serve('folder', '8080');");
  copy.write('tests/js/structure/memory.mjs', 'export const used = unknownToTests;');
  copy.replace('pkg-template/package.json', '    "./react": {', '    "./ai": "./ai.js",\n    "./react": {');
  plantCircle(copy);
  copy.write('www/demo/lib/six.js', 'export function ofSix(a, b, c, d, e, f) { return [a, b, c, d, e, f]; }');
  // Code that does not match the public types.
  copy.replace('pkg-template/lib/client/create-client.ts', '    reconnect: outside(', '    reconnects: outside(');
  copy.replace('pkg-template/lib/client/selectors.ts', 'getState()?.pending ?? 0', 'getState()?.pending ?? null');
  copy.replace('pkg-template/lib/game/presets.ts', '} = { NULL: null };', '} = { NULL: 0 };');
  copy.replace('pkg-template/lib/game/fields.ts', "added: ['start']", "added: ['start', 'wind']");
  copy.replace('pkg-template/types/game.ts', '  noLimit?: boolean;', '  noLimit?: boolean;\n  isFree?: boolean;');
  copy.replace('pkg-template/types/game.ts', '  onMove?: (context: OnMoveContext', '  onPause?: (context: FnContext<G>) => void;\n  onMove?: (context: OnMoveContext');
  copy.replace('pkg-template/types/multiplayer.ts', '  fresh?: boolean;', '  fresh?: boolean;\n  stale?: boolean;');
  copy.replace('pkg-template/types/game.ts', '  readonly pending: number;', '  readonly pending: number;\n  rounds: number;');
  copy.replace('pkg-template/types/client.ts', '  debug?: boolean', '  label?: string;\n  debug?: boolean');
  copy.replace('pkg-template/lib/client/client-options.ts', 'predict: false', 'predict: true');
  copy.replace('pkg-template/lib/client/client.ts', '    setupData,\n', '');
  copy.replace('packages/server/lib/options.ts', 'drain: true', 'drain: true, dry: true');
  const { passes, says } = await copy.check('check-js');
  assert.equal(passes, false);
  for (const expected of [
    /print\.ts\(\d+,\d+\): error TS2304: Cannot find name 'messagesOfNobody'/,
    /print\.ts:\d+:\d+: lint\/correctness\/noUndeclaredVariables: The messagesOfNobody variable is undeclared/,
    /print\.ts:\d+:\d+: lint\/correctness\/noUnusedVariables: This variable left is unused/,
    /error\.ts:\d+:\d+: lint\/correctness\/noUnusedImports/,
    /error\.ts\(\d+,\d+\): error TS2551: Property 'paylaod' does not exist/,
    /error\.ts\(\d+,\d+\): error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'/,
    /serve\.mjs\(\d+,\d+\): error TS2345/,
    /memory\.mjs:\d+:\d+: lint\/correctness\/noUndeclaredVariables: The unknownToTests variable is undeclared/,
    /pkg-template\/package\.json:\d+:\d+: lint\/suspicious\/noDuplicateObjectKeys/,
    /six\.js:\d+:\d+: lint\/complexity\/useMaxParams/,
    /one\.ts:1:\d+: lint\/suspicious\/noImportCycles/,
    /create-client\.ts.*'reconnect' is missing/,
    /selectors\.ts.*'number \| null'/,
    /presets\.ts.*Type 'number' is not assignable to type 'null'/,
    /fields\.ts.*"phase\.wind"/,
    /fields\.ts.*"(move\.isFree|turn\.onPause)"/,
    /legacy-game\.ts.*'onPause' is missing/,
    /local\.ts.*error TS.*\n?.*'stale' is missing/,
    /local-match\.ts.*error TS.*\n?.*'rounds' is missing/,
    /online-match\.ts.*error TS.*\n?.*'rounds' is missing/,
    /shown-state\.ts.*'rounds' is missing/,
    /client-options\.ts.*'label' is missing/,
    /'Record<TransportOption, unknown>': predict, setupData/,
    /'"predict"' is not assignable to type 'keyof TransportOpts'/,
    /options\.ts.*'dry' does not exist/,
  ]) assert.match(says, expected);
});

test('check-structure finds forbidden and circular imports, unused exports, and forbidden text', async (t) => {
  const copy = copyOfSources(t);
  copy.add('pkg-template/lib/util/print.ts', "import '../engine/players.js';\nexport const load = () => import(`../client/selectors.js`);");
  copy.add('pkg-template/lib/online/protocol/patch.ts', "import '../view.js';");
  plantCircle(copy);
  copy.add('pkg-template/lib/engine/players.ts', "export { Client } from '../../client.js';");
  copy.add('pkg-template/core.ts', "export { Client } from './client.js';");
  copy.add('packages/server/lib/bans.ts', "export { Client } from '../../../pkg-template/client.js';");
  copy.replace('src/js/imports.rs', 'pub fn release(id: u32);', 'pub fn release(id: u32, at: u32);');
  copy.write('pkg-template/lib/five.js', 'export const five = 5;');
  copy.add('pkg-template/client.ts', "export { five } from './lib/five.js';");
  copy.write('pkg-template/lib/util/six.ts', 'export const six = 6;');
  copy.write('pkg-template/lib/client/read.ts', `export const one = (game) => game?.minPlayers;
const { minPlayers } = game;
({ maxPlayers } = options.game);
const least = game['minPlayers'];
const play = ({ game: { setup } }) => setup;
const has = 'setup' in game;
const keys = Object.keys(this.game);
const most = ({ game: declared }) => declared.maxPlayers;
const other = options.game;
const allowed = [game[RULES], { ...game }, open({ game: other }), running.game];
class A { #game; name() { return this.#game.name; } }
const two = (isBig, isOld) => isBig && isOld;
function three(it, big = false, old = true) { return g({ isBig, isOld }, isBig); }
class B { #b(x, canSee, mayAct) {} }
const four = ({ isBig, isOld }, isNew, name, hasMore) => 4;
const mark = Symbol.for('rondel.two');
const names = ['action/invalid_move', \`endTurn\`, 'endTurn: no'];
import { print } from '../util/print.js';
`);
  const { passes, says } = await copy.check('check-structure');
  assert.equal(passes, false);
  for (const expected of [
    /util may import no other layer: .*print\.ts → .*engine\/players\.ts/,
    /util may import no other layer: .*print\.ts → .*client\/selectors\.ts/,
    /online\/protocol may import util: .*patch\.ts → .*online\/view\.ts/,
    /engine may import util: .*players\.ts → .*pkg-template\/client\.ts/,
    /entry files of pkg-template import layers alone: .*core\.ts → .*client\.ts/,
    /each file of pkg-template\/lib lies in a layer: .*five\.js/,
    /packages\/server imports other packages by their names: .*lib\/bans\.ts → .*pkg-template\/client\.ts/,
    /no circles: .*\/util\/one\.ts.*\n.*two\.ts/,
    /Unused files[^]*lib\/util\/six\.ts/,
    /src\/js\/imports\.js is not what src\/js\/imports\.rs declares/,
    /Unused exports[^]*load +pkg-template\/lib\/util\/print\.ts/,
  ]) assert.match(says.replaceAll(/\u001b\[\d+m/g, ''), expected);
  const found = [...says.matchAll(/client\/read\.ts:(\d+): (\S+ \S+)/g)].map(([, line, words]) => `${line} ${words}`);
  assert.deepEqual(found, [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map((line) => `${line} a game`),
    ...[12, 13, 14].map((line) => `${line} two flags`), '16 marks that', '17 both languages', '17 both languages', "18 'print' import",
  ]);
});

test('check-structure fails if a tool has read no files', async (t) => {
  const copy = copyOfSources(t);
  copy.replace('scripts/structure/layers.cjs', "includeOnly: '^(pkg-template|packages)/'", "includeOnly: '^nowhere/'");
  copy.replace('scripts/structure/knip.json', '"project": ["pkg-template/**/*.{js,ts,tsx}", "packages/**/*.{js,ts}"]', '"project": ["nowhere/**/*.js"]');
  copy.replace('scripts/structure/knip.json', '"pkg-template/*.{js,ts}", "pkg-template/effects/*.ts", "pkg-template/bin/*.js", "packages/server/*.{js,ts}", "packages/server/bin/*.js", "packages/server/lib/bots/bot-worker.ts", ', '');
  copy.replace('scripts/structure/eslint.config.mjs', 'export default [', "export default [{ ignores: ['pkg-template/lib/**', 'packages/**'] },");
  const { passes, says } = await copy.check('check-structure');
  assert.equal(passes, false);
  for (const tool of ['depcruise', 'knip', 'eslint']) assert.match(says, new RegExp(`${tool} has read (no|\\d+) files`));
});

test('the compiler rejects std, other packages and each other in the crates of the rules', async (t) => {
  const copy = copyOfSources(t);
  copy.add('src/codes/method.rs', 'use rondel_core::Ctx;');
  copy.add('src/core/text.rs', `use rondel_sync::Client;
use std::time::Instant;
use wasm_bindgen::prelude::*;
use alloc::collections::HashMap;
fn draw(bytes: &mut [u8]) { getrandom::fill(bytes) }
fn print() { println!("printed") }
thread_local! { static LAST: u8 = 1; }`);
  const codes = await copy.cargo('check', '--package', 'rondel-codes');
  assert.match(codes.says, /unresolved import `rondel_core`/);
  copy.replace('src/codes/method.rs', 'use rondel_core::Ctx;', '');
  const core = await copy.cargo('check', '--package', 'rondel-core');
  assert.equal(core.passes, false);
  // In the words of any version.
  for (const name of ['rondel_sync', 'std', 'wasm_bindgen', 'alloc::collections::HashMap', 'getrandom', 'println', 'thread_local']) {
    assert.match(core.says, new RegExp(`^error.*(unresolved|cannot find|undeclared).*\`${name}\``, 'm'));
  }
});
