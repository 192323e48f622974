import { isReserved } from './storage/reserved.js';

/** What players, matches and sessions may be called, and what their names are as text. */

export const MOST_NAME = 256;
/** What a name has to be, for errors. */
export const A_NAME = `a string of 1 to ${MOST_NAME} characters`;

/** The most characters of credentials: tokens of other services may be long. */
export const MOST_CREDENTIALS = 10_000;

/** Whether this text may be the name of a match, a move or a session. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MOST_NAME;
}

/** A player's name as text, also if it was given as a number; null for anything that is none. */
export function nameOf(playerID: unknown): string | null {
  const text = textOf(playerID);
  return typeof text === 'string' && text.length <= MOST_NAME ? text : null;
}

/** A match's name as text, also if it was given as a number; null for anything that is none, and for reserved names. */
export function matchNameOf(matchID: unknown): string | null {
  const text = textOf(matchID);
  return isName(text) && !isReserved(text) ? text : null;
}

/** Numbers as text, as locally, where seat 0 is seat '0'; anything else as it is. */
export function textOf<Name>(name: Name): Exclude<Name, number> | string {
  // NaN and infinities stay what they are: they are no names either.
  return Number.isFinite(name) ? String(name) : name as Exclude<Name, number>;
}

/** Credentials; undefined for anything that is none, as if there were none. */
export function credentialsOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MOST_CREDENTIALS ? value : undefined;
}
