import { say } from '../util/report.js';

/** The limits that it has been said of. */
const warned = new Set();

/**
 * Warns, once for each limit, of a request that is refused for its address, and has come by a proxy that nobody has named:
 * others may be refused for the same address, and do not know why.
 *
 * @param {string} limit
 * @param {any} request
 */
export function warnOfUnnamedProxy(limit, request) {
  if (warned.has(limit) || request?.headers?.['x-forwarded-for'] === undefined) return;
  warned.add(limit);
  say('warn', `rondel: limits.${limit}: a request that says X-Forwarded-For was refused for its address, and trustedProxies is 0: `
    + 'all players behind a proxy count as one address: set trustedProxies');
}
