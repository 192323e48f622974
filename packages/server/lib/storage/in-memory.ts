import { InMemory as InMemoryOfPages, randomID } from '../rondel.js';
import { Leases } from './leases.js';
import { logSince } from './log-since.js';
import { PagedMatches } from './pages.js';
import type { LogEntry, State } from 'rondel';
import type { Sync } from 'rondel/internal';
import type { Server, StorageAPI } from 'rondel/master';

/** Methods of the storage for pages, which this storage extends. */
interface StorageOfPages extends Sync {
  /** @internal */
  log: { get(matchID: string): LogEntry[] | undefined };
  setState(matchID: string, state: State, deltalog?: LogEntry[]): void;
  setMetadata(matchID: string, metadata: Server.MatchData): void;
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): StorageAPI.FetchResult<O>;
  wipe(matchID: string): void;
  createMatchIfAbsent(matchID: string, options: StorageAPI.CreateMatchOpts): boolean;
  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean;
  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean;
  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean;
  quarantine(matchID: string): string | undefined;
  listQuarantined(): StorageAPI.Quarantined[];
  restoreQuarantined(id: string): boolean;
  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart;
}

// It adds what servers need and pages do not load.

/** Stores matches in memory, until the process ends. */
// The cast keeps `rondel/private` out of the declarations that users read.
export class InMemory extends (InMemoryOfPages as new () => StorageOfPages) {
  #leases = new Leases();
  #id = randomID();
  /** @internal */
  metadata = new PagedMatches<Server.MatchData>();

  fetchLogSince(matchID: string, stateID: number): LogEntry[] {
    return logSince(this.log.get(matchID), stateID);
  }

  listPage(options: StorageAPI.ListPageOpts): StorageAPI.ListedMatch[] {
    return this.metadata.page(options);
  }

  listIdle(options: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[] {
    return this.metadata.idle(options);
  }

  fetchStorageID(): string {
    return this.#id;
  }

  renewLease(nodeID: string, milliseconds: number): boolean {
    return this.#leases.renew(nodeID, milliseconds);
  }

  fetchLeases(): string[] {
    return this.#leases.alive();
  }

  endLease(nodeID: string): void {
    this.#leases.end(nodeID);
  }
}
