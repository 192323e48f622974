import { hasMembers } from './objects.js';

/** An unexpected value as an error names it: its kind, or the value itself. */
export function described(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (hasMembers(value)) return Array.isArray(value) ? 'a list' : 'an object';
  return ['symbol', 'function'].includes(typeof value) ? `a ${typeof value}` : String(value);
}
