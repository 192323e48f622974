import { hasMembers } from './objects.js';

/** An unexpected value as an error names it: its kind, or the value itself. */
export function described(value: unknown) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (hasMembers(value)) return isList(value) ? 'a list' : 'an object';
  return ['symbol', 'function'].includes(typeof value) ? `a ${typeof value}` : String(value);
}

/** A proxy that has been revoked throws. */
function isList(value: object) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
