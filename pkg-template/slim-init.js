// Where the module lies beside this file: it exists once, while other files of `rondel/slim` have twins.

import { initEngine } from './lib/engine/slim/load-engine.js';

/**
 * Loads the engine. Has to be awaited before the first `Client()`, and before the first master.
 *
 * @param {import('./slim.d.ts').Source} source
 */
export function init(source = new URL('./engine.wasm', import.meta.url)) {
  return initEngine(source);
}
