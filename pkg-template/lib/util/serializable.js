import { isPlain } from './objects.js';

/** JSON text of a longer list fits into no string; a list of holes, or a proxy, may say that it is. */
const LONGEST = 100_000_000;

/**
 * Finds the first value that `JSON.stringify` would lose. What was found sound before is not looked at
 * again: the cost follows what changed.
 *
 * @param {unknown} value
 * @param {string} path where the value stands, for the answer
 * @param {object} look
 * @param {WeakSet<object>} look.sound objects known to be serialisable
 * @param {(problem: Problem) => boolean} look.isAccepted whether a number that JSON cannot say may stand there
 * @returns {Problem | null}
 *
 * @typedef {{ path: string, found: string }} Problem
 */
export function findUnserializable(value, path, look, open = new Set()) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) || look.isAccepted({ path, found: String(value) }) ? null : { path, found: String(value) };
    case 'object':
      break;
    default:
      return { path, found: `a ${typeof value}` };
  }
  if (value === null || look.sound.has(value)) return null;
  if (open.has(value)) return { path, found: 'an object that contains itself' };
  open.add(value);
  const problem = (Array.isArray(value) ? findInArray : findInObject)(value, path, look, open);
  open.delete(value);
  if (!problem) look.sound.add(value);
  return problem;
}

function findInArray(array, path, look, open) {
  if (array.length > LONGEST) return { path, found: `a list of length ${array.length}` };
  for (let i = 0; i < array.length; i += 1) {
    const problem = findUnserializable(array[i], `${path}[${i}]`, look, open);
    if (problem) return problem;
  }
  return null;
}

function findInObject(object, path, look, open) {
  if (!isPlain(object)) return { path, found: `a ${object.constructor?.name ?? 'class instance'}` };
  for (const key of Object.keys(object)) {
    const member = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const problem = findUnserializable(object[key], member, look, open);
    if (problem) return problem;
  }
  return null;
}
