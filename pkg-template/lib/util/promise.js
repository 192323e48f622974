/** Whether something answers later. */
export function isPromise(value) {
  return typeof value?.then === 'function';
}

/** Has `caught` called with what an answer is rejected with, if it is a promise: nobody else looks at it. */
export function ifRejected(answer, caught) {
  if (isPromise(answer)) Promise.resolve(answer).catch(caught);
}
