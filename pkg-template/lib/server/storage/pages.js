import { isListed } from '../../online/storage/storage.js';

/** So many more are looked for than are sorted. */
const MARGIN = 100;

/**
 * Pages of lists of matches, newest first: of what is in memory. Of two that have begun at the same time, the one whose ID is
 * the greater text comes first. What says where a page goes on stays true when matches come and go.
 *
 * @typedef {{ matchID: string, createdAt: number }} Place
 */

/**
 * The matches behind `after` that are wanted, `limit` at most. What is gone through is not copied: there may be very many.
 *
 * @param {Iterable<[matchID: string, metadata: any]>} matches
 * @param {import('../../../master.d.ts').StorageAPI.ListPageOpts} options
 * @returns {(Place & { metadata: any })[]}
 */
export function pageOf(matches, { limit, after, ...wanted }) {
  /** @type {(Place & { metadata: any })[]} */
  let found = [];
  // Of those that were found too many, the first is not on the page any more, nor is what comes before it.
  let oldest = -Infinity;
  for (const [matchID, metadata] of matches) {
    const createdAt = createdAtOf(metadata);
    if (createdAt < oldest || (after && createdAt > after.createdAt) || !isListed(metadata, wanted)) continue;
    const match = { matchID, createdAt, metadata };
    if (!after || order(match, after) < 0) found.push(match);
    if (found.length < 2 * limit + MARGIN) continue;
    found = found.sort(order).slice(-limit);
    oldest = found[0].createdAt;
  }
  return found.sort(order).slice(-limit).reverse();
}

/** When a match has begun; 0 if its metadata, which others may have written, do not say it. */
export function createdAtOf(metadata) {
  const time = metadata?.createdAt;
  return Number.isFinite(time) ? time : 0;
}

/**
 * @param {Place} one
 * @param {Place} other
 */
function order(one, other) {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  return one.matchID < other.matchID ? -1 : Number(one.matchID !== other.matchID);
}
