/** Error for a value that cannot be copied. */
export class CopyError extends TypeError {}

/**
 * Copies a value that moves and hooks change: lists, plain objects, `Map`, `Set` and `Date`, to any depth. The copy is a tree, as for
 * drafts: an object at two places becomes two objects. Nothing in it is frozen. Throws `CopyError` for any other object.
 */
export function copyOf<T>(value: T): T {
  return typeof value !== 'object' || value === null ? value : copyOfObject(value) as T;
}

function copyOfObject(value: object): object {
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
  const members = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key in members) {
    const member = members[key];
    copy[key] = typeof member === 'object' && member !== null ? copyOfObject(member) : member;
  }
  return copy;
}

function copyOfOther(value: object, prototype: object | null) {
  if (value instanceof Map) return new Map(Array.from(value, ([key, member]) => [copyOf(key), copyOf(member)]));
  if (value instanceof Set) return new Set(Array.from(value, copyOf));
  if (value instanceof Date) return new Date(value);
  // Objects of another frame, or without a prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new CopyError(`G holds a ${value.constructor?.name ?? 'class instance'}`);
  const copy = Object.create(prototype);
  for (const key of Object.keys(value)) copy[key] = copyOf((value as Record<string, unknown>)[key]);
  return copy;
}

/** Returns `true` if two values that `copyOf` can copy are equal, including the order of their members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map || one instanceof Set) return isEqual([...one], [...other as Map<unknown, unknown>]);
  if (one instanceof Date) return Object.is(one.getTime(), (other as Date).getTime());
  const [members, otherMembers] = [one, other] as Record<string, unknown>[];
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isEqual(members[key], otherMembers[key]));
}

/** Adds all objects of a value to a set. Returns `true` if one of them was already in it. */
export function noteObjects(value: unknown, noted: Set<object> | WeakSet<object>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (noted.has(value)) return true;
  noted.add(value);
  const members = value instanceof Map ? [...value.keys(), ...value.values()] : value instanceof Set ? [...value] : Object.values(value);
  return members.some((member) => noteObjects(member, noted));
}
