import type { Foreign } from './foreign.js';

// The guards narrow to `Foreign`: callers check each member.

/** Returns `true` for an object or a list. */
export function hasMembers(value: unknown): value is Foreign {
  return typeof value === 'object' && value !== null;
}

/** Returns `true` if a value, such as an option, is missing. */
export function isOmitted(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Returns `true` for an object that is neither null nor a list. */
export function isObject(value: unknown): value is Foreign {
  return hasMembers(value) && !Array.isArray(value);
}

/** Returns `true` for an object that is no instance of a class. The object may come from another page or frame. */
export function isPlain(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns `true` if two lists have the same elements, in the sense of `===`. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]) {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/** Returns `true` if two objects, or two lists, have the same members, in the sense of `Object.is`. */
export function hasSameMembers<T extends object>(one: T, other: T) {
  const keys = Object.keys(one) as (keyof T)[];
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && Object.is(one[key], other[key]));
}
