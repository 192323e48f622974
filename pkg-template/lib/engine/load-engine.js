import { bytes } from './engine-wasm.js';
import { makeLoader } from './loader.js';
import { open } from './engine.js';

/** @type {WebAssembly.Module | undefined} */
let module;
const compile = () => (module ??= new WebAssembly.Module(bytes()));

/** An instance of the module for a new match. */
export const loadEngine = /* @__PURE__ */ makeLoader(open, compile);

/** The instance for online play: what waits for an answer there outlives a game that fails an instance for matches. */
export const loadOnline = /* @__PURE__ */ makeLoader(open, compile);
