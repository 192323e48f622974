/** Whether two lists have the same elements, in the sense of `===`. */
export function isSameList(one: readonly string[], other: readonly string[]) {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/** Whether two objects, or two lists, have the same members, in the sense of `Object.is`. */
export function hasSameMembers<T extends object>(one: T, other: T) {
  const keys = Object.keys(one) as (keyof T)[];
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && Object.is(one[key], other[key]));
}
