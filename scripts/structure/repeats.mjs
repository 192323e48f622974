// Finds repeated code: identical lines, and lines that differ only in names, texts and numbers.

const LINES = 6;
/** Lines at the start of many files: `use …;`, `import … from '…';`, `export … from '…';`. */
const IMPORTS = /^ *(?:pub(?:\([^)]*\))? )?use [^;]+;|^(?:import|export)\b[^;]*?\bfrom '[^']*';/gm;

const PARTS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[\w$]+|[^\s\w$]/g;
/** The words of both languages that a line keeps in any dress. */
const WORDS = new Set(`as async await break case catch class const continue default do else enum export extends false finally fn for
  from function get if impl in let loop match mod move mut new null of pub ref return self Self set static struct super switch this
  throw trait true try type typeof undefined use where while yield None Some Ok Err`.split(/\s+/));
/** Short lines with other names are alike by chance: all six must have at least this many words and signs. */
const LEAST_PARTS = 75;

/**
 * @param {Map<string, string>} codes files without their comments, by path
 * @returns {{ place: string, first: string, isDressed: boolean }[]} places where six lines begin that occur elsewhere
 *   before; imports and lines without a word do not count
 */
export function repeatsIn(codes) {
  const files = [...codes].map(([file, code]) => ({ file, lines: linesOf(code) }));
  const same = repeatedLines(files, ({ text }) => text, 0).map((found) => ({ ...found, isDressed: false }));
  const dressed = repeatedLines(files, ({ shape }) => shape, LEAST_PARTS).map((found) => ({ ...found, isDressed: true }));
  return [...same, ...dressed.filter(({ place }) => !same.some((found) => found.place === place))];
}

function repeatedLines(files, said, leastParts) {
  const found = [];
  const known = new Map();
  for (const { file, lines } of files) {
    let next = 0;
    for (let i = 0; i + LINES <= lines.length; i += 1) {
      const six = lines.slice(i, i + LINES);
      if (leastParts > 0 && six.reduce((sum, { parts }) => sum + parts, 0) < leastParts) continue;
      const text = six.map(said).join('\n');
      const place = `${file}:${lines[i].number}`;
      const first = known.get(text);
      if (first === undefined) known.set(text, place);
      if (first === undefined || i < next) continue;
      // A longer repetition is reported once.
      found.push({ place, first });
      next = i + LINES;
    }
  }
  return found;
}

function linesOf(code) {
  const rest = code.replace(IMPORTS, (found) => found.replace(/[^\n]/g, ' '));
  const lines = rest.split('\n').map((line, i) => ({ text: line.trim(), number: i + 1 })).filter(({ text }) => /\w/.test(text));
  return lines.map(({ text, number }) => {
    const parts = text.match(PARTS) ?? [];
    return { text, number, parts: parts.length, shape: parts.map(undressed).join(' ') };
  });
}

/** Returns a part of a line without its name: all texts are alike, and so are all numbers and all names. */
function undressed(part) {
  if (/^["'`]./.test(part)) return '""';
  if (/^\d/.test(part)) return '0';
  return /^[\w$]/.test(part) && !WORDS.has(part) ? 'name' : part;
}
