// A unified diff of a text and its edits.

import { type Edit, applyEdits, inOrder } from './edits.js';
import { Lines } from './lines.js';

/** Number of unchanged lines that a diff shows before and after a change. */
const CONTEXT = 3;

/** Changed lines: from `first` to `last`, both included and counted from 0. */
interface Change {
  first: number;
  last: number;
  edits: Edit[];
}

/** Returns the changes of one file in the unified format of `git diff`. */
export function unifiedDiff(path: string, text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return '';
  const lines = text.split('\n');
  const isTerminated = lines.at(-1) === '';
  if (isTerminated) lines.pop();
  let shift = 0;
  const hunks = hunksOf(changesOf(text, edits, lines.length - 1)).map((changes) => {
    const { header, body, grown } = hunk(lines, changes, shift);
    shift += grown;
    const reachesEnd = !isTerminated && changes.at(-1)!.last + CONTEXT >= lines.length - 1;
    return [header, ...reachesEnd ? unterminated(body, changes.at(-1)!.last === lines.length - 1) : body].join('\n');
  });
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n');
}

/** Returns one hunk. `shift`: number of lines that the hunks above have added. */
function hunk(lines: string[], changes: Change[], shift: number) {
  const offsets = offsetsOf(lines);
  const from = Math.max(0, changes[0]!.first - CONTEXT);
  const to = Math.min(lines.length - 1, changes.at(-1)!.last + CONTEXT);
  const body: string[] = [];
  let next = from;
  let grown = 0;
  for (const { first, last, edits } of changes) {
    const old = lines.slice(first, last + 1);
    const start = offsets[first]!;
    const now = applyEdits(old.join('\n'), edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })));
    // Whole lines that are removed leave an empty text.
    const added = now === '' ? [] : now.split('\n');
    body.push(...lines.slice(next, first).map((line) => ` ${line}`), ...old.map((line) => `-${line}`), ...added.map((line) => `+${line}`));
    grown += added.length - old.length;
    next = last + 1;
  }
  body.push(...lines.slice(next, to + 1).map((line) => ` ${line}`));
  const count = to - from + 1;
  return { header: `@@ -${from + 1},${count} +${from + 1 + shift},${count + grown} @@`, body, grown };
}

/** Marks the last line of a file that does not end with a line terminator. */
function unterminated(body: string[], isChanged: boolean): string[] {
  const mark = '\\ No newline at end of file';
  if (!isChanged) return [...body, mark];
  const old = body.findLastIndex((line) => line.startsWith('-'));
  const isRemoved = !body.at(-1)?.startsWith('+');
  return [...body.slice(0, old + 1), mark, ...body.slice(old + 1), ...isRemoved ? [] : [mark]];
}

function offsetsOf(lines: string[]): number[] {
  let offset = 0;
  return lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
}

/** Groups edits of the same lines. */
function changesOf(text: string, edits: readonly Edit[], lastLine: number): Change[] {
  const lines = new Lines(text);
  const changes: Change[] = [];
  for (const edit of inOrder(edits)) {
    const first = lines.at(edit.start) - 1;
    const last = Math.min(lines.at(edit.end) - 1, lastLine);
    const previous = changes.at(-1);
    if (previous && first <= previous.last) {
      previous.last = Math.max(previous.last, last);
      previous.edits.push(edit);
    } else changes.push({ first, last, edits: [edit] });
  }
  return changes;
}

/** Groups changes whose context overlaps. */
function hunksOf(changes: Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const previous = hunks.at(-1)?.at(-1);
    if (previous && change.first - previous.last <= 2 * CONTEXT) hunks.at(-1)!.push(change);
    else hunks.push([change]);
  }
  return hunks;
}
