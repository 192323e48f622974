/**
 * Whether a value has members: it is an object or a list.
 *
 * @param {unknown} value
 * @returns {value is any}
 */
export function hasMembers(value) {
  return typeof value === 'object' && value !== null;
}

/** Whether a value, such as an option, is left out. */
export function isLeftOut(value) {
  return value === undefined || value === null;
}

/** Whether a value is an object, and neither null nor a list. */
export function isObject(value) {
  return hasMembers(value) && !Array.isArray(value);
}

/** Whether a value is an object of members alone, no instance of a class; it may come from another page or frame. */
export function isPlain(value) {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
