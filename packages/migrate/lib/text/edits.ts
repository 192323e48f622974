// Edits of a text: they change only what they name.

/** Replaces the characters from `start` to `end`, both in UTF-16 code units of the original text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Returns the text with the edits. Throws a `RangeError` if two of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < position) throw new RangeError(`edits overlap at ${edit.start}`);
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}

/** Returns the edits in the order of their positions. Insertions at one position keep their order. */
function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns the line terminator that the text uses first. Default: `\n`. */
export function lineEnding(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
