// The storages of 'rondel/server'.

import { Async, Sync } from './internal.js';
import type { Server, StorageAPI } from './master.js';
import type { LogEntry, State } from './types.js';

/** A storage that answers at once, and has what several masters need. */
declare abstract class SyncStorage extends Sync {
  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): void;
  setState(matchID: string, state: State, deltalog?: LogEntry[]): void;
  setMetadata(matchID: string, metadata: Server.MatchData): void;
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): StorageAPI.FetchResult<O>;
  wipe(matchID: string): void;
  listMatches(options?: StorageAPI.ListMatchesOpts): string[];
  createMatchIfAbsent(matchID: string, options: StorageAPI.CreateMatchOpts): boolean;
  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean;
  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean;
  fetchLogSince(matchID: string, stateID: number): LogEntry[];
  renewLease(nodeID: string, milliseconds: number): boolean;
  fetchLeases(): string[];
  endLease(nodeID: string): void;
}

/** Keeps matches as long as the process lives. */
export class InMemory extends SyncStorage {}

export interface SqliteOpts {
  /** The path of the file, which is made if there is none. */
  file: string;
  /**
   * What survives when the machine loses its power: with `'normal'`, which is what it is if it is left out, all but the
   * last moments; with `'full'` everything that was answered, because each write waits for the disk.
   */
  synchronous?: 'normal' | 'full';
  /** How many milliseconds to wait while another process writes; 5,000 if it is left out. */
  busyTimeout?: number;
}

/**
 * Keeps matches in one file, on the package `libsql`. What it has answered has been written: it survives the end of the
 * process, however that comes. Several processes of one machine may use the file.
 */
export class Sqlite extends SyncStorage {
  constructor(options: string | SqliteOpts);
  setAside(matchID: string): void;
  /** Lets go of the file; it is opened again when it is needed. */
  close(): void;
}
