import { randomID, unref } from '../rondel.js';
import type { Storage } from 'rondel/private';

/** A storage that has leases. */
export type LeaseStorage = Storage & {
  renewLease(nodeID: string, milliseconds: number): boolean | Promise<boolean>;
  fetchLeases(): string[] | Promise<string[]>;
  endLease(nodeID: string): void | Promise<void>;
};

/** Callbacks of a lease. */
export interface LeaseListener {
  /** Is called when another process has started or ended. */
  changed: () => void;
  /** This process counted as gone. */
  lapsed: () => void;
  failed: (error: unknown) => void;
}

/** Milliseconds after which a process that does not renew its lease counts as gone. It renews it three times as often. */
const LEASE = 15_000;
/** Maximum number of ended processes that are remembered. For others the storage is read again. */
const MOST_GONE = 1000;

/**
 * Tracks which processes at one storage are alive. This process renews its lease in the storage periodically, and reads the leases of
 * the others. A crashed process counts as ended when its lease has expired.
 */
export class Lease {
  nodeID = randomID();
  #storage: LeaseStorage;
  #milliseconds: number;
  #listener: LeaseListener;
  #timer: NodeJS.Timeout | undefined;
  /** The others that were alive at the last look. */
  #alive = new Set<string>();
  /** Those that some metadata named, and that were not alive at the look after that. */
  #gone = new Set<string>();
  /** Those that some metadata have named since the last look: they may be new. */
  #named = new Set<string>();
  #isLooking = false;
  #hasStarted = false;
  /** `true` if the last read of the leases failed. The next read is at the renewal of the lease. */
  #hasFailed = false;
  #isSoon = false;
  #isEnded = false;

  constructor(storage: LeaseStorage, listener: LeaseListener, milliseconds: number = LEASE) {
    this.#storage = storage;
    this.#listener = listener;
    this.#milliseconds = milliseconds;
  }

  /** Resolves when the storage knows of this process, or has failed: then that is tried again. */
  async start() {
    this.#hasStarted = true;
    await this.#renew(true);
    if (this.#isEnded) return;
    // A server may have been run twice.
    clearInterval(this.#timer);
    this.#timer = unref(setInterval(() => this.renew(), this.#milliseconds / 3));
  }

  /** Returns `true` if a process counts as alive. An unknown process does until the storage has been read, which starts at once. */
  isAlive(nodeID: string): boolean {
    if (nodeID === this.nodeID || this.#alive.has(nodeID)) return true;
    if (this.#gone.has(nodeID)) return false;
    if (!this.#named.has(nodeID)) this.#lookSoon();
    this.#named.add(nodeID);
    return true;
  }

  /** Returns `true` if another process was alive when the leases were read last. */
  wasAlive(nodeID: string): boolean {
    return this.#alive.has(nodeID);
  }

  /** `true` if other processes use the storage now. */
  get hasCompany(): boolean {
    return this.#alive.size > 0;
  }

  /** Asks the storage who is alive. */
  async look() {
    if (this.#isLooking || this.#isEnded) return;
    this.#isLooking = true;
    const named = this.#named;
    this.#named = new Set();
    try {
      const alive = new Set(await this.#storage.fetchLeases());
      alive.delete(this.nodeID);
      const known = new Set([...this.#alive, ...this.#gone, ...named]);
      const gone = [...known].filter((nodeID) => !alive.has(nodeID));
      const isChanged = gone.some((nodeID) => !this.#gone.has(nodeID)) || [...alive].some((nodeID) => !this.#alive.has(nodeID));
      this.#alive = alive;
      this.#gone = new Set(gone.slice(-MOST_GONE));
      this.#hasFailed = false;
      if (isChanged) this.#listener.changed();
    } catch (error) {
      this.#hasFailed = true;
      for (const nodeID of named) this.#named.add(nodeID);
      this.#listener.failed(error);
    } finally {
      this.#isLooking = false;
    }
    // Those that were named meanwhile.
    if (this.#named.size > 0) this.#lookSoon();
  }

  /** Reads the leases after the current reader of metadata has asked for all its processes. */
  #lookSoon() {
    if (!this.#hasStarted || this.#hasFailed || this.#isSoon) return;
    this.#isSoon = true;
    queueMicrotask(() => {
      this.#isSoon = false;
      void this.look();
    });
  }

  /** Gives the lease back: what this process was connected with is so no more. */
  async end() {
    this.#isEnded = true;
    clearInterval(this.#timer);
    try {
      await this.#storage.endLease(this.nodeID);
    } catch (error) {
      this.#listener.failed(error);
    }
  }

  /** As `renew`, but rejected if the storage does not take it; nobody is looked for. */
  async note() {
    const wasAlive = await this.#storage.renewLease(this.nodeID, this.#milliseconds);
    if (!wasAlive) this.#listener.lapsed();
  }

  /** Says that this process is alive, as is done again and again. */
  renew(): Promise<void> {
    return this.#renew(false);
  }

  async #renew(isFirst: boolean) {
    try {
      const wasAlive = await this.#storage.renewLease(this.nodeID, this.#milliseconds);
      if (!wasAlive && !isFirst) this.#listener.lapsed();
    } catch (error) {
      this.#listener.failed(error);
      return;
    }
    await this.look();
  }
}

/** Returns `true` if a storage has leases. */
export function hasLeases(storage: Storage): storage is LeaseStorage {
  return (['renewLease', 'fetchLeases', 'endLease'] as const).every((method) => typeof storage[method] === 'function');
}
