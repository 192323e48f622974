// What the documents count and measure is what the tests, tables and benches say.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { MASTERS, MATCHES } from '../../bench/online-scenarios.mjs';
import { SCENARIOS } from '../../bench/scenarios.mjs';
import { documents, read, root } from './support.mjs';

const all = await Promise.all((await documents()).map(read));
const textOf = (document) => all.find(({ path }) => path === document).text;
const readme = textOf('README.md');

/** The text of a document on one line. */
const unbroken = (text) => text.replace(/\s+/g, ' ');

/** The numbers that a pattern finds in a text; there is one at least. */
function numbersIn(text, pattern) {
  const found = [...unbroken(text).matchAll(pattern)].map(([, ...numbers]) => numbers.map((number) => Number(number.replace(',', ''))));
  assert.ok(found.length > 0, `${pattern} is in the text`);
  return found;
}

/** The rows of the first table below a heading. */
function rowsBelow(text, heading) {
  const [, section] = text.split(`\n${heading}\n`);
  const [table] = /^\|.*?(?=\n\n)/ms.exec(section);
  const [, , ...rows] = table.split('\n');
  return rows.map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim()));
}

for (const [path, most] of [['README.md', 200], ['ARCHITECTURE.md', 250]]) {
  test(`${path} has at most ${most} lines`, () => {
    assert.ok(textOf(path).trimEnd().split('\n').length <= most);
  });
}

test('the README counts the rows in which Rondel differs', () => {
  const numbered = rowsBelow(textOf('docs/07-coming-from-boardgame-io.md'), '## Where Rondel differs').map(([number]) => Number(number));
  assert.deepEqual(numbered, numbered.map((_, i) => i + 1));
  assert.deepEqual(numbersIn(readme, /(\d+) rows differ/g), [[numbered.length]]);
});

test('the README gives the lowest and the highest number of the table of speed', () => {
  const measured = rowsBelow(textOf('docs/reference/speed.md'), '## Moves').map(([, times]) => Number(times));
  const range = [Math.min(...measured), Math.max(...measured)];
  assert.deepEqual(numbersIn(readme, /: (\d+) to (\d+) times as many moves/g), [range]);
  assert.deepEqual(numbersIn(readme, /\| moves per second \| 1 \| (\d+) to (\d+);/g), [range]);
});

test('the README gives the size of a page with SocketIO', () => {
  const [, , gzip] = rowsBelow(textOf('docs/reference/speed.md'), '## Size').find(([page]) => page === '`Client` and `SocketIO`');
  assert.deepEqual(numbersIn(readme, /with `SocketIO`, too, about (\d+) kB/g), [[Math.round(Number.parseFloat(gzip))]]);
});

test('the README says which Rust is the oldest', async () => {
  const [, oldest] = /^rust-version = "([\d.]+)"$/m.exec(await readFile(join(root, 'Cargo.toml'), 'utf8'));
  assert.deepEqual(numbersIn(readme, /Rust ([\d.]+) or newer/g), [[Number(oldest)]]);
});

test('the documents say how many random games the oracle plays', async () => {
  const oracle = await readFile(join(root, 'tests/oracle/oracle.test.mjs'), 'utf8');
  const [, played] = /^const GAMES = (\d+);$/m.exec(oracle);
  for (const path of ['README.md', 'docs/07-coming-from-boardgame-io.md']) {
    assert.deepEqual(numbersIn(textOf(path), /([\d,]+) random games/g), [[Number(played)]], path);
  }
});

test('the rows of benches that decisions name are there', () => {
  const rows = { client: SCENARIOS, online: [...MATCHES, ...MASTERS] };
  let named = 0;
  for (const { path, text } of all.filter((document) => document.path.startsWith('docs/decisions/'))) {
    const said = [...unbroken(text).matchAll(/(?:"([^"]+)"|All rows|The bytes) of `scripts\/bench (\w+)`/g)];
    assert.equal(said.length, unbroken(text).split('`scripts/bench ').length - 1, `${path} names a row, all of them or the bytes`);
    for (const [, row, bench] of said.filter(([, row]) => row)) {
      assert.ok(rows[bench]?.some(({ name }) => name === row), `${path}: scripts/bench ${bench} has a row "${row}"`);
      named += 1;
    }
  }
  assert.ok(named > 0);
});
