/** Checks of values that may have been stored by others. Each throws `storage/unreadable` with the path of what is wrong. */
import { isVersion } from '../../engine/version.js';
import { rondelError } from '../../util/error.js';
import { isObject } from '../../util/objects.js';
import type { RondelError } from '../../util/error.js';

/** `check` is given each element, holes too, and its path. */
export function checkList(value: unknown, path: string, check?: (element: unknown, path: string) => void): asserts value is unknown[] {
  if (!Array.isArray(value)) throw unreadable(path, 'a list', value);
  if (check) for (let i = 0; i < value.length; i += 1) check(value[i], `${path}[${i}]`);
}

export function checkCount(value: unknown, path: string) {
  if (!Number.isSafeInteger(value) || value as number < 0) throw unreadable(path, 'a whole number', value);
}

export function checkText(value: unknown, path: string) {
  if (typeof value !== 'string') throw unreadable(path, 'a text', value);
}

export function checkVersion(value: unknown, path: string) {
  if (!isVersion(value)) throw unreadable(path, 'a version', value);
}

export function checkObject(value: unknown, path: string): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw unreadable(path, 'an object', value);
}

/** @param path a leading dot is omitted */
export function unreadable(path: string, expected: string, value: unknown): RondelError {
  return rondelError('storage/unreadable', `${path.replace(/^\./, '')}: expected ${expected}, got ${kindOf(value)}`);
}

/** Not the value: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
