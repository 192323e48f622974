// The tables of sizes in a document: functions that write, read and compare them with measurements.

const BEGIN = '<!-- scripts/size -->\n';
const END = '<!-- the end of what scripts/size writes -->\n';
/** A small change of the code does not require a change of the document. */
const ROUNDING = 0.02;
const LEAST = 100;

/**
 * Size of a page: bytes by compression.
 *
 * @typedef {{ name: string, bytes: Record<string, number> }} Size
 */

/** @param {string} what @param {Size[]} sizes */
export function tableOf(what, sizes) {
  const rows = sizes.map(({ name, bytes }) => `| ${[name, ...Object.values(bytes).map(inKilobytes)].join(' | ')} |\n`);
  return `| ${what} | ${Object.keys(sizes[0].bytes).join(' | ')} |\n|---|---|---|---|\n${rows.join('')}`;
}

/**
 * Returns the sizes that differ from a document by more than rounding, and those that it lacks.
 *
 * @param {string} text
 * @param {Size[]} sizes
 */
export function differences(text, sizes) {
  const written = new Map(sizesIn(text).map(({ name, cells }) => [name, cells]));
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
 * Returns the document with other tables.
 *
 * @param {string} text
 * @param {string} tables
 */
export function withTables(text, tables) {
  const [before, , after] = parts(text);
  return `${before}${BEGIN}\n${tables}\n${END}${after}`;
}

/**
 * Returns the rows of the tables between the marks.
 *
 * @param {string} text
 * @returns {{ name: string, cells: string[] }[]}
 */
export function sizesIn(text) {
  const [, tables] = parts(text);
  const rows = tables.split('\n').filter((line, at, lines) => line.startsWith('| ') && !lines[at + 1]?.startsWith('|---'));
  return rows.map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim())).map(([name, ...cells]) => ({ name, cells }));
}

function parts(text) {
  const [before, rest, ...more] = text.split(BEGIN);
  const [tables, after, ...others] = (rest ?? '').split(END);
  if (after === undefined || more.length > 0 || others.length > 0) throw new Error(`the document needs ${BEGIN.trim()} and ${END.trim()}, once`);
  return [before, tables, after];
}

function inKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
