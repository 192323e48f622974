import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/printable.js';
import { print } from '../util/print.js';

/** The mode in which an engine is opened in this page: it warns in development only. */
export function mode({ isStored = false } = {}) {
  const development = isDevelopment();
  return { development, isStored, warn: (message) => development && print('warn', `rondel: ${printable(message)}`) };
}
