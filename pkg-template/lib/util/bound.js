/** The bound functions, by the object that they are bound to, and by the original. */
const bound = new WeakMap();
/** The originals. */
const originals = new WeakMap();

/** A function whose `this` is the object on which it was declared: always the same for both, because it is known by its identity. */
export function boundTo(owner, method) {
  let methods = bound.get(owner);
  if (!methods) bound.set(owner, methods = new WeakMap());
  let own = methods.get(method);
  if (!own) {
    methods.set(method, own = method.bind(owner));
    originals.set(own, method);
  }
  return own;
}

/** The function as it was declared. */
export function unbound(method) {
  return originals.get(method) ?? method;
}
