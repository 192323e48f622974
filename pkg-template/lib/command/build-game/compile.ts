import { readFileSync } from 'node:fs';
import { cargoHome, WASM_TARGET } from './toolchain.js';
import { runProgram } from './run-program.js';
import type { Crate } from './crate.js';

/** Build profile of a module. Only the module of `dev` describes its games. */
export type Profile = 'dev' | 'release';

/** A message of cargo, in JSON. */
interface CargoMessage {
  reason: string;
  package_id: string;
  filenames: string[];
}

/** The configured library is ES2022's, as for pages; Node has `findLast`. */
type CargoMessages = CargoMessage[] & { findLast: CargoMessage[]['find'] };

/**
 * Default memory limit of a module, in MiB. A game that hoards memory must not take all of a page or server. The matches of a server share
 * one module, with their logs.
 */
const USUAL_MEMORY = 1024;
const MIB = 2 ** 20;

/** Compiler settings by profile. `--config` leaves the crate's own Cargo.toml unchanged. */
const PROFILES = {
  // Built at each change: quick to build, with names in stacks, and with the descriptions of games.
  dev: { flag: [], settings: { 'opt-level': 1, debug: false, strip: 'debuginfo', 'overflow-checks': true }, cfgs: ['rondel_types'] },
  release: { flag: ['--release'], settings: { 'opt-level': 's', 'overflow-checks': true, lto: true, 'codegen-units': 1, debug: false, strip: true, panic: 'abort' }, cfgs: [] },
};

/** Compiles a crate to a WebAssembly module. The compiler prints its messages on the error output. */
export async function compile(crate: Crate, cargo: string, profile: Profile): Promise<Uint8Array<ArrayBuffer>> {
  const { flag, settings, cfgs } = PROFILES[profile];
  const chosen = profile === 'release' && crate.optLevel !== undefined ? { ...settings, 'opt-level': crate.optLevel } : settings;
  const { config, env } = withFlags(['--remap-path-prefix', `${cargoHome()}=/cargo`, '--check-cfg', 'cfg(rondel_types)', ...cfgs.flatMap((cfg) => ['--cfg', cfg])]);
  const args = [
    'rustc', '--lib', '--crate-type', 'cdylib', '--target', WASM_TARGET, ...flag, '--features', crate.feature,
    '--message-format', 'json-render-diagnostics',
    ...Object.entries(chosen).flatMap(([name, value]) => ['--config', `profile.${profile}.${name}=${JSON.stringify(value)}`]),
    ...config,
    '--', ...linkArguments(crate).map((argument) => `-Clink-arg=${argument}`),
  ];
  const { status, stdout } = await runProgram(cargo, args, { cwd: crate.folder, env, errors: 'inherit' });
  if (status !== 0) throw new Error(`${crate.crateName} does not compile: cargo says above why`);
  return new Uint8Array(readFileSync(moduleIn(stdout, crate)));
}

/** Returns arguments for the linker. The stack pointer is exported because it is reset after a panic. */
function linkArguments({ memory = USUAL_MEMORY }: Crate) {
  return [`--max-memory=${memory * MIB}`, '--export=__stack_pointer'];
}

/** Returns compiler flags in addition to those of the crate or the environment. Cargo uses only the first of these sources. */
function withFlags(flags: string[]) {
  const { CARGO_ENCODED_RUSTFLAGS: encoded, RUSTFLAGS: plain } = process.env;
  const given = encoded?.split('\x1f') ?? plain?.split(' ').filter((flag) => flag !== '');
  if (given) return { config: [], env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...given, ...flags].join('\x1f') } };
  return { config: ['--config', `target.${WASM_TARGET}.rustflags=${JSON.stringify(flags)}`], env: process.env };
}

/** Returns the path of the module in the messages of cargo. */
function moduleIn(messages: string, { crateName, metadata }: Crate) {
  const made = messages.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)) as CargoMessages;
  const artifact = made.findLast(({ reason, package_id: id }) => reason === 'compiler-artifact' && id === metadata.resolve.root);
  const file = artifact?.filenames.find((name) => name.endsWith('.wasm'));
  if (!file) throw new Error(`cargo has compiled ${crateName}, and names no module`);
  return file;
}
