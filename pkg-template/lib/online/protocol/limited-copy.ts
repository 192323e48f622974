import { DEEPEST_VALUE } from '../../engine/codes.js';
import { isPlain } from '../../util/objects.js';
import { isStorable } from '../../util/foreign-text.js';
import type { Foreign } from '../../util/foreign.js';

/** The limits of a copy. */
export interface CopyLimits {
  /** Maximum number of values. */
  values: number;
  /** Maximum number of characters of all its texts together. */
  text: number;
  /** Maximum number of characters of one text. */
  longest: number;
  /** `true` if databases must be able to store its texts. */
  isStored?: boolean;
}

type Members = Record<string, unknown>;

/** The limits of a chat message. */
export const CHAT = { values: 1000, text: 10_000, longest: 10_000, isStored: true };

/** Error of a text that some databases cannot store. */
export class Unstorable extends TypeError {}

/**
 * A copy of a value of JSON's kind. Throws if it is not, or too big. With `isStored`, it throws an `Unstorable` for a text that some
 * databases cannot store.
 */
export function copyOf(value: unknown, limits: CopyLimits): Foreign {
  return copy(value, { ...limits }, 0);
}

/** `left` counts down what is left of the limits. */
function copy(value: unknown, left: CopyLimits, level: number): Foreign {
  left.values -= 1;
  if (typeof value === 'string') countText(value, left);
  if (left.values < 0 || left.text < 0 || level > DEEPEST_VALUE) throw new RangeError('too big');
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') throw new TypeError('not serialisable');
  return Array.isArray(value) ? copyArray(value, left, level + 1) : copyObject(value as Members, left, level + 1);
}

function copyArray(array: unknown[], left: CopyLimits, level: number): Foreign[] {
  const { length } = array;
  if (length > left.values) throw new RangeError('too big');
  // Logs keep it: pushed one by one, its elements would take memory for sixteen more.
  const result = new Array(length);
  for (let i = 0; i < length; i += 1) result[i] = copy(array[i], left, level);
  return result;
}

function copyObject(object: Members, left: CopyLimits, level: number): Members {
  if (!isPlain(object)) throw new TypeError('not plain');
  const result: Members = {};
  for (const key of Object.keys(object)) {
    // Assigned by a move, it would be a prototype.
    if (key === '__proto__') throw new TypeError('not plain');
    countText(key, left);
    const member = object[key];
    if (member !== undefined) result[key] = copy(member, left, level);
  }
  return result;
}

function countText(text: string, left: CopyLimits) {
  if (text.length > left.longest) throw new RangeError('too big');
  left.text -= text.length;
  if (left.isStored && !isStorable(text)) throw new Unstorable('neither U+0000 nor lone surrogates');
}
