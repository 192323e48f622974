/** Whether something answers later. */
export function isPromise(value) {
  return typeof value?.then === 'function';
}
