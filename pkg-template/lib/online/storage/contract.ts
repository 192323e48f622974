import { print } from '../../util/print.js';
import type { LogEntry, State } from '../../../types/game.js';
import type { Server, StorageAPI } from '../../../types/master.js';
import type { Foreign, ForeignFunction } from '../../util/foreign.js';

/** A storage that was written for an older version of boardgame.io may have these methods. */
interface OlderStorage {
  type(): number;
  createGame?: ForeignFunction;
  listGames?: ForeignFunction;
}

/** What `type()` of a storage returns. */
const [SYNC, ASYNC] = [0, 1];

/**
 * A storage whose methods return promises. Those with a question mark are optional. `createMatchIfAbsent`, `compareAndSetState` and
 * `compareAndSetMetadata` are for storages that several masters use, in several processes or tabs: each compares and writes
 * in one step (a transaction, or an update with a condition), so that no master overwrites what another has stored
 * meanwhile. Without them a match belongs to the masters of one process. `fetchLogSince` and the three of leases are for
 * servers of more than one process.
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

  // `any`: nobody reads what these return.
  abstract connect(): Promise<any>;
  /** Appends the deltalog to the log. Its entries may have actions that the type does not list: `'PLUGIN'` and `'END_MATCH'`. */
  abstract setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<any>;
  abstract setMetadata(matchID: string, metadata: Server.MatchData): Promise<any>;
  abstract fetch<O extends StorageAPI.FetchOpts>(matchID: string, options: O): Promise<StorageAPI.FetchResult<O>>;
  abstract wipe(matchID: string): Promise<any>;

  /** Does what `createMatch` does if neither a state of such a match is stored, nor a first one, nor a log; returns whether it has. */
  createMatchIfAbsent?(matchID: string, options: StorageAPI.CreateMatchOpts): Promise<boolean>;
  /**
   * Does what `setState` does if the stored state still has this `_stateID` and this `_revision`, and returns whether it
   * has. A state without a `_revision` counts as 0. Each store raises it, also that of a refusal, which leaves the
   * `_stateID` as it is: a storage that compares the `_stateID` alone keeps every move, but may lose a refusal.
   */
  compareAndSetState?(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean>;
  /** Does what `setMetadata` does if the stored metadata still equal `expected`, which `fetch` has returned, and returns whether it has. */
  compareAndSetMetadata?(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean>;
  /**
   * Does what `wipe` does if the stored state still has this `_stateID` and this `_revision`, as for `compareAndSetState`, and if the stored
   * metadata still equal `expectedMetadata`, if there are any; returns whether it has. Servers wipe a match so in which nobody acts.
   */
  compareAndWipe?(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean>;
  /**
   * Puts all that is stored of a match out of the way, whether it can be read or not, in one step: there is no such match then. Returns
   * the ID to put it back by; undefined if there was nothing. No master calls it: it is for the operator of the storage.
   */
  quarantine?(matchID: string): Promise<string | undefined>;
  /** What is out of the way, in any order. */
  listQuarantined?(): Promise<StorageAPI.Quarantined[]>;
  /** Puts a match back in one step, and returns whether it has: not if there is one of its ID by now, or this one is not there. */
  restoreQuarantined?(id: string): Promise<boolean>;
  /**
   * The entries of the log whose `_stateID` is at least this one, in the order of the log; none if there is no such match.
   * Without this, the whole log is read.
   */
  fetchLogSince?(matchID: string, stateID: number): Promise<LogEntry[]>;
  /** A page of matches, those that have begun last first. */
  listPage?(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]>;
  /** The matches whose metadata were updated longest ago first, for servers whose matches expire. */
  listIdle?(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]>;
  /** Gives back some of the space that wiped matches have left, and returns whether there is more to give back. */
  compact?(): Promise<boolean>;
  /**
   * The newest part of the log, or of what comes before an entry: `before` is a number of the storage's own, such as a place in
   * a table, which it has returned with another part. Clients send it: any whole number from 0 on may come. Without this, the
   * whole log is read for each part.
   */
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart>;
  /**
   * What distinguishes this storage from all others: the same for all processes that use it, as long as it is there. What servers send each
   * other through an adapter carries it, and servers of another storage ignore that. Servers whose storages have none take each other's messages.
   */
  fetchStorageID?(): Promise<string>;
  /**
   * Writes something that nobody reads, and is rejected if that fails: a server's `/readyz` asks, once a second at most. Without this the
   * lease of the process is renewed or, of a storage without leases, something is read.
   */
  probe?(): Promise<void>;
  /**
   * Notes that a server process is alive for so many milliseconds from now, by the one clock of the storage. Answers whether
   * it has been so until now: false for a new one, and for one whose lease has run out, which others may have noticed.
   */
  renewLease?(nodeID: string, milliseconds: number): Promise<boolean>;
  /** The server processes whose lease has not run out, in any order. */
  fetchLeases?(): Promise<string[]>;
  /** The process ends: its lease has run out at once. */
  endLease?(nodeID: string): Promise<void>;
}

/** A storage whose methods return at once. Those with a question mark are optional: see `Async`. */
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

  /** Appends the deltalog to the log. */
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
  compact?(): boolean;
  fetchLogPart?(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart;
  fetchStorageID?(): string;
  probe?(): void | Promise<void>;
  renewLease?(nodeID: string, milliseconds: number): boolean;
  fetchLeases?(): string[];
  endLease?(nodeID: string): void;
}

/** Storages written for older versions of boardgame.io have their methods under other names. */
function deprecated(storage: OlderStorage, name: string, oldName: 'createGame' | 'listGames', args: unknown[]): Foreign {
  if (storage[oldName]) {
    print('warn', `rondel: the storage has no ${name}(); the deprecated ${oldName}() is used instead`);
    return storage[oldName](...args);
  }
  print('error', `rondel: the storage has no ${name}()`);
  return undefined;
}
