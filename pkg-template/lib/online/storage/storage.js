import { rondelError } from '../../util/error.js';
import { print } from '../../util/print.js';
import { logPart } from './log-part.js';
import { noop } from '../../util/noop.js';
import { randomID } from '../../util/random-id.js';
import { isUnreadable } from './stored-match.js';
import { Unkept } from './unkept.js';
import { listQuarantined, quarantine, restoreQuarantined } from './local-quarantine.js';

/** What `type()` of a storage returns. */
const [SYNC, ASYNC] = [0, 1];

/** What is kept of each match. */
const FIELDS = ['state', 'initial', 'metadata', 'log'];
/** The fields that a match has once it has begun: metadata may have been stored before that. */
const BEGUN = ['state', 'initial', 'log'];

/**
 * A synchronous storage, by boardgame.io's contract. It is extended with
 * `setState(matchID, state, deltalog)`, `setMetadata(matchID, metadata)`, `fetch(matchID, options)`,
 * `wipe(matchID)`, `createMatch(matchID, { initialState, metadata })` and `listMatches(options)`, and, for several
 * masters, with `createMatchIfAbsent`, `compareAndSetState`, `compareAndSetMetadata` and `compareAndWipe`: see `internal.d.ts`.
 */
export class Sync {
  type() {
    return SYNC;
  }

  connect() {}

  /** @type {import('../../../internal.d.ts').Sync['createMatch']} */
  createMatch(matchID, options) {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  /** @type {import('../../../internal.d.ts').Sync['listMatches']} */
  listMatches(options) {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }
}

/** A storage whose methods return promises; otherwise as `Sync`, with a `connect()` of its own. */
export class Async {
  type() {
    return ASYNC;
  }

  /** @type {import('../../../internal.d.ts').Async['createMatch']} */
  async createMatch(matchID, options) {
    return deprecated(this, 'createMatch', 'createGame', [matchID, options]);
  }

  /** @type {import('../../../internal.d.ts').Async['listMatches']} */
  async listMatches(options) {
    return deprecated(this, 'listMatches', 'listGames', [options]);
  }
}

/** @typedef {import('../../../storages.d.ts').InMemory} Declared */

/** Keeps matches as long as the page or the process lives. */
export class InMemory extends Sync {
  #quarantined = new Map();

  constructor() {
    super();
    this.state = new Map();
    this.initial = new Map();
    this.metadata = new Map();
    this.log = new Map();
  }

  /** @type {Declared['createMatch']} */
  createMatch(matchID, { initialState, metadata }) {
    this.initial.set(matchID, initialState);
    this.setState(matchID, initialState);
    this.setMetadata(matchID, metadata);
  }

  /** @type {Declared['createMatchIfAbsent']} */
  createMatchIfAbsent(matchID, match) {
    if (this.holds(matchID, BEGUN)) return false;
    this.createMatch(matchID, match);
    return true;
  }

  /** @type {Declared['setMetadata']} */
  setMetadata(matchID, metadata) {
    this.metadata.set(matchID, metadata);
  }

  /** @type {Declared['compareAndSetMetadata']} */
  compareAndSetMetadata(matchID, expected, metadata) {
    if (!isSameText(this.metadata.get(matchID), expected)) return false;
    this.setMetadata(matchID, metadata);
    return true;
  }

  /** @type {Declared['compareAndSetState']} */
  compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    if (!isStateAt(this.state.get(matchID), expectedStateID, expectedRevision)) return false;
    this.setState(matchID, state, deltalog);
    return true;
  }

  /** @type {Declared['setState']} */
  setState(matchID, state, deltalog) {
    if (deltalog && deltalog.length > 0) {
      const log = this.log.get(matchID);
      if (log) log.push(...deltalog);
      else this.log.set(matchID, [...deltalog]);
    }
    this.state.set(matchID, state);
  }

  /**
   * @param {string} matchID
   * @param {import('../../../master.js').StorageAPI.FetchOpts} options
   */
  fetch(matchID, { state, metadata, log, initialState }) {
    const result = {};
    if (state) result.state = this.state.get(matchID);
    if (metadata) result.metadata = this.metadata.get(matchID);
    if (log) result.log = copyOf(this.log.get(matchID));
    if (initialState) result.initialState = this.initial.get(matchID);
    return result;
  }

  /** @type {Declared['fetchLogPart']} */
  fetchLogPart(matchID, wanted) {
    return logPart(this.log.get(matchID), wanted);
  }

  /** Whether anything of a match is stored. Text that others have written may contain null. */
  holds(matchID, fields = FIELDS) {
    return fields.some((field) => (this[field].get(matchID) ?? null) !== null);
  }

  /** @type {Declared['quarantine']} */
  quarantine(matchID) {
    if (!this.holds(matchID)) return undefined;
    const id = randomID();
    const match = FIELDS.map((field) => [field, this[field].get(matchID)]).filter(([, value]) => value !== undefined);
    this.#quarantined.set(id, { matchID, quarantinedAt: Date.now(), match });
    for (const field of FIELDS) this[field].delete(matchID);
    return id;
  }

  /** @type {Declared['listQuarantined']} */
  listQuarantined() {
    return [...this.#quarantined].map(([id, { matchID, quarantinedAt }]) => ({ id, matchID, quarantinedAt }));
  }

  /** @type {Declared['restoreQuarantined']} */
  restoreQuarantined(id) {
    const kept = this.#quarantined.get(id);
    if (!kept || this.holds(kept.matchID)) return false;
    for (const [field, value] of kept.match) this[field].set(kept.matchID, value);
    this.#quarantined.delete(id);
    return true;
  }

  /** @type {Declared['wipe']} */
  wipe(matchID) {
    for (const field of FIELDS) this[field].delete(matchID);
  }

  /** @type {Declared['compareAndWipe']} */
  compareAndWipe(matchID, expectedStateID, expectedRevision, expectedMetadata) {
    if (!isStateAt(this.state.get(matchID), expectedStateID, expectedRevision)) return false;
    if (!isSameTextIfExpected(this.metadata.get(matchID), expectedMetadata)) return false;
    this.wipe(matchID);
    return true;
  }

  /** @type {Declared['listMatches']} */
  listMatches(options) {
    return [...this.metadata].filter(([, metadata]) => isListed(metadata, options)).map(([matchID]) => matchID);
  }
}

/**
 * Keeps matches in the browser's `localStorage`, where boardgame.io's storage of this name keeps them: matches that
 * it has stored go on. Several tabs may use it at once. Where the browser fails to read or store, it throws an `Unkept`.
 */
export class LocalStorage extends InMemory {
  #prefix;
  #cleared = noop;

  constructor(storagePrefix = 'bgio') {
    super();
    this.#prefix = storagePrefix;
    for (const field of FIELDS) this[field] = new StoredMap(`${storagePrefix}_${field}`, () => this.#cleared());
  }

  /** `cleared` is called where a list that was there is gone, as after `localStorage.clear()`. Nothing here removes one. */
  whenCleared(cleared) {
    this.#cleared = cleared;
  }

  /** Stores matches that are not there. */
  restore(matches) {
    for (const [matchID, { initialState, state, metadata, log }] of matches) {
      if (this.holds(matchID, ['state'])) continue;
      try {
        for (const [field, value] of Object.entries({ initial: initialState, metadata, log, state })) {
          if (value !== undefined) this[field].set(matchID, value);
        }
      } catch (error) {
        // The storage is full. Half a match could not be read.
        this.wipe(matchID);
        throw error;
      }
    }
  }

  createMatch(matchID, match) {
    try {
      super.createMatch(matchID, match);
    } catch (error) {
      // The storage is full. Half a match could not be read.
      this.initial.delete(matchID);
      this.state.delete(matchID);
      throw error;
    }
  }

  setState(matchID, state, deltalog) {
    const log = this.log.get(matchID);
    if (deltalog && deltalog.length > 0) this.log.set(matchID, [...(log ?? []), ...deltalog]);
    try {
      this.state.set(matchID, state);
    } catch (error) {
      // The storage is full. The log must not contain what has not happened.
      if (log) this.log.set(matchID, log);
      else this.log.delete(matchID);
      throw error;
    }
  }

  quarantine(matchID) {
    return quarantine(this.#prefix, this.#lists, matchID);
  }

  listQuarantined() {
    return listQuarantined(this.#prefix);
  }

  restoreQuarantined(id) {
    return restoreQuarantined(this.#prefix, this.#lists, id);
  }

  get #lists() {
    return Object.fromEntries(FIELDS.map((field) => [field, this[field]]));
  }
}

/** A map that is written to `localStorage` at each change, and read again when another tab has written it. */
class StoredMap {
  #key;
  #cleared;
  #text;
  #map = new Map();
  /** Entries of others in the list that are no matches: they stay there. */
  #others = [];

  constructor(key, cleared) {
    [this.#key, this.#cleared] = [key, cleared];
  }

  /** Its name. */
  get key() {
    return this.#key;
  }

  /** Whether it is a list of matches, or nothing yet. */
  get isSound() {
    try {
      this.#read();
      return true;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return false;
    }
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

  /** Throws if it is no list of matches: its content would be lost by the next write. */
  #read() {
    const text = ofBrowser(() => localStorage.getItem(this.#key));
    if (text !== this.#text) {
      const isCleared = text === null && this.#text !== undefined;
      const list = listIn(text, this.#key);
      this.#map = new Map(list.filter(isMatch));
      this.#others = list.filter((entry) => !isMatch(entry));
      this.#text = text;
      if (isCleared) this.#cleared();
    }
    return this.#map;
  }

  /** Throws if there is no space left; then nothing has changed. */
  #write(map) {
    const text = JSON.stringify([...this.#others, ...map]);
    ofBrowser(() => localStorage.setItem(this.#key, text));
    this.#text = text;
    this.#map = map;
  }
}

/** Calls the browser, and throws an `Unkept` where it allows no `localStorage`, has none, or has no space left. */
function ofBrowser(call) {
  try {
    return call();
  } catch (error) {
    throw new Unkept(error);
  }
}

function listIn(text, key) {
  if (text === null) return [];
  try {
    const list = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // No JSON, which is no list.
  }
  throw rondelError('storage/unreadable', `localStorage.${key}: expected a list of matches`);
}

function isMatch(entry) {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
}

/** Whether a stored state is the one that was read. Older masters give its `_stateID` alone. */
export function isStateAt(state, stateID, revision) {
  if (state?._stateID !== stateID) return false;
  return revision === undefined || (state._revision ?? 0) === revision;
}

/** Whether stored metadata are those that were read. */
export function isSameText(stored, expected) {
  return stored === expected || JSON.stringify(stored) === JSON.stringify(expected);
}

/** As `isSameText`; true if nothing is expected. */
export function isSameTextIfExpected(stored, expected) {
  return expected === undefined || isSameText(stored, expected);
}

/** A copy of a log. Others may have written it, as anything: the master checks it. */
function copyOf(log = []) {
  return Array.isArray(log) ? [...log] : log;
}

export function isListed(metadata, options) {
  const { gameName, gameover, updatedAt, unlisted: isUnlisted } = metadata ?? {};
  const { isGameover, updatedBefore, updatedAfter, unlisted } = options?.where ?? {};
  return (options?.gameName === undefined || gameName === options.gameName)
    && (isGameover === undefined || isGameover === (gameover !== undefined))
    && (unlisted === undefined || unlisted === Boolean(isUnlisted))
    && (updatedBefore === undefined || updatedAt < updatedBefore)
    && (updatedAfter === undefined || updatedAt > updatedAfter);
}

/**
 * Storages written for older versions of boardgame.io have their methods under other names.
 *
 * @returns {any}
 */
function deprecated(storage, name, oldName, args) {
  if (storage[oldName]) {
    print('warn', `rondel: the storage has no ${name}(); the deprecated ${oldName}() is used instead`);
    return storage[oldName](...args);
  }
  print('error', `rondel: the storage has no ${name}()`);
  return undefined;
}
