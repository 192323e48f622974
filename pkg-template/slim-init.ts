// Where the module lies beside this file: it exists once, while other files of `rondel/slim` have twins.

import { initEngine } from './lib/engine/slim/load-engine.js';
import type { Source } from './types/slim.js';

/**
 * Loads the engine. Has to be awaited before the first `Client()`, and before the first master: without it, these throw an error with the code
 * `engine/notLoaded`. Called again it loads nothing and returns what the first call returned; after a failure, it tries
 * again.
 *
 * @example
 * await init();
 * const client = Client({ game });
 */
export function init(source: Source = new URL('./engine.wasm', import.meta.url)): Promise<void> {
  return initEngine(source);
}
