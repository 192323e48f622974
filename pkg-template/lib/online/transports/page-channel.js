import { messageOf, print } from '../../util/print.js';

let hasWarned = false;

/**
 * The channel between tabs. A browser that allows a page to store nothing may allow no channel either, by which others could
 * notice it: then the clients in this page play with one another, and a lock of another tab does not stop them.
 *
 * @param {any} environment
 */
export function withChannel(environment) {
  try {
    new environment.BroadcastChannel('rondel').close();
    return environment;
  } catch (error) {
    if (!hasWarned) print('warn', `rondel: Broadcast: the browser allows no channel to other tabs, and this one plays by itself: ${messageOf(error)}`);
    hasWarned = true;
    return { ...environment, BroadcastChannel: PageChannel, locks: undefined };
  }
}

/** @type {Set<PageChannel>} */
const open = new Set();

/** A BroadcastChannel of texts that goes no further than this page. */
class PageChannel {
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;

  constructor(name) {
    this.name = name;
    open.add(this);
  }

  postMessage(data) {
    for (const other of open) {
      if (other === this || other.name !== this.name) continue;
      queueMicrotask(() => { if (open.has(other)) other.onmessage?.({ data }); });
    }
  }

  close() {
    open.delete(this);
  }
}
