import { print } from '../../util/print.js';
import { unref } from '../../util/unref.js';
import { Async, isListed, isSameText, isSameTextIfExpected, isStateAt } from './storage.js';
import { Unkept } from './unkept.js';

const VALUES = ['initial', 'state', 'metadata'];
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
 * operating system. (`localStorage` does not do: workers have none, it holds five megabytes, and a move writes all matches.) Where the browser fails to read or store, it throws an `Unkept`.
 */
export class IndexedDB extends Async {
  #name;
  #factory;
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** What rejects each transaction under way, with its database: a browser that closes that may fire no event for them. */
  #underWay = new Map();
  /** @type {() => [string, any][]} */
  #recall = () => [];

  /**
   * @param {string} name of the database
   * @param {IDBFactory} [factory] the browser's, if left out
   */
  constructor(name, factory) {
    super();
    this.#name = name;
    this.#factory = factory;
  }

  async connect() {
    await this.#open();
  }

  /** `recall` returns the matches that are stored again when the database is gone, as after the user has cleared what sites store. */
  whenCleared(recall) {
    this.#recall = recall;
  }

  createMatch(matchID, match) {
    return this.#write((stores) => create(stores, matchID, match));
  }

  createMatchIfAbsent(matchID, match) {
    return this.#write((stores) => {
      let hasBegun = false;
      const check = (stored) => { hasBegun ||= stored !== undefined; };
      stores.state.get(matchID).onsuccess = ({ target }) => check(target.result);
      stores.initial.get(matchID).onsuccess = ({ target }) => check(target.result);
      stores.log.index('matchID').getKey(matchID).onsuccess = ({ target }) => {
        check(target.result);
        if (!hasBegun) create(stores, matchID, match);
      };
      return () => !hasBegun;
    });
  }

  setState(matchID, state, deltalog) {
    return this.#write((stores) => put(stores, matchID, state, deltalog));
  }

  compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    return this.#writeIf(matchID, {
      field: 'state',
      isExpected: (stored) => isStateAt(stored, expectedStateID, expectedRevision),
      work: (stores) => put(stores, matchID, state, deltalog),
    });
  }

  setMetadata(matchID, metadata) {
    return this.#write((stores) => void stores.metadata.put(metadata, matchID));
  }

  compareAndSetMetadata(matchID, expected, metadata) {
    return this.#writeIf(matchID, {
      field: 'metadata',
      isExpected: (stored) => isSameText(stored, expected),
      work: (stores) => stores.metadata.put(metadata, matchID),
    });
  }

  /** The fields that `wanted` names: `state`, `metadata`, `log`, `initialState`. */
  fetch(matchID, wanted) {
    return this.#run('readonly', (stores) => {
      const result = {};
      const read = (field, request, valueOf = (value) => value) => {
        if (wanted[field]) request().onsuccess = ({ target }) => { result[field] = valueOf(target.result); };
      };
      read('state', () => stores.state.get(matchID));
      read('metadata', () => stores.metadata.get(matchID));
      read('initialState', () => stores.initial.get(matchID));
      read('log', () => stores.log.index('matchID').getAll(matchID), (parts) => parts.flatMap(entriesOf));
      return () => result;
    });
  }

  /** `before` is a record, which has the entries of one action, and how many of those come before. */
  fetchLogPart(matchID, { before = Infinity, bytes }) {
    const until = Math.floor(before / MOST_IN_RECORD);
    return this.#run('readonly', (stores) => {
      const newest = [];
      let left = bytes;
      /** @type {number | null} */
      let rest = null;
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

  wipe(matchID) {
    return this.#write((stores) => remove(stores, matchID));
  }

  compareAndWipe(matchID, expectedStateID, expectedRevision, expectedMetadata) {
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

  quarantine(matchID) {
    return this.#write((stores) => {
      let id;
      readMatch(stores, matchID, (match, log) => {
        if (Object.keys(match).length + log.length === 0) return;
        const kept = { ...match, log, matchID, quarantinedAt: Date.now() };
        stores.unreadable.add(kept).onsuccess = ({ target }) => { id = String(target.result); };
        remove(stores, matchID);
      });
      return () => id;
    });
  }

  listQuarantined() {
    return this.#run('readonly', (stores) => {
      const list = [];
      stores.unreadable.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const { matchID, quarantinedAt } = cursor.value;
        list.push({ id: String(cursor.key), matchID, quarantinedAt });
        cursor.continue();
      };
      return () => list;
    });
  }

  async restoreQuarantined(id) {
    // As the database counts them.
    if (!/^\d+$/.test(id)) return false;
    return this.#write((stores) => {
      let isDone = false;
      stores.unreadable.get(Number(id)).onsuccess = ({ target: { result: kept } }) => {
        if (!kept) return;
        readMatch(stores, kept.matchID, (match, log) => {
          isDone = Object.keys(match).length + log.length === 0;
          if (!isDone) return;
          for (const name of VALUES) if (kept[name] !== undefined) stores[name].put(kept[name], kept.matchID);
          if (kept.log.length > 0) stores.log.add({ matchID: kept.matchID, entries: kept.log });
          stores.unreadable.delete(Number(id));
        });
      };
      return () => isDone;
    });
  }

  listMatches(options) {
    return this.#run('readonly', (stores) => {
      const matchIDs = [];
      stores.metadata.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        if (isListed(cursor.value, options)) matchIDs.push(cursor.key);
        cursor.continue();
      };
      return () => matchIDs;
    });
  }

  /** Closes the database; it is opened again when it is needed. */
  close() {
    this.#opening?.then((database) => database.close(), () => {});
    this.#opening = null;
  }

  #closed(database) {
    this.close();
    for (const [fail, used] of [...this.#underWay]) if (used === database) fail(new Unkept('the browser has closed the database'));
  }

  #write(work) {
    return this.#run('readwrite', work);
  }

  /** Writes nothing and returns false if the stored value of a field is not as expected. */
  #writeIf(matchID, { field, isExpected, work }) {
    return this.#write((stores) => {
      let isDone = false;
      stores[field].get(matchID).onsuccess = ({ target }) => {
        isDone = isExpected(target.result);
        if (isDone) work(stores);
      };
      return () => isDone;
    });
  }

  /** All of `work` or nothing, when it is stored: what the function returns that `work` may have returned. */
  async #run(mode, work) {
    const opening = this.#open();
    const database = await opening;
    try {
      return await this.#perform(database, mode, work);
    } catch (error) {
      if (!Unkept.is(error) || isFull(error)) throw error;
    }
    // Browsers may close a database without an event, for example in a tab that was suspended.
    if (this.#opening === opening) this.close();
    return this.#perform(await this.#open(), mode, work);
  }

  /** @returns {Promise<any>} */
  #perform(database, mode, work) {
    return new Promise((done, failed) => {
      const transaction = transactionOf(database, mode);
      let result;
      const fail = (error) => {
        this.#underWay.delete(fail);
        failed(error);
      };
      this.#underWay.set(fail, database);
      transaction.oncomplete = () => {
        this.#underWay.delete(fail);
        done(result?.());
      };
      transaction.onabort = () => fail(new Unkept(transaction.error ?? 'the transaction was aborted'));
      try {
        result = work(storesOf(transaction));
      } catch (error) {
        fail(error);
        transaction.abort();
      }
    });
  }

  /** In the transaction that makes the database: nobody finds it without them. */
  #restore(transaction) {
    const stores = storesOf(transaction);
    for (const [matchID, { initialState, state, metadata, log }] of this.#recall()) {
      for (const [name, value] of Object.entries({ initial: initialState, metadata })) if (value !== undefined) stores[name].put(value, matchID);
      put(stores, matchID, state, log);
    }
  }

  #open() {
    const opening = this.#opening ??= new Promise((done, failed) => {
      const request = openingOf(this.#factory, this.#name);
      let isAwaited = true;
      const fail = (error) => {
        isAwaited = false;
        failed(new Unkept(error));
      };
      const timer = unref(setTimeout(() => fail('the database does not open'), PATIENCE));
      request.onupgradeneeded = ({ oldVersion }) => {
        makeStores(request.result);
        if (oldVersion === 0) this.#restore(request.transaction);
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

/** Throws an `Unkept` where there is no IndexedDB, or none for this page. */
function openingOf(factory, name) {
  try {
    return (factory ?? globalThis.indexedDB).open(name, VERSION);
  } catch (error) {
    throw new Unkept(error);
  }
}

/** @param {any} error */
function isFull({ cause }) {
  return cause?.name === 'QuotaExceededError';
}

function transactionOf(database, mode) {
  try {
    return database.transaction(STORES, mode);
  } catch (error) {
    throw new Unkept(error);
  }
}

function storesOf(transaction) {
  return Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)]));
}

function makeStores(database) {
  const make = (name, options) => {
    return database.objectStoreNames.contains(name) ? null : database.createObjectStore(name, options);
  };
  for (const name of VALUES) make(name);
  // One record for each action, so that a move does not write the whole log.
  make('log', { autoIncrement: true })?.createIndex('matchID', 'matchID');
  make('unreadable', { autoIncrement: true });
}

function create(stores, matchID, { initialState, metadata }) {
  stores.initial.put(initialState, matchID);
  stores.state.put(initialState, matchID);
  stores.metadata.put(metadata, matchID);
}

/** Calls `done` with what is stored of a match: its values by name, as far as there are any, and its log. */
function readMatch(stores, matchID, done) {
  const match = {};
  for (const name of VALUES) {
    stores[name].get(matchID).onsuccess = ({ target: { result } }) => { if (result !== undefined) match[name] = result; };
  }
  stores.log.index('matchID').getAll(matchID).onsuccess = ({ target }) => done(match, target.result.flatMap(entriesOf));
}

function put(stores, matchID, state, deltalog) {
  stores.state.put(state, matchID);
  if (deltalog?.length > 0) stores.log.add({ matchID, entries: deltalog });
}

function remove(stores, matchID) {
  for (const name of VALUES) stores[name].delete(matchID);
  stores.log.index('matchID').openKeyCursor(matchID).onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    stores.log.delete(cursor.primaryKey);
    cursor.continue();
  };
}

function entriesOf({ entries }) {
  return entries;
}
