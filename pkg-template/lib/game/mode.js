import { isDevelopment } from '../util/environment.js';
import { printable } from '../util/printable.js';
import { say } from '../util/report.js';

/** How an engine is opened in this page: warnings are for developers only. */
export function mode() {
  const development = isDevelopment();
  return { development, warn: (message) => development && say('warn', `rondel: ${printable(message)}`) };
}
