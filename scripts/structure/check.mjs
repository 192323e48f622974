// The part of scripts/check-structure that no tool of the field does: circles between the files of a Rust crate, names of the table in
// Rust, repeated lines (also with other names), long files, and markers of a merge.
// Usage: node scripts/structure/check.mjs [ROOT]

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { withoutComments } from '../javascript-imports.mjs';
import { circlesIn } from './circles.mjs';
import { repeatsIn } from './repeats.mjs';
import { rustUses, withoutComments as withoutRustComments } from './rust.mjs';
import { TABLE, namesWrittenOnce } from './table.mjs';

/** Files in which lines may be repeated with other names: declarations, and one-line methods after their checks. */
const ALIKE = [/\.d\.ts$/, /^pkg-template\/types\//, /^src\/js\/imports\.rs$/, /^pkg-template\/lib\/lobby\/lobby-client\.[jt]s$/];

/** Files in which lines may be repeated. */
const REPEATING = [
  // The same props, for the components of both frameworks.
  'pkg-template/types/react.ts', 'pkg-template/types/vue.ts',
];

const MOST_LINES = 500;
const OURS = ['src', 'pkg-template', 'packages', 'scripts', 'tests', 'www', 'examples'];
const NOT_OURS = ['node_modules', 'dist', 'target', '.astro'];
/** Folders at the root that git ignores, too. */
const NOT_KEPT = /^(\.git|\.tools|artifacts|pkg(-(?!template$)\w+)?)$/;
/** Markers that git writes for an unresolved merge. */
const MARKER = /^(<{7}|\|{7}|={7}|>{7})(?= |$)/gm;

/**
 * @param {string} root
 * @returns {string[]} what is wrong, each with the file and the line
 */
export function faultsIn(root) {
  const sources = new Map(OURS.flatMap((folder) => filesIn(root, folder)).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const rust = only(sources, /^src\/.*\.rs$/);
  const crates = cratesOf(rust);
  const shipped = only(sources, /^(src\/.*\.rs|(pkg-template|packages)\/.*\.[jt]s|packages\/create\/templates\/.*)$/);
  const codes = new Map([...shipped].map(([file, text]) => [file, codeOf(file, text)]));
  return [
    ...(rust.size > 0 && shipped.size > rust.size ? [] : ['src and pkg-template: there are no sources']),
    ...withoutRoot(root, crates),
    ...crates.flatMap((crate) => circles(rustUses(ofCrate(rust, crate, crates), crate))),
    ...writtenAgain(rust),
    ...repeated(codes),
    ...tooLong(sources),
    ...unmerged(root),
  ];
}

/** Returns the source folders of all crates: those with a `lib.rs`. */
function cratesOf(rust) {
  return [...rust.keys()].filter((file) => basename(file) === 'lib.rs').map(dirname);
}

/** Reports manifests whose sources were not found: their crate would not be checked. */
function withoutRoot(root, crates) {
  const manifests = pathsIn(root, 'src').filter((path) => basename(path) === 'Cargo.toml').map(dirname);
  const missing = manifests.filter((folder) => !crates.includes(folder) && !crates.includes(join(folder, 'src')));
  return missing.map((folder) => `${folder}/Cargo.toml: no lib.rs in this folder or in its folder src`);
}

/** Returns the files of a crate, without those of nested crates. */
function ofCrate(files, crate, crates) {
  const others = crates.filter((other) => other.startsWith(`${crate}/`));
  return new Map([...files].filter(([file]) => file.startsWith(`${crate}/`) && !others.some((other) => file.startsWith(`${other}/`))));
}

function circles(uses) {
  const graph = new Map([...uses].map(([file, used]) => [file, [...used.keys()]]));
  return circlesIn(graph).map((circle) => `${circle[0]}: a circle: ${[...circle, circle[0]].join(' -> ')}`);
}

function codeOf(file, text) {
  return file.endsWith('.rs') ? withoutRustComments(text) : withoutComments(text);
}

/** Returns one fault for each line that matches a pattern. */
function saidIn(file, text, pattern, why) {
  const lines = text.split('\n');
  const found = [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length);
  return [...new Set(found)].map((line) => `${file}:${line}: ${lines[line - 1].trim()}: ${why}`);
}

function writtenAgain(rust) {
  const names = namesWrittenOnce(rust.get(TABLE) ?? '');
  if (names.length === 0) return [];
  const pattern = new RegExp(`(["'\`])(${names.join('|')})\\1`, 'g');
  const others = [...only(rust, /^src\/(?!codes\/)/)].map(([file, text]) => [file, text.replace(/\/\/[^\n]*/g, '')]);
  return others.flatMap(([file, code]) => saidIn(file, code, pattern, `both languages have this from ${TABLE}`));
}

function repeated(codes) {
  const found = repeatsIn(new Map([...codes].filter(([file]) => !REPEATING.includes(file))));
  const meant = found.filter(({ place, isDressed }) => !isDressed || !ALIKE.some((file) => file.test(place.replace(/:\d+$/, ''))));
  return meant.map(({ place, first, isDressed }) => `${place}: six lines that stand at ${first}, too${isDressed ? ', with other names' : ''}`);
}

function tooLong(sources) {
  const long = [...sources].map(([file, text]) => [file, text.split('\n').length - 1]).filter(([, lines]) => lines > MOST_LINES);
  return long.map(([file, lines]) => `${file}: ${lines} lines, more than ${MOST_LINES}: it holds two concepts`);
}

/** Returns one fault for each marker, in files of all kinds. */
function unmerged(root) {
  return pathsIn(root, '').flatMap((file) => saidIn(file, readFileSync(join(root, file), 'utf8'), MARKER, 'a merge has left its marker'));
}

function only(sources, pattern) {
  return new Map([...sources].filter(([file]) => pattern.test(file)));
}

/** Returns the code below a folder, by path from the root. */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return pathsIn(root, folder).filter(isCode);
}

/** Returns all files below a folder. */
function pathsIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) || NOT_KEPT.test(path) ? [] : pathsIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function isCode(path) {
  return /\.(rs|[cm]?[jt]sx?|vue|css|html|sh)$/.test(path) || /^scripts\/[\w-]+$/.test(path);
}

function main() {
  const faults = faultsIn(process.argv[2] ?? '.');
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
