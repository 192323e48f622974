import { messageOf, print } from '../../util/print.js';

/** Used members of a BroadcastChannel. */
export interface Channel {
  // The data of the event are `any`: others of the origin may post anything.
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(text: string): void;
  close(): void;
}

/** A browser's features, as far as a page may use them. */
export interface Environment {
  BroadcastChannel?: (new (name: string) => Channel) | undefined;
  locks?: LockManager | undefined;
  indexedDB?: IDBFactory | undefined;
}

/** An environment with channels, by which a page may reach itself alone. */
export type ConnectedEnvironment = Environment & Required<Pick<Environment, 'BroadcastChannel'>>;

let hasWarned = false;

/**
 * The channel between tabs. A browser that allows a page to store nothing may allow no channel either, by which others could
 * notice it: then the clients in this page play with one another, and a lock of another tab does not stop them.
 */
export function withChannel(environment: Environment): ConnectedEnvironment {
  try {
    new (environment as ConnectedEnvironment).BroadcastChannel('rondel').close();
    return environment as ConnectedEnvironment;
  } catch (error) {
    if (!hasWarned) print('warn', `rondel: Broadcast: this tab plays alone, because the browser allows no channel to other tabs: ${messageOf(error)}`);
    hasWarned = true;
    return { ...environment, BroadcastChannel: PageChannel, locks: undefined };
  }
}

const open: Set<PageChannel> = new Set();

/** A BroadcastChannel of texts that goes no further than this page. */
class PageChannel implements Channel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  declare name: string;

  constructor(name: string) {
    this.name = name;
    open.add(this);
  }

  postMessage(data: string): void {
    for (const other of open) {
      if (other === this || other.name !== this.name) continue;
      queueMicrotask(() => { if (open.has(other)) other.onmessage?.({ data } as MessageEvent); });
    }
  }

  close(): void {
    open.delete(this);
  }
}
