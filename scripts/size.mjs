// Measures what entries of the package and usual pages cost, and keeps the documents true. Called by scripts/size.
// Usage: node scripts/size.mjs [--check]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { USUAL, entriesOf, scriptOf } from './pages.mjs';

const DOCUMENT = 'docs/reference/speed.md';
const BEGIN = '<!-- scripts/size -->\n';
const END = '<!-- the end of what scripts/size writes -->\n';
/** A small change of the code is no reason to change the document. */
const ROUNDING = 0.02;
const LEAST = 100;

const PACKERS = {
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  brotli: (bytes) => promisify(brotliCompress)(bytes),
};
/** Brotli takes half a second for each page, and never changes alone. */
const CHECKED = { gzip: PACKERS.gzip };

/**
 * What a page costs: bytes, by how they are packed.
 *
 * @typedef {{ name: string, bytes: Record<string, number> }} Size
 */

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2] === '--check');

/** @param {boolean} isCheck */
async function main(isCheck) {
  const tables = await measure('pkg', isCheck ? CHECKED : PACKERS);
  const text = readFileSync(DOCUMENT, 'utf8');
  if (isCheck) {
    const faults = differences(text, Object.values(tables).flat());
    if (faults.length === 0) return;
    console.error(`\nerror: ${DOCUMENT} is out of date: run scripts/size\n${faults.map((fault) => `       ${fault}`).join('\n')}`);
    process.exit(1);
  }
  const written = `${tableOf('what a page loads', tables.pages)}\n${tableOf('all of an entry', tables.entries)}`;
  writeFileSync(DOCUMENT, withTables(text, written));
  console.log(written);
}

/**
 * The pages that are usual, and the entries.
 *
 * @param {string} folder the package
 * @param {Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>} packers
 * @returns {Promise<{ pages: Size[], entries: Size[] }>}
 */
export async function measure(folder, packers = PACKERS) {
  const [pages, entries] = await Promise.all([USUAL, entriesOf(folder)].map((list) => (
    Promise.all(list.map((page) => sizeOf(folder, page, packers)))
  )));
  return { pages, entries };
}

/**
 * What a document says otherwise, by more than rounding; and what it does not say.
 *
 * @param {string} text
 * @param {Size[]} sizes
 */
export function differences(text, sizes) {
  const written = new Map(linesOf(text).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())).map(([name, ...cells]) => [name, cells]));
  const known = new Set(sizes.map(({ name }) => name));
  const gone = [...written.keys()].filter((name) => !known.has(name)).map((name) => `${name} is in the table, and is not measured`);
  return [...gone, ...sizes.flatMap(({ name, bytes }) => {
    const said = written.get(name)?.map((cell) => Number.parseFloat(cell) * 1000);
    if (!said) return `${name} is missing`;
    return Object.entries(bytes).flatMap(([how, count], at) => {
      const isRight = Math.abs(said[at] - count) <= Math.max(LEAST, ROUNDING * count);
      return isRight ? [] : `${name}: ${how} ${inKilobytes(count)}, not ${inKilobytes(said[at])}`;
    });
  })];
}

/**
 * The document with other tables.
 *
 * @param {string} text
 * @param {string} tables
 */
export function withTables(text, tables) {
  const [before, , after] = parts(text);
  return `${before}${BEGIN}\n${tables}\n${END}${after}`;
}

/** @returns {Promise<Size>} */
async function sizeOf(folder, page, packers) {
  const files = [await scriptOf(folder, page), ...(page.wasm ?? []).map((file) => readFileSync(join(folder, file)))];
  const bytes = { minified: sum(files) };
  // Each file is sent by itself.
  for (const [how, pack] of Object.entries(packers)) bytes[how] = sum(await Promise.all(files.map(pack)));
  return { name: page.name, bytes };
}

function sum(files) {
  return files.reduce((total, { length }) => total + length, 0);
}

/** @param {string} what @param {Size[]} sizes */
function tableOf(what, sizes) {
  const rows = sizes.map(({ name, bytes }) => `| ${[name, ...Object.values(bytes).map(inKilobytes)].join(' | ')} |\n`);
  return `| ${what} | ${Object.keys(sizes[0].bytes).join(' | ')} |\n|---|---|---|---|\n${rows.join('')}`;
}

/** The rows of the tables between the marks. */
function linesOf(text) {
  const [, tables] = parts(text);
  return tables.split('\n').filter((line, at, lines) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'));
}

function parts(text) {
  const [before, rest, ...more] = text.split(BEGIN);
  const [tables, after, ...others] = (rest ?? '').split(END);
  if (after === undefined || more.length > 0 || others.length > 0) throw new Error(`${DOCUMENT} needs ${BEGIN.trim()} and ${END.trim()}, once`);
  return [before, tables, after];
}

function inKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
