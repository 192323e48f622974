import { DEEPEST_VALUE } from '../../engine/codes.js';
import { isPlain } from '../../util/objects.js';

/** The limits of a chat message. */
export const CHAT = { values: 1000, text: 10_000, longest: 10_000 };

/**
 * A copy of a value of JSON's kind. Throws if it is not, or too big.
 *
 * @param {{ values: number, text: number, longest: number }} limits how many values, and how many characters in all and
 *   in one text
 */
export function copyOf(value, limits) {
  return copy(value, { ...limits }, 0);
}

/** `left` counts down what is left of the limits. */
function copy(value, left, level) {
  left.values -= 1;
  if (typeof value === 'string') countText(value, left);
  if (left.values < 0 || left.text < 0 || level > DEEPEST_VALUE) throw new RangeError('too big');
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') throw new TypeError('not serialisable');
  return Array.isArray(value) ? copyArray(value, left, level + 1) : copyObject(value, left, level + 1);
}

function copyArray(array, left, level) {
  const { length } = array;
  if (length > left.values) throw new RangeError('too big');
  // Logs keep it: pushed one by one, its elements would take memory for sixteen more.
  const result = new Array(length);
  for (let i = 0; i < length; i += 1) result[i] = copy(array[i], left, level);
  return result;
}

function copyObject(object, left, level) {
  if (!isPlain(object)) throw new TypeError('not plain');
  const result = {};
  for (const key of Object.keys(object)) {
    // Assigned by a move, it would be a prototype.
    if (key === '__proto__') throw new TypeError('not plain');
    countText(key, left);
    const member = object[key];
    if (member !== undefined) result[key] = copy(member, left, level);
  }
  return result;
}

function countText(text, left) {
  if (text.length > left.longest) throw new RangeError('too big');
  left.text -= text.length;
}
