import { messageOf, print } from './print.js';

/** Whether a value is a promise, or another thenable. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Calls `caught` if a returned value is a promise that is rejected: nothing else handles it. */
export function ifRejected(returned: unknown, caught: (reason: unknown) => void) {
  if (isPromise(returned)) Promise.resolve(returned).catch(caught);
}

/** Passes on what a callback of a game has returned. None may be async, and nothing awaits a promise: rejected, it would end a process. */
export function unawaited<T>(returned: T): T {
  if (isOwnPromise(returned)) returned.catch((error: unknown) => print('error', `rondel: a callback of the game is async, which none may be, and was rejected: ${messageOf(error)}`));
  return returned;
}

/** Whether it is a native promise; a proxy that has been revoked throws. */
function isOwnPromise(value: unknown): value is Promise<unknown> {
  try {
    return value instanceof Promise;
  } catch {
    return false;
  }
}
