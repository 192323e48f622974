import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Collects the garbage of this thread at once. libsql before 0.6 closes a file when the last of its statements has been collected, and not
 * when the database is closed (tursodatabase/libsql-js#228): the files of closed storages would stay open.
 */
export function collectGarbage() {
  try {
    collect ??= exposed();
    collect();
  } catch {
    // A runtime that does not expose it collects it later.
  }
}

/** V8's own `gc`, which only contexts have that are made while the flag is set. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
}
