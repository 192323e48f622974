// Slow: many commands start. The one-line errors of `npx rondel build-game` before it compiles anything.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { buildGame, environmentWith, folderWith, manifest } from './support.mjs';

const { version } = JSON.parse(readFileSync(new URL('../../../pkg/package.json', import.meta.url), 'utf8'));
const LIBRARY = { 'Cargo.toml': manifest('duel'), 'src/lib.rs': '' };
/** A crate with the name of ours. */
const rondel = (features) => ({ 'rondel/Cargo.toml': `[package]\nname = "rondel"\nversion = "0.0.9"\nedition = "2024"\n${features}`, 'rondel/src/lib.rs': '' });
const depending = (more = '') => ({ 'Cargo.toml': manifest('duel', `[dependencies]\nrondel = { path = "rondel" }\n${more}`), 'src/lib.rs': '' });
/** cargo's output while another cargo runs on this computer. */
const WAITS = /^ *Blocking waiting for file lock on .*\n/gm;

async function refused(args, options, status = 1) {
  const { stdout, stderr, ...rest } = await buildGame(args, options);
  assert.deepEqual([rest.status, stdout], [status, ''], stderr);
  return stderr.replace(WAITS, '').trimEnd();
}

test('an invalid command has the status 2', async () => {
  assert.match(await refused(['--fast'], {}, 2), /^rondel build-game: Unknown option '--fast'.* \(rondel build-game --help\)$/);
  assert.match(await refused(['a', 'b'], {}, 2), /^rondel build-game: expected one folder/);
});

test('the error about a folder without a crate says how to create one', async (t) => {
  const folder = folderWith(t, {});
  assert.equal(
    await refused([], { cwd: folder }),
    `rondel build-game: no Cargo.toml in ${folder}, nor above it: cargo new --lib my-game, and in there cargo add rondel`,
  );
});

test('the error names missing Rust', async (t) => {
  const folder = folderWith(t, LIBRARY);
  const env = environmentWith(t, {});
  env.PATH = env.HOME;
  assert.equal(await refused([folder], { env }), 'rondel build-game: there is no cargo here: install Rust from https://rustup.rs, and try again');
});

test('the error names a compiler that does not run', async (t) => {
  const folder = folderWith(t, LIBRARY);
  const env = environmentWith(t, { cargo: '', rustc: 'echo "error: no toolchain" >&2; exit 1' });
  assert.match(await refused([folder], { env }), /^rondel build-game: rustc does not run \(error: no toolchain\): install Rust/);
});

test('the error names a compiler without the target and without rustup', async (t) => {
  const folder = folderWith(t, LIBRARY);
  const env = environmentWith(t, { cargo: '', rustc: 'case "$*" in --version) echo rustc 1.95.0;; *) exit 1;; esac' });
  assert.equal(
    await refused([folder], { env }),
    'rondel build-game: rustc 1.95.0 has no standard library for wasm32-unknown-unknown: with rustup (https://rustup.rs) it is: rustup target add wasm32-unknown-unknown',
  );
});

test('the error names a target that rustup cannot add', async (t) => {
  const folder = folderWith(t, LIBRARY);
  const env = environmentWith(t, {
    cargo: '',
    rustc: 'case "$*" in --version) echo rustc 1.95.0;; *) exit 1;; esac',
    rustup: 'case "$1" in --version) ;; *) echo "info: downloading" >&2; echo "error: could not download" >&2; exit 1;; esac',
  });
  assert.equal(await refused([folder], { env }), `rondel build-game: adding what Rust needs for WebAssembly: rustup target add wasm32-unknown-unknown
rondel build-game: rustc 1.95.0 has no standard library for wasm32-unknown-unknown, and rustup target add wasm32-unknown-unknown failed: error: could not download`);
});

test('rustup is asked for the target once, and not if RUSTC has it', async (t) => {
  const folder = folderWith(t, LIBRARY);
  const asked = join(folder, 'asked');
  const env = environmentWith(t, {
    cargo: 'case "$1" in --version) ;; *) exit 1;; esac',
    rustc: `case "$*" in --version) echo rustc 1.95.0;; *) test -f ${asked};; esac`,
    mine: 'echo rustc 1.96.0',
    rustup: `case "$1" in --version) ;; *) echo "$*" >>${asked};; esac`,
  });
  const RUSTC = join(env.HOME, 'mine');
  assert.equal(await refused([folder], { env: { ...env, RUSTC } }), 'rondel build-game: cargo cannot read this crate: it says above why');
  assert.match(await refused([folder], { env }), /^rondel build-game: adding what Rust needs .*\nrondel build-game: cargo cannot read this crate: it says above why$/);
  assert.equal(readFileSync(asked, 'utf8'), 'target add wasm32-unknown-unknown\n');
});

test('a program, a workspace, and a crate without rondel are refused', async (t) => {
  const program = folderWith(t, { 'Cargo.toml': manifest('duel'), 'src/main.rs': 'fn main() {}' });
  assert.equal(await refused([program]), 'rondel build-game: duel is a program, and a game is a library: name its file src/lib.rs instead of src/main.rs');
  const workspace = folderWith(t, { 'Cargo.toml': '[workspace]\nmembers = ["duel"]\n', 'duel/Cargo.toml': manifest('duel').replace('[workspace]', ''), 'duel/src/lib.rs': '' });
  assert.match(await refused([workspace]), /is a workspace: say in which of its folders the game is$/);
  assert.match(await refused([folderWith(t, LIBRARY)]), /: duel does not depend on rondel: cargo add rondel$/);
});

test('a crate rondel that creates no modules is refused', async (t) => {
  const folder = folderWith(t, { ...depending(), ...rondel('') });
  assert.equal(
    await refused([folder]).then((text) => text.split('\n').at(-1)),
    `rondel build-game: the crate rondel 0.0.9 makes no module that the npm package rondel ${version} knows: cargo update rondel, or cargo add rondel@${version}`,
  );
});

for (const [name, why, settings] of [
  ['a name that npm does not take', /npm takes no package named "Duel": .*\[package\.metadata\.rondel\] name = "@me\/my-game"$/, 'name = "Duel"'],
  ['the name of a module of Node', /npm takes no package named "http"/, 'name = "http"'],
  ['our own name', /npm takes no package named "rondel"/, 'name = "rondel"'],
  ['a level that there is not', /\[package\.metadata\.rondel\] opt-level: expected 0, 1, 2, 3, "s" or "z"$/, 'opt-level = 4'],
  ['no memory', /memory: expected a whole number of MiB from 2 to 2048$/, 'memory = 0'],
  ['memory that is no number', /memory: expected a whole number of MiB from 2 to 2048$/, 'memory = "64 MiB"'],
  ['a setting that there is not', /\[package\.metadata\.rondel\] has no optlevel: there are name, opt-level, memory$/, 'optlevel = 3'],
]) {
  test(`${name} in Cargo.toml is refused`, async (t) => {
    const folder = folderWith(t, { ...depending(`[package.metadata.rondel]\n${settings}\n`), ...rondel('[features]\nmodule = []\n') });
    assert.match((await refused([folder])).split('\n').at(-1), why);
  });
}
