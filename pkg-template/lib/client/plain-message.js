import { jsonCopy } from '../util/json-copy.js';

/**
 * A message as it would arrive as text: a custom transport may pass objects whose getters throw, or change. Throws
 * where JSON does.
 *
 * @param {any} message
 */
export function plainMessage({ type, args, sync }) {
  // One by one: what is undefined stays so, and gets its default.
  return { type, args: Array.from(args, (arg) => jsonCopy(arg)), sync: jsonCopy(sync) };
}

/** Arguments as the master gets them, even if the originals change later; nothing if they cannot be sent. */
export function copied(args) {
  try {
    return jsonCopy(args);
  } catch {
    return undefined;
  }
}
