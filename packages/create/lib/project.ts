import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, failureOf } from './failure.js';
import { printed, readLayers } from './project-files.js';
import { readTarballs } from './tarballs.js';
import { layersOf } from './templates.js';
import type { ProjectFiles } from './project-files.js';
import type { TemplateName } from './templates.js';

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));
/** Placeholders in the templates: the name of the project, and the first module of the page. */
const NAME = '__NAME__';
const ENTRY = '__ENTRY__';
const MANIFEST = 'package.json';
const CRATE = 'rules/Cargo.toml';

/** A new project. */
export interface Project {
  name: string;
  template: TemplateName;
  isOnline: boolean;
  /** Folder with the tarballs of Rondel's packages. Default: they come from npm's registry. */
  packages: string | undefined;
}

/** Returns the files of a project. Writes nothing. */
export function filesOf({ name, template, isOnline, packages }: Project): ProjectFiles {
  const files = readLayers(TEMPLATES, layersOf(template, isOnline));
  const entry = files.has('src/main.tsx') ? 'main.tsx' : 'main.ts';
  for (const [path, text] of files) files.set(path, text.replaceAll(NAME, name).replaceAll(ENTRY, entry));
  const manifest = JSON.parse(files.get(MANIFEST)!);
  for (const kind of ['dependencies', 'devDependencies']) manifest[kind] = sorted(manifest[kind]);
  if (packages !== undefined) useTarballs(files, manifest, { packages, isOnline });
  files.set(MANIFEST, printed({ name, ...manifest }));
  return files;
}

function sorted(dependencies: Record<string, string>) {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Replaces versions by tarballs, and the version of the crate by its folder. */
function useTarballs(files: ProjectFiles, manifest: { dependencies: Record<string, string>; overrides?: Record<string, string> }, { packages, isOnline }: { packages: string; isOnline: boolean }) {
  const { dependencies, overrides, crate } = readTarballs(packages, isOnline ? ['rondel', 'rondel-server'] : ['rondel']);
  Object.assign(manifest.dependencies, dependencies);
  if (Object.keys(overrides).length > 0) manifest.overrides = overrides;
  const rules = files.get(CRATE);
  if (rules === undefined) return;
  if (crate === undefined) throw new Failure(`--packages ${packages}: rules in Rust need the crate rondel as well. Put this folder into a copy of Rondel's repository.`);
  files.set(CRATE, rules.replace(/^rondel = .*$/m, `rondel = { path = ${JSON.stringify(crate)} }`));
}

/** Writes the files of a project into an empty folder. After a failure, none of them is left. */
export function writeProject(folder: string, files: ProjectFiles) {
  // The first folder that is made here, with all that is in it.
  const made = mkdir(folder, folder);
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      const madeFor = mkdirSync(dirname(file), { recursive: true });
      written.unshift(madeFor ?? file);
      writeFileSync(file, text);
    }
  } catch (error) {
    for (const path of [...written, ...(made === undefined ? [] : [made])]) rmSync(path, { recursive: true, force: true });
    throw failureOf(error, folder);
  }
}

function mkdir(folder: string, place: string) {
  try {
    return existsSync(folder) ? undefined : mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw failureOf(error, place);
  }
}

/** Returns the version of this package. */
export const ownVersion = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
