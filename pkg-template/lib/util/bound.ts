type Method = (...args: never[]) => unknown;

/** Bound functions, by the object that they are bound to and by the original. */
const bound = new WeakMap<object, WeakMap<Method, Method>>();
/** Original functions, by bound function. */
const originals = new WeakMap<Method, Method>();

/** Returns a function bound to its owner. The same owner and method always return the same function: others compare it by identity. */
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

/** Returns the original of a bound function. */
export function unbound<T extends Method>(method: T): T {
  return originals.get(method) as T | undefined ?? method;
}
