import { isPlain } from './objects.js';
import { isOverflow } from './overflow.js';

/** JSON text of a longer list fits into no string; a list of holes, or a proxy, may have such a length. */
export const LONGEST = 100_000_000;
/** Depth from which on a value itself is to blame for a full stack. A level takes less than 1 kB. */
const DEEP = 300;

/**
 * Finds the first value that `JSON.stringify` would lose. Objects found sound before are not checked
 * again: the cost follows what changed.
 *
 * @param {unknown} value
 * @param {string} path where the value stands, for the result
 * @param {object} known
 * @param {WeakSet<object>} known.sound objects known to be serialisable
 * @param {(problem: Problem) => boolean} known.isAccepted whether a number that JSON cannot represent may stand there
 * @returns {Problem | null}
 *
 * @typedef {{ path: string, found: string }} Problem
 */
export function findUnserializable(value, path, known, open = new Set()) {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return null;
    case 'number':
      return Number.isFinite(value) || known.isAccepted({ path, found: String(value) }) ? null : { path, found: String(value) };
    case 'object':
      break;
    default:
      return { path, found: `a ${typeof value}` };
  }
  if (value === null || known.sound.has(value)) return null;
  if (open.has(value)) return { path, found: 'an object that contains itself' };
  open.add(value);
  const problem = (Array.isArray(value) ? findInArray : findInObject)(value, path, known, open);
  open.delete(value);
  if (!problem) known.sound.add(value);
  return problem;
}

/**
 * The same for one value whose members may throw when they are read, or which may be too deep. Throws the overflow if the stack was
 * nearly full already.
 *
 * @param {unknown} value
 * @param {string} path
 * @param {(problem: Problem) => boolean} [isAccepted]
 * @returns {Problem | null}
 */
export function findUnstorable(value, path, isAccepted = () => false) {
  const open = new Set();
  try {
    return findUnserializable(value, path, { sound: new WeakSet(), isAccepted }, open);
  } catch (error) {
    if (!isOverflow(error)) return { path, found: 'what cannot be read' };
    // What was open when the stack overflowed is still in the set.
    if (open.size < DEEP) throw error;
    return { path, found: 'a value that is nested too deep' };
  }
}

function findInArray(array, path, known, open) {
  if (array.length > LONGEST) return { path, found: `a list of length ${array.length}` };
  for (let i = 0; i < array.length; i += 1) {
    const problem = findUnserializable(array[i], `${path}[${i}]`, known, open);
    if (problem) return problem;
  }
  return null;
}

function findInObject(object, path, known, open) {
  if (!isPlain(object)) return { path, found: `a ${object.constructor?.name ?? 'class instance'}` };
  for (const key of Object.keys(object)) {
    const member = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const problem = findUnserializable(object[key], member, known, open);
    if (problem) return problem;
  }
  return null;
}
