import { isName } from '../online/names.js';
import { HttpError } from './http-error.js';
import { bytesOf } from './lobby-limits.js';

/** So many matches are read first: what they take up says how many are read next. */
const FIRST = 10;
/** Matches that are not shown, among those that are read for one answer: there may be many that cannot be read. */
const MOST_HIDDEN = 500;
/** Characters of what says where a list goes on. */
const MOST_TEXT = 4000;

/**
 * Where a page of a list ends, and the next begins: the last match of the page, and when it has begun.
 *
 * @typedef {{ matchID: string, createdAt: number }} Place
 */

/**
 * A page of the matches of a game that everybody may know of, the newest first, and what the next page is asked for by, if
 * there is one: of so many matches and bytes, but of one in any case.
 *
 * @param {any} db
 * @param {object} wanted
 * @param {string} wanted.gameName
 * @param {object} wanted.where
 * @param {number} [wanted.limit]
 * @param {Place} [wanted.after]
 * @param {import('./lobby-limits.js').LobbyLimits} wanted.limits
 * @param {(entry: Place & { metadata?: any }) => Promise<any>} show makes of a match what everybody may know; null if that is nothing
 * @returns {Promise<{ matches: any[], next?: string | undefined }>}
 */
export async function listPage(db, { gameName, where, limit = Infinity, after, limits }, show) {
  const most = Math.max(1, Math.min(limit, limits.listed));
  const read = await readerOf(db, { gameName, where });
  const matches = [];
  let [bytes, seen, place] = [0, 0, after];
  for (;;) {
    // With one more it is known whether there are more.
    const wanted = Math.min(seen === 0 ? FIRST : fitting(seen, bytes, limits.listBytes), most - matches.length + 1);
    const entries = await read(wanted, place);
    const shown = await Promise.all(entries.map(show));
    for (const [i, match] of shown.entries()) {
      bytes += match === null ? 0 : bytesOf(match);
      const isFull = matches.length === most || (matches.length > 0 && bytes > limits.listBytes);
      if (match !== null && isFull) return { matches, next: textOf(place) };
      if (match !== null) matches.push(match);
      place = entries[i];
    }
    seen += entries.length;
    if (entries.length < wanted) return { matches };
    if (seen - matches.length > MOST_HIDDEN) return { matches, next: textOf(place) };
  }
}

/** How many more fit in, if they are as those that were seen. */
function fitting(seen, bytes, most) {
  return Math.max(FIRST, Math.ceil((most - bytes) / (bytes / seen + 1)) + 1);
}

/** The place that a stranger says; throws if it is none. */
export function placeOf(text) {
  try {
    const [createdAt, matchID] = JSON.parse(Buffer.from(text.slice(0, MOST_TEXT), 'base64url').toString());
    if (Number.isFinite(createdAt) && isName(matchID)) return { createdAt, matchID };
  } catch {
    // Whatever it is, it is none.
  }
  throw new HttpError(400, 'after: expected the `next` of a list');
}

/** @param {Place | undefined} place */
function textOf(place) {
  if (!place) return undefined;
  const { createdAt, matchID } = place;
  return Buffer.from(JSON.stringify([createdAt, matchID])).toString('base64url');
}

/** What reads so many matches behind a place. A storage of somebody else's may know no pages: of that all IDs are read, once. */
async function readerOf(db, { gameName, where }) {
  if (typeof db.listPage === 'function') {
    const wanted = { gameName, where: { ...where, unlisted: false } };
    return async (limit, after) => db.listPage({ ...wanted, limit, after: after && { matchID: after.matchID, createdAt: after.createdAt } });
  }
  const matchIDs = [...await db.listMatches({ gameName, where })];
  return async (limit, after) => {
    const end = after ? placeIn(matchIDs, after) : matchIDs.length;
    const found = [];
    for (let place = end - 1; place >= 0 && found.length < limit; place -= 1) found.push({ matchID: matchIDs[place], createdAt: place });
    return found;
  };
}

/** Most storages list their matches in the order in which they have begun: the place is the one that a match had, if it has gone. */
function placeIn(matchIDs, { matchID, createdAt }) {
  const place = matchIDs.lastIndexOf(matchID);
  return place === -1 ? Math.min(Math.max(0, Math.trunc(createdAt)), matchIDs.length) : place;
}
