// The documents' counts and measurements equal those of tests, tables and benchmarks.
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

/** The numbers that a pattern finds in a text; at least one. */
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

test('the README counts the rows in which Rondel differs', () => {
  const numbered = rowsBelow(textOf('docs/07-coming-from-boardgame-io.md'), '## Where Rondel differs').map(([number]) => Number(number));
  assert.deepEqual(numbered, numbered.map((_, i) => i + 1));
  assert.deepEqual(numbersIn(readme, /(\d+) rows differ/g), [[numbered.length]]);
});

/** The cells of a row of docs/reference/speed.md, in a table below a heading. */
function measured(heading, row) {
  const [, ...cells] = rowsBelow(textOf('docs/reference/speed.md'), heading).find(([name]) => name.startsWith(row));
  return cells.map((cell) => Number.parseFloat(cell));
}

test('the guide says how much a bot adds to a page', () => {
  const rows = rowsBelow(textOf('docs/reference/speed.md'), '## Size');
  const gzip = (page) => Number.parseFloat(rows.find(([name]) => name === page)[2]);
  const [[added]] = numbersIn(textOf('docs/09-bots.md'), /about (\d+) kB, gzipped, in addition/g);
  assert.ok(Math.abs(gzip('`Client`, `Local` and `MCTSBot`') - gzip('`Client` and `Local`') - added) < 3);
});

test('the README gives the speed in Chromium', () => {
  const [, unread] = measured('## Moves', 'the board of 9 cells, a new client every 200 moves');
  const [, read] = measured('## Moves', 'the same, `getState()` after each move');
  const [, objects] = measured('## Moves', '1 of 2,000 objects');
  const [, local] = measured('## Online', '`Local()` with two new clients');
  assert.deepEqual(numbersIn(readme, /makes ([\d.]+) times as many moves per second .{0,60} 9 cells, ([\d.]+) times .{0,60} (\d+) times as many where/g), [[unread, read, objects]]);
  const [, master] = measured('## Online', 'a master with two viewers');
  assert.deepEqual(numbersIn(readme, /A master is ([\d.]+) times/g), [[master]]);
  assert.deepEqual(numbersIn(readme, /`Local` ([\d.]+) times/g), [[local]]);
  assert.deepEqual(numbersIn(readme, /\| 1 \| ([\d.]+) to ([\d.]+) on a small board, (\d+) with/g), [[read, unread, objects]]);
});

test("the README gives the sizes of pages, and boardgame.io's", () => {
  const rows = rowsBelow(textOf('docs/reference/speed.md'), '## Size');
  const gzip = (page) => Math.round(Number.parseFloat(rows.find(([name]) => name === page)[2]));
  const [client, theirs] = [gzip('`Client`'), gzip("boardgame.io's `Client`")];
  const [online, theirsOnline] = [gzip('`Client` and `SocketIO`'), gzip("boardgame.io's `Client` and `SocketIO`")];
  assert.deepEqual(numbersIn(readme, /loads (\d+) kB, gzipped \(boardgame\.io: (\d+) kB\), and (\d+) kB with `SocketIO` \((\d+) kB\)/g), [[client, theirs, online, theirsOnline]]);
  assert.deepEqual(numbersIn(readme, /less is better\) \| (\d+) kB \| (\d+) kB/g), [[theirs, client]]);
});

test('the README says how much longer the first state takes', () => {
  const cold = rowsBelow(textOf('docs/reference/speed.md'), '## Start').filter(([, cpu]) => cpu === '1x').map(([, , ratio]) => Number(ratio));
  assert.deepEqual(numbersIn(readme, /first state takes ([\d.]+) times .{0,40} fast network, and ([\d.]+) times on a slow one/g), [cold]);
});

test('the README names the oldest Rust version', async () => {
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

test('the rows of benchmarks that decisions name exist', () => {
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
