import { isReserved } from './storage/reserved.js';

/** Valid names of players, matches and sessions, and their names as text. */

export const MOST_NAME = 256;
/** Description of a valid name, for errors. */
export const A_NAME = `a string of 1 to ${MOST_NAME} characters`;

/** The most characters of credentials: tokens of other services may be long. */
export const MOST_CREDENTIALS = 10_000;

/** Returns `true` for a valid name of a match, a move or a session. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MOST_NAME;
}

/** Returns a player's name, or a number, as text; null for any other value. */
export function nameOf(playerID: unknown): string | null {
  const text = textOf(playerID);
  return typeof text === 'string' && text.length <= MOST_NAME ? text : null;
}

/** Returns a match's name, or a number, as text; null for any other value and for reserved names. */
export function matchNameOf(matchID: unknown): string | null {
  const text = textOf(matchID);
  return isName(text) && !isReserved(text) ? text : null;
}

/** Numbers as text, as locally, where seat 0 is seat '0'; anything else as it is. */
export function textOf<Name>(name: Name): Exclude<Name, number> | string {
  // NaN and infinities stay what they are: they are no names either.
  return Number.isFinite(name) ? String(name) : name as Exclude<Name, number>;
}

/** Returns the credentials; undefined for any value that is not valid credentials. */
export function credentialsOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MOST_CREDENTIALS ? value : undefined;
}
