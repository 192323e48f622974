// Where the modules lie beside this file: it stands once, whatever else of `rondel/slim` has twins.

import { initEngine } from './lib/engine/slim/load-engine.js';
import { initSync } from './lib/engine/slim/load-sync.js';

/**
 * Loads the engine. Has to be awaited before the first `Client()`.
 *
 * @param {import('./slim.d.ts').Source} source
 */
export function init(source = new URL('./engine.wasm', import.meta.url)) {
  return initEngine(source);
}

/**
 * Loads what online play needs: has to be awaited before the first client with a transport, and before the first master.
 *
 * @param {import('./slim.d.ts').Source} source
 */
export function initOnline(source = new URL('./sync.wasm', import.meta.url)) {
  return initSync(source);
}
