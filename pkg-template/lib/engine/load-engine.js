import { open } from './engine.js';
import bytes from './engine-wasm.js';

let module = null;
let instance = null;

/** An instance of the engine's module for a new match. The module is compiled at the first call, and not at import. */
export function loadEngine() {
  if (instance === null || instance.boundary.isRetired) {
    module ??= new WebAssembly.Module(bytes());
    instance = open(module);
  }
  return instance;
}
