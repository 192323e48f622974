import { say } from './report.js';

/** What `type()` of a storage answers. */
const [SYNC, ASYNC] = [0, 1];

/**
 * A storage whose methods answer at once, by boardgame.io's contract. It is extended with
 * `setState(matchID, state, deltalog)`, `setMetadata(matchID, metadata)`, `fetch(matchID, options)`,
 * `wipe(matchID)`, `createMatch(matchID, { initialState, metadata })` and `listMatches(options)`.
 */
export class Sync {
  type() {
    return SYNC;
  }

  connect() {}

  createMatch(matchID, options) {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  listMatches(options) {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }
}

/** A storage whose methods answer promises; otherwise as `Sync`, with a `connect()` of its own. */
export class Async {
  type() {
    return ASYNC;
  }

  async createMatch(matchID, options) {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  async listMatches(options) {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }
}

/** Keeps matches as long as the page or the process lives. */
export class InMemory extends Sync {
  constructor() {
    super();
    this.state = new Map();
    this.initial = new Map();
    this.metadata = new Map();
    this.log = new Map();
  }

  createMatch(matchID, { initialState, metadata }) {
    this.initial.set(matchID, initialState);
    this.setState(matchID, initialState);
    this.setMetadata(matchID, metadata);
  }

  setMetadata(matchID, metadata) {
    this.metadata.set(matchID, metadata);
  }

  setState(matchID, state, deltalog) {
    if (deltalog?.length > 0) {
      const log = this.log.get(matchID);
      if (log) log.push(...deltalog);
      else this.log.set(matchID, [...deltalog]);
    }
    this.state.set(matchID, state);
  }

  fetch(matchID, { state, metadata, log, initialState }) {
    const result = {};
    if (state) result.state = this.state.get(matchID);
    if (metadata) result.metadata = this.metadata.get(matchID);
    if (log) result.log = [...(this.log.get(matchID) ?? [])];
    if (initialState) result.initialState = this.initial.get(matchID);
    return result;
  }

  wipe(matchID) {
    for (const field of [this.state, this.initial, this.metadata, this.log]) field.delete(matchID);
  }

  listMatches(options) {
    return [...this.metadata].filter(([, metadata]) => isListed(metadata, options)).map(([matchID]) => matchID);
  }
}

/**
 * Keeps matches in the browser's `localStorage`, where boardgame.io's storage of this name keeps them: matches that
 * it has stored go on. Several tabs may use it at once.
 */
export class LocalStorage extends InMemory {
  constructor(storagePrefix = 'bgio') {
    super();
    for (const field of ['state', 'initial', 'metadata', 'log']) {
      this[field] = new StoredMap(`${storagePrefix}_${field}`);
    }
  }

  setState(matchID, state, deltalog) {
    const log = this.log.get(matchID);
    if (deltalog?.length > 0) this.log.set(matchID, [...(log ?? []), ...deltalog]);
    try {
      this.state.set(matchID, state);
    } catch (error) {
      // There is no room left. The log is not to know of what has not happened.
      if (log) this.log.set(matchID, log);
      else this.log.delete(matchID);
      throw error;
    }
  }

  /** Another tab may have gone on with the match: false if its state is no longer the expected one. */
  compareAndSetState(matchID, expectedStateID, state, deltalog) {
    if (this.state.get(matchID)?._stateID !== expectedStateID) return false;
    this.setState(matchID, state, deltalog);
    return true;
  }
}

/** A map that is written to `localStorage` at each change, and read again when another tab has written it. */
class StoredMap {
  #key;
  #text;
  #map = new Map();

  constructor(key) {
    this.#key = key;
  }

  get(key) {
    return this.#read().get(key);
  }

  set(key, value) {
    this.#write(new Map(this.#read()).set(key, value));
    return this;
  }

  delete(key) {
    const map = new Map(this.#read());
    const isDeleted = map.delete(key);
    if (isDeleted) this.#write(map);
    return isDeleted;
  }

  [Symbol.iterator]() {
    return this.#read()[Symbol.iterator]();
  }

  #read() {
    const text = localStorage.getItem(this.#key);
    if (text !== this.#text) {
      this.#map = new Map(entriesOf(text));
      this.#text = text;
    }
    return this.#map;
  }

  /** Throws if there is no room left; then all is as it was. */
  #write(map) {
    const text = JSON.stringify([...map]);
    localStorage.setItem(this.#key, text);
    this.#text = text;
    this.#map = map;
  }
}

function entriesOf(text) {
  try {
    return (JSON.parse(text) ?? []).filter(Array.isArray);
  } catch {
    return [];
  }
}

export function isListed({ gameName, gameover, updatedAt }, options) {
  const { isGameover, updatedBefore, updatedAfter } = options?.where ?? {};
  return (options?.gameName === undefined || gameName === options.gameName)
    && (isGameover === undefined || isGameover === (gameover !== undefined))
    && (updatedBefore === undefined || updatedAt < updatedBefore)
    && (updatedAfter === undefined || updatedAt > updatedAfter);
}

/** Storages written for older versions of boardgame.io have their methods under other names. */
function deprecated(storage, name, oldName, args) {
  if (storage[oldName]) {
    say('warn', `rondel: the storage has no ${name}(); the deprecated ${oldName}() is used instead`);
    return storage[oldName](...args);
  }
  say('error', `rondel: the storage has no ${name}()`);
  return undefined;
}
