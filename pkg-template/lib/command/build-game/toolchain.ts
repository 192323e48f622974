import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.js';

export const WASM_TARGET = 'wasm32-unknown-unknown';

const INSTALL = 'install Rust from https://rustup.rs, and try again';

/**
 * Returns cargo: that of the environment, of the PATH, or of rustup's folder, which only login shells have on their PATH. Throws if there
 * is none.
 */
export async function findCargo(): Promise<string> {
  for (const cargo of [process.env.CARGO, 'cargo', join(cargoHome(), 'bin', 'cargo')]) {
    if (cargo && (await isProgram(cargo))) return cargo;
  }
  throw new Error(`there is no cargo here: ${INSTALL}`);
}

/**
 * Ensures that the compiler can build for WebAssembly, and adds the target by rustup if necessary. Throws an error with the command that
 * adds it if this fails.
 *
 * @param folder folder of the crate, which may name a toolchain
 */
export async function needTarget(folder: string, print: (text: string) => void) {
  const rustc = process.env.RUSTC ?? programIn('rustc');
  const version = await versionOf(rustc, folder);
  if (await canCompile(rustc, folder)) return;
  const rustup = programIn('rustup');
  const add = `rustup target add ${WASM_TARGET}`;
  if (!(await isProgram(rustup))) throw new Error(`${version} has no standard library for ${WASM_TARGET}: with rustup (https://rustup.rs) it is: ${add}`);
  print(`adding what Rust needs for WebAssembly: ${add}`);
  const { status, stderr } = await runProgram(rustup, ['target', 'add', WASM_TARGET], { cwd: folder });
  if (status === 0 && (await canCompile(rustc, folder))) return;
  throw new Error(`${version} has no standard library for ${WASM_TARGET}, and ${add} ${status === 0 ? `did not give it to ${rustc}` : `failed: ${reasonIn(stderr)}`}`);
}

/** Returns the folder in which cargo stores its downloads. */
export function cargoHome() {
  return process.env.CARGO_HOME ?? join(homedir(), '.cargo');
}

function programIn(name: string) {
  const path = join(cargoHome(), 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const isOnPath = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':').some((folder) => existsSync(join(folder, name)));
  return !isOnPath && existsSync(path) ? path : name;
}

async function isProgram(program: string) {
  try {
    const { status } = await runProgram(program, ['--version']);
    return status === 0;
  } catch {
    return false;
  }
}

async function versionOf(rustc: string, cwd: string) {
  try {
    const { status, stdout, stderr } = await runProgram(rustc, ['--version'], { cwd });
    if (status === 0) return stdout.trim();
    throw new Error(reasonIn(stderr));
  } catch (error) {
    throw new Error(`${rustc} does not run (${(error as Error).message}): ${INSTALL}`);
  }
}

/** Returns `true` if an empty crate compiles. This needs a standard library of exactly this compiler. */
async function canCompile(rustc: string, cwd: string) {
  const out = mkdtempSync(join(tmpdir(), 'rondel-probe-'));
  try {
    const args = ['--target', WASM_TARGET, '--crate-type', 'lib', '--crate-name', 'probe', '--emit', 'metadata', '--out-dir', out, '-'];
    const { status } = await runProgram(rustc, args, { cwd });
    return status === 0;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function reasonIn(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^error/i.test(line)) ?? lines.at(-1) ?? 'it does not say why').trim();
}
