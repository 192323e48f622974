import { hasMembers } from './objects.js';

// Text functions for values and words of games and strangers.

/** Returns the text by which an error names an unexpected value: its kind, or the value itself. */
export function described(value: unknown) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (hasMembers(value)) return isList(value) ? 'a list' : 'an object';
  return ['symbol', 'function'].includes(typeof value) ? `a ${typeof value}` : String(value);
}

/** Returns `false` for a revoked proxy, at which `Array.isArray` throws. */
function isList(value: object) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Prefix of each further line of a text, so that no line looks like a log line or a stack frame. */
const CONTINUED = '\n    | ';

/** Makes a text of several lines safe for a log, line by line: see `printable`. */
export function printableLines(text: string) {
  return String(text).split(/\r?\n/).map(printable).join(CONTINUED);
}

/** Makes a text safe for a log: escapes characters that begin a line, move the cursor or change the direction of the text. */
export function printable(text: unknown) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Maximum length of a refusal that may quote a stranger's message, in UTF-16 units. */
const MOST_LENGTH = 500;

/**
 * Returns a text, or its beginning and its end if it is long. A refusal names the place before the quotation, and the expected value
 * after it. `src/core/text.rs` does the same for the engine.
 */
export function shortened(text: string) {
  if (text.length <= MOST_LENGTH) return text;
  // The cuts divide no surrogate pair.
  const begin = text.slice(0, MOST_LENGTH / 2).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(1 - MOST_LENGTH / 2).replace(/^[\udc00-\udfff]/, '');
  return `${begin}…${end}`;
}

/**
 * U+0000 and lone surrogates: JSON has them, but some databases cannot store them. The engine replaces them, or uses them in its own
 * names.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const UNPRINTABLE = /[\p{Control}\p{Surrogate}]/u;

/** Returns `true` if every database can store a stranger's text. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Returns `true` if a text, for example a player's name, has neither control characters nor lone surrogates. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
