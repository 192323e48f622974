import { DEEPEST_VALUE } from '../engine/codes.js';
import { hasMembers, isPlain } from '../util/objects.js';
import { findUnstorable } from '../util/serializable.js';
import type { ClientMatch } from './client-match.js';
import type { Foreign } from '../util/foreign.js';
import type { Problem } from '../util/serializable.js';

/**
 * Copies the arguments of an action, so that a page may change its lists and objects later, and a framework may observe them. Online,
 * arguments are sent as text. Values that JSON cannot represent, such as a `Map`, are not copied, and neither are values that are nested
 * too deep or contain themselves.
 */
export function byValue(args: readonly unknown[]) {
  return args.map((arg) => (hasMembers(arg) ? copyOf(arg) : arg));
}

function copyOf(arg: object) {
  try {
    return copied(arg, DEEPEST_VALUE);
  } catch {
    return arg;
  }
}

/**
 * Warns the developer about an argument that JSON cannot represent, such as the DOM event of `onClick={client.moves.go}`. The action is
 * made if possible: in one page, moves take any argument, as in boardgame.io.
 */
export function warnOfArguments(client: ClientMatch, { type, what }: { type: string, what: string }, args: readonly unknown[]) {
  if (args.some(isDomEvent)) client.print('warn', `${what}: a DOM event is among the arguments; write () => ${what}() in place of ${what}`);
  else if (type === 'MAKE_MOVE') args.forEach((arg, i) => warnOf(client, what, problemOf(arg, `argument ${i + 1}`)));
}

/** Ignores a stack overflow: production, which does not warn, continues here. */
function problemOf(arg: unknown, path: string) {
  try {
    return findUnstorable(arg, path);
  } catch {
    return null;
  }
}

function warnOf(client: ClientMatch, what: string, problem: Problem | null) {
  if (problem) client.print('warn', `${what}: ${problem.path}: ${problem.found} cannot be serialised: a master would receive another value`);
}

function copied(value: unknown, levels: number): unknown {
  if (!hasMembers(value)) return value;
  if (levels === 0) throw new RangeError('nested too deep');
  // A copy would fill the holes, of which there may be four thousand million.
  if (Array.isArray(value) && value.length > 0 && !(value.length - 1 in value)) throw new RangeError('a list ends in holes');
  if (Array.isArray(value)) return Array.from(value, (element) => copied(element, levels - 1));
  return isPlain(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, copied(value[key], levels - 1)])) : value;
}

/** Returns `true` for a browser's event, or React's. */
function isDomEvent(value: Foreign) {
  try {
    return typeof value?.preventDefault === 'function' && typeof value.stopPropagation === 'function';
  } catch {
    return false;
  }
}
