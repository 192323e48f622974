import { ARGUMENT_KINDS, ARGUMENT_LIST, ARGUMENT_NULL, ARGUMENT_NUMBER, ARGUMENT_OBJECT, ARGUMENT_OTHER, FIELDS, MOST_PLAYERS } from './codes.js';

/** Deeper than any argument that the engine looks into. */
export const DEEPEST = 64;
/** What has more parts is not looked into. */
const MOST_PARTS = 100_000;

/** A value as a list that `pushArgument` makes. */
export function encodeArgument(value, levels) {
  const out = [];
  pushArgument(out, value, levels);
  return out;
}

/**
 * Takes a value apart by type, so many levels deep, for `src/js/read/argument.rs`: its kind and the value itself; then a
 * number as text; or how many members there are, and each, those of an object after the key's place among `FIELDS` and the
 * key. What it means, and whether it makes sense, the engine says.
 *
 * @param {any[]} out
 * @param {unknown} value
 * @param {number} levels
 */
export function pushArgument(out, value, levels) {
  if (levels > 0 && typeof value === 'object' && value !== null) {
    const keys = Array.isArray(value) ? null : Object.keys(value);
    // The engine refuses more than there can be players, and need not see how many more.
    const length = Math.min((keys ?? /** @type {unknown[]} */ (value)).length, MOST_PLAYERS + 1);
    if (out.length + length < MOST_PARTS) {
      out.push(keys ? ARGUMENT_OBJECT : ARGUMENT_LIST, value, length);
      for (let i = 0; i < length; i += 1) {
        if (keys) out.push(FIELDS.indexOf(keys[i]), keys[i]);
        pushArgument(out, value[keys ? keys[i] : i], levels - 1);
      }
      return;
    }
  }
  const kind = value === null ? ARGUMENT_NULL : ARGUMENT_KINDS.indexOf(typeof value);
  out.push(kind < 0 ? ARGUMENT_OTHER : kind, value);
  if (kind === ARGUMENT_NUMBER) out.push(String(value));
}
