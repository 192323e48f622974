import { isPlain } from './objects.js';

/**
 * Finds the first value that `JSON.stringify` would lose. What was found sound before is not looked at
 * again: the cost follows what changed.
 *
 * @param {unknown} value
 * @param {string} path where the value stands, for the answer
 * @param {WeakSet<object>} sound objects known to be serialisable
 * @returns {{ path: string, found: string } | null}
 */
export function findUnserializable(value, path, sound, open = new Set()) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : { path, found: String(value) };
    case 'object':
      break;
    default:
      return { path, found: `a ${typeof value}` };
  }
  if (value === null || sound.has(value)) return null;
  if (open.has(value)) return { path, found: 'an object that contains itself' };
  open.add(value);
  const problem = (Array.isArray(value) ? findInArray : findInObject)(value, path, sound, open);
  open.delete(value);
  if (!problem) sound.add(value);
  return problem;
}

function findInArray(array, path, sound, open) {
  for (let i = 0; i < array.length; i += 1) {
    const problem = findUnserializable(array[i], `${path}[${i}]`, sound, open);
    if (problem) return problem;
  }
  return null;
}

function findInObject(object, path, sound, open) {
  if (!isPlain(object)) return { path, found: `a ${object.constructor?.name ?? 'class instance'}` };
  for (const key of Object.keys(object)) {
    const member = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const problem = findUnserializable(object[key], member, sound, open);
    if (problem) return problem;
  }
  return null;
}
