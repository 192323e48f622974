import { print } from '../../util/print.js';
import type { LogEntry, State } from '../../../types/game.js';
import type { Server, StorageAPI } from '../../../types/master.js';
import type { Foreign, ForeignFunction } from '../../util/foreign.js';

/** Methods of storages for older versions of boardgame.io. */
interface OlderStorage {
  type(): number;
  createGame?: ForeignFunction;
  listGames?: ForeignFunction;
}

/** Return values of a storage's `type()`. */
const [SYNC, ASYNC] = [0, 1];

/**
 * Base class of storages whose methods return promises. The methods with a question mark are optional:
 *
 * - `createMatchIfAbsent`, `compareAndSetState` and `compareAndSetMetadata` are for storages that masters in several processes or tabs share.
 *   Each compares and writes in one step, such as a transaction, so that no master overwrites another one's write. Without them, only the
 *   masters of one process may use a match.
 * - `fetchLogSince` and the three methods of leases are for servers of several processes.
 */
export abstract class Async {
  type(): number {
    return ASYNC;
  }

  async createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<void> {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  async listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]> {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }

  /** Creates a match, in storages for older versions of boardgame.io, which have no `createMatch`. */
  createGame?(matchID: string, options: StorageAPI.CreateGameOpts): Promise<void>;
  /** Returns IDs of matches, in storages for older versions of boardgame.io, which have no `listMatches`. */
  listGames?(options?: StorageAPI.ListGamesOpts): Promise<string[]>;

  // `any`: no caller reads the result.
  abstract connect(): Promise<any>;
  /** Stores the state, and appends the deltalog to the log. Entries may have actions that the type does not list: `'PLUGIN'` and `'END_MATCH'`. */
  abstract setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<any>;
  abstract setMetadata(matchID: string, metadata: Server.MatchData): Promise<any>;
  abstract fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): Promise<StorageAPI.FetchResult<O>>;
  abstract wipe(matchID: string): Promise<any>;

  /** Creates a match as `createMatch` does, unless a state, an initial state or a log of it is stored. Returns `true` if it has created the match. */
  createMatchIfAbsent?(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<boolean>;
  /**
   * Stores a state as `setState` does, if the stored one still has this `_stateID` and this `_revision`. Returns `true` if it has stored the
   * state.
   *
   * A state without a `_revision` counts as 0. Every write raises it, including the write of a refusal, which does not change the `_stateID`. A
   * storage that compares only the `_stateID` keeps every move, but may lose a refusal.
   */
  compareAndSetState?(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean>;
  /** Stores metadata as `setMetadata` does, if the stored ones still equal `expected`, which `fetch` has returned. Returns `true` if it has stored them. */
  compareAndSetMetadata?(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean>;
  /**
   * Deletes a match as `wipe` does, if the stored state still has this `_stateID` and this `_revision`, and the stored metadata, if any, still equal
   * `expectedMetadata`. Returns `true` if it has deleted the match. Servers delete idle matches with it.
   */
  compareAndWipe?(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean>;
  /**
   * Moves everything that is stored of a match into quarantine, in one step, even if it cannot be read. The ID of the match is then free. Returns
   * the ID to restore it by, or `undefined` if there was no match. Masters do not call it: it is for the operator of the storage.
   */
  quarantine?(matchID: string): Promise<string | undefined>;
  /** Returns the matches in quarantine, in any order. */
  listQuarantined?(): Promise<StorageAPI.Quarantined[]>;
  /** Restores a match from quarantine, in one step. Returns `false` if there is another match of its ID, or no such match in quarantine. */
  restoreQuarantined?(id: string): Promise<boolean>;
  /**
   * Returns the log entries whose `_stateID` is at least `stateID`, in the order of the log. Returns an empty list if there is no such match.
   * Without this method, masters read the whole log.
   */
  fetchLogSince?(matchID: string, stateID: number): Promise<LogEntry[]>;
  /** Returns a page of matches, the newest first. */
  listPage?(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]>;
  /** Returns the matches that have been idle longest, oldest first, for servers whose matches expire. */
  listIdle?(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]>;
  /** Returns the matches in which the time of a player ran out before `now`, the earliest first, at most `limit`. */
  fetchDue?(now: number, limit: number): Promise<StorageAPI.Due[]>;
  /** Returns some of the space of deleted matches to the disk. Returns `true` if there is more to return. */
  compact?(): Promise<boolean>;
  /**
   * Returns the newest part of the log, or the part before a cursor. The cursor `before` is a number that the storage has returned with another
   * part, such as a row number. Clients send it, so that it may be any whole number from 0. Without this method, masters read the whole log for
   * each part.
   */
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart>;
  /**
   * Returns the permanent ID of this storage, which is the same for all processes that use it. Servers add it to the messages that they send each
   * other through an adapter, and ignore messages of other storages. Servers whose storages have no ID accept each other's messages.
   */
  fetchStorageID?(): Promise<string>;
  /**
   * Writes a test value. Rejects if that fails. A server's `/readyz` calls it at most once a second. Without this method, the server renews its
   * lease instead, or reads something if the storage has no leases.
   */
  probe?(): Promise<void>;
  /**
   * Renews the lease of a server process for `milliseconds`, by the clock of the storage. Returns `false` if the process had no lease, or if it has
   * expired, which other processes may have noticed.
   */
  renewLease?(nodeID: string, milliseconds: number): Promise<boolean>;
  /** Returns the IDs of the server processes with a valid lease, in any order. */
  fetchLeases?(): Promise<string[]>;
  /** Ends the lease of a process at once. */
  endLease?(nodeID: string): Promise<void>;
}

/** Base class of storages with synchronous methods. The methods with a question mark are optional: see `Async`. */
export abstract class Sync {
  type(): number {
    return SYNC;
  }

  connect(): void {}

  createMatch(matchID: string, options: StorageAPI.CreateMatchOpts): void {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  listMatches(options?: StorageAPI.ListMatchesOpts): string[] {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }

  createGame?(matchID: string, options: StorageAPI.CreateGameOpts): void;
  listGames?(options?: StorageAPI.ListGamesOpts): string[];

  /** Stores the state, and appends the deltalog to the log. */
  abstract setState(matchID: string, state: State, deltalog?: LogEntry[]): void;
  abstract setMetadata(matchID: string, metadata: Server.MatchData): void;
  abstract fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): StorageAPI.FetchResult<O>;
  abstract wipe(matchID: string): void;

  createMatchIfAbsent?(matchID: string, options: StorageAPI.CreateMatchOpts): boolean;
  compareAndSetState?(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean;
  compareAndSetMetadata?(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean;
  compareAndWipe?(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean;
  quarantine?(matchID: string): string | undefined;
  listQuarantined?(): StorageAPI.Quarantined[];
  restoreQuarantined?(id: string): boolean;
  fetchLogSince?(matchID: string, stateID: number): LogEntry[];
  listPage?(options: StorageAPI.ListPageOpts): StorageAPI.ListedMatch[];
  listIdle?(options: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[];
  /** As in `Async`. */
  fetchDue?(now: number, limit: number): StorageAPI.Due[];
  compact?(): boolean;
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart;
  fetchStorageID?(): string;
  probe?(): void | Promise<void>;
  renewLease?(nodeID: string, milliseconds: number): boolean;
  fetchLeases?(): string[];
  endLease?(nodeID: string): void;
}

/** Calls a method by its name in older versions of boardgame.io. */
function deprecated(storage: OlderStorage, name: string, oldName: 'createGame' | 'listGames', args: unknown[]): Foreign {
  if (storage[oldName]) {
    print('warn', `rondel: the storage has no ${name}(); the deprecated ${oldName}() is used instead`);
    return storage[oldName](...args);
  }
  print('error', `rondel: the storage has no ${name}()`);
  return undefined;
}
