// Reads which of a package's modules import which.

import { dirname, join } from 'node:path/posix';

/**
 * @param {Map<string, string>} sources modules by path
 * @returns {Map<string, Map<string, number>>} by file, the files it imports, with the line where it does
 */
export function javascriptImports(sources) {
  return new Map([...sources].map(([file, text]) => [file, importsIn(file, withoutComments(text))]));
}

/** The code without comments; lines stay where they are, and texts as they are. */
export function withoutComments(text) {
  return text.replace(/("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<!\S)\/\/[^\n]*/g, (found, literal) => {
    return literal ?? found.replace(/[^\n]/g, ' ');
  });
}

/**
 * `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`, if x is a path; that may be in any quotes. And `new URL('x.js',
 * …)`, by which workers are started.
 */
function importsIn(file, code) {
  const found = new Map();
  for (const { 1: imports, 2: starts, index } of code.matchAll(/\b(?:(?:from|import)\s*\(?\s*['"`](\.[^'"`]+)['"`]|new URL\(\s*['"`](\.[^'"`]+\.js)['"`])/g)) {
    const imported = join(dirname(file), imports ?? starts);
    if (!found.has(imported)) found.set(imported, code.slice(0, index).split('\n').length);
  }
  return found;
}
