import { isSameList } from '../../util/equal.js';
import { rondelError } from '../../util/error.js';
import { hasMembers, isPlain } from '../../util/objects.js';

/**
 * An operation of RFC 6902. Rondel's masters make no copies and no tests, and move a member to where it is alone: it becomes the last of its
 * object.
 *
 * @typedef {{ op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test', path: string, from?: string, value?: any }} Operation
 */

const MALFORMED = 'expected a list of operations';

/** How many elements a list may have: keys below this number come first in every object. */
const MOST_INDEXES = 2 ** 32 - 1;
/** How many elements are added to a list, or removed from it, one at a time: the operations for more would fill the memory. */
const MOST_SINGLE = 100_000;
/** A longer list fits into no JSON text: it has holes, and comparing it would take minutes. */
const MOST_ELEMENTS = 2 ** 28;

/**
 * The operations that make one value into another. Only what is not reference-equal is compared: between two states that share what
 * did not change, the cost follows the change. Values are JSON's; members that are undefined count as absent.
 *
 * @param {any} before
 * @param {any} after
 * @param {string} path of both in the value that is to be patched
 * @param {Operation[]} operations the list that these are added to
 * @returns {Operation[]}
 */
export function diff(before, after, path = '', operations = []) {
  if (!isSameValue(before, after)) compare(before, after, path, operations);
  return operations;
}

/**
 * The value that operations make of another. That one is left as it is, and what did not change is shared with it.
 * Throws if an operation is malformed or impossible.
 */
export function patched(value, operations) {
  if (!Array.isArray(operations)) throw impossible(MALFORMED);
  // A path begins with an empty name: the whole value is a member of that name.
  const root = { '': value };
  const own = new Set([root]);
  for (const operation of operations) apply(operation, root, own);
  return root[''];
}

function compare(before, after, path, out) {
  if (Array.isArray(before) && Array.isArray(after)) compareArrays(before, after, path, out);
  else if (isPlain(before) && isPlain(after)) compareObjects(before, after, path, out);
  else out.push({ op: 'replace', path, value: asJSON(after) });
}

function compareObjects(before, after, path, out) {
  const keys = Object.keys(after);
  if (!isSameList(Object.keys(before), keys)) return compareMembers(before, after, path, out);
  for (const key of keys) {
    if (before[key] !== after[key]) compareMember(before, after, key, path, out);
  }
}

/** Objects of which one has a key that the other has not, or has it elsewhere. */
function compareMembers(before, after, path, out) {
  const kept = [];
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

function compareMember(before, after, key, path, out) {
  if (!has(after, key)) {
    if (has(before, key)) out.push({ op: 'remove', path: at(path, key) });
  } else if (!has(before, key)) {
    out.push({ op: 'add', path: at(path, key), value: after[key] });
  } else if (!isSameValue(before[key], after[key])) {
    compare(before[key], after[key], at(path, key), out);
  }
}

function compareArrays(before, after, path, out) {
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

/** How many elements are equal at the beginning. */
function equalAtStart(before, after) {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && isEqual(before[count], after[count])) count += 1;
  return count;
}

/** How many of the others are equal at the end: one card drawn moves all that lie above it. */
function equalAtEnd(before, after, start) {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && isEqual(before[before.length - 1 - count], after[after.length - 1 - count])) count += 1;
  return count;
}

/** Replaces a list of plain values as a whole, as after shuffling, if that takes fewer bytes. */
function shorten(operations, first, path, after) {
  if ((operations.length - first) * 8 < after.length) return;
  if (after.some(hasMembers)) return;
  const whole = { op: 'replace', path, value: after };
  const isShorter = JSON.stringify([whole]).length < JSON.stringify(operations.slice(first)).length;
  if (isShorter) operations.splice(first, operations.length, whole);
}

function apply(operation, root, own) {
  const { op, path, from, value } = Object(operation);
  if (!isSound({ op, path, from, value })) throw impossible(MALFORMED);
  const isDone = op === 'test' ? isSameJSON(valueAt(path, root), value)
    : op === 'copy' ? copyTo(path, valueAt(from, root), root, own)
      : op === 'move' ? moveTo(path, from, root, own)
        : change(path, { op, value }, root, own);
  if (!isDone) throw impossible(`no ${path} to ${op}`);
}

/** Whether an operation makes sense by itself. The whole is not removed, nor moved into itself. */
function isSound({ op, path, from, value }) {
  if (!isPath(path)) return false;
  switch (op) {
    case 'add': case 'replace': case 'test': return value !== undefined;
    case 'remove': return path !== '';
    case 'copy': return isPath(from);
    case 'move': return isPath(from) && from !== '' && !path.startsWith(`${from}/`);
    default: return false;
  }
}

function isPath(path) {
  return typeof path === 'string' && /^(\/|$)/.test(path);
}

function copyTo(path, value, root, own) {
  if (value === undefined) return false;
  // It is in two places from now on: the first one that is written to is copied.
  own.clear();
  own.add(root);
  return change(path, { op: 'add', value }, root, own);
}

function moveTo(path, from, root, own) {
  const value = valueAt(from, root);
  return value !== undefined && change(from, { op: 'remove' }, root, own) && change(path, { op: 'add', value }, root, own);
}

/** Adds, removes or replaces a value; false if there is nothing at that place. */
function change(path, { op, value = undefined }, root, own) {
  const names = namesIn(path);
  const last = names.pop();
  const container = names.reduce((outer, name) => outer && opened(outer, name, own), root);
  if (!container) return false;
  return (Array.isArray(container) ? changeArray : changeObject)(container, op, last, value);
}

/** What stands at a path; undefined if nothing does. */
function valueAt(path, root) {
  return namesIn(path).reduce((outer, name) => {
    if (!hasMembers(outer) || (Array.isArray(outer) && !isIndex(name, outer.length))) return undefined;
    return Object.hasOwn(outer, name) ? outer[name] : undefined;
  }, root);
}

function namesIn(path) {
  return path.split('/').map(unescaped);
}

/** A member that may be written to: shared ones are copied first. Undefined if there is no such container. */
function opened(container, name, own) {
  const member = Object.hasOwn(container, name) ? container[name] : undefined;
  if (!hasMembers(member)) return undefined;
  if (own.has(member)) return member;
  const copy = Array.isArray(member) ? [...member] : { ...member };
  own.add(copy);
  set(container, name, copy);
  return copy;
}

function changeArray(array, op, name, value) {
  const isEnd = op === 'add' && (name === '-' || name === String(array.length));
  if (!isEnd && !isIndex(name, array.length)) return false;
  if (op === 'replace') array[name] = value;
  else if (op === 'add') array.splice(isEnd ? array.length : name, 0, value);
  else array.splice(name, 1);
  return true;
}

function changeObject(object, op, name, value) {
  if (op !== 'add' && !Object.hasOwn(object, name)) return false;
  if (op === 'remove') delete object[name];
  else set(object, name, value);
  return true;
}

function set(container, name, value) {
  // Assigned, this one would be the prototype.
  if (name === '__proto__') {
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[name] = value;
  }
}

function isSameValue(a, b) {
  return a === b || (a ?? null) === (b ?? null);
}

/** Whether both are the same JSON, in any order of keys, by RFC 6902. Nothing is equal to what is absent. */
function isSameJSON(a, b) {
  if (a === undefined || !hasMembers(a) || !hasMembers(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJSON(a[key], b[key]));
}

/** Whether two values are the same JSON, in the same order of keys. */
export function isEqual(a, b) {
  if (isSameValue(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return isEqualArray(a, b);
  if (!isPlain(a) || !isPlain(b)) return false;
  const [keys, others] = [a, b].map((object) => Object.keys(object).filter((key) => has(object, key)));
  return isSameList(keys, others) && keys.every((key) => isEqual(a[key], b[key]));
}

function isEqualArray(a, b) {
  if (a.length !== b.length) return false;
  // Also where there are holes.
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i] && !isEqual(a[i], b[i])) return false;
  return true;
}

function has(object, key) {
  return Object.hasOwn(object, key) && !isAbsent(object[key]);
}

/** An element, or the whole, as JSON represents it: null if it cannot. */
function asJSON(value) {
  return isAbsent(value) ? null : value;
}

function isAbsent(value) {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function isIndex(name, length) {
  return /^(0|[1-9]\d*)$/.test(name) && Number(name) < length;
}

function at(path, key) {
  const isSpecial = key.includes('/') || key.includes('~');
  return `${path}/${isSpecial ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`;
}

function unescaped(name) {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

function impossible(message) {
  return rondelError('update/patch_failed', `patch: ${message}`);
}
