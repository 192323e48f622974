import { isSameList } from './objects.js';
import { isFixedByModule } from './module-mark.js';
import { LONGEST } from './serializable.js';
import type { Foreign } from './foreign.js';

type Members = Record<string, unknown>;

/**
 * Deep-copies a value with JSON semantics, but without the text. Whatever has not changed since
 * `before` is taken from that one's copy: the cost follows what is new. Undefined if JSON has no text for the value;
 * throws where JSON does. The copy is `Foreign`, as what `JSON.parse` returns is. Values made by the module of a game are not copied: they cannot change.
 *
 * @param before a value that was copied earlier, and has not been changed since
 * @param copy its copy
 */
export function jsonCopy(value: unknown, before?: unknown, copy?: unknown): Foreign {
  if (typeof value !== 'object' || value === null) return copyPrimitive(value);
  if (value === before) return copy;
  if (isFixedByModule(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  if (!isOfMembers(value, prototype)) return throughText(value);
  if (Array.isArray(value) && value.length > LONGEST) throw new RangeError(`a list of length ${value.length}`);
  // Then its copy is a copy of its members.
  const isKnown = typeof before === 'object' && before !== null && Object.getPrototypeOf(before) === prototype
    && Array.isArray(before) === Array.isArray(value) && isOfMembers(before, prototype);
  if (Array.isArray(value)) return isKnown ? copyArray(value, before as unknown[], copy as unknown[]) : copyElements(value);
  return isKnown ? copyObject(value as Members, before as Members, copy as Members) : copyObject(value as Members, {}, {});
}

function copyElements(array: unknown[]) {
  // Not pushed one by one: that reserves memory for sixteen more.
  const result = [...array];
  for (let i = 0; i < result.length; i += 1) result[i] = jsonCopy(result[i]) ?? null;
  return result;
}

/** Elements that were there before, at the beginning and at the end, are the same even if they have moved. */
function copyArray(array: unknown[], before: unknown[], copy: unknown[]) {
  const end = array.length;
  const endBefore = before.length;
  const least = Math.min(end, endBefore);
  let first = 0;
  while (first < least && array[first] === before[first]) first += 1;
  let last = 0;
  while (last < least - first && array[end - last - 1] === before[endBefore - last - 1]) last += 1;
  let isSame = end === endBefore;
  const result = isSame
    ? copy.slice()
    : copy.slice(0, first).concat(array.slice(first, end - last), copy.slice(endBefore - last));
  for (let i = first; i < end - last; i += 1) {
    const element = (i < endBefore - last ? jsonCopy(array[i], before[i], copy[i]) : jsonCopy(array[i])) ?? null;
    isSame &&= element === copy[i];
    result[i] = element;
  }
  return isSame ? copy : result;
}

function copyObject(object: Members, before: Members, copy: Members) {
  const keys = Object.keys(object);
  return isSameList(keys, Object.keys(copy)) ? copyChanged(object, before, copy, keys) : copyMembers(object, before, copy, keys);
}

/** Copies what has changed, if anything, of an object whose keys are those of its copy, as nearly always. */
function copyChanged(object: Members, before: Members, copy: Members, keys: string[]) {
  let result = copy;
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i];
    const value = object[key];
    if (value === before[key]) continue;
    const member = jsonCopy(value, before[key], copy[key]);
    if (Object.is(member, copy[key])) continue;
    if (result === copy) result = { ...copy };
    if (member === undefined) delete result[key];
    else result[key] = member;
  }
  return result;
}

function copyMembers(object: Members, before: Members, copy: Members, keys: string[]) {
  const result: Members = { ...object };
  for (const symbol of Object.getOwnPropertySymbols(result)) delete (result as Record<symbol, unknown>)[symbol];
  let isSame = true;
  let isWhole = true;
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i];
    const value = result[key];
    let member = value;
    if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null) {
      const isKnown = typeof value === 'object' && Object.hasOwn(copy, key);
      member = isKnown ? jsonCopy(value, before[key], copy[key]) : jsonCopy(value);
      if (member === undefined) {
        delete result[key];
        isWhole = false;
      } else if (!Object.is(member, value)) {
        result[key] = member;
      }
    }
    if (isSame && member !== copy[key]) isSame = false;
  }
  return isSame && isSameList(isWhole ? keys : Object.keys(result), Object.keys(copy)) ? copy : result;
}

/** The copy of a value that is no object. */
function copyPrimitive(value: unknown) {
  switch (typeof value) {
    case 'number':
      // There is no -0 in JSON.
      return Number.isFinite(value) ? value + 0 : null;
    case 'bigint':
      return throughText(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return value;
  }
}

function throughText(value: object | bigint) {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Whether this is a plain array or object: JSON represents others differently. */
function isOfMembers(object: object, prototype: object | null) {
  if (typeof (object as { toJSON?: unknown }).toJSON === 'function') return false;
  if (prototype === Object.prototype || prototype === null) return true;
  return Array.isArray(object) || Object.getPrototypeOf(prototype) === null;
}
