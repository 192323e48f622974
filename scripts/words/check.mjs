// Refuses patterns of words that readers stumble over, in comments, messages and documents.
// Tried: textlint reads Markdown alone, and brings 140 packages; the packages of Vale download its program while they are installed.
// Usage: node scripts/words/check.mjs [PATH...]     (default: the paths of clean.txt)

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { PATTERNS } from './patterns.mjs';
import { textsIn } from './texts.mjs';

const CLEAN = 'scripts/words/clean.txt';
const READ = /\.([cm]?[jt]sx?|rs|md|vue)$/;
const SKIPPED = ['node_modules', 'dist', 'target', 'pkg', 'fixtures'];
/** Sentences that are planted to be found. */
const PLANTED = ['tests/js/structure/words.test.mjs'];

/**
 * @param {string} file its ending says how it is read
 * @param {string} source
 * @returns {string[]} the faults, each with file, line, pattern and advice
 */
export function faultsIn(file, source) {
  return textsIn(file, source).flatMap((text) => PATTERNS.flatMap((pattern) => placesIn(text, pattern)
    .map(({ line, said }) => `${file}:${line}: ${pattern.name}: "${said}": ${pattern.advice}`)));
}

/** @param {import('./texts.mjs').Text} text @param {import('./patterns.mjs').Pattern} pattern */
function placesIn({ kind, text, line }, { found, mayAsk, mayBeHeading }) {
  if (mayBeHeading && kind === 'heading') return [];
  // Messages and names of tests may begin with a small letter.
  const read = kind === 'message' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return [...read.matchAll(found)]
    .filter(({ index }) => !(mayAsk && isQuestion(read.slice(index))))
    .map(({ 0: match, index }) => ({ line: line + linesIn(read.slice(0, index + match.search(/\S/))), said: excerpt(read.slice(index)) }));
}

function isQuestion(text) {
  return /^[^.!?|]*(?:[.!?](?!\s)[^.!?|]*)*\?/.test(text);
}

function linesIn(text) {
  return text.split('\n').length - 1;
}

function excerpt(text) {
  return text.trim().split(/\s+/).slice(0, 6).join(' ');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap(({ name }) => (SKIPPED.includes(name) ? [] : filesIn(join(path, name)))).filter((file) => READ.test(file));
}

function main() {
  const given = process.argv.slice(2);
  const paths = given.length > 0 ? given : readFileSync(CLEAN, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const missing = paths.filter((path) => !existsSync(path)).map((path) => `${path}: there is no such file or folder`);
  const files = [...new Set(paths.filter((path) => existsSync(path)).flatMap(filesIn))].filter((file) => !PLANTED.includes(file));
  const faults = [...missing, ...files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')))];
  for (const fault of faults) console.error(fault);
  console.log(`${files.length} files, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
