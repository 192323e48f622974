// The types that instance.ts needs of wasm-bindgen's file for a module with the imports of src/js/imports.js. The file is made for the target
// "web", with `--experimental-reset-state-function`, and knows one instance at a time.
import type { Boundary } from './boundary.js';

/** Returns the exports of the instance; makes the first one. */
export function initSync(given: { module: WebAssembly.Module }): any;

/** Makes another one. */
export function __wbg_reset_state(): void;

/** The imports that ask hosts. */
export const imports: { setBoundary(boundary: Boundary): void };
