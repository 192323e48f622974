import { GameEngine, initSync } from './engine.js';
import { size, wasm } from './engine-wasm.js';
import { inflateSync } from './inflate.js';

let loaded = false;

/** The engine's class. The module is unpacked and compiled at the first call, and not at import. */
export function loadEngine() {
  if (!loaded) {
    initSync({ module: inflateSync(bytes(wasm), { out: new Uint8Array(size) }) });
    loaded = true;
  }
  return GameEngine;
}

function bytes(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) array[i] = text.charCodeAt(i);
  return array;
}
