import { hasMembers } from './objects.js';

/** A value that was not expected, for an error: what it is, or what it says. */
export function described(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (hasMembers(value)) return Array.isArray(value) ? 'a list' : 'an object';
  return ['symbol', 'function'].includes(typeof value) ? `a ${typeof value}` : String(value);
}
