import { rondelError } from '../../util/error.js';
import { hasMembers, isPlain, isSameList } from '../../util/objects.js';
import type { Operation } from '../../../types/master.js';
import type { RondelError } from '../../util/error.js';
import type { Foreign } from '../../util/foreign.js';

/** An operation of RFC 6902 that others have made: anything. */
interface UncheckedOperation {
  op?: unknown;
  path?: unknown;
  from?: unknown;
  value?: unknown;
}

/** A change at one place. */
interface Change {
  op: 'add' | 'remove' | 'replace';
  value?: Foreign;
}

/** Root of a patch: an object whose only member is the whole value, under an empty name. */
type Root = Record<'', Foreign>;

/** The objects and lists that are not shared with the value before. */
type Own = Set<unknown>;

// The values are a game's, and `Foreign` therefore.

const MALFORMED = 'expected a list of operations';

/** Maximum length of a list. Keys below this number come first in every object. */
const MOST_INDEXES = 2 ** 32 - 1;
/** Maximum number of elements that are added or removed by single operations: more operations would fill the memory. */
const MOST_SINGLE = 100_000;
/** A longer list fits into no JSON text: it has holes, and comparing it would take minutes. */
const MOST_ELEMENTS = 2 ** 28;

/**
 * The operations that make one value into another. Only what is not reference-equal is compared: between two states that share what
 * did not change, the cost follows the change. Values are JSON's; members that are undefined count as absent.
 *
 * @param path of both in the patched value
 * @param operations the list that these are added to
 */
export function diff(before: unknown, after: unknown, path: string = '', operations: Operation[] = []): Operation[] {
  if (!isSameValue(before, after)) compare(before, after, path, operations);
  return operations;
}

/**
 * The value that operations make of another. That one is left as it is, and what did not change is shared with it.
 * Throws if an operation is malformed or impossible.
 */
export function patched(value: unknown, operations: unknown): Foreign {
  if (!Array.isArray(operations)) throw impossible(MALFORMED);
  // A path begins with an empty name: the whole value is a member of that name.
  const root: Root = { '': value };
  const own: Own = new Set([root]);
  for (const operation of operations) apply(operation, root, own);
  return root[''];
}

function compare(before: Foreign, after: Foreign, path: string, out: Operation[]) {
  if (Array.isArray(before) && Array.isArray(after)) compareArrays(before, after, path, out);
  else if (isPlain(before) && isPlain(after)) compareObjects(before, after, path, out);
  else out.push({ op: 'replace', path, value: asJSON(after) });
}

function compareObjects(before: Foreign, after: Foreign, path: string, out: Operation[]) {
  const keys = Object.keys(after);
  if (!isSameList(Object.keys(before), keys)) return compareMembers(before, after, path, out);
  for (const key of keys) {
    if (before[key] !== after[key]) compareMember(before, after, key, path, out);
  }
}

/** Objects of which one has a key that the other has not, or has it elsewhere. */
function compareMembers(before: Foreign, after: Foreign, path: string, out: Operation[]) {
  const kept: string[] = [];
  for (const key of Object.keys(before)) {
    if (has(after, key) && has(before, key)) kept.push(key);
    else if (has(before, key)) out.push({ op: 'remove', path: at(path, key) });
  }
  let next = 0;
  let isMoved = false;
  for (const key of Object.keys(after)) {
    const isKept = has(before, key) && has(after, key);
    // A game may depend on the order of keys. An added member comes last, and so do those behind it.
    if (isKept && kept[next++] !== key) isMoved = true;
    if (isKept && isMoved) out.push({ op: 'move', from: at(path, key), path: at(path, key) });
    if (!has(after, key)) continue;
    compareMember(before, after, key, path, out);
    if (!isKept && !isIndex(key, MOST_INDEXES)) isMoved = true;
  }
}

function compareMember(before: Foreign, after: Foreign, key: string, path: string, out: Operation[]) {
  if (!has(after, key)) {
    if (has(before, key)) out.push({ op: 'remove', path: at(path, key) });
  } else if (!has(before, key)) {
    out.push({ op: 'add', path: at(path, key), value: after[key] });
  } else if (!isSameValue(before[key], after[key])) {
    compare(before[key], after[key], at(path, key), out);
  }
}

function compareArrays(before: Foreign[], after: Foreign[], path: string, out: Operation[]) {
  const first = out.length;
  const differ = before.length !== after.length;
  const start = differ ? equalAtStart(before, after) : 0;
  const end = differ ? equalAtEnd(before, after, start) : 0;
  const [from, to] = [before.length - end, after.length - end];
  if (Math.abs(from - to) > MOST_SINGLE) {
    out.push({ op: 'replace', path, value: after });
    return;
  }
  if (Math.max(before.length, after.length) > MOST_ELEMENTS) throw impossible(`${path}: too long for JSON`);
  const common = Math.min(from, to);
  for (let i = start; i < common; i += 1) {
    if (before[i] !== after[i] && !isSameValue(before[i], after[i])) compare(before[i], after[i], `${path}/${i}`, out);
  }
  for (let i = common; i < from; i += 1) out.push({ op: 'remove', path: `${path}/${common}` });
  for (let i = common; i < to; i += 1) out.push({ op: 'add', path: `${path}/${i}`, value: asJSON(after[i]) });
  if (out.length > first + 1) shorten(out, first, path, after);
}

/** Returns the number of equal elements at the beginning. */
function equalAtStart(before: Foreign[], after: Foreign[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && isEqual(before[count], after[count])) count += 1;
  return count;
}

/** Returns the number of other equal elements at the end. A drawn card moves all cards above it. */
function equalAtEnd(before: Foreign[], after: Foreign[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && isEqual(before[before.length - 1 - count], after[after.length - 1 - count])) count += 1;
  return count;
}

/** Replaces a list of plain values as a whole, as after shuffling, if that takes fewer bytes. */
function shorten(operations: Operation[], first: number, path: string, after: Foreign[]) {
  if ((operations.length - first) * 8 < after.length) return;
  if (after.some(hasMembers)) return;
  const whole: Operation = { op: 'replace', path, value: after };
  const isShorter = JSON.stringify([whole]).length < JSON.stringify(operations.slice(first)).length;
  if (isShorter) operations.splice(first, operations.length, whole);
}

function apply(operation: unknown, root: Root, own: Own) {
  const { op, path, from, value } = Object(operation);
  if (!isSound({ op, path, from, value })) throw impossible(MALFORMED);
  const isDone = op === 'test' ? isSameJSON(valueAt(path, root), value)
    : op === 'copy' ? copyTo(path, valueAt(from, root), root, own)
      : op === 'move' ? moveTo(path, from, root, own)
        : change(path, { op, value }, root, own);
  if (!isDone) throw impossible(`no ${path} to ${op}`);
}

/** Returns `true` for a valid operation. The root cannot be removed, or moved into itself. */
function isSound({ op, path, from, value }: UncheckedOperation): boolean {
  if (!isPath(path)) return false;
  switch (op) {
    case 'add': case 'replace': case 'test': return value !== undefined;
    case 'remove': return path !== '';
    case 'copy': return isPath(from);
    case 'move': return isPath(from) && from !== '' && !path.startsWith(`${from}/`);
    default: return false;
  }
}

function isPath(path: unknown): path is string {
  return typeof path === 'string' && /^(\/|$)/.test(path);
}

function copyTo(path: string, value: Foreign, root: Root, own: Own): boolean {
  if (value === undefined) return false;
  // It is in two places from now on: the first one that is written to is copied.
  own.clear();
  own.add(root);
  return change(path, { op: 'add', value }, root, own);
}

function moveTo(path: string, from: string, root: Root, own: Own): boolean {
  const value = valueAt(from, root);
  return value !== undefined && change(from, { op: 'remove' }, root, own) && change(path, { op: 'add', value }, root, own);
}

/** Adds, removes or replaces a value; false if there is nothing at that place. */
function change(path: string, { op, value = undefined }: Change, root: Root, own: Own): boolean {
  const names = namesIn(path);
  // A path has at least one name.
  const last = names.pop() as string;
  const container = names.reduce<Foreign>((outer, name) => outer && opened(outer, name, own), root);
  if (!container) return false;
  return (Array.isArray(container) ? changeArray : changeObject)(container, op, last, value);
}

/** Returns the value at a path; undefined if there is none. */
function valueAt(path: string, root: Root): Foreign {
  return namesIn(path).reduce<Foreign>((outer, name) => {
    if (!hasMembers(outer) || (Array.isArray(outer) && !isIndex(name, outer.length))) return undefined;
    return Object.hasOwn(outer, name) ? outer[name] : undefined;
  }, root);
}

function namesIn(path: string): string[] {
  return path.split('/').map(unescaped);
}

/** A member that may be written to: shared ones are copied first. Undefined if there is no such container. */
function opened(container: Foreign, name: string, own: Own): Foreign {
  const member = Object.hasOwn(container, name) ? container[name] : undefined;
  if (!hasMembers(member)) return undefined;
  if (own.has(member)) return member;
  const copy = Array.isArray(member) ? [...member] : { ...member };
  own.add(copy);
  set(container, name, copy);
  return copy;
}

function changeArray(array: Foreign, op: Change['op'], name: string, value: Foreign): boolean {
  const isEnd = op === 'add' && (name === '-' || name === String(array.length));
  if (!isEnd && !isIndex(name, array.length)) return false;
  if (op === 'replace') array[name] = value;
  else if (op === 'add') array.splice(isEnd ? array.length : name, 0, value);
  else array.splice(name, 1);
  return true;
}

function changeObject(object: Foreign, op: Change['op'], name: string, value: Foreign): boolean {
  if (op !== 'add' && !Object.hasOwn(object, name)) return false;
  if (op === 'remove') delete object[name];
  else set(object, name, value);
  return true;
}

function set(container: Foreign, name: string, value: Foreign) {
  // Assigned, this one would be the prototype.
  if (name === '__proto__') {
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[name] = value;
  }
}

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (a ?? null) === (b ?? null);
}

/** Returns `true` if both are the same JSON by RFC 6902, in any order of keys. An absent value equals no value. */
function isSameJSON(a: Foreign, b: Foreign): boolean {
  if (a === undefined || !hasMembers(a) || !hasMembers(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJSON(a[key], b[key]));
}

/** Returns `true` if two values are the same JSON, with the same order of keys. */
export function isEqual(a: Foreign, b: Foreign): boolean {
  if (isSameValue(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return isEqualArray(a, b);
  if (!isPlain(a) || !isPlain(b)) return false;
  const [keys, others] = [a, b].map((object) => Object.keys(object).filter((key) => has(object, key)));
  return isSameList(keys, others) && keys.every((key) => isEqual(a[key], b[key]));
}

function isEqualArray(a: Foreign[], b: Foreign[]): boolean {
  if (a.length !== b.length) return false;
  // Also where there are holes.
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i] && !isEqual(a[i], b[i])) return false;
  return true;
}

function has(object: Foreign, key: string): boolean {
  return Object.hasOwn(object, key) && !isAbsent(object[key]);
}

/** An element, or the whole, as JSON represents it: null if it cannot. */
function asJSON(value: Foreign): Foreign {
  return isAbsent(value) ? null : value;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function isIndex(name: string, length: number): boolean {
  return /^(0|[1-9]\d*)$/.test(name) && Number(name) < length;
}

function at(path: string, key: string): string {
  const isSpecial = key.includes('/') || key.includes('~');
  return `${path}/${isSpecial ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`;
}

function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

function impossible(message: string): RondelError {
  return rondelError('update/patch_failed', `patch: ${message}`);
}
