/** A storage that says when it fails. */

/**
 * The same storage; `failed` is told the name of each operation that throws or is rejected.
 *
 * @template {object} Storage
 * @param {Storage} storage
 * @param {(operation: string) => void} failed
 * @returns {Storage}
 */
export function watchStorage(storage, failed) {
  const watched = new Map();
  return new Proxy(storage, {
    get(target, name) {
      const method = Reflect.get(target, name, target);
      if (typeof method !== 'function' || name === 'constructor') return method;
      if (!watched.has(name)) watched.set(name, watch(method.bind(target), () => failed(String(name))));
      return watched.get(name);
    },
  });
}

function watch(method, failed) {
  return (...args) => {
    try {
      const answer = method(...args);
      if (typeof answer?.then === 'function') answer.then(undefined, failed);
      return answer;
    } catch (error) {
      failed();
      throw error;
    }
  };
}
