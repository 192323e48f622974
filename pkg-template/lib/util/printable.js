/**
 * A text that strangers have a part in, as it may stand in a log: nothing in it begins a line, moves the cursor or turns the
 * direction of what follows.
 */
export function printable(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
