import { OnlineClient, PlayerLedger, initSync } from './sync.js';
import bytes from './sync-wasm.js';

let loaded = false;

/** The classes of the module for online play. It is compiled at the first call, and not at import. */
export function loadSync() {
  if (!loaded) {
    initSync({ module: bytes() });
    loaded = true;
  }
  return { OnlineClient, PlayerLedger };
}
