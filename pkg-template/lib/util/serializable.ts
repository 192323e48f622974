import { isPlain } from './objects.js';
import { isOverflow, rondelError } from './error.js';
import { messageOf } from './print.js';
import type { RondelError } from './error.js';
import type { Foreign } from './foreign.js';

/** Length of a list whose JSON text fits into no string. A sparse list, or a proxy, may have such a length. */
export const LONGEST = 100_000_000;
/** Depth from which a value itself counts as the cause of a full stack. One level takes less than 1 kB. */
const DEEP = 300;

export type Problem = { path: string, found: string };

/** `sound`: objects that passed an earlier check. `isAccepted` decides about numbers without a JSON text. */
interface Known {
  sound: WeakSet<object>;
  isAccepted(problem: Problem): boolean;
}

/**
 * Finds the first value that `JSON.stringify` would lose. Objects in `known.sound` are not checked again, so the cost depends on what
 * changed.
 */
export function findUnserializable(value: unknown, path: string, known: Known, open = new Set<unknown>()): Problem | null {
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
  const problem = Array.isArray(value) ? findInArray(value, path, known, open) : findInObject(value, path, known, open);
  open.delete(value);
  if (!problem) known.sound.add(value);
  return problem;
}

/**
 * Finds the first value that cannot be stored, in a value that may be too deep or have throwing getters. Throws the stack overflow if the
 * stack was nearly full before.
 */
export function findUnstorable(value: unknown, path: string, isAccepted: (problem: Problem) => boolean = () => false): Problem | null {
  const open = new Set();
  try {
    return findUnserializable(value, path, { sound: new WeakSet(), isAccepted }, open);
  } catch (error) {
    if (!isOverflow(error)) return { path, found: 'an unreadable value' };
    // The set still contains the objects that were open when the stack overflowed.
    if (open.size < DEEP) throw error;
    return { path, found: 'a value that is nested too deep' };
  }
}

function findInArray(array: unknown[], path: string, known: Known, open: Set<unknown>) {
  if (array.length > LONGEST) return { path, found: `a list of length ${array.length}` };
  for (let i = 0; i < array.length; i += 1) {
    const problem = findUnserializable(array[i], `${path}[${i}]`, known, open);
    if (problem) return problem;
  }
  return null;
}

function findInObject(object: Foreign, path: string, known: Known, open: Set<unknown>) {
  if (!isPlain(object)) return { path, found: `a ${object.constructor?.name ?? 'class instance'}` };
  for (const key of Object.keys(object)) {
    const member = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const problem = findUnserializable(object[key], member, known, open);
    if (problem) return problem;
  }
  return null;
}

/** Returns an error if `JSON.stringify` throws for these values. */
export function whyUnserializable(...values: unknown[]): RondelError | undefined {
  try {
    JSON.stringify(values);
  } catch (error) {
    return rondelError('game/unserializable', messageOf(error));
  }
  return undefined;
}
