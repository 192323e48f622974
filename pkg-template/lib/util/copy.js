/** What a copy cannot be made of. */
export class Uncopied extends TypeError {}

/**
 * A copy of what moves and hooks change: lists, plain objects, `Map`s, `Set`s and `Date`s, to any depth. The copy is a tree: what
 * stands at two places is two objects, as it is for drafts. Nothing in it is frozen. Throws `Uncopied` for anything else.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function copyOf(value) {
  return typeof value !== 'object' || value === null ? value : copyOfObject(value);
}

function copyOfObject(value) {
  if (Array.isArray(value)) {
    const { length } = value;
    const copy = new Array(length);
    for (let i = 0; i < length; i += 1) {
      const member = value[i];
      copy[i] = typeof member === 'object' && member !== null ? copyOfObject(member) : member;
    }
    return copy;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype) return copyOfOther(value, prototype);
  const copy = {};
  for (const key in value) {
    const member = value[key];
    copy[key] = typeof member === 'object' && member !== null ? copyOfObject(member) : member;
  }
  return copy;
}

function copyOfOther(value, prototype) {
  if (value instanceof Map) return new Map(Array.from(value, ([key, member]) => [copyOf(key), copyOf(member)]));
  if (value instanceof Set) return new Set(Array.from(value, copyOf));
  if (value instanceof Date) return new Date(value);
  // Of another page or frame, or without a prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new Uncopied(`G holds a ${value.constructor?.name ?? 'class instance'}`);
  const copy = Object.create(prototype);
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key]);
  return copy;
}

/**
 * Whether two values that `copyOf` could copy are the same, the order of their members included.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function isEqual(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map || one instanceof Set) return isEqual([...one], [.../** @type {Map<any, any>} */ (other)]);
  if (one instanceof Date) return Object.is(one.getTime(), /** @type {Date} */ (other).getTime());
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isEqual(one[key], other[key]));
}

/**
 * Notes all objects of a value, and returns whether one of them was noted before.
 *
 * @param {unknown} value
 * @param {Set<object> | WeakSet<object>} noted
 * @returns {boolean}
 */
export function noteObjects(value, noted) {
  if (typeof value !== 'object' || value === null) return false;
  if (noted.has(value)) return true;
  noted.add(value);
  const members = value instanceof Map ? [...value.keys(), ...value.values()] : value instanceof Set ? [...value] : Object.values(value);
  return members.some((member) => noteObjects(member, noted));
}
