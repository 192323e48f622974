// The storages of 'rondel/server'.

import { Async, Sync } from './internal.js';
import type { Server, StorageAPI } from './master.js';
import type { LogEntry, State } from './types.js';

/** A storage that returns at once, and has what several masters need. */
declare abstract class SyncStorage extends Sync {
  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): void;
  setState(matchID: string, state: State, deltalog?: LogEntry[]): void;
  setMetadata(matchID: string, metadata: Server.MatchData): void;
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): StorageAPI.FetchResult<O>;
  wipe(matchID: string): void;
  listMatches(options?: StorageAPI.ListMatchesOpts): string[];
  listPage(options: StorageAPI.ListPageOpts): StorageAPI.ListedMatch[];
  listIdle(options: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[];
  createMatchIfAbsent(matchID: string, options: StorageAPI.CreateMatchOpts): boolean;
  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean;
  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean;
  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean;
  quarantine(matchID: string): string | undefined;
  listQuarantined(): StorageAPI.Quarantined[];
  restoreQuarantined(id: string): boolean;
  fetchLogSince(matchID: string, stateID: number): LogEntry[];
  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart;
  fetchStorageID(): string;
  renewLease(nodeID: string, milliseconds: number): boolean;
  fetchLeases(): string[];
  endLease(nodeID: string): void;
}

/** A storage that returns promises, and has all that servers can use. */
declare abstract class AsyncStorage extends Async {
  /** Opens it. To be called before anything else: `Server().run` does. */
  connect(): Promise<void>;
  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<void>;
  setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<void>;
  setMetadata(matchID: string, metadata: Server.MatchData): Promise<void>;
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): Promise<StorageAPI.FetchResult<O>>;
  wipe(matchID: string): Promise<void>;
  listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]>;
  listPage(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]>;
  listIdle(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]>;
  createMatchIfAbsent(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<boolean>;
  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean>;
  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean>;
  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean>;
  quarantine(matchID: string): Promise<string | undefined>;
  listQuarantined(): Promise<StorageAPI.Quarantined[]>;
  restoreQuarantined(id: string): Promise<boolean>;
  fetchLogSince(matchID: string, stateID: number): Promise<LogEntry[]>;
  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart>;
  fetchStorageID(): Promise<string>;
  renewLease(nodeID: string, milliseconds: number): Promise<boolean>;
  fetchLeases(): Promise<string[]>;
  endLease(nodeID: string): Promise<void>;
  close(): Promise<void>;
}

/** Keeps matches as long as the process lives. */
export class InMemory extends SyncStorage {}

export interface FlatFileOpts {
  /** The folder, which is made if there is none. */
  dir: string;
  /** Whether to say what is written, without its contents, or a function that is called with it. */
  logging?: boolean | ((text: string) => void);
  /** For how many milliseconds a match is kept that nobody writes; `true` is a day. Left out: for ever. */
  ttl?: boolean | number;
}

/**
 * Keeps matches in a folder, for one process, by boardgame.io's contract. What has been confirmed is on the disk. Matches that
 * boardgame.io's has left in the folder go on.
 */
export class FlatFile extends AsyncStorage {
  constructor(options: FlatFileOpts);

  /**
   * What is kept under a key of your own, for classes that extend this one; undefined if nothing is. What boardgame.io's has left under
   * the key counts. Matches are not among the items.
   */
  getItem(key: string): Promise<any>;
  /** Keeps what JSON can say under a key of your own, until it is removed. */
  setItem(key: string, value: any): Promise<void>;
  removeItem(key: string): Promise<void>;

  /** Writes a file that nobody reads. */
  probe(): Promise<void>;
}

export interface SqliteOpts {
  /** The path of the file, which is made if there is none. */
  file: string;
  /**
   * What survives when the machine loses its power: with `'normal'`, which is what it is if it is left out, all but the
   * last moments; with `'full'` everything that was confirmed, because each write waits for the disk.
   */
  synchronous?: 'normal' | 'full';
  /**
   * How many milliseconds to wait while another process writes: all of this process waits. After that the write fails (`storage/busy`), and so
   * do others, without waiting, until the file is free. @default 200
   */
  busyTimeout?: number;
}

/**
 * Keeps matches in one file, on the package `libsql`. What has been confirmed has been written: it survives the end of the
 * process, however that comes. Several processes of one machine may use the file.
 */
export class Sqlite extends SyncStorage {
  constructor(options: string | SqliteOpts);
  /** Writes a file beside the matches, and removes it. */
  probe(): Promise<void>;
  /** Gives some of the space that wiped matches have left in the file back to the disk, and returns whether there is more to give back. */
  compact(): boolean;
  /**
   * Writes the file again without what is free in it; from then on `compact` gives back what becomes so. For files that a version of Rondel's
   * without `compact` has made, while no server uses them.
   */
  vacuum(): void;
  /** Lets go of the file; it is opened again when it is needed. */
  close(): void;
}

/** Either where the database is, with further options of the pool of the package `pg`, or a pool that is there already. */
export type PostgresOpts =
  | { pool: { connect(): Promise<any>; query(text: string, values: any[]): Promise<any> } }
  | {
    connectionString?: string;
    /** How many connections there are at most; 10 if it is left out. */
    max?: number;
    /** How many milliseconds to wait for a connection; 5,000 if it is left out. */
    connectionTimeoutMillis?: number;
    /** How many milliseconds a statement may take at the database; 10,000 if it is left out. */
    statement_timeout?: number;
    /** How many milliseconds to wait for its answer; 12,000 if it is left out. */
    query_timeout?: number;
    pool?: undefined;
    [option: string]: any;
  };

/**
 * Keeps matches in a Postgres, on the package `pg`: for servers in several processes, on several machines. While the
 * database is away requests fail; when it is back they work again.
 */
export class Postgres extends AsyncStorage {
  constructor(options?: string | PostgresOpts);
}
