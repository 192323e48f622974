import { print } from './rondel.js';
import type { IncomingMessage } from 'node:http';

/** The limits, and what else it has been said of. */
const warned: Set<string> = new Set();

/**
 * Warns, once for each reason, of a request that is refused for its address, and has come by a proxy that nobody has named:
 * others may be refused for the same address, and do not know why.
 *
 * @param what it is refused by
 */
export function warnOfUnnamedProxy(what: string, request: IncomingMessage) {
  if (warned.has(what) || request?.headers?.['x-forwarded-for'] === undefined) return;
  warned.add(what);
  print('warn', `rondel: ${what}: a request that says X-Forwarded-For was refused for its address, and trustedProxies is 0: `
    + 'all players behind a proxy count as one address: set trustedProxies');
}
