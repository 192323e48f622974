import { isObject } from './objects.js';
import { printable } from './printable.js';
import { print } from './print.js';

/**
 * Each name of some options: the compiler sees that none is missing.
 *
 * @template Options
 * @typedef {{ readonly [Name in keyof Options]-?: true }} Known
 */

/**
 * Warns of options that have no effect: most are misspelt.
 *
 * @template Options
 * @param {string} what takes them
 * @param {Options | undefined} given
 * @param {Known<Options>} options all that there are
 */
export function warnOfUnknown(what, given, options) {
  if (!isObject(given)) return;
  const known = Object.keys(options);
  for (const name of Object.keys(/** @type {object} */ (given))) {
    if (!known.includes(name)) print('warn', `rondel: ${what}: there is no option '${printable(name)}': expected ${known.join(', ')}`);
  }
}
