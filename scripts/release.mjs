// Writes a release, and checks its version and its documents. Called by scripts/release.
// Usage: node scripts/release.mjs check VERSION [--dry-run] | write VERSION | sizes

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import semver from 'semver';
import { sizesIn } from './size-tables.mjs';

const CHANGELOG = 'CHANGELOG.md';
const DOCUMENT = 'docs/reference/speed.md';
const UNRELEASED = '## [Unreleased]\n';
/** Phrases that are true only before the first release. */
const NOT_YET = /not in npm's registry yet|until npm's registry has Rondel|in a registry yet/;
/** Files that keep older versions: released and measured ones, and those that others have locked. */
const HISTORY = /^(CHANGELOG\.md|package-lock\.json|docs\/decisions\/.*|docs\/reference\/speed\.md)$/;

const [command, version, option] = process.argv.slice(2);

try {
  if (command === 'check') check(option === '--dry-run');
  else if (command === 'write') write();
  else sizes();
} catch (error) {
  console.error(`\nerror: ${error.message}`);
  process.exit(1);
}

/** Rejects a version that does not follow the current one, and a release without a changelog entry. */
function check(isRehearsal) {
  const present = presentVersion();
  if (semver.valid(version) !== version) throw new Error(`${version} is no version, as 1.2.3 or 1.2.3-next.0 are`);
  const isFirst = !/^## \[\d/m.test(read(CHANGELOG));
  if (!(semver.gt(version, present) || (isFirst && version === present))) throw new Error(`${version} is not greater than ${present}`);
  if (unreleased().trim() === '') throw new Error(`${CHANGELOG} says nothing below ${UNRELEASED.trim()}`);
  const early = placesOf((line) => NOT_YET.test(line), /^scripts\/release\.mjs$/);
  if (early.length === 0) return;
  const message = `these will not be true any more:\n       ${early.join('\n       ')}`;
  if (!isRehearsal) throw new Error(message);
  console.error(`\nbefore the release: ${message}\n`);
}

/** Writes the version in all its places, and dates the changelog's unreleased section. */
function write() {
  const present = presentVersion();
  const old = present.replaceAll('.', '\\.');
  const places = [
    { file: /^(src\/\w+\/)?Cargo\.toml$/, pattern: new RegExp(`(?<=^version = ")${old}(?="$)`, 'm') },
    { file: /^Cargo\.toml$/, pattern: new RegExp(`(?<=^rondel-\\w+ = \\{ version = ")${old}(?=")`, 'gm') },
    { file: /^Cargo\.lock$/, pattern: new RegExp(`(?<=^name = "rondel(-\\w+)?"\nversion = ")${old}(?="$)`, 'gm') },
    { file: /^packages\/create\/templates\/.*Cargo\.toml$/, pattern: new RegExp(`(?<=^rondel = ")${old}(?="$)`, 'gm') },
    { file: /^(pkg-template|packages\/[\w-]+)\/package\.json$/, pattern: new RegExp(`(?<=^ {2}"version": "|^ {4}"rondel(-server)?": ")${old}(?=")`, 'gm') },
    { file: /./, pattern: new RegExp(`(?<=\\brondel-(server-)?)${old}(?=\\.tgz)|(?<="rondel(-server)?": "\\^)${old}(?=")`, 'g') },
  ];
  for (const file of tracked()) {
    const text = read(file);
    const next = places.filter((place) => place.file.test(file)).reduce((result, { pattern }) => result.replace(pattern, version), text);
    if (next !== text) writeFileSync(file, next);
  }
  const left = placesOf((line) => /rondel/i.test(line) && new RegExp(`(?<![\\d.])${old}(?![\\d.])`).test(line), HISTORY);
  if (version !== present && left.length > 0) throw new Error(`the old version is still in\n       ${left.join('\n       ')}\n       Write it in another way there, or add the place to scripts/release.mjs.`);
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  writeFileSync(CHANGELOG, read(CHANGELOG).replace(UNRELEASED, () => `${UNRELEASED}\n## [${version}] - ${today}\n`));
}

/** Prints the differences between the sizes and those in the documents of the last release. */
function sizes() {
  const last = git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim();
  if (!last) return console.log('There is no release before this one to compare the sizes with.');
  const before = new Map(sizesIn(git('show', `${last}:${DOCUMENT}`)).map(({ name, cells }) => [name, cells]));
  console.log(`Sizes since ${last}, minified, gzip, brotli:`);
  for (const { name, cells } of sizesIn(read(DOCUMENT))) {
    const was = before.get(name);
    console.log(`  ${name}: ${cells.map((cell, at) => (was ? `${was[at]} -> ${cell}` : cell)).join(', ')}${was ? '' : ' (new)'}`);
  }
}

function presentVersion() {
  const [, present] = /^version = "(.*)"$/m.exec(read('Cargo.toml')) ?? [];
  if (!present) throw new Error('Cargo.toml has no version');
  return present;
}

/** Returns the section of CHANGELOG.md for unreleased changes. */
function unreleased() {
  const [, section] = read(CHANGELOG).split(UNRELEASED);
  if (section === undefined) throw new Error(`${CHANGELOG} has no ${UNRELEASED.trim()}`);
  return section.split(/^## /m)[0];
}

/** Lines of files in the repository, with their places. */
function placesOf(matches, except) {
  return tracked().filter((file) => !except.test(file)).flatMap((file) => (
    read(file).split('\n').flatMap((line, at) => (matches(line) ? `${file}:${at + 1}: ${line.trim().slice(0, 100)}` : []))
  ));
}

/** Returns the text files, except those of tests, whose versions and words are invented. */
function tracked() {
  return git('grep', '-I', '--name-only', '-e', '', '--', ':!tests').split('\n').filter(Boolean);
}

function read(file) {
  return readFileSync(file, 'utf8');
}

/** Returns the output of git, or an empty text if it fails. */
function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
