import { bytes } from './engine-wasm.js';
import { makeLoader } from './loader.js';
import { open } from './engine.js';

/** An instance of the engine's module for a new match. */
export const loadEngine = /* @__PURE__ */ makeLoader(open, () => new WebAssembly.Module(bytes()));
