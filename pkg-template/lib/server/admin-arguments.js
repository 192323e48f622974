import { A_NAME, isName, nameOf } from '../online/names.js';
import { isReserved } from '../online/storage/reserved.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { MOST_TEXT, isText } from './notice.js';

/** What operators ask a server for, parsed: throws an error of the code `server/admin` that names what makes no sense. */

/** So many are on a page, if nobody says how many, and at most. */
const USUAL_PAGE = 50;
const MOST_ON_PAGE = 500;

/** The error for arguments that make no sense. */
export function mistake(message) {
  return rondelError('server/admin', message);
}

export function checkName(matchID) {
  if (!isName(matchID) || isReserved(matchID)) throw mistake(`matchID: expected ${A_NAME}`);
}

/** A player's name as text. */
export function readSeat(what, playerID) {
  const seat = nameOf(playerID);
  if (seat === null) throw mistake(`${what}: playerID: expected ${A_NAME}`);
  return seat;
}

/**
 * Why, and until when, somebody may not play: what has been given.
 *
 * @param {string} what
 * @param {{ reason?: unknown, until?: unknown }} given
 * @returns {{ reason?: string, until?: number }}
 */
export function readTerms(what, { reason, until }) {
  if (reason !== undefined && !isText(reason)) throw mistake(`${what}: reason: expected a text of ${MOST_TEXT} characters at most`);
  if (until !== undefined && !Number.isFinite(until)) throw mistake(`${what}: until: expected milliseconds since 1970`);
  return /** @type {any} */ ({ ...reason !== undefined && { reason }, ...until !== undefined && { until } });
}

/**
 * How much of a list is asked for, and behind what.
 *
 * @template T
 * @param {string} what
 * @param {unknown} options
 * @param {(after: string) => T} readPlace throws if it is none
 * @returns {{ limit: number, after: T | undefined }}
 */
export function readPage(what, options, readPlace) {
  if (!isObject(options)) throw mistake(`${what}: expected an object`);
  const { limit = USUAL_PAGE, after } = /** @type {any} */ (options);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ON_PAGE) throw mistake(`${what}: limit: expected a number from 1 to ${MOST_ON_PAGE}`);
  if (after === undefined) return { limit, after };
  try {
    return { limit, after: readPlace(after) };
  } catch {
    throw mistake(`${what}: after: expected the \`next\` of a page`);
  }
}

/** The place in a list that `placeText` has made a text of. Throws if it is none. */
export function placeIn(text) {
  const [time, key] = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (!Number.isFinite(time) || typeof key !== 'string') throw new TypeError('no place');
  return { time, key };
}

/** A place as text, by which the next page is asked for. */
export function placeText({ time, key }) {
  return Buffer.from(JSON.stringify([time, key])).toString('base64url');
}

/** Whether one place comes behind another, the newest first. */
export function isBehind(one, other) {
  return one.time < other.time || (one.time === other.time && one.key > other.key);
}
