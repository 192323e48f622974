type Method = (...args: never[]) => unknown;

/** The bound functions, by the object that they are bound to, and by the original. */
const bound = new WeakMap<object, WeakMap<Method, Method>>();
/** The originals. */
const originals = new WeakMap<Method, Method>();

/** A function whose `this` is the object on which it was declared: always the same for both, because it is known by its identity. */
export function boundTo<T extends Method>(owner: object, method: T): T {
  let methods = bound.get(owner);
  if (!methods) bound.set(owner, methods = new WeakMap());
  let own = methods.get(method) as T | undefined;
  if (!own) {
    methods.set(method, own = method.bind(owner) as T);
    originals.set(own, method);
  }
  return own;
}

/** The function as it was declared. */
export function unbound<T extends Method>(method: T): T {
  return originals.get(method) as T | undefined ?? method;
}
