// Finds code that stands twice, word by word.

const LINES = 6;
/** What many files begin with: `use …;`, `import … from '…';`, `export … from '…';`. */
const IMPORTS = /^ *(?:pub(?:\([^)]*\))? )?use [^;]+;|^(?:import|export)\b[^;]*?\bfrom '[^']*';/gm;

/**
 * @param {Map<string, string>} codes files without their comments, by path
 * @returns {{ place: string, first: string }[]} where six lines begin that stand elsewhere before; imports and lines without a
 *   word do not count
 */
export function repeatsIn(codes) {
  const found = [];
  const known = new Map();
  for (const [file, code] of codes) {
    const lines = linesOf(code);
    let next = 0;
    for (let i = 0; i + LINES <= lines.length; i += 1) {
      const text = lines.slice(i, i + LINES).map((line) => line.text).join('\n');
      const place = `${file}:${lines[i].number}`;
      const first = known.get(text);
      if (first === undefined) known.set(text, place);
      if (first === undefined || i < next) continue;
      // What is longer is told once.
      found.push({ place, first });
      next = i + LINES;
    }
  }
  return found;
}

function linesOf(code) {
  const rest = code.replace(IMPORTS, (found) => found.replace(/[^\n]/g, ' '));
  return rest.split('\n').map((line, i) => ({ text: line.trim(), number: i + 1 })).filter(({ text }) => /\w/.test(text));
}
