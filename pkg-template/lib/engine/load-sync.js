import { open } from './sync.js';
import bytes from './sync-wasm.js';

let module = null;
let instance = null;

/** An instance of the module for online play. The module is compiled at the first call, and not at import. */
export function loadSync() {
  if (instance === null || instance.boundary.isRetired) {
    module ??= new WebAssembly.Module(bytes());
    instance = open(module);
  }
  return instance;
}
