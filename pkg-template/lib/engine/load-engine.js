import { bytes } from './engine-wasm.js';
import { makeLoader } from './loader.js';
import { open } from './engine.js';

/** The instance of the module for all that begins now. */
export const loadEngine = /* @__PURE__ */ makeLoader(open, () => new WebAssembly.Module(bytes()));
