import { createHash } from 'node:crypto';

/** Of the bits of a hash: thousands of addresses have the same, so that nobody learns by it who has made a match. */
const BITS = 20;

/** The number by which all matches that are made from an address share the time for bots to think. */
export function shareOf(address: string) {
  return createHash('sha256').update(address).digest().readUInt32BE(0) >>> (32 - BITS);
}
