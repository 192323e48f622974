import { diff } from '../online/protocol/patch.js';

/**
 * Where two JSON values first differ, and both values there, as text; null if they are the same.
 *
 * @returns {{ path: string, texts: [string, string] } | null}
 */
export function differenceBetween(one, other) {
  const [first] = diff(one, other);
  if (!first) return null;
  const names = first.path.split('/').slice(1);
  const at = (value) => shown(names.reduce((part, name) => part?.[name], value));
  return { path: names.join('.'), texts: [at(one), at(other)] };
}

function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
