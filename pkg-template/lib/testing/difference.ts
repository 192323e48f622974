import { diff } from '../online/protocol/patch.js';
import type { Foreign } from '../util/foreign.js';

/** Returns the path of the first difference between two JSON values, with both values as text; `null` if they are equal. */
export function differenceBetween(one: unknown, other: unknown): { path: string, texts: [string, string] } | null {
  const [first] = diff(one, other);
  if (!first) return null;
  const names = first.path.split('/').slice(1);
  const at = (value: Foreign) => shown(names.reduce((part, name) => part?.[name], value));
  return { path: names.join('.'), texts: [at(one), at(other)] };
}

function shown(value: unknown) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
