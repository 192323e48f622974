import { say } from '../../util/report.js';
import { Async, isListed, isSameText, isStateAt } from './storage.js';

const VALUES = ['initial', 'state', 'metadata'];
const STORES = [...VALUES, 'log', 'unreadable'];

/** More entries than any action adds to a log. */
const MOST_IN_RECORD = 2 ** 20;

/** The first had no place for what cannot be read. */
const VERSION = 2;

/**
 * Matches in the browser's database, for tabs and workers, by boardgame.io's contract of an asynchronous
 * storage. Each write is on disk, and seen by every tab, when its promise resolves.
 */
export class IndexedDB extends Async {
  #name;
  #factory;
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;

  /**
   * @param {string} name of the database
   * @param {IDBFactory} [factory]
   */
  constructor(name, factory = globalThis.indexedDB) {
    super();
    this.#name = name;
    this.#factory = factory;
  }

  async connect() {
    await this.#open();
  }

  createMatch(matchID, match) {
    return this.#write((stores) => create(stores, matchID, match));
  }

  async createMatchIfAbsent(matchID, match) {
    let hasBegun = false;
    await this.#write((stores) => {
      const look = (stored) => { hasBegun ||= stored !== undefined; };
      stores.state.get(matchID).onsuccess = ({ target }) => look(target.result);
      stores.initial.get(matchID).onsuccess = ({ target }) => look(target.result);
      stores.log.index('matchID').getKey(matchID).onsuccess = ({ target }) => {
        look(target.result);
        if (!hasBegun) create(stores, matchID, match);
      };
    });
    return !hasBegun;
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
    return this.#write((stores) => stores.metadata.put(metadata, matchID));
  }

  compareAndSetMetadata(matchID, expected, metadata) {
    return this.#writeIf(matchID, {
      field: 'metadata',
      isExpected: (stored) => isSameText(stored, expected),
      work: (stores) => stores.metadata.put(metadata, matchID),
    });
  }

  /** What `wanted` names: `state`, `metadata`, `log`, `initialState`. */
  async fetch(matchID, wanted) {
    const result = {};
    await this.#run('readonly', (stores) => {
      const read = (field, request, valueOf = (value) => value) => {
        if (wanted[field]) request().onsuccess = ({ target }) => { result[field] = valueOf(target.result); };
      };
      read('state', () => stores.state.get(matchID));
      read('metadata', () => stores.metadata.get(matchID));
      read('initialState', () => stores.initial.get(matchID));
      read('log', () => stores.log.index('matchID').getAll(matchID), (parts) => parts.flatMap(entriesOf));
    });
    return result;
  }

  /** `before` is a record, which has the entries of one action, and how many of those come before. */
  async fetchLogPart(matchID, { before = Infinity, bytes }) {
    const newest = [];
    let left = bytes;
    /** @type {number | null} */
    let rest = null;
    const until = Math.floor(before / MOST_IN_RECORD);
    await this.#run('readonly', (stores) => {
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
    });
    return { log: newest.reverse(), before: rest };
  }

  wipe(matchID) {
    return this.#write((stores) => remove(stores, matchID));
  }

  compareAndWipe(matchID, expectedStateID, expectedRevision) {
    return this.#writeIf(matchID, {
      field: 'state',
      isExpected: (stored) => isStateAt(stored, expectedStateID, expectedRevision),
      work: (stores) => remove(stores, matchID),
    });
  }

  async quarantine(matchID) {
    let id;
    await this.#write((stores) => {
      lookAt(stores, matchID, (match, log) => {
        if (Object.keys(match).length + log.length === 0) return;
        const kept = { ...match, log, matchID, quarantinedAt: Date.now() };
        stores.unreadable.add(kept).onsuccess = ({ target }) => { id = String(target.result); };
        remove(stores, matchID);
      });
    });
    return id;
  }

  async listQuarantined() {
    const list = [];
    await this.#run('readonly', (stores) => {
      stores.unreadable.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const { matchID, quarantinedAt } = cursor.value;
        list.push({ id: String(cursor.key), matchID, quarantinedAt });
        cursor.continue();
      };
    });
    return list;
  }

  async restoreQuarantined(id) {
    let isDone = false;
    // As the database counts them.
    if (!/^\d+$/.test(id)) return false;
    await this.#write((stores) => {
      stores.unreadable.get(Number(id)).onsuccess = ({ target: { result: kept } }) => {
        if (!kept) return;
        lookAt(stores, kept.matchID, (match, log) => {
          isDone = Object.keys(match).length + log.length === 0;
          if (!isDone) return;
          for (const name of VALUES) if (kept[name] !== undefined) stores[name].put(kept[name], kept.matchID);
          if (kept.log.length > 0) stores.log.add({ matchID: kept.matchID, entries: kept.log });
          stores.unreadable.delete(Number(id));
        });
      };
    });
    return isDone;
  }

  async listMatches(options) {
    const matchIDs = [];
    await this.#run('readonly', (stores) => {
      stores.metadata.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        if (isListed(cursor.value, options)) matchIDs.push(cursor.key);
        cursor.continue();
      };
    });
    return matchIDs;
  }

  /** Lets go of the database; it is opened again when it is needed. */
  close() {
    this.#opening?.then((database) => database.close(), () => {});
    this.#opening = null;
  }

  #write(work) {
    return this.#run('readwrite', work);
  }

  /** Writes nothing and answers false, if what is stored in a field is not as expected. */
  async #writeIf(matchID, { field, isExpected, work }) {
    let isDone = false;
    await this.#write((stores) => {
      stores[field].get(matchID).onsuccess = ({ target }) => {
        isDone = isExpected(target.result);
        if (isDone) work(stores);
      };
    });
    return isDone;
  }

  /** All of `work` or nothing; resolves when it is stored. */
  async #run(mode, work) {
    const opening = this.#open();
    const database = await opening;
    const done = attempt(database, mode, work);
    if (done) return done;
    // Browsers may close a database without a word, for example in a tab that has slept.
    if (this.#opening === opening) this.close();
    return perform((await this.#open()).transaction(STORES, mode), work);
  }

  #open() {
    const opening = this.#opening ??= new Promise((done, failed) => {
      const request = this.#factory.open(this.#name, VERSION);
      request.onupgradeneeded = () => makeStores(request.result);
      request.onerror = () => failed(request.error);
      request.onblocked = () => say('error', `rondel: the database '${this.#name}' waits until all tabs that have an older version of it are closed`);
      request.onsuccess = () => {
        // Whoever deletes the database, or a later version of it, need not wait for this tab.
        request.result.onversionchange = () => this.close();
        // The browser closes it when the user clears what sites have stored.
        request.result.onclose = () => this.close();
        done(request.result);
      };
    });
    // The next one tries again.
    opening.catch(() => { this.#opening = null; });
    return opening;
  }
}

/** What a transaction comes to; undefined if none can begin. */
function attempt(database, mode, work) {
  let transaction;
  try {
    transaction = database.transaction(STORES, mode);
  } catch {
    return undefined;
  }
  return perform(transaction, work);
}

/** @returns {Promise<void>} */
function perform(transaction, work) {
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
    try {
      work(Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])));
    } catch (error) {
      failed(error);
      transaction.abort();
    }
  });
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

/** Hands over what is stored of a match: its values by name, as far as there are any, and its log. */
function lookAt(stores, matchID, done) {
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
