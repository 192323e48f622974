import { isReserved } from './storage/reserved.js';

/** What players, matches and sessions may be called, and what their names are as text. */

export const MOST_NAME = 256;
/** What a name has to be, for errors. */
export const A_NAME = `a string of 1 to ${MOST_NAME} characters`;

/** So many characters may show who somebody is: tokens of other services may be long. */
export const MOST_CREDENTIALS = 10_000;

/** Whether this text may be the name of a match, a move or a session. */
export function isName(value) {
  return typeof value === 'string' && value !== '' && value.length <= MOST_NAME;
}

/** A player's name as text, also if it was given as a number; null for whatever is none. */
export function nameOf(playerID) {
  const text = textOf(playerID);
  return typeof text === 'string' && text.length <= MOST_NAME ? text : null;
}

/** A match's name as text, also if it was given as a number; null for whatever is none, and for those that no match of players has. */
export function matchNameOf(matchID) {
  const text = textOf(matchID);
  return isName(text) && !isReserved(text) ? text : null;
}

/** Numbers as text, as locally, where seat 0 is seat '0'; whatever else as it is. */
export function textOf(name) {
  return Number.isFinite(name) ? String(name) : name;
}

/** What shows who somebody is; undefined for whatever does not, as if there were nothing. */
export function credentialsOf(value) {
  return typeof value === 'string' && value.length <= MOST_CREDENTIALS ? value : undefined;
}
