import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Failure, failureOf } from './failure.js';
import { refusalOfName, validName } from './project-name.js';

/** Entries of an empty folder. */
const IGNORED = ['.git', '.DS_Store'];
const SHOWN = 3;

/** Folder of a new project. */
export interface Target {
  /** Absolute path. */
  path: string;
  /** Name of the package. */
  name: string;
  /** Entries that are in the way. */
  existing: string[];
}

/** Reads the folder for a project, and changes nothing. Throws a `Failure` if there can be no project here. */
export function readTarget(given: string): Target {
  const folder = given.trim();
  if (sep === '/' && folder.includes('\\')) throw new Failure(`${folder}: separate folders by "/", as in ${folder.replaceAll('\\', '/')}.`);
  const path = resolve(folder);
  const name = basename(path);
  const refusal = refusalOfName(name);
  if (refusal) throw new Failure(`${folder}: npm refuses the name "${name}", because it ${refusal}. ${folder === '.' ? 'Rename the folder' : 'Take another name'}, such as ${validName(name)}.`);
  return { path, name, existing: entriesOf(path, folder) };
}

function entriesOf(path: string, folder: string): string[] {
  try {
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) throw new Failure(`${folder}: this is a file. Choose another folder.`);
    return readdirSync(path).filter((entry) => !IGNORED.includes(entry));
  } catch (error) {
    throw failureOf(error, path);
  }
}

/** Throws a `Failure` that names the files in the way. */
export function refuseExisting({ path, existing }: Target) {
  if (existing.length === 0) return;
  const more = existing.length > SHOWN ? ` and ${existing.length - SHOWN} more` : '';
  throw new Failure(`${shortPath(path)}: this folder is not empty: it has ${existing.slice(0, SHOWN).join(', ')}${more}. Choose another folder, or remove its files with --overwrite.`);
}

/** Removes the files in the way. Refuses folders that contain more than a project. */
export function removeExisting({ path, existing }: Target) {
  if (existing.length === 0) return;
  const real = realpathSync(path);
  const isAbove = (folder: string) => folder !== real && `${folder}${sep}`.startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
  if (real === realpathSync(homedir()) || isAbove(realpathSync(homedir())) || isAbove(realpathSync('.'))) {
    throw new Failure(`${path}: --overwrite does not remove a folder that contains your home folder or the current one.`);
  }
  try {
    for (const entry of existing) rmSync(join(path, entry), { recursive: true, force: true });
  } catch (error) {
    throw failureOf(error, path);
  }
}

/** Returns the path as a user writes it from the current folder. */
export const shortPath = (path: string) => relative('.', path) || '.';
