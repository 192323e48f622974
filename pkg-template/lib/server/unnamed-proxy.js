import { print } from '../util/print.js';

/** The limits, and what else it has been said of. */
const warned = new Set();

/**
 * Warns, once for each reason, of a request that is refused for its address, and has come by a proxy that nobody has named:
 * others may be refused for the same address, and do not know why.
 *
 * @param {string} what it is refused by
 * @param {any} request
 */
export function warnOfUnnamedProxy(what, request) {
  if (warned.has(what) || request?.headers?.['x-forwarded-for'] === undefined) return;
  warned.add(what);
  print('warn', `rondel: ${what}: a request that says X-Forwarded-For was refused for its address, and trustedProxies is 0: `
    + 'all players behind a proxy count as one address: set trustedProxies');
}
