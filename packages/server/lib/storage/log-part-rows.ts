import { valueOf } from './stored-text.js';
import type { LogEntry } from 'rondel';
import type { StorageAPI } from 'rondel/master';
import type { StoredText } from './stored-text.js';

/** An entry of a log in a table, with its place and the place of the first entry. Postgres says places as texts. */
export interface LogPartRow {
  place: number | string;
  entry: StoredText;
  first: number | string;
}

/** Maximum number of entries in a part of a log, even if they are short. No more are read. */
export const MOST_IN_PART = 1000;

/** A part of a log, of the rows of a table, in order; `first` is the place of the first of all. */
export function partOf(rows: LogPartRow[]): StorageAPI.LogPart {
  // The master checks what others may have written.
  const log = rows.map(({ entry }, i) => valueOf(entry, `log[${i}]`) as LogEntry);
  if (rows.length === 0) return { log, before: null };
  const [{ place, first }] = rows;
  return { log, before: Number(place) > Number(first) ? Number(place) : null };
}
