import { GameEngine, initSync } from './engine.js';
import bytes from './engine-wasm.js';

let loaded = false;

/** The engine's class. The module is compiled at the first call, and not at import. */
export function loadEngine() {
  if (!loaded) {
    initSync({ module: bytes() });
    loaded = true;
  }
  return GameEngine;
}
