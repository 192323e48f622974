/**
 * Keeps a timer, or another handle, from keeping a process of Node's alive. In browsers it has no effect. All timers of online clients go
 * through it but that of an action which waits for its answer: a test or script that forgets `stop()` ends.
 *
 * @template T
 * @param {T} timer
 * @returns {T}
 */
export function unref(timer) {
  /** @type {any} */ (timer).unref?.();
  return timer;
}
