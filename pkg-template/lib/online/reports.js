import { printError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/printable.js';
import { ifRejected } from '../util/promise.js';

/** Reports an error to a master's `onError`. Never throws, whatever that does. */
export function reportTo(master, error, where) {
  const failed = (another) => master.printError(another);
  try {
    ifRejected(master.onError(error, where), failed);
  } catch (another) {
    failed(another);
  }
}

/**
 * The default of a master's `onError`.
 *
 * @type {import('../../master.js').Master['onError']}
 */
export function printErrorOfMatch(error, { matchID }) {
  if (isDevelopment()) printError(`rondel: match ${printable(matchID)}:`, error);
}
