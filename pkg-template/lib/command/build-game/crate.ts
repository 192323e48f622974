import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { runProgram } from './run-program.js';
import { WASM_TARGET } from './toolchain.js';
import { VERSION } from '../../util/package-version.js';
import type { Foreign } from '../../util/foreign.js';

/** Valid npm name, with its maximum length. */
const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST_NAME = 214;
/** Keys of `[package.metadata.rondel]`. */
const SETTINGS = ['name', 'opt-level', 'memory'];
/** Limits of a module's memory, in MiB. Its stack takes 1 MB. */
const LEAST_MEMORY = 2;
const MOST_MEMORY = 2048;
/** Feature of the crate `rondel` that builds a module of a game. */
const FEATURE = 'module';

/** The crate of a game. */
export interface Crate {
  /** Name for npm. */
  name: string;
  crateName: string;
  version: string;
  description: string | null;
  license: string | null;
  repository: string | null;
  /** Folder of its Cargo.toml. */
  folder: string;
  /** Cargo feature that makes rondel build a module. */
  feature: string;
  /** Version of the crate `rondel` that it depends on. */
  rondelVersion: string;
  /** Optimization level in its Cargo.toml. */
  optLevel: string | number | undefined;
  /** Memory limit in its Cargo.toml, in MiB. */
  memory: number | undefined;
  /** Folders of all packages that are not from a registry. */
  watched: string[];
  metadata: CargoMetadata;
}

/** Used fields of the output of `cargo metadata`. */
export interface CargoMetadata {
  packages: CargoPackage[];
  workspace_root: string;
  /** The dependency graph; `root` is null in a workspace without a package of its own. */
  resolve: { root: string | null, nodes: CargoNode[] };
}

interface CargoPackage {
  id: string;
  name: string;
  version: string;
  description: string | null;
  license: string | null;
  repository: string | null;
  /** Null for a package that is not from a registry. */
  source: string | null;
  manifest_path: string;
  targets: { kind: string[] }[];
  /** The `kind` of a normal dependency is null. */
  dependencies: { name: string, kind: string | null, rename: string | null }[];
  features: Record<string, string[]>;
  /** `[package.metadata]`, where the author may have written anything. */
  metadata: Foreign;
}

export interface CargoNode {
  id: string;
  dependencies: string[];
  deps?: { pkg: string, dep_kinds: { kind: string | null }[] }[];
}

/** `[package.metadata.rondel]`. */
type CrateSettings = { name?: string, 'opt-level'?: string | number, memory?: number };

/** Throws if a folder does not belong to a crate. */
export function needManifest(folder: string) {
  if (hasManifest(resolve(folder))) return;
  throw new Error(`no Cargo.toml in ${resolve(folder)}, nor above it: cargo new --lib my-game, and in there cargo add rondel`);
}

/** Reads the crate of a folder. Throws an error with a remedy if it cannot be built. */
export async function readCrate(folder: string, cargo: string): Promise<Crate> {
  const metadata = await metadataOf(folder, cargo);
  const root = metadata.packages.find(({ id }) => id === metadata.resolve?.root);
  if (!root) throw new Error(`${metadata.workspace_root} is a workspace: say in which of its folders the game is`);
  checkLibrary(root);
  const { alias, rondel } = rondelOf(root, metadata);
  const settings = settingsOf(root);
  const name = settings.name ?? root.name;
  checkName(name);
  return {
    name,
    crateName: root.name,
    version: root.version,
    description: root.description,
    license: root.license,
    repository: root.repository,
    folder: dirname(root.manifest_path),
    feature: `${alias}/${FEATURE}`,
    rondelVersion: rondel.version,
    optLevel: settings['opt-level'],
    memory: settings.memory,
    watched: metadata.packages.filter(({ source }) => source === null).map(({ manifest_path: path }) => dirname(path)),
    metadata,
  };
}

function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'Cargo.toml')) || (dirname(folder) !== folder && hasManifest(dirname(folder)));
}

async function metadataOf(folder: string, cargo: string): Promise<CargoMetadata> {
  const args = ['metadata', '--format-version=1', `--filter-platform=${WASM_TARGET}`];
  const { status, stdout } = await runProgram(cargo, args, { cwd: folder, errors: 'inherit' });
  if (status !== 0) throw new Error('cargo cannot read this crate: it says above why');
  return JSON.parse(stdout);
}

function checkLibrary({ name, targets }: CargoPackage) {
  const isLibrary = targets.some(({ kind }) => kind.some((one) => ['lib', 'rlib', 'dylib', 'cdylib', 'staticlib'].includes(one)));
  if (!isLibrary) throw new Error(`${name} is a program, and a game is a library: name its file src/lib.rs instead of src/main.rs`);
}

function rondelOf(root: CargoPackage, metadata: CargoMetadata) {
  const dependency = root.dependencies.find(({ name, kind }) => name === 'rondel' && kind === null);
  if (!dependency) throw new Error(`${root.name} does not depend on rondel: cargo add rondel`);
  const { dependencies } = metadata.resolve.nodes.find(({ id }) => id === root.id)!;
  const rondel = metadata.packages.find(({ name, id }) => name === 'rondel' && dependencies.includes(id));
  if (!rondel) throw new Error(`${root.name} depends on rondel, but not for ${WASM_TARGET}: write it under [dependencies]`);
  if (!Object.hasOwn(rondel.features, FEATURE)) {
    throw new Error(`the crate rondel ${rondel.version} makes no module that the npm package rondel ${VERSION} knows: cargo update rondel, or cargo add rondel@${VERSION}`);
  }
  return { alias: dependency.rename ?? 'rondel', rondel };
}

/** Parses `[package.metadata.rondel]`. */
function settingsOf({ metadata }: CargoPackage): CrateSettings {
  const settings = metadata?.rondel ?? {};
  const strange = Object.keys(settings).find((key) => !SETTINGS.includes(key));
  if (strange) throw new Error(`Cargo.toml: [package.metadata.rondel] has no ${strange}: there are ${SETTINGS.join(', ')}`);
  if (settings.name !== undefined && typeof settings.name !== 'string') throw new Error('Cargo.toml: [package.metadata.rondel] name: expected a text');
  const level = settings['opt-level'];
  if (level !== undefined && ![0, 1, 2, 3, 's', 'z'].includes(level)) {
    throw new Error('Cargo.toml: [package.metadata.rondel] opt-level: expected 0, 1, 2, 3, "s" or "z"');
  }
  const { memory } = settings;
  if (memory !== undefined && !(Number.isInteger(memory) && memory >= LEAST_MEMORY && memory <= MOST_MEMORY)) {
    throw new Error(`Cargo.toml: [package.metadata.rondel] memory: expected a whole number of MiB from ${LEAST_MEMORY} to ${MOST_MEMORY}`);
  }
  return settings;
}

function checkName(name: string) {
  const isTaken = name === 'rondel' || name === 'node_modules' || isBuiltin(name);
  if (NPM_NAME.test(name) && name.length <= LONGEST_NAME && !isTaken) return;
  throw new Error(`npm takes no package named ${JSON.stringify(name)}: write another into Cargo.toml, such as [package.metadata.rondel] name = "@me/my-game"`);
}
