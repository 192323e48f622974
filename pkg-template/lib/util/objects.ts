// These narrow to `any`: callers look at members one by one, and take nothing for granted.

/** Whether a value has members: it is an object or a list. */
export function hasMembers(value: unknown): value is any {
  return typeof value === 'object' && value !== null;
}

/** Whether a value, such as an option, is left out. */
export function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Whether a value is an object, and neither null nor a list. */
export function isObject(value: unknown): value is any {
  return hasMembers(value) && !Array.isArray(value);
}

/** Whether a value is an object of members alone, no instance of a class; it may come from another page or frame. */
export function isPlain(value: any): boolean {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
