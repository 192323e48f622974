import { bytes } from './sync-wasm.js';
import { makeLoader } from './loader.js';
import { open } from './sync.js';

/** An instance of the module for online play. */
export const loadSync = /* @__PURE__ */ makeLoader(open, () => new WebAssembly.Module(bytes()));
