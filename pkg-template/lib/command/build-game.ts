import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BOUNDARY_VERSION } from '../engine/codes.js';
import { messageOf } from '../util/print.js';
import { Misuse } from '../util/error.js';
import { compile } from './build-game/compile.js';
import { needManifest, readCrate } from './build-game/crate.js';
import { describe } from './build-game/describe.js';
import { checkImports } from './build-game/imports.js';
import { packageFiles, writePackage } from './build-game/package-files.js';
import { findCargo, needTarget } from './build-game/toolchain.js';
import { VERSION } from '../util/package-version.js';
import { workAtChanges } from './build-game/watch.js';
import type { Profile } from './build-game/compile.js';
import type { Crate } from './build-game/crate.js';
import type { CommandResult } from './program.js';

const USAGE = `Usage: rondel build-game [FOLDER] [--release] [--watch]

Builds an npm package from a crate with games in Rust, in the crate's folder pkg. FOLDER is the folder of the crate. Default: the current
folder.

  --release   builds for publication: small and fast, but slower to build
  --watch     builds again when a file of the crate changes, until you stop it
  --help      prints this text

The command needs Rust (https://rustup.rs). It adds the target wasm32-unknown-unknown with rustup if that is missing. The package has the name,
version, licence and description of the crate. Cargo.toml may have these settings, under [package.metadata.rondel]:
  name = "@me/my-game"   name of the package
  opt-level = 3          optimization of --release, for games that bots search. Default: "s"
  memory = 64            memory of the module for all of its matches, in MiB. Default: 1024

Exit status: 0 if the build succeeded, 1 if it failed, 2 for wrong arguments.
`;

/** `rondel build-game`: compiles a crate, and writes the npm package of its games. Resolves with a summary. */
export async function buildGame(args: string[]): Promise<CommandResult> {
  const { values: { release, watch, help }, positionals: [folder = '.', ...more] } = parsed(args);
  if (help) return { text: USAGE };
  if (more.length > 0) throw misuse('expected one folder');
  const profile = release ? 'release' : 'dev';
  try {
    const cargo = await findCargo();
    needManifest(folder);
    await needTarget(folder, print);
    const crate = await readCrate(folder, cargo);
    if (watch) await rebuilding(crate, cargo, profile);
    return { text: await build(crate, cargo, profile) };
  } catch (error) {
    throw new Error(`rondel build-game: ${messageOf(error)}`);
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { release: { type: 'boolean' }, watch: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    // The first of several lines names the mistake.
    throw misuse(messageOf(error).split('\n')[0]);
  }
}

/** Builds whenever a file changes, until a signal ends the process. */
function rebuilding(crate: Crate, cargo: string, profile: Profile) {
  return workAtChanges(crate.watched, async () => {
    try {
      // Its Cargo.toml may have changed.
      print(await build(await readCrate(crate.folder, cargo), cargo, profile));
    } catch (error) {
      print(messageOf(error));
    }
    print(`watching ${crate.crateName}; Ctrl-C ends it`);
  });
}

/** Builds the package and returns a summary. */
async function build(crate: Crate, cargo: string, profile: Profile) {
  const begun = performance.now();
  const { module, bytes } = await checkedModule(crate, cargo, 'dev');
  const described = describe(module);
  checkBoundary(described.boundary, crate);
  const wasm = profile === 'dev' ? bytes : (await checkedModule(crate, cargo, profile)).bytes;
  const folder = join(crate.folder, 'pkg');
  writePackage(folder, crate.folder, packageFiles(crate, described, wasm, VERSION));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const games = described.games.map(({ name }) => name).join(', ');
  const kilobytes = Math.round(gzipSync(wasm).length / 1000);
  return `rondel build-game: ${relative('.', folder) || folder} has ${crate.name} ${crate.version} (${games}), ${kilobytes} kB gzipped, built in ${seconds} s`;
}

async function checkedModule(crate: Crate, cargo: string, profile: Profile) {
  const bytes = await compile(crate, cargo, profile);
  const module = new WebAssembly.Module(bytes);
  checkImports(module, crate);
  return { module, bytes };
}

function checkBoundary(boundary: number, { rondelVersion }: Crate) {
  if (boundary === BOUNDARY_VERSION) return;
  throw new Error(`the crate rondel ${rondelVersion} (boundary ${boundary}) does not fit the npm package rondel ${VERSION} (boundary ${BOUNDARY_VERSION}): both need the same version`);
}

function print(text: string) {
  process.stderr.write(`${text.startsWith('rondel build-game') ? '' : 'rondel build-game: '}${text}\n`);
}

function misuse(message: string) {
  return new Misuse(`rondel build-game: ${message} (rondel build-game --help)`);
}
