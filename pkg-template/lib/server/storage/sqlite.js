import { rondelError } from '../../util/error.js';
import { Sync, isSameTextIfExpected } from '../../online/storage/storage.js';
import { loadPackage } from '../util/packages.js';
import { MOST_IN_PART, partOf } from './log-part-rows.js';
import { partsOf, placeOf } from './quarantined.js';
import { probeDisk } from './flat-file/durable.js';
import { SqliteFile } from './sqlite-file.js';
import { checkStateRow, isWrittenOtherwise, keyOf, listingOf, readableNameOf, readableOf, stateNumbersOf, textOf, valueOf, wholeNumberOf } from './stored-text.js';

const BUSY_TIMEOUT_MS = 200;
/** So many pages of a file, of 4 kilobytes each, are given back at once. */
const PIECE = 250;
/** What `PRAGMA auto_vacuum` says of a file whose free pages can be given back in pieces. */
const INCREMENTAL = 2;

// Texts are read as bytes: libsql ends the process where one is no UTF-8.

/** What `fetch` may be asked for, each with its statement. */
const FIELDS = {
  state: 'SELECT CAST(state AS BLOB) AS text FROM rondel_states WHERE match_id = ?',
  metadata: 'SELECT CAST(metadata AS BLOB) AS text FROM rondel_metadata WHERE match_id = ?',
  initialState: 'SELECT CAST(state AS BLOB) AS text FROM rondel_initial_states WHERE match_id = ?',
};

const LOG = 'SELECT CAST(entry AS BLOB) AS entry FROM rondel_log WHERE match_id = ? ORDER BY place';
const LOG_SINCE = 'SELECT CAST(entry AS BLOB) AS entry FROM rondel_log WHERE match_id = ? AND state_id >= ? ORDER BY place';

const LOG_PART = `
  SELECT place, CAST(entry AS BLOB) AS entry, (SELECT min(place) FROM rondel_log WHERE match_id = ?1) AS first FROM (
    SELECT place, entry, sum(length(entry)) OVER (ORDER BY place DESC) AS size, row_number() OVER (ORDER BY place DESC) AS number
    FROM (SELECT place, entry FROM rondel_log WHERE match_id = ?1 AND place < ?2 ORDER BY place DESC LIMIT ${MOST_IN_PART})
  ) WHERE size <= ?3 OR number = 1 ORDER BY place`;

const ADD_STATE = `
  INSERT INTO rondel_states (match_id, state_id, revision, state) SELECT ?1, ?2, ?3, ?4
  WHERE NOT EXISTS (SELECT 1 FROM rondel_initial_states WHERE match_id = ?1)
    AND NOT EXISTS (SELECT 1 FROM rondel_log WHERE match_id = ?1)
  ON CONFLICT (match_id) DO NOTHING`;
const SET_STATE = `
  INSERT INTO rondel_states (match_id, state_id, revision, state) VALUES (?, ?, ?, ?)
  ON CONFLICT (match_id) DO UPDATE SET state_id = excluded.state_id, revision = excluded.revision, state = excluded.state`;
const REPLACE_STATE = `
  UPDATE rondel_states SET state_id = ?, revision = ?, state = ?
  WHERE match_id = ? AND state_id = ? AND revision = coalesce(?, revision)`;
const STATE_ROW = 'SELECT CAST(state AS BLOB) AS text, state_id AS stateID, revision FROM rondel_states WHERE match_id = ?';
const FIND_STATE = 'SELECT 1 FROM rondel_states WHERE match_id = ? AND state_id = ? AND revision = coalesce(?, revision)';
const SET_INITIAL_STATE = `
  INSERT INTO rondel_initial_states (match_id, state) VALUES (?, ?)
  ON CONFLICT (match_id) DO UPDATE SET state = excluded.state`;
const SET_METADATA = `
  INSERT INTO rondel_metadata (game_name, is_over, updated_at, created_at, is_unlisted, metadata, match_id) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (match_id) DO UPDATE SET game_name = excluded.game_name, is_over = excluded.is_over, updated_at = excluded.updated_at,
    created_at = excluded.created_at, is_unlisted = excluded.is_unlisted, metadata = excluded.metadata`;
const REPLACE_METADATA = `
  UPDATE rondel_metadata SET game_name = ?, is_over = ?, updated_at = ?, created_at = ?, is_unlisted = ?, metadata = ?
  WHERE match_id = ? AND metadata = ?`;
const ADD_TO_LOG = 'INSERT INTO rondel_log (match_id, state_id, entry) VALUES (?, ?, ?)';

const QUARANTINE = `
  INSERT INTO rondel_unreadable (match_id, set_aside_at, state, initial_state, metadata, log) VALUES (
    ?1, ?2,
    (SELECT state FROM rondel_states WHERE match_id = ?1),
    (SELECT state FROM rondel_initial_states WHERE match_id = ?1),
    (SELECT metadata FROM rondel_metadata WHERE match_id = ?1),
    (SELECT json_group_array(CAST(entry AS TEXT)) FROM (SELECT entry FROM rondel_log WHERE match_id = ?1 ORDER BY place))
  )`;
const KEPT = ['match_id', 'state', 'initial_state', 'metadata', 'log'].map((column) => `CAST(${column} AS BLOB) AS ${column}`);
const QUARANTINED = `SELECT place, ${KEPT} FROM rondel_unreadable WHERE place = ?`;
const LIST_QUARANTINED = 'SELECT place, CAST(match_id AS BLOB) AS name, set_aside_at FROM rondel_unreadable ORDER BY place';
const END_QUARANTINE = 'DELETE FROM rondel_unreadable WHERE place = ?';
const TABLES = ['rondel_states', 'rondel_initial_states', 'rondel_metadata', 'rondel_log'];
const HOLDS = TABLES.map((table) => `SELECT 1 FROM ${table} WHERE match_id = ?1`).join(' UNION ALL ');
const WIPE = TABLES.map((table) => `DELETE FROM ${table} WHERE match_id = ?`);

const LIST = 'SELECT CAST(match_id AS BLOB) AS name FROM rondel_metadata';
const LIST_PAGE = 'SELECT CAST(match_id AS BLOB) AS name, created_at AS createdAt, CAST(metadata AS BLOB) AS text FROM rondel_metadata';
const NEWEST_FIRST = ' ORDER BY created_at DESC, match_id DESC LIMIT ?';
/** By filter of `listMatches`. */
const CONDITIONS = {
  gameName: 'game_name = ?', isGameover: 'is_over = ?', unlisted: 'is_unlisted = ?', updatedBefore: 'updated_at < ?', updatedAfter: 'updated_at > ?',
};
/** Of `listPage`. The plus keeps Sqlite from reading by time all that are wanted, and sorting them, where a page of them will do. */
const PAGE_CONDITIONS = {
  ...CONDITIONS, updatedBefore: '+updated_at < ?', updatedAfter: '+updated_at > ?', after: '(created_at, match_id) < (?, ?)',
};

const LIST_IDLE = 'SELECT CAST(match_id AS BLOB) AS name, updated_at AS updatedAt FROM rondel_metadata';
const LONGEST_FIRST = ' ORDER BY updated_at, match_id LIMIT ?';
const IDLE_CONDITIONS = { ...CONDITIONS, after: '(updated_at, match_id) > (?, ?)' };

/**
 * One that ends much later than it could was taken before the clock was set back. Twice as long as itself: who takes one at
 * the same time may have begun later. `?1` is now.
 */
const IS_ALIVE = 'ends_at > ?1 AND ends_at <= ?1 + 2 * lasts';
const FIND_LEASE = `SELECT 1 FROM rondel_leases WHERE node_id = ?2 AND ${IS_ALIVE}`;
const FORGET_LEASES = `DELETE FROM rondel_leases WHERE NOT (${IS_ALIVE})`;
const SET_LEASE = `
  INSERT INTO rondel_leases (node_id, ends_at, lasts) VALUES (?, ?, ?)
  ON CONFLICT (node_id) DO UPDATE SET ends_at = excluded.ends_at, lasts = excluded.lasts`;
const LEASES = `SELECT CAST(node_id AS BLOB) AS name FROM rondel_leases WHERE ${IS_ALIVE}`;
const STORAGE_ID = 'SELECT id FROM rondel_storage';
const END_LEASE = 'DELETE FROM rondel_leases WHERE node_id = ?';

/** @typedef {import('../../../storages.d.ts').Sqlite} Declared */

/**
 * Matches in one file, by boardgame.io's contract of a synchronous storage. What it has confirmed has been
 * written: it survives the end of the process, however that comes. Several processes of one machine may use the file.
 */
export class Sqlite extends Sync {
  #options;
  #Database;
  /** @type {SqliteFile | undefined} */
  #opened;

  /** @param {string | { file: string, synchronous?: 'normal' | 'full', busyTimeout?: number }} options */
  constructor(options) {
    super();
    this.#options = optionsOf(options);
    this.#Database = loadPackage('libsql', 'Sqlite');
  }

  /** Opens the file, and makes it if there is none. Without it, that is done when a match is asked for first. */
  connect() {
    this.#open();
  }

  /** @type {Declared['createMatch']} */
  createMatch(matchID, { initialState, metadata }) {
    const key = keyOf(matchID);
    this.#atOnce(() => {
      this.#setState(key, initialState);
      this.#setRest(key, { initialState, metadata });
    });
  }

  /** @type {Declared['createMatchIfAbsent']} */
  createMatchIfAbsent(matchID, { initialState, metadata }) {
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      const { stateID, revision } = stateNumbersOf(initialState);
      const isAbsent = this.#run(ADD_STATE, key, stateID, revision, JSON.stringify(initialState));
      if (isAbsent) this.#setRest(key, { initialState, metadata });
      return isAbsent;
    });
  }

  /** @type {Declared['setState']} */
  setState(matchID, state, deltalog) {
    const key = keyOf(matchID);
    this.#atOnce(() => {
      this.#setState(key, state);
      this.#addToLog(key, deltalog);
    });
  }

  /** @type {Declared['compareAndSetState']} */
  compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    const key = keyOf(matchID);
    const { stateID, revision } = stateNumbersOf(state);
    return this.#atOnce(() => {
      const text = JSON.stringify(state);
      const isDone = this.#run(REPLACE_STATE, stateID, revision, text, key, expectedStateID, expectedRevision ?? null);
      if (isDone) this.#addToLog(key, deltalog);
      else checkStateRow(this.#statement(STATE_ROW).get(key));
      return isDone;
    });
  }

  /** @type {Declared['setMetadata']} */
  setMetadata(matchID, metadata) {
    const key = keyOf(matchID);
    this.#atOnce(() => this.#setMetadata(key, metadata));
  }

  /** @type {Declared['compareAndSetMetadata']} */
  compareAndSetMetadata(matchID, expected, metadata) {
    const key = keyOf(matchID);
    const usual = JSON.stringify(expected);
    return this.#atOnce(() => {
      if (this.#replaceMetadata(key, usual, metadata)) return true;
      const text = textOf(this.#statement(FIELDS.metadata).get(key)?.text, 'metadata');
      if (!isWrittenOtherwise(text, { metadata: expected, usual })) return false;
      return this.#replaceMetadata(key, text, metadata);
    });
  }

  /** @type {Declared['fetch']} What `wanted` names, all of one moment: `state`, `metadata`, `log`, `initialState`. */
  fetch(matchID, wanted) {
    const key = keyOf(matchID);
    const fields = Object.keys(FIELDS).filter((field) => wanted[field]);
    if (fields.length + (wanted.log ? 1 : 0) < 2) return this.#readFields(key, fields, wanted.log);
    return this.#open().within('BEGIN', () => this.#readFields(key, fields, wanted.log));
  }

  /** @type {Declared['fetchLogSince']} */
  fetchLogSince(matchID, stateID) {
    return entriesOf(this.#statement(LOG_SINCE).all(keyOf(matchID), stateID));
  }

  /** @type {Declared['fetchLogPart']} */
  fetchLogPart(matchID, { before = Number.MAX_SAFE_INTEGER, bytes }) {
    return partOf(this.#statement(LOG_PART).all(keyOf(matchID), before, bytes));
  }

  /** @type {Declared['wipe']} */
  wipe(matchID) {
    this.#atOnce(() => this.#wipe(keyOf(matchID)));
  }

  /** @type {Declared['compareAndWipe']} */
  compareAndWipe(matchID, expectedStateID, expectedRevision, expectedMetadata) {
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      const isThere = this.#statement(FIND_STATE).get(key, expectedStateID, expectedRevision ?? null) !== undefined;
      const isExpected = isThere && isSameTextIfExpected(this.#read(key, 'metadata'), expectedMetadata);
      if (isExpected) this.#wipe(key);
      return isExpected;
    });
  }

  /** @type {Declared['quarantine']} */
  quarantine(matchID) {
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      if (!this.#holds(key)) return undefined;
      const { lastInsertRowid } = this.#statement(QUARANTINE).run(key, Date.now());
      this.#wipe(key);
      return String(lastInsertRowid);
    });
  }

  /** @type {Declared['listQuarantined']} */
  listQuarantined() {
    return named(this.#statement(LIST_QUARANTINED).all()).map(({ place, name: matchID, set_aside_at: quarantinedAt }) => (
      { id: String(place), matchID, quarantinedAt }
    ));
  }

  /** @type {Declared['restoreQuarantined']} */
  restoreQuarantined(id) {
    const place = placeOf(id);
    if (place === null) return false;
    return this.#atOnce(() => {
      const row = this.#statement(QUARANTINED).get(place);
      if (!row) return false;
      const { match_id: key, ...kept } = textsOf(row);
      if (this.#holds(key)) return false;
      this.#restore(key, partsOf(kept));
      return this.#run(END_QUARANTINE, row.place);
    });
  }

  /** @type {Declared['listMatches']} */
  listMatches(options) {
    const { conditions, values } = filterOf(CONDITIONS, { gameName: options?.gameName, ...options?.where });
    return named(this.#statement(LIST + conditions).all(...values)).map(({ name }) => name);
  }

  /** @type {Declared['listPage']} A match that cannot be read has no metadata there. */
  listPage({ gameName, where, limit, after }) {
    const { conditions, values } = filterOf(PAGE_CONDITIONS, { gameName, ...where, after });
    const rows = this.#statement(LIST_PAGE + conditions + NEWEST_FIRST).all(...values, limit);
    return named(rows).map(({ name: matchID, createdAt, text }) => ({ matchID, createdAt, metadata: readableOf(text) }));
  }

  /** @type {Declared['listIdle']} */
  listIdle({ gameName, isGameover, updatedBefore, after, limit }) {
    const { conditions, values } = filterOf(IDLE_CONDITIONS, { gameName, isGameover, updatedBefore, after });
    return named(this.#statement(LIST_IDLE + conditions + LONGEST_FIRST).all(...values, limit)).map(({ name: matchID, updatedAt }) => ({ matchID, updatedAt }));
  }

  /** @type {Declared['compact']} Gives a piece of what wiped matches have left in the file back to the disk, and returns whether there is more. */
  compact() {
    if (this.#pragma('auto_vacuum') !== INCREMENTAL || this.#pragma('freelist_count') === 0) return false;
    this.#open().exec(`PRAGMA incremental_vacuum(${PIECE})`);
    return this.#pragma('freelist_count') > 0;
  }

  /**
   * Rewrites the file without what is free in it, and has `compact` give back from then on what becomes so: of a file that a version of
   * Rondel's without `compact` has made, nothing else does. Nobody else is to use it meanwhile.
   *
   * @type {Declared['vacuum']}
   */
  vacuum() {
    this.#open().exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  }

  /** @type {Declared['fetchStorageID']} */
  fetchStorageID() {
    return this.#statement(STORAGE_ID).get().id;
  }

  /** @type {Declared['renewLease']} */
  renewLease(nodeID, milliseconds) {
    const key = keyOf(nodeID);
    return this.#atOnce(() => {
      const now = Date.now();
      const hadOne = this.#statement(FIND_LEASE).get(now, key) !== undefined;
      this.#run(FORGET_LEASES, now);
      this.#run(SET_LEASE, key, now + milliseconds, milliseconds);
      return hadOne;
    });
  }

  /** @type {Declared['fetchLeases']} */
  fetchLeases() {
    return named(this.#statement(LEASES).all(Date.now())).map(({ name }) => name);
  }

  /** @type {Declared['endLease']} */
  endLease(nodeID) {
    const key = keyOf(nodeID);
    this.#atOnce(() => this.#run(END_LEASE, key));
  }

  /** @type {Declared['probe']} Whether the disk takes a file beside this one: a small write may fit in what the file has free. */
  async probe() {
    const path = this.#open().path();
    if (path) await probeDisk(`${path}-probe`);
  }

  /** @type {Declared['close']} Lets go of the file; it is opened again when it is needed. */
  close() {
    const opened = this.#opened;
    this.#opened = undefined;
    opened?.close();
  }

  #setRest(key, { initialState, metadata }) {
    this.#run(SET_INITIAL_STATE, key, JSON.stringify(initialState));
    this.#setMetadata(key, metadata);
  }

  #restore(key, { state, initialState, metadata, log }) {
    if (state) this.#run(SET_STATE, key, state.stateID, state.revision, state.text);
    if (initialState !== null) this.#run(SET_INITIAL_STATE, key, initialState);
    if (metadata) this.#run(SET_METADATA, ...valuesOf(metadata), key);
    for (const entry of log) this.#run(ADD_TO_LOG, key, entry.stateID, entry.text);
  }

  #setState(key, state) {
    const { stateID, revision } = stateNumbersOf(state);
    this.#run(SET_STATE, key, stateID, revision, JSON.stringify(state));
  }

  #setMetadata(key, metadata) {
    this.#run(SET_METADATA, ...metadataOf(metadata), key);
  }

  #replaceMetadata(key, expected, metadata) {
    return this.#run(REPLACE_METADATA, ...metadataOf(metadata), key, expected);
  }

  #addToLog(key, deltalog = []) {
    for (const entry of deltalog) this.#run(ADD_TO_LOG, key, wholeNumberOf(entry?._stateID), JSON.stringify(entry));
  }

  #readFields(key, fields, withLog) {
    /** @type {any} */
    const result = {};
    for (const field of fields) result[field] = this.#read(key, field);
    if (withLog) result.log = entriesOf(this.#statement(LOG).all(key));
    return result;
  }

  #read(key, field) {
    return valueOf(this.#statement(FIELDS[field]).get(key)?.text, field);
  }

  /** Whether there is anything of a match. */
  #holds(key) {
    return this.#statement(HOLDS).get(key) !== undefined;
  }

  #wipe(key) {
    for (const statement of WIPE) this.#run(statement, key);
  }

  /**
   * All of `work` or nothing. Nobody else writes meanwhile. Every write is in one: libsql leaves a statement open that fails by itself because
   * somebody else writes, and then no transaction can be committed.
   */
  #atOnce(work) {
    return this.#open().within('BEGIN IMMEDIATE', work);
  }

  /** Whether the statement has changed anything. */
  #run(text, ...values) {
    return this.#statement(text).run(...values).changes > 0;
  }

  #pragma(name) {
    return this.#open().pragma(name);
  }

  #statement(text) {
    return this.#open().statement(text);
  }

  #open() {
    this.#opened ??= new SqliteFile(this.#Database, this.#options);
    return this.#opened;
  }
}

function optionsOf(options) {
  const given = typeof options === 'string' ? { file: options } : options;
  const { file, synchronous = 'normal', busyTimeout = BUSY_TIMEOUT_MS } = given ?? {};
  if (typeof file !== 'string' || file === '') throw badOption('file', 'the path of a file');
  if (synchronous !== 'normal' && synchronous !== 'full') throw badOption('synchronous', "'normal' or 'full'");
  if (!Number.isSafeInteger(busyTimeout) || busyTimeout < 0) throw badOption('busyTimeout', 'a number of milliseconds');
  return { file, synchronous, busyTimeout };
}

function badOption(name, expected) {
  return rondelError('storage/option', `Sqlite: ${name} is to be ${expected}`);
}

function entriesOf(rows) {
  return rows.map(({ entry }, i) => valueOf(entry, `log[${i}]`));
}

/** Rows with the names that their keys stand for, without those whose key is none: nobody can ask for them. */
function named(rows) {
  return rows.flatMap(({ name: key, ...row }) => {
    const name = readableNameOf(key);
    return name === undefined ? [] : [{ ...row, name }];
  });
}

/**
 * A row whose columns have been read as bytes, those that are there as text.
 *
 * @returns {any}
 */
function textsOf(row) {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, Buffer.isBuffer(value) ? textOf(value, column) : value]));
}

/** What a statement asks for, and its values. */
function filterOf(known, wanted) {
  const names = Object.keys(known).filter((name) => wanted[name] !== undefined);
  const conditions = names.map((name) => known[name]).join(' AND ');
  return { conditions: conditions && ` WHERE ${conditions}`, values: names.flatMap((name) => filterValues(name, wanted[name])) };
}

function filterValues(name, value) {
  if (name === 'gameName') return typeof value === 'string' ? keyOf(value) : null;
  if (name === 'isGameover' || name === 'unlisted') return value ? 1 : 0;
  return name === 'after' ? [value.createdAt ?? value.updatedAt, keyOf(value.matchID)] : Number(value);
}

function metadataOf(metadata) {
  return valuesOf({ listing: listingOf(metadata), text: JSON.stringify(metadata) });
}

function valuesOf({ listing: { gameName, isOver, updatedAt, createdAt, isUnlisted }, text }) {
  return [gameName, isOver ? 1 : 0, updatedAt, createdAt, isUnlisted ? 1 : 0, text];
}
