/** Whether a value is an object, and neither null nor a list. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object of members alone, no instance of a class; it may come from another page or frame. */
export function isPlain(value) {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
