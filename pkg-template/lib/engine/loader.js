/**
 * A function that answers an instance of a module: the one that is there, or a new one once that has been retired. The
 * module is asked for at the first call, and not at import.
 *
 * @template {{ boundary: { isRetired: boolean } }} Instance
 * @param {(module: WebAssembly.Module) => Instance} open
 * @param {() => WebAssembly.Module} compile
 * @returns {() => Instance}
 */
export function makeLoader(open, compile) {
  /** @type {WebAssembly.Module | undefined} */
  let module;
  /** @type {Instance | undefined} */
  let instance;
  return () => {
    if (!instance || instance.boundary.isRetired) {
      module ??= compile();
      instance = open(module);
    }
    return instance;
  };
}
