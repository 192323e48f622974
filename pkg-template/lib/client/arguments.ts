import { DEEPEST_VALUE } from '../engine/codes.js';
import { hasMembers, isPlain } from '../util/objects.js';
import { findUnstorable } from '../util/serializable.js';
import type { ClientMatch } from './client-match.js';
import type { Foreign } from '../util/foreign.js';
import type { Problem } from '../util/serializable.js';

/**
 * The arguments of an action, copied: a page that goes on to change its own lists and objects, or a framework that watches them, changes
 * nothing in the match. Online, they are sent as text. What JSON cannot represent, such as a `Map`, is passed on
 * as it is, and so is what is nested deeper than a master accepts, or contains itself.
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
 * Warns the developer of an argument that JSON cannot represent, such as a DOM event, by `onClick={client.moves.go}`. The action is made
 * nevertheless, if it can be: in one page, moves take any argument, as in boardgame.io.
 */
export function warnOfArguments(client: ClientMatch, { type, what }: { type: string, what: string }, args: readonly unknown[]) {
  if (args.some(isDomEvent)) client.print('warn', `${what}: a DOM event is among the arguments; write () => ${what}() in place of ${what}`);
  else if (type === 'MAKE_MOVE') args.forEach((arg, i) => warnOf(client, what, problemOf(arg, `argument ${i + 1}`)));
}

/** No overflow comes from a warning: production, which does not warn, goes on here. */
function problemOf(arg: unknown, path: string) {
  try {
    return findUnstorable(arg, path);
  } catch {
    return null;
  }
}

function warnOf(client: ClientMatch, what: string, problem: Problem | null) {
  if (problem) client.print('warn', `${what}: ${problem.path}: ${problem.found} cannot be serialised; a master is not given it as it is`);
}

function copied(value: unknown, levels: number): unknown {
  if (!hasMembers(value)) return value;
  if (levels === 0) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return Array.from(value, (element) => copied(element, levels - 1));
  return isPlain(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, copied(value[key], levels - 1)])) : value;
}

/** An event of the browser's, or React's in place of one. */
function isDomEvent(value: Foreign) {
  try {
    return typeof value?.preventDefault === 'function' && typeof value.stopPropagation === 'function';
  } catch {
    return false;
  }
}
