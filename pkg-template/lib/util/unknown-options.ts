import { isObject } from './objects.js';
import { printable } from './printable.js';
import { print } from './print.js';

/** Each name of some options: the compiler sees that none is missing. */
export type Known<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Warns of options that have no effect: most are misspelt.
 *
 * @param what takes them
 * @param options all that there are
 */
export function warnOfUnknown<Options>(what: string, given: Options | undefined, options: Known<Options>) {
  if (!isObject(given)) return;
  const known = Object.keys(options);
  for (const name of Object.keys(given as object)) {
    if (!known.includes(name)) print('warn', `rondel: ${what}: there is no option '${printable(name)}': expected ${known.join(', ')}`);
  }
}
