import { isSameList } from './objects.js';
import { isFixedByModule } from './module-mark.js';
import { LONGEST } from './serializable.js';
import type { Foreign } from './foreign.js';

type Members = Record<string, unknown>;

/**
 * Deep-copies a value with JSON semantics, but without the text. Reuses the copies of members that have not changed since `before`, so the
 * cost depends on what is new.
 *
 * Returns `undefined` if JSON has no text for the value, and throws where JSON does. Values from the module of a game are immutable and not
 * copied.
 *
 * @param before a value that was copied earlier, and has not been changed since
 * @param copy the copy of `before`
 */
export function jsonCopy(value: unknown, before?: unknown, copy?: unknown): Foreign {
  if (typeof value !== 'object' || value === null) return copyPrimitive(value);
  if (value === before) return copy;
  if (isFixedByModule(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  if (!isOfMembers(value, prototype)) return throughText(value);
  if (Array.isArray(value) && value.length > LONGEST) throw new RangeError(`a list of length ${value.length}`);
  // Only then is `copy` a copy of its members.
  const isKnown = typeof before === 'object' && before !== null && Object.getPrototypeOf(before) === prototype
    && Array.isArray(before) === Array.isArray(value) && isOfMembers(before, prototype);
  if (Array.isArray(value)) return isKnown ? copyArray(value, before as unknown[], copy as unknown[]) : copyElements(value);
  return isKnown ? copyObject(value as Members, before as Members, copy as Members) : copyObject(value as Members, {}, {});
}

function copyElements(array: unknown[]) {
  // `push` would reserve memory for sixteen more elements.
  const result = [...array];
  for (let i = 0; i < result.length; i += 1) result[i] = jsonCopy(result[i]) ?? null;
  return result;
}

/** Reuses the copies of equal elements at the beginning and at the end, even if they have moved. */
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

/** Copies the changed members of an object that has the same keys as its copy. This is the usual case. */
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

/** Returns the copy of a primitive value. */
function copyPrimitive(value: unknown) {
  switch (typeof value) {
    case 'number':
      // JSON has no -0.
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

/** Returns `true` for a plain array or object. JSON represents others differently. */
function isOfMembers(object: object, prototype: object | null) {
  if (typeof (object as { toJSON?: unknown }).toJSON === 'function') return false;
  if (prototype === Object.prototype || prototype === null) return true;
  return Array.isArray(object) || Object.getPrototypeOf(prototype) === null;
}
