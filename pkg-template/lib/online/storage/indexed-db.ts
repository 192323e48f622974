import { print } from '../../util/print.js';
import { unref } from '../../util/unref.js';
import { Async } from './contract.js';
import { isListed, isSameText, isSameTextIfExpected, isStateAt, StorageUnavailable } from './storage.js';
import type { Server, StorageAPI } from '../../../types/master.js';
import type { LogEntry, State } from '../../../types/game.js';
import type { RecalledMatch } from './storage.js';

/** A request to the database. The DOM's types do not say of an event of which request it is. */
interface Request<Result> {
  onsuccess: ((event: { target: { result: Result } }) => void) | null;
}

interface Cursor {
  key: string | number;
  primaryKey: number;
  continue(): void;
}

interface ValueCursor<Value> extends Cursor {
  value: Value;
  continuePrimaryKey(key: string, primaryKey: number): void;
}

/** The records of a store by a field of theirs. */
interface Index<Value> {
  getKey(key: string): Request<number | undefined>;
  getAll(key: string): Request<Value[]>;
  openCursor(key: string, direction: 'prev'): Request<ValueCursor<Value> | null>;
  openKeyCursor(key: string): Request<Cursor | null>;
}

/** An object store with values of one type. */
interface Store<Value> {
  get(key: string | number): Request<Value | undefined>;
  put(value: Value, key: string): unknown;
  add(value: Value): Request<number>;
  delete(key: string | number): unknown;
  index(name: 'matchID'): Index<Value>;
  openCursor(): Request<ValueCursor<Value> | null>;
}

/** The entries that one action has added to the log of a match. */
interface LogRecord {
  matchID: string;
  entries: LogEntry[];
}

/** The values of a match. */
interface Values {
  initial: State;
  state: StorageAPI.StoredState;
  metadata: Server.MatchData;
}

/** A match in quarantine. */
interface KeptMatch extends Partial<Values> {
  log: LogEntry[];
  matchID: string;
  quarantinedAt: number;
}

type Stores = { [Name in keyof Values]: Store<Values[Name]> } & { log: Store<LogRecord>, unreadable: Store<KeptMatch> };

/** Stores by name, for code that takes any name. */
type AnyStores = Record<string, Store<unknown>>;

/** Work in a transaction. The function that it may return is called when the transaction has ended. */
type Work<Result> = (stores: Stores) => (() => Result) | void;

/** Work that is done if a field of a match is as expected. */
interface ConditionalWork<Field extends keyof Values> {
  field: Field;
  isExpected: (stored: Values[Field] | undefined) => boolean;
  work: (stores: Stores) => unknown;
}

const VALUES = ['initial', 'state', 'metadata'] as const;
const STORES = [...VALUES, 'log', 'unreadable'];

/** More entries than any action adds to a log. */
const MOST_IN_RECORD = 2 ** 20;

/** The first had no store for matches that cannot be read. */
const VERSION = 2;

/** Milliseconds after which a database that does not open is given up: a page that does not close it may block it for ever. */
const PATIENCE = 5000;

/**
 * Matches in the browser's database, for tabs and workers, by boardgame.io's contract of an asynchronous
 * storage. Each write is seen by every tab, and outlives the browser, when its promise resolves; when it is on the disk is up to the
 * operating system. (`localStorage` does not do: workers have none, it holds five megabytes, and a move writes all matches.) Where the
 * browser fails to read or store, it throws a `StorageUnavailable`.
 */
export class IndexedDB extends Async {
  #name: string;
  #factory: IDBFactory | undefined;
  #opening: Promise<IDBDatabase> | null = null;
  /** Functions that reject each open transaction, with its database: a browser that closes the database may fire no event for them. */
  #underWay: Map<(error: unknown) => void, IDBDatabase> = new Map();
  #recall: () => Iterable<[matchID: string, match: RecalledMatch]> = () => [];

  /**
   * @param name of the database
   * @param factory default: the browser's
   */
  constructor(name: string, factory?: IDBFactory) {
    super();
    this.#name = name;
    this.#factory = factory;
  }

  async connect(): Promise<void> {
    await this.#open();
  }

  /** `recall` returns the matches that are stored again when the database is gone, as after the user has cleared what sites store. */
  whenCleared(recall: () => Iterable<[matchID: string, match: RecalledMatch]>): void {
    this.#recall = recall;
  }

  createMatch(matchID: string, match: StorageAPI.CreateMatchOpts): Promise<void> {
    return this.#write((stores) => create(stores, matchID, match));
  }

  createMatchIfAbsent(matchID: string, match: StorageAPI.CreateMatchOpts): Promise<boolean> {
    return this.#write((stores) => {
      let hasBegun = false;
      const check = (stored: unknown) => { hasBegun ||= stored !== undefined; };
      stores.state.get(matchID).onsuccess = ({ target }) => check(target.result);
      stores.initial.get(matchID).onsuccess = ({ target }) => check(target.result);
      stores.log.index('matchID').getKey(matchID).onsuccess = ({ target }) => {
        check(target.result);
        if (!hasBegun) create(stores, matchID, match);
      };
      return () => !hasBegun;
    });
  }

  setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<void> {
    return this.#write((stores) => put(stores, matchID, state, deltalog));
  }

  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean> {
    return this.#writeIf(matchID, {
      field: 'state',
      isExpected: (stored) => isStateAt(stored, expectedStateID, expectedRevision),
      work: (stores) => put(stores, matchID, state, deltalog),
    });
  }

  setMetadata(matchID: string, metadata: Server.MatchData): Promise<void> {
    return this.#write((stores) => void stores.metadata.put(metadata, matchID));
  }

  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean> {
    return this.#writeIf(matchID, {
      field: 'metadata',
      isExpected: (stored) => isSameText(stored, expected),
      work: (stores) => stores.metadata.put(metadata, matchID),
    });
  }

  /** The fields that `wanted` names: `state`, `metadata`, `log`, `initialState`. */
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, wanted: O): Promise<StorageAPI.FetchResult<O>> {
    return this.#run('readonly', (stores) => {
      const result: { [field in keyof StorageAPI.FetchFields]?: unknown } = {};
      const read = <Value>(field: keyof StorageAPI.FetchFields, request: () => Request<Value>, valueOf: (value: Value) => unknown = (value) => value) => {
        if (wanted[field]) request().onsuccess = ({ target }) => { result[field] = valueOf(target.result); };
      };
      read('state', () => stores.state.get(matchID));
      read('metadata', () => stores.metadata.get(matchID));
      read('initialState', () => stores.initial.get(matchID));
      read('log', () => stores.log.index('matchID').getAll(matchID), (parts) => parts.flatMap(entriesOf));
      // It has the fields that were wanted.
      return () => result as StorageAPI.FetchResult<O>;
    });
  }

  /** `before` is a record, which has the entries of one action, and how many of those come before. */
  fetchLogPart(matchID: string, { before = Infinity, bytes }: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart> {
    const until = Math.floor(before / MOST_IN_RECORD);
    return this.#run('readonly', (stores) => {
      const newest: LogEntry[] = [];
      let left = bytes;
      let rest: number | null = null;
      stores.log.index('matchID').openCursor(matchID, 'prev').onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const { primaryKey, value: { entries } } = cursor;
        if (primaryKey > until) return cursor.continuePrimaryKey(matchID, until);
        const end = primaryKey === until ? before % MOST_IN_RECORD : entries.length;
        for (let i = Math.min(end, entries.length); i > 0; i -= 1) {
          left -= JSON.stringify(entries[i - 1]).length;
          if (left < 0 && newest.length > 0) return void (rest = primaryKey * MOST_IN_RECORD + i);
          newest.push(entries[i - 1]);
        }
        cursor.continue();
      };
      return () => ({ log: newest.reverse(), before: rest });
    });
  }

  wipe(matchID: string): Promise<void> {
    return this.#write((stores) => remove(stores, matchID));
  }

  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean> {
    return this.#write((stores) => {
      let isDone = false;
      stores.state.get(matchID).onsuccess = ({ target: { result: state } }) => {
        stores.metadata.get(matchID).onsuccess = ({ target: { result: metadata } }) => {
          isDone = isStateAt(state, expectedStateID, expectedRevision) && isSameTextIfExpected(metadata, expectedMetadata);
          if (isDone) remove(stores, matchID);
        };
      };
      return () => isDone;
    });
  }

  quarantine(matchID: string): Promise<string | undefined> {
    return this.#write((stores) => {
      let id: string | undefined;
      readMatch(stores, matchID, (match, log) => {
        if (Object.keys(match).length + log.length === 0) return;
        const kept = { ...match, log, matchID, quarantinedAt: Date.now() };
        stores.unreadable.add(kept).onsuccess = ({ target }) => { id = String(target.result); };
        remove(stores, matchID);
      });
      return () => id;
    });
  }

  listQuarantined(): Promise<StorageAPI.Quarantined[]> {
    return this.#run('readonly', (stores) => {
      const list: StorageAPI.Quarantined[] = [];
      stores.unreadable.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const { matchID, quarantinedAt } = cursor.value;
        list.push({ id: String(cursor.key), matchID, quarantinedAt });
        cursor.continue();
      };
      return () => list;
    });
  }

  async restoreQuarantined(id: string): Promise<boolean> {
    // As the database counts them.
    if (!/^\d+$/.test(id)) return false;
    return this.#write((stores) => {
      let isDone = false;
      stores.unreadable.get(Number(id)).onsuccess = ({ target: { result: kept } }) => {
        if (!kept) return;
        readMatch(stores, kept.matchID, (match, log) => {
          isDone = Object.keys(match).length + log.length === 0;
          if (!isDone) return;
          for (const name of VALUES) if (kept[name] !== undefined) (stores as AnyStores)[name].put(kept[name], kept.matchID);
          if (kept.log.length > 0) stores.log.add({ matchID: kept.matchID, entries: kept.log });
          stores.unreadable.delete(Number(id));
        });
      };
      return () => isDone;
    });
  }

  listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]> {
    return this.#run('readonly', (stores) => {
      const matchIDs: string[] = [];
      stores.metadata.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        if (isListed(cursor.value, options)) matchIDs.push(cursor.key as string);
        cursor.continue();
      };
      return () => matchIDs;
    });
  }

  /** Closes the database; it is opened again when it is needed. */
  close(): void {
    this.#opening?.then((database) => database.close(), () => {});
    this.#opening = null;
  }

  #closed(database: IDBDatabase) {
    this.close();
    for (const [fail, used] of [...this.#underWay]) if (used === database) fail(new StorageUnavailable('the browser has closed the database'));
  }

  #write<Result>(work: Work<Result>): Promise<Result> {
    return this.#run('readwrite', work);
  }

  /** Writes nothing and returns false if the stored value of a field is not as expected. */
  #writeIf<Field extends keyof Values>(matchID: string, { field, isExpected, work }: ConditionalWork<Field>): Promise<boolean> {
    return this.#write((stores) => {
      let isDone = false;
      (stores[field] as Store<Values[Field]>).get(matchID).onsuccess = ({ target }) => {
        isDone = isExpected(target.result);
        if (isDone) work(stores);
      };
      return () => isDone;
    });
  }

  /** All of `work` or nothing, when it is stored: what the function returns that `work` may have returned. */
  async #run<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
    const opening = this.#open();
    const database = await opening;
    try {
      return await this.#perform(database, mode, work);
    } catch (error) {
      if (!StorageUnavailable.is(error) || isFull(error)) throw error;
    }
    // Browsers may close a database without an event, for example in a tab that was suspended.
    if (this.#opening === opening) this.close();
    return this.#perform(await this.#open(), mode, work);
  }

  #perform<Result>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
    return new Promise((done, failed) => {
      const transaction = transactionOf(database, mode);
      let result: (() => Result) | undefined;
      const fail = (error: unknown) => {
        this.#underWay.delete(fail);
        failed(error);
      };
      this.#underWay.set(fail, database);
      transaction.oncomplete = () => {
        this.#underWay.delete(fail);
        // `Result` is void where the work has returned no function.
        done(result?.() as Result);
      };
      transaction.onabort = () => fail(new StorageUnavailable(transaction.error ?? 'the transaction was aborted'));
      try {
        result = work(storesOf(transaction)) as (() => Result) | undefined;
      } catch (error) {
        fail(error);
        transaction.abort();
      }
    });
  }

  /** In the transaction that makes the database: nobody finds it without them. */
  #restore(transaction: IDBTransaction) {
    const stores = storesOf(transaction);
    for (const [matchID, { initialState, state, metadata, log }] of this.#recall()) {
      for (const [name, value] of Object.entries({ initial: initialState, metadata })) if (value !== undefined) (stores as AnyStores)[name].put(value, matchID);
      put(stores, matchID, state, log);
    }
  }

  #open(): Promise<IDBDatabase> {
    const opening = this.#opening ??= new Promise<IDBDatabase>((done, failed) => {
      const request = openingOf(this.#factory, this.#name);
      let isAwaited = true;
      const fail = (error: unknown) => {
        isAwaited = false;
        failed(new StorageUnavailable(error));
      };
      const timer = unref(setTimeout(() => fail('the database does not open'), PATIENCE));
      request.onupgradeneeded = ({ oldVersion }) => {
        makeStores(request.result);
        // There is one while the database is made.
        if (oldVersion === 0) this.#restore(request.transaction as IDBTransaction);
      };
      request.onerror = () => {
        clearTimeout(timer);
        fail(request.error);
      };
      request.onblocked = () => print('error', `rondel: the database '${this.#name}' waits until all tabs that have an older version of it are closed`);
      request.onsuccess = () => {
        clearTimeout(timer);
        if (!isAwaited) return request.result.close();
        // Another page that deletes the database, or opens a later version, need not wait for this tab.
        request.result.onversionchange = () => this.close();
        // The browser closes it when the user clears what sites have stored.
        request.result.onclose = () => this.#closed(request.result);
        done(request.result);
      };
    });
    // The next one tries again.
    opening.catch(() => { if (this.#opening === opening) this.#opening = null; });
    return opening;
  }
}

/** Throws a `StorageUnavailable` where there is no IndexedDB, or none for this page. */
function openingOf(factory: IDBFactory | undefined, name: string): IDBOpenDBRequest {
  try {
    return (factory ?? globalThis.indexedDB).open(name, VERSION);
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}

function isFull({ cause }: StorageUnavailable): boolean {
  return (cause as { name?: unknown } | null | undefined)?.name === 'QuotaExceededError';
}

function transactionOf(database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction {
  try {
    return database.transaction(STORES, mode);
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}

/** TypeScript does not know what is in which store. */
function storesOf(transaction: IDBTransaction): Stores {
  return Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])) as unknown as Stores;
}

function makeStores(database: IDBDatabase) {
  const make = (name: string, options?: IDBObjectStoreParameters) => {
    return database.objectStoreNames.contains(name) ? null : database.createObjectStore(name, options);
  };
  for (const name of VALUES) make(name);
  // One record for each action, so that a move does not write the whole log.
  make('log', { autoIncrement: true })?.createIndex('matchID', 'matchID');
  make('unreadable', { autoIncrement: true });
}

function create(stores: Stores, matchID: string, { initialState, metadata }: StorageAPI.CreateMatchOpts) {
  stores.initial.put(initialState, matchID);
  stores.state.put(initialState, matchID);
  stores.metadata.put(metadata, matchID);
}

/** Calls `done` with what is stored of a match: its values by name, as far as there are any, and its log. */
function readMatch(stores: Stores, matchID: string, done: (match: Partial<Values>, log: LogEntry[]) => void) {
  const match: { [name in keyof Values]?: unknown } = {};
  for (const name of VALUES) {
    (stores as AnyStores)[name].get(matchID).onsuccess = ({ target: { result } }) => { if (result !== undefined) match[name] = result; };
  }
  stores.log.index('matchID').getAll(matchID).onsuccess = ({ target }) => done(match as Partial<Values>, target.result.flatMap(entriesOf));
}

function put(stores: Stores, matchID: string, state: State, deltalog?: LogEntry[]) {
  stores.state.put(state, matchID);
  // Undefined is not greater.
  if (deltalog?.length as number > 0) stores.log.add({ matchID, entries: deltalog as LogEntry[] });
}

function remove(stores: Stores, matchID: string) {
  for (const name of VALUES) stores[name].delete(matchID);
  stores.log.index('matchID').openKeyCursor(matchID).onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    stores.log.delete(cursor.primaryKey);
    cursor.continue();
  };
}

function entriesOf({ entries }: LogRecord): LogEntry[] {
  return entries;
}
