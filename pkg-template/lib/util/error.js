/** @typedef {Error & { code: string, payload?: unknown }} RondelError */

/**
 * An error of Rondel's own: `name: 'RondelError'`, and a `code` for its kind.
 *
 * @param {string} code
 * @param {string} message
 * @param {unknown} [payload]
 * @returns {RondelError}
 */
export function rondelError(code, message, payload) {
  /** @type {RondelError} */
  const error = Object.assign(new Error(message), { name: 'RondelError', code });
  if (payload !== undefined) error.payload = payload;
  return error;
}

/** Whether something that was thrown is one of Rondel's own errors of these kinds. It may be of others' code, and throw when it is looked at. */
export function hasCode(thrown, codes) {
  try {
    return thrown instanceof Error && codes.includes(/** @type {RondelError} */ (thrown).code);
  } catch {
    return false;
  }
}
