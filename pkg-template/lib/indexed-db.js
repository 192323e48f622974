import { Async, isListed } from './storage.js';

const STORES = ['initial', 'state', 'metadata', 'log'];

/**
 * Matches in the browser's database, for tabs and workers, by boardgame.io's contract of an asynchronous
 * storage. Each write is on disk, and seen by every tab, when its promise resolves.
 */
export class IndexedDB extends Async {
  #name;
  #factory;
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

  createMatch(matchID, { initialState, metadata }) {
    return this.#write((stores) => {
      stores.initial.put(initialState, matchID);
      stores.state.put(initialState, matchID);
      stores.metadata.put(metadata, matchID);
    });
  }

  setState(matchID, state, deltalog) {
    return this.#write((stores) => put(stores, matchID, state, deltalog));
  }

  /** Writes nothing and answers false, if another one has written meanwhile. */
  async compareAndSetState(matchID, expectedStateID, state, deltalog) {
    let isExpected = false;
    await this.#write((stores) => {
      stores.state.get(matchID).onsuccess = ({ target }) => {
        isExpected = target.result?._stateID === expectedStateID;
        if (isExpected) put(stores, matchID, state, deltalog);
      };
    });
    return isExpected;
  }

  setMetadata(matchID, metadata) {
    return this.#write((stores) => stores.metadata.put(metadata, matchID));
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
      read('log', () => stores.log.index('matchID').getAll(matchID), (parts) => parts.flatMap(({ entries }) => entries));
    });
    return result;
  }

  wipe(matchID) {
    return this.#write((stores) => {
      for (const name of ['initial', 'state', 'metadata']) stores[name].delete(matchID);
      stores.log.index('matchID').openKeyCursor(matchID).onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        stores.log.delete(cursor.primaryKey);
        cursor.continue();
      };
    });
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

  /** All of `work` or nothing; resolves when it is stored. */
  async #run(mode, work) {
    const database = await this.#open();
    await new Promise((done, failed) => {
      const transaction = database.transaction(STORES, mode);
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error);
      work(Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])));
    });
  }

  #open() {
    this.#opening ??= new Promise((done, failed) => {
      const request = this.#factory.open(this.#name, 1);
      request.onupgradeneeded = () => makeStores(request.result);
      request.onerror = () => failed(request.error);
      request.onsuccess = () => {
        // Whoever deletes the database, or a later version of it, need not wait for this tab.
        request.result.onversionchange = () => this.close();
        done(request.result);
      };
    });
    // The next one tries again.
    this.#opening.catch(() => { this.#opening = null; });
    return this.#opening;
  }
}

function makeStores(database) {
  for (const name of ['initial', 'state', 'metadata']) database.createObjectStore(name);
  // One record for each action, so that a move does not write the whole log.
  database.createObjectStore('log', { autoIncrement: true }).createIndex('matchID', 'matchID');
}

function put(stores, matchID, state, deltalog) {
  stores.state.put(state, matchID);
  if (deltalog?.length > 0) stores.log.add({ matchID, entries: deltalog });
}
