/** The declared times of turns and stages, as the engine reads them: `src/core/clock.rs`. */

import { described } from '../util/foreign-text.js';
import { isObject } from '../util/objects.js';
import type { Foreign } from '../util/foreign.js';

/** Longest time: 10,000 days. Dates of JavaScript hold it ten thousand times over. */
const LONGEST = 864_000_000_000;
const FIELDS = ['limit', 'bank', 'increment', 'delay'];

/**
 * Returns the limit and the bank of a time, which are `NaN` if there is none, its increment and its delay, in milliseconds.
 *
 * @throws {Error} what is wrong, after the path of the field
 */
export function encodeTime(time: Foreign, path: string): number[] {
  if (typeof time === 'number') return [milliseconds(time, path), NaN, 0, 0];
  if (!isObject(time)) throw new Error(`${path}: expected milliseconds, or an object such as { limit: 60_000 }, got ${described(time)}`);
  const unknown = Object.keys(time).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw new Error(`${path}.${unknown}: there is no such field; there are ${FIELDS.join(', ')}`);
  const [limit = NaN, bank = NaN, increment = 0, delay = 0] = FIELDS.map((field) => optionalTime(time[field], `${path}.${field}`));
  if (!(limit >= 0) && !(bank >= 0)) throw new Error(`${path}: expected a limit or a bank`);
  return [limit, bank, increment, delay];
}

function optionalTime(time: unknown, path: string) {
  return time === undefined || time === null ? undefined : milliseconds(time, path);
}

/** Whole milliseconds, so that every machine computes the same. */
function milliseconds(time: unknown, path: string): number {
  if (typeof time === 'number' && time >= 0 && time <= LONGEST) return Math.round(time);
  throw new Error(`${path}: expected milliseconds between 0 and ${LONGEST}, got ${described(time)}`);
}
