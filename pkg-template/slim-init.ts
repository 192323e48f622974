// The URL of the module is relative to this file, which the build does not copy into `slim/`, in contrast to other modules of `rondel/slim`.

import { initEngine } from './lib/engine/slim/load-engine.js';
import type { Source } from './types/slim.js';

/**
 * Loads the engine. Await it before you create the first client or master: before that, they throw an error with the code `engine/notLoaded`. Further
 * calls return the first promise; after a failure they try again.
 *
 * @example
 * await init();
 * const client = Client({ game });
 */
export function init(source: Source = new URL('./engine.wasm', import.meta.url)): Promise<void> {
  return initEngine(source);
}
