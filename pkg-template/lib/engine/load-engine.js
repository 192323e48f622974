import { makeLoader } from './loader.js';
import { open } from './engine.js';
import { bytes } from './engine-wasm.js';

/** An instance of the engine's module for a new match. */
export const loadEngine = /* @__PURE__ */ makeLoader(open, () => new WebAssembly.Module(bytes()));
