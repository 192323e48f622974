import { rondelError } from '../../util/error.js';

/**
 * A part of a log, and where the entries before it begin.
 *
 * @typedef {{ log: any[], before: number | null }} LogPart `before`: a number for the next request; null if there are none
 *
 * @typedef {{ before?: number, bytes: number }} WantedPart entries older than those of the part that had this `before`, the newest
 *   if that is left out; not more bytes than this, as text, unless it is a single entry
 */

/**
 * The newest entries of a log that fit. In a list, `before` is how many entries come before.
 *
 * @param {any} log
 * @param {WantedPart} wanted
 * @returns {LogPart}
 */
export function logPart(log, { before, bytes }) {
  if (!Array.isArray(log)) return { log: log ?? [], before: null };
  if (before === undefined && bytes === Infinity) return { log, before: null };
  const end = Math.min(before ?? Infinity, log.length);
  let start = end;
  let left = bytes;
  while (start > 0) {
    left -= lengthOf(log[start - 1], `log[${start - 1}]`);
    if (left < 0 && start < end) break;
    start -= 1;
  }
  return { log: log.slice(start, end), before: start > 0 ? start : null };
}

/**
 * Reads a part of a match's log, as steps for `drive`. A storage without `fetchLogPart` reads all of it.
 *
 * @param {any} storageAPI
 * @param {string} matchID
 * @param {WantedPart} wanted
 */
export function* readLogPart(storageAPI, matchID, wanted) {
  if (typeof storageAPI.fetchLogPart === 'function') return yield storageAPI.fetchLogPart(matchID, wanted);
  const { log } = yield storageAPI.fetch(matchID, { log: true });
  return logPart(log, wanted);
}

/** The length of an entry as text. Throws an error that names the path of one that has no text. */
function lengthOf(entry, path) {
  try {
    return JSON.stringify(entry)?.length ?? 0;
  } catch {
    throw rondelError('storage/unreadable', `${path}: cannot be read`);
  }
}
