// Finds functions of JavaScript with two flags beside each other, by the names and the defaults of parameters: JavaScript has no
// types that would say it.

/** Lists of parameters without a call in them: of functions, methods and arrow functions. */
const PARAMETERS = /(?:\bfunction\b\s*\*?\s*[\w$]*\s*|^\s*(?:static\s+|async\s+|\*)*#?[\w$]+|[=(,:]\s*(?:async\s*)?)\(([^()]*)\)(?=\s*(?:=>|\{))/gm;
const FLAG = /^(?:(?:is|has|can|may|should|was|will|does)[A-Z][\w$]*|[\w$]+\s*=\s*(?:true|false)\b.*)/;

/**
 * @param {string} code without comments
 * @returns {{ line: number, flags: string[] }[]}
 */
export function flagsIn(code) {
  const found = [];
  for (const { 1: list, index } of code.matchAll(PARAMETERS)) {
    // What is in braces has names for whoever calls.
    const flags = list.replace(/\{[^{}]*\}/g, '{}').split(',').map((parameter) => parameter.trim());
    const first = flags.findIndex((flag, i) => FLAG.test(flag) && FLAG.test(flags[i + 1] ?? ''));
    if (first >= 0) found.push({ line: code.slice(0, index).split('\n').length, flags: flags.slice(first, first + 2) });
  }
  return found;
}
