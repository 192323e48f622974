// Measures what entries of the package and usual pages cost, and keeps the documents true. Called by scripts/size.
// Usage: node scripts/size.mjs [--check]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { USUAL, entriesOf, scriptOf } from './pages.mjs';
import { differences, tableOf, withTables } from './size-tables.mjs';

const DOCUMENT = 'docs/reference/speed.md';

const PACKERS = {
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  brotli: (bytes) => promisify(brotliCompress)(bytes),
};
/** Brotli takes half a second for each page, and changes alone only if somebody writes into the table. */
const CHECKED = process.env.RONDEL_FAST ? { gzip: PACKERS.gzip } : PACKERS;

/** @typedef {import('./size-tables.mjs').Size} Size */

await main(process.argv[2] === '--check');

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
  const written = `${tableOf('what a page loads; less is better', tables.pages)}\n${tableOf('all of an entry; less is better', tables.entries)}`;
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
async function measure(folder, packers) {
  const [pages, entries] = await Promise.all([USUAL, entriesOf(folder)].map((list) => (
    Promise.all(list.map((page) => sizeOf(folder, page, packers)))
  )));
  return { pages, entries };
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
