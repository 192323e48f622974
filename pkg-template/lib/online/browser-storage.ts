import { noop } from '../util/noop.js';
import { messageOf, print } from '../util/print.js';
import { isPromise } from '../util/promise.js';
import { EVERYTHING } from './match-log.js';
import { drive } from './steps.js';
import { MissedWrites } from './missed-writes.js';
import { InMemory, StorageUnavailable } from './storage/storage.js';
import { UNNAMED } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import type { StorageAPI } from '../../types/master.js';
import type { LogEntry, State } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { Steps } from './steps.js';
import type { Match, Write } from './missed-writes.js';
import type { MatchMap, RecalledMatch } from './storage/storage.js';
import type { StoredState } from './stored-states.js';

/** Additional methods of a browser's storage. */
interface OfBrowser {
  /** `recall` returns the matches that must be stored again after the storage was cleared. */
  whenCleared?(recall: () => Array<[matchID: string, match: RecalledMatch]>): void;
  close?(): void;
}

/** The optional methods of storages that those of browsers have. */
type Comparing = 'createMatchIfAbsent' | 'compareAndSetState';
type SyncStorage = StorageAPI.Sync & Required<Pick<StorageAPI.Sync, Comparing>>;
type AsyncStorage = StorageAPI.Async & Required<Pick<StorageAPI.Async, Comparing>>;
export type BrowserStorage = (SyncStorage | AsyncStorage) & OfBrowser;

/** The methods of storages that concern one match. */
type MethodName =
  | 'createMatch' | 'createMatchIfAbsent' | 'setState' | 'compareAndSetState' | 'setMetadata' | 'compareAndSetMetadata' | 'wipe' | 'compareAndWipe'
  | 'fetch' | 'fetchLogPart';

// Any: methods are called by name, with the arguments that were given, whatever these are.
type Method = (...args: any[]) => any;

/** The new match, as a storage is given it. */
interface NewMatch {
  initialState: State;
  metadata: StoredMetadata;
}

/** Number of matches that stay in memory in case the storage fails. */
const MOST_SEEN = 100;

/** The fields of a match after each method that writes. */
const WRITES: Partial<Record<MethodName, (...args: any[]) => Write>> = {
  createMatch: begun,
  createMatchIfAbsent: begun,
  setState: (state: StoredState, added?: LogEntry[]) => ({ state, added }),
  compareAndSetState: (_stateID: number, state: StoredState, added?: LogEntry[]) => ({ state, added }),
  setMetadata: (metadata: StoredMetadata) => ({ metadata }),
  compareAndSetMetadata: (_expected: StoredMetadata, metadata: StoredMetadata) => ({ metadata }),
  wipe: () => GONE,
  compareAndWipe: () => GONE,
};
const METHODS = [...Object.keys(WRITES), 'fetch', 'fetchLogPart'] as MethodName[];
const GONE: Write = { initialState: undefined, state: undefined, metadata: undefined, log: undefined };

/**
 * Wraps a browser's storage, so that matches continue in memory when it is unavailable: users block storage, disks are full, and databases
 * break. A match that cannot be read or written continues from the stored data, or else from the data that this page used last. When the
 * storage works again, the next use of the match stores it, unless another page has continued it meanwhile.
 *
 * If the user or the page clears the storage, its next use stores the matches that this page has used: a storage with `whenCleared` receives
 * a function that returns them. If a page with a later version of this code has upgraded the storage, its matches do not continue in memory.
 *
 * @param warning the consequence for a match in memory; it is printed once until all matches are stored again
 * @param outdated is called each time that a page with later code turns out to have the storage
 */
export function withMemoryFallback(storage: BrowserStorage, warning: string, outdated: () => void = noop): BrowserStorage {
  const memory = new InMemory();
  /** The matches in memory, with the writes that the storage has missed. */
  const inMemory: Map<string, MissedWrites> = new Map();
  /** The last read or written data of each match. */
  const seen = new Map<string, Match>();
  storage.whenCleared?.(() => [...seen].filter(([, { state }]) => state !== undefined).map(([matchID, match]) => (
    [matchID, { ...match, log: copyOf(match.log) } as RecalledMatch]
  )));
  const kept: Record<string, Method> = {
    type: () => storage.type(),
    connect() {},
    close: () => storage.close?.(),
    listMatches: (options?: StorageAPI.ListMatchesOpts) => drive(listMatches(options)),
  };
  for (const method of METHODS.filter((name) => typeof storage[name] === 'function')) {
    kept[method] = (matchID: string, ...args) => drive(call(method, matchID, args));
  }
  // It has the methods of the storage.
  return kept as unknown as BrowserStorage;

  function* call(method: MethodName, matchID: string, args: Parameters<Method>): Steps<unknown> {
    if (inMemory.has(matchID)) storeAgain(method, matchID);
    if (!inMemory.has(matchID)) {
      try {
        const result = yield (storage[method] as Method)(matchID, ...args);
        if (method === 'fetch') note(matchID, 'log' in result ? { ...result, log: copyOf(result.log) } : result);
        else if (method === 'fetchLogPart') noteNewest(matchID, args[0], result);
        else if (result !== false) note(matchID, WRITES[method]?.(...args));
        return result;
      } catch (error) {
        if (isOutdated(error)) outdated();
        if (!StorageUnavailable.is(error) || isOutdated(error)) throw error;
        note(matchID, Object.hasOwn(WRITES, method) ? yield* readOnceMore(matchID) : {});
        moveToMemory(matchID, seen.get(matchID)!, error);
      }
    }
    const result = (memory[method] as Method)(matchID, ...args);
    if (result !== false && Object.hasOwn(WRITES, method)) inMemory.get(matchID)?.note(WRITES[method]!(...args));
    return result;
  }

  /** Starts to store a match again, without delaying the caller: a database that does not open reports it after seconds. */
  function storeAgain(method: MethodName, matchID: string) {
    const missed = inMemory.get(matchID);
    if (!missed?.isToBeStored || (method !== 'fetch' && missed.count > 0)) return;
    const done = (isStored: boolean) => isStored && moveBack(matchID);
    const failed = (error: unknown) => { if (isOutdated(error)) outdated(); };
    try {
      const storing = drive(missed.store(storage, matchID, fieldsOf(matchID)));
      if (isPromise(storing)) storing.then(done, failed);
      else done(storing);
    } catch (error) {
      failed(error);
    }
  }

  /** Moves a match that has been stored again out of memory. */
  function moveBack(matchID: string) {
    const { log, ...match } = fieldsOf(matchID);
    inMemory.delete(matchID);
    memory.wipe(matchID);
    note(matchID, { ...match, log: copyOf(log) });
  }

  function fieldsOf(matchID: string) {
    return memory.fetch(matchID, EVERYTHING) as Match;
  }

  /** Reads a match that cannot be written. */
  function* readOnceMore(matchID: string): Steps<Match> {
    try {
      return yield storage.fetch(matchID, EVERYTHING);
    } catch (error) {
      if (!StorageUnavailable.is(error)) throw error;
      return {};
    }
  }

  /** Moves a match that cannot be read or written into memory. */
  function moveToMemory(matchID: string, { initialState, state, metadata, log }: Match, error: unknown) {
    // Somebody else may have read it meanwhile, and it has gone on since.
    if (inMemory.has(matchID)) return;
    if (inMemory.size === 0) print('warn', `rondel: ${warning}: ${messageOf(error)}`);
    inMemory.set(matchID, new MissedWrites(state));
    seen.delete(matchID);
    // An empty log is that of a match that may not have begun: stored, it would show that there is one.
    const match = { initial: initialState, state, metadata, log: log?.length! > 0 ? log : undefined };
    for (const [field, value] of Object.entries(match)) if (value !== undefined) (memory[field as keyof typeof match] as MatchMap<unknown>).set(matchID, value);
  }

  function note(matchID: string, values: Write | undefined) {
    if (values === undefined) return;
    const { added, ...match } = { ...seen.get(matchID), ...values };
    if (added?.length! > 0) (match.log ??= []).push(...added!);
    seen.delete(matchID);
    seen.set(matchID, match);
    if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value!);
  }

  /** A long log is read in parts, of which the newest may be less than what is known. */
  function noteNewest(matchID: string, { before }: StorageAPI.LogPartOpts, { log }: StorageAPI.LogPart) {
    const known = seen.get(matchID)?.log?.length ?? 0;
    if (before === undefined && log.length >= known) note(matchID, { log: copyOf(log) });
  }

  function* listMatches(options: StorageAPI.ListMatchesOpts | undefined): Steps<string[]> {
    let stored: string[] = [];
    try {
      stored = yield storage.listMatches(options);
    } catch (error) {
      if (!StorageUnavailable.is(error)) throw error;
    }
    return [...stored.filter((matchID) => !inMemory.has(matchID)), ...memory.listMatches(options)];
  }
}

/** Others may have written it, as anything. */
function copyOf(log: unknown): LogEntry[] | undefined {
  return Array.isArray(log) ? [...log] : undefined;
}

function isOutdated(error: unknown): boolean {
  return StorageUnavailable.is(error) && Object(error.cause).name === 'VersionError';
}

function begun({ initialState, metadata }: NewMatch): Write {
  return { initialState, state: initialState, metadata, log: [] };
}

/** Warns once, in development, if a game has no name. Browsers store matches by the name of their game. */
export function warnOfNoName(gameName: string, what: string, { quiet }: { quiet?: unknown } = {}): void {
  if (!isDevelopment() || quiet === true || gameName !== UNNAMED || warned.has(what)) return;
  warned.add(what);
  print('warn', `rondel: ${what}: a game without a name shares its matches with all other games of this origin without a name: give it a \`name\``);
}

/** Transports that have warned. */
const warned = new Set<string>();
