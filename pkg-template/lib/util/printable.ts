/** Begins each further line of a text: none looks like a line of the log's own, or like a frame of a stack. */
const CONTINUED = '\n    | ';

/** A text of several lines that games or strangers have contributed to, made safe for a log: see `printable`. */
export function printableLines(text: string) {
  return String(text).split(/\r?\n/).map(printable).join(CONTINUED);
}

/**
 * A text that strangers have contributed to, made safe for a log: nothing in it begins a line, moves the cursor or turns the
 * direction of what follows.
 */
export function printable(text: unknown) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
