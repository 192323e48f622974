import { isObject } from './objects.js';
import { printable } from './printable.js';
import { say } from './report.js';

/**
 * Warns of options that do nothing: most are misspelt.
 *
 * @param {string} what takes them
 * @param {any} given
 * @param {readonly string[]} known
 */
export function warnOfUnknown(what, given, known) {
  if (!isObject(given)) return;
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) say('warn', `rondel: ${what}: there is no option '${printable(name)}': expected ${known.join(', ')}`);
  }
}
