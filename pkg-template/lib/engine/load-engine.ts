import { engineInstance } from './engine-instance.js';
import { bytes } from './engine-wasm.js';

/** The instance of the module for all that begins now. */
export const loadEngine = () => engineInstance(() => new WebAssembly.Module(bytes()));
