import { printError } from '../../util/print-error.js';
import { isDevelopment } from '../../util/environment.js';
import { print } from '../../util/print.js';

/** All addresses of a machine, of which one has to be named. */
const ALL = ['::', '0.0.0.0'];

/**
 * Logs where a server listens, in production, too.
 *
 * @param {import('./log.js').Log | null} log
 * @param {import('../../../server.d.ts').RunningServers} servers
 */
export function logAddresses(log, { appServer, apiServer, operationsServer }) {
  const [url, lobby, operations] = [appServer, apiServer, operationsServer].map((server) => server && urlOf(server));
  if (log) return log.info({ event: 'listening', url, lobby, operations });
  if (lobby) print('info', `INFO: API serving on ${lobby}`);
  if (operations) print('info', `INFO: operations serving on ${operations}`);
  return print('info', `INFO: App serving on ${url}`);
}

/**
 * Logs how a server ends at a signal.
 *
 * @param {import('./log.js').Log | null} log
 * @param {string} event
 * @param {{ isWrong?: boolean, [field: string]: unknown }} [fields]
 * @param {unknown} [error]
 */
export function logEnd(log, event, { isWrong = false, ...fields } = {}, error = undefined) {
  if (isWrong && log) log.error({ event, ...fields }, error);
  else if (log) log.info({ event, ...fields });
  else if (isWrong) printError(`rondel: ${event}:`, error ?? JSON.stringify(fields));
  else if (isDevelopment()) print('info', `INFO: ${event}`);
}

/** A path, if it listens at a pipe. A transport's own server may say nothing of where it listens. */
function urlOf(server) {
  const address = server.address?.();
  if (typeof address !== 'object' || address === null) return address ?? 'a transport of its own';
  const protocol = typeof server.setSecureContext === 'function' ? 'https' : 'http';
  return `${protocol}://${hostOf(address)}:${address.port}/`;
}

function hostOf({ address, family }) {
  if (ALL.includes(address)) return 'localhost';
  return family === 'IPv6' ? `[${address}]` : address;
}
