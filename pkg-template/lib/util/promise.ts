import { messageOf, print } from './print.js';

/** Returns `true` for a promise or another thenable. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Calls `caught` if a returned value is a promise that rejects: nothing else handles it. */
export function ifRejected(returned: unknown, caught: (reason: unknown) => void) {
  if (isPromise(returned)) Promise.resolve(returned).catch(caught);
}

/**
 * Returns the result of a game's callback. If it is a promise, prints its rejection, which would otherwise end the process: callbacks must
 * not be async.
 */
export function unawaited<T>(returned: T): T {
  if (isOwnPromise(returned)) returned.catch((error: unknown) => print('error', `rondel: an async callback of the game has rejected; callbacks must not be async: ${messageOf(error)}`));
  return returned;
}

/** Returns `true` for a native promise. A revoked proxy would throw. */
function isOwnPromise(value: unknown): value is Promise<unknown> {
  try {
    return value instanceof Promise;
  } catch {
    return false;
  }
}
