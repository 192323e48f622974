/**
 * A timer, or whatever else keeps a process of Node's alive, that does so no more. In browsers nothing does.
 *
 * @template T
 * @param {T} timer
 * @returns {T}
 */
export function unheld(timer) {
  /** @type {any} */ (timer).unref?.();
  return timer;
}
