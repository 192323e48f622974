import { isObject } from './objects.js';
import { printable } from './foreign-text.js';
import { print } from './print.js';

// Names of fields and options that Rondel does not know.

/**
 * Returns the fields of an object that are most likely misspelt, each with the known name that is similar and missing. All other unknown
 * fields may be the caller's own.
 */
export function misspelt(object: Record<string, unknown>, known: readonly string[]): [string, string][] {
  return Object.keys(object).filter((key) => !known.includes(key)).flatMap((key) => {
    const meant = nearName(key, known);
    return meant !== undefined && object[meant] === undefined ? [[key, meant]] : [];
  });
}

/** Returns the known name that is similar to a name. */
export function nearName(name: string, known: readonly string[]) {
  return known.find((other) => isNear(name.toLowerCase(), other.toLowerCase()));
}

/**
 * Returns `true` if one letter is missing, added or changed, or two are swapped. Short names must be more similar: they become other words.
 */
function isNear(name: string, known: string) {
  if (name === known) return true;
  let start = 0;
  while (start < name.length && name[start] === known[start]) start += 1;
  let end = 0;
  while (end < Math.min(name.length, known.length) - start && name.at(-1 - end) === known.at(-1 - end)) end += 1;
  const [written, meant] = [name, known].map((text) => text.slice(start, text.length - end));
  if (written.length + meant.length === 1) return known.length > 3;
  if (written.length === 1 && meant.length === 1) return known.length > 5;
  return written.length === 2 && written === [...meant].reverse().join('');
}

/** All names of a set of options. The compiler reports a missing one. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Warns of options that have no effect: most are misspelt.
 *
 * @param what the function that takes the options
 * @param options all known options
 */
export function warnOfUnknown<Options>(what: string, given: Options | undefined, options: OptionNames<Options>) {
  if (!isObject(given)) return;
  const known = Object.keys(options);
  for (const name of Object.keys(given as object)) {
    if (!known.includes(name)) print('warn', `rondel: ${what}: there is no option '${printable(name)}': expected ${known.join(', ')}`);
  }
}
