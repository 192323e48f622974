import { messageOf, print } from './print.js';

/** Whether something answers later. */
export function isPromise(value) {
  return typeof value?.then === 'function';
}

/** Has `caught` called with what an answer is rejected with, if it is a promise: nobody else looks at it. */
export function ifRejected(answer, caught) {
  if (isPromise(answer)) Promise.resolve(answer).catch(caught);
}

/** What a callback of a game has answered. None is async, and nobody waits for a promise: rejected, it would end a process. */
export function unawaited(answer) {
  if (isOwnPromise(answer)) answer.catch((error) => print('error', `rondel: a callback of the game is async, which none may be, and was rejected: ${messageOf(error)}`));
  return answer;
}

/** Whether it is a promise of JavaScript's own; a proxy that has been revoked is nothing that can be asked. */
function isOwnPromise(value) {
  try {
    return value instanceof Promise;
  } catch {
    return false;
  }
}
