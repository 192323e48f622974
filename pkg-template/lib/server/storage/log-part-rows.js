import { valueOf } from './stored-text.js';

/** So many entries make a part of a log at most, however short they are: no more are looked at. */
export const MOST_IN_PART = 1000;

/**
 * A part of a log, of the rows of a table, in order; `first` is the place of the first of all.
 *
 * @param {{ place: number | string, entry: string, first: number | string }[]} rows
 * @returns {{ log: any[], before: number | null }}
 */
export function partOf(rows) {
  const log = rows.map(({ entry }, i) => valueOf(entry, `log[${i}]`));
  if (rows.length === 0) return { log, before: null };
  const [{ place, first }] = rows;
  return { log, before: Number(place) > Number(first) ? Number(place) : null };
}
