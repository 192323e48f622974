// Slow: it plants faults in copies of the sources.
// The checks of the house find what they are for: faults are planted in a copy of the sources.
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyOfHouse } from './copy.mjs';

test('the checks pass without a fault', async (t) => {
  const house = copyOfHouse(t);
  for (const name of ['check-js', 'check-house']) {
    const { passes, says } = await house.check(name);
    assert.ok(passes, `${name}: ${says}`);
  }
});

test('check-js finds what is undeclared, unused, misspelt or wrongly called', async (t) => {
  const house = copyOfHouse(t);
  house.add('pkg-template/lib/util/report.js', `
export const client = { get chatMessages() { return messagesOfNobody; } };
const left = 1;`);
  house.add('pkg-template/lib/util/error.js', `
import { hasRoom } from './report.js';
export const misspelt = rondelError('a/b', 'text').paylaod;
export const uncalled = rondelError('a/b', 2);`);
  house.add('scripts/serve.mjs', "serve('folder', '8080');");
  house.write('tests/js/house/memory.mjs', 'export const used = unknownToTests;');
  house.write('www/lib/house.js', 'export function ofSix(a, b, c, d, e, f) { return [a, b, c, d, e, f]; }');
  const { passes, says } = await house.check('check-js');
  assert.equal(passes, false);
  for (const expected of [
    /report\.js\(\d+,\d+\): error TS2304: Cannot find name 'messagesOfNobody'/,
    /report\.js:\d+:\d+: lint\/correctness\/noUndeclaredVariables: The messagesOfNobody variable is undeclared/,
    /report\.js:\d+:\d+: lint\/correctness\/noUnusedVariables: This variable left is unused/,
    /error\.js:\d+:\d+: lint\/correctness\/noUnusedImports/,
    /error\.js\(\d+,\d+\): error TS2551: Property 'paylaod' does not exist/,
    /error\.js\(\d+,\d+\): error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'/,
    /serve\.mjs\(\d+,\d+\): error TS2345/,
    /memory\.mjs:\d+:\d+: lint\/correctness\/noUndeclaredVariables: The unknownToTests variable is undeclared/,
    /house\.js:\d+:\d+: lint\/complexity\/useMaxParams/,
  ]) assert.match(says, expected);
});

test('check-js and check-house find a circle of imports', async (t) => {
  const house = copyOfHouse(t);
  house.write('pkg-template/lib/util/one.js', "import { two } from './two.js';\n\nexport const one = () => two;");
  house.write('pkg-template/lib/util/two.js', "import { one } from './one.js';\n\nexport const two = () => one;");
  const linted = await house.check('check-js');
  assert.match(linted.says, /one\.js:1:\d+: lint\/suspicious\/noImportCycles/);
  const checked = await house.check('check-house');
  assert.match(checked.says, /a circle: pkg-template\/lib\/util\/one\.js -> pkg-template\/lib\/util\/two\.js -> pkg-template\/lib\/util\/one\.js/);
});

test('check-js finds where an entry is not what its types say', async (t) => {
  const house = copyOfHouse(t);
  house.replace('pkg-template/multiplayer.js', 'Broadcast, hostBroadcast', 'Broadcast');
  house.replace('pkg-template/lib/online/transports/local.js', 'export function Local(given)', 'export function Local(given, { hub } = {})');
  house.replace('pkg-template/lib/lobby/lobby-client.js', 'async getMatch(gameName, matchID, init)', 'async getMatch(gameName, matchID, init, patience)');
  house.replace('pkg-template/lib/client/create-client.js', '    reconnect: checked(', '    reconnects: checked(');
  house.replace('pkg-template/lib/client/looks.js', 'getState()?.pending ?? 0', 'getState()?.pending ?? null');
  house.replace('pkg-template/lib/server/storage/in-memory.js', 'return this.#leases.alive()', 'return this.#leases.alive().length');
  house.replace('pkg-template/core.js', 'export const Stage = { NULL: null };', 'export const Stage = { NULL: 0 };');
  house.add('pkg-template/plugins.js', 'export const PluginStage = 1;');
  house.add('pkg-template/testing.js', "export { checkMoves } from './lib/testing/determinism.js';");
  house.replace('pkg-template/testing.js', 'export function MockRandom(overrides = {})', 'export function MockRandom(overrides = {}, /** @type {number} */ seed)');
  house.replace('pkg-template/types.d.ts', '  noLimit?: boolean;', '  noLimit?: boolean;\n  isFree?: boolean;');
  house.replace('pkg-template/lib/game/fields.js', "added: ['start']", "added: ['start', 'wind']");
  house.replace('pkg-template/types.d.ts', '  onMove?: (context: OnMoveContext', '  onPause?: (context: FnContext<G>) => void;\n  onMove?: (context: OnMoveContext');
  house.replace('pkg-template/multiplayer.d.ts', '  fresh?: boolean;', '  fresh?: boolean;\n  stale?: boolean;');
  house.replace('pkg-template/lib/server/options.js', 'drain: true', 'drain: true, dry: true');
  house.replace('pkg-template/lib/vue/lobby.js', "@type {typeof import('../../vue.d.ts').Lobby}", '@type {any}');
  const { passes, says } = await house.check('check-js');
  assert.equal(passes, false);
  for (const expected of [
    /entries\/multiplayer\.ts.*\n.*hostBroadcast/,
    /entries\/multiplayer\.ts.*"Local takes more than is declared"/,
    /lobby-client\.js.*TS8030/,
    /create-client\.js.*'reconnect' is missing/,
    /looks\.js.*'number \| null'/,
    /in-memory\.js.*error TS2322: Type 'number'/,
    /entries\/core\.ts.*\n.*'Stage\.NULL'/,
    /entries\/plugins\.ts.*Type '"PluginStage"'/,
    /entries\/testing\.ts.*"checkMoves"/,
    /entries\/testing\.ts.*"MockRandom takes more than is declared"/,
    /entries\/vue\.ts.*"Lobby is any"/,
    /local\.js.*error TS.*\n.*'stale' is missing/,
    /options\.js.*'dry' does not exist/,
    /core\.js.*'onPause' is missing/,
    /entries\/fields\.ts.*"phase\.wind"/,
    /entries\/fields\.ts.*\n.*"(move\.isFree|turn\.onPause)"/,
  ]) assert.match(says, expected);
});
