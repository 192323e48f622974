import { A_NAME, isName, isObject, isReserved, nameOf, rondelError } from './rondel.js';
import { MOST_TEXT, isText } from './operator-notice.js';
import type { PlayerID } from 'rondel';

/** Parses operators' requests. Throws an error with the code `server/admin` that names the wrong argument. */

/** Why, and until when, somebody may not play. */
export interface Terms {
  reason?: string;
  /** Milliseconds since 1970. */
  until?: number;
}

/** A place in a list that begins with the newest. */
export interface Place {
  time: number;
  /** It distinguishes what has the same time. */
  key: string;
}

/** Default and maximum size of a page, in matches. */
const USUAL_PAGE = 50;
const MOST_ON_PAGE = 500;

/** The error for arguments that make no sense. */
export function mistake(message: string) {
  return rondelError('server/admin', message);
}

export function checkName(matchID: unknown): asserts matchID is string {
  if (!isName(matchID) || isReserved(matchID)) throw mistake(`matchID: expected ${A_NAME}`);
}

/** A player's name as text. */
export function readSeat(what: string, playerID: unknown): PlayerID {
  const seat = nameOf(playerID);
  if (seat === null) throw mistake(`${what}: playerID: expected ${A_NAME}`);
  return seat;
}

/** The terms that have been given. */
export function readTerms(what: string, { reason, until }: { reason?: unknown, until?: unknown }): Terms {
  if (reason !== undefined && !isText(reason)) throw mistake(`${what}: reason: expected a text of ${MOST_TEXT} characters at most`);
  if (until !== undefined && !Number.isFinite(until)) throw mistake(`${what}: until: expected milliseconds since 1970`);
  return { ...reason !== undefined && { reason }, ...until !== undefined && { until } } as Terms;
}

/**
 * Returns the requested page of a list: its maximum length, and the place after which it begins.
 *
 * @param readPlace throws for an invalid place
 */
export function readPage<T>(what: string, options: unknown, readPlace: (after: string) => T): { limit: number, after: T | undefined } {
  if (!isObject(options)) throw mistake(`${what}: expected an object`);
  const { limit = USUAL_PAGE, after } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ON_PAGE) throw mistake(`${what}: limit: expected a number from 1 to ${MOST_ON_PAGE}`);
  if (after === undefined) return { limit, after };
  try {
    return { limit, after: readPlace(after) };
  } catch {
    throw mistake(`${what}: after: expected the \`next\` of a page`);
  }
}

/** The place in a list that `placeText` has made a text of. Throws if it is none. */
export function placeIn(text: string): Place {
  const [time, key] = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (!Number.isFinite(time) || typeof key !== 'string') throw new TypeError('no place');
  return { time, key };
}

/** A place as text, by which the next page is asked for. */
export function placeText({ time, key }: Place) {
  return Buffer.from(JSON.stringify([time, key])).toString('base64url');
}

/** Returns `true` if one place comes after another. The newest place is the first. */
export function isBehind(one: Place, other: Place) {
  return one.time < other.time || (one.time === other.time && one.key > other.key);
}
