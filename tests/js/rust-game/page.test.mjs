// A page with only games in Rust neither loads nor compiles the engine of JavaScript games.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { build } from 'esbuild';
import { BOUNDARY_VERSION } from '../../../pkg/lib/engine/codes.js';

const root = new URL('../../..', import.meta.url).pathname;
const wasm = `${process.env.CARGO_TARGET_DIR ?? join(root, 'target')}/rondel/rust-game/game.wasm`;

const PAGE = `
import { Client } from 'rondel/slim';
import { Local } from 'rondel/slim/multiplayer';
import { rustGame } from 'rondel/rust-game';
const compile = () => globalThis.compileGames();
const describe = (game, name, move) => rustGame({ boundary: ${BOUNDARY_VERSION}, game, name, moves: [{ name: move, args: [] }] }, compile);
export const open = (options) => Client({ quiet: true, ...options });
export const [duel, faults] = [describe(0, 'duel', 'lay'), describe(1, 'faults', 'count')];
export { Local };
`;

test('its bundle has no engine of JavaScript games, and two games of one module compile it once', async (t) => {
  const folder = mkdtempSync(join(root, '.tools/page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'page.mjs');
  const { metafile } = await build({
    stdin: { contents: PAGE, resolveDir: root }, bundle: true, format: 'esm', platform: 'browser', outfile, metafile: true, logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const used = Object.values(metafile.outputs)[0].inputs;
  assert.deepEqual(Object.keys(used).filter((file) => /-wasm\.js$|\.wasm$/.test(file)), []);
  assert.deepEqual(Object.keys(metafile.outputs).length, 1);
  let compiled = 0;
  globalThis.compileGames = () => {
    compiled += 1;
    return new WebAssembly.Module(readFileSync(wasm));
  };
  t.after(() => { delete globalThis.compileGames; });
  const { open, duel, faults, Local } = await import(outfile);
  assert.equal(compiled, 0);
  const clients = [open({ game: faults }), open({ game: duel }), open({ game: faults, multiplayer: Local(), playerID: '0' })];
  for (const client of clients) client.start();
  clients[0].moves.count();
  clients[2].moves.count();
  assert.deepEqual([clients[0].getState().G.count, clients[1].getState().G.round, clients[2].getState().G.count, compiled], [1, [], 1, 1]);
  for (const client of clients) client.dispose();
});

test('a module and a description of another version of the boundary are refused with both versions', async () => {
  const { rustGame } = await import('rondel/rust-game');
  const { Client } = await import('rondel/client');
  const of = (boundary, compile) => rustGame({ boundary, game: 0, name: 'old', moves: [] }, compile);
  assert.throws(() => of(7, () => new Uint8Array()), { code: 'engine/version', message: /version 7 of the boundary; this package has version 4/ });
  const other = moduleOfVersion(9);
  assert.throws(() => Client({ game: of(BOUNDARY_VERSION, () => other) }), { code: 'engine/version', message: /version 9 of the boundary; this package has version 4/ });
});

/** (module (func (export "rondel_version") (result i32) (i32.const VERSION))) */
function moduleOfVersion(version) {
  const name = [...Buffer.from('rondel_version')];
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0,
    7, 4 + name.length, 1, name.length, ...name, 0, 0, 10, 6, 1, 4, 0, 0x41, version, 0x0b,
  ]);
}
