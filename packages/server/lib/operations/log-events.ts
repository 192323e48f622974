import { isDevelopment, print, printError } from '../rondel.js';
import type { AddressInfo, Server } from 'node:net';
import type { RunningServers } from '../../types/server.js';
import type { Log } from './log.js';

/** Logged fields about the end of a server. */
export interface EndFields {
  /** `true` if the server ended because of a failure. */
  isWrong?: boolean;
  [field: string]: unknown;
}

/** All addresses of a machine, of which one has to be named. */
const ALL = ['::', '0.0.0.0'];

/** Logs where a server listens, in production, too. */
export function logAddresses(log: Log | null, { appServer, apiServer, operationsServer }: RunningServers) {
  const [url, lobby, operations] = [appServer, apiServer, operationsServer].map((server) => server && urlOf(server));
  if (log) return log.info({ event: 'listening', url, lobby, operations });
  if (lobby) print('info', `INFO: API serving on ${lobby}`);
  if (operations) print('info', `INFO: operations serving on ${operations}`);
  return print('info', `INFO: App serving on ${url}`);
}

/** Logs how a server ends at a signal. */
export function logEnd(log: Log | null, event: string, { isWrong = false, ...fields }: EndFields = {}, error: unknown = undefined) {
  if (isWrong && log) log.error({ event, ...fields }, error);
  else if (log) log.info({ event, ...fields });
  else if (isWrong) printError(`rondel: ${event}:`, error ?? JSON.stringify(fields));
  else if (isDevelopment()) print('info', `INFO: ${event}`);
}

/** A path, if it listens at a pipe. A transport's own server may say nothing of where it listens. */
function urlOf(server: Partial<Pick<Server, 'address'>> & { setSecureContext?: unknown }) {
  const address = server.address?.();
  if (typeof address !== 'object' || address === null) return address ?? 'a transport of its own';
  const protocol = typeof server.setSecureContext === 'function' ? 'https' : 'http';
  return `${protocol}://${hostOf(address)}:${address.port}/`;
}

function hostOf({ address, family }: AddressInfo) {
  if (ALL.includes(address)) return 'localhost';
  return family === 'IPv6' ? `[${address}]` : address;
}
