import { isSameTextIfExpected, Sync } from '../rondel.js';
import { loadPackage } from '../util/packages.js';
import { probeDisk } from './disk.js';
import { MOST_IN_PART, partOf } from './log-part-rows.js';
import { partsOf, placeOf } from './quarantined.js';
import { optionsOf, SqliteFile } from './sqlite-file.js';
import { checkStateRow, isWrittenOtherwise, keyOf, listingOf, nameOfKey, readableNameOf, readableOf, stateNumbersOf, textOf, valueOf, wholeNumberOf } from './stored-text.js';
import type { LogEntry, State } from 'rondel';
import type { Sync as PublicSync } from 'rondel/internal';
import type { Server, StorageAPI } from 'rondel/master';
import type { SqliteOpts } from '../../types/storages.js';
import type { LogPartRow } from './log-part-rows.js';
import type { MatchTexts, QuarantinedRow } from './quarantined.js';
import type { DatabaseClass, FileOptions, SqlValue } from './sqlite-file.js';
import type { ListedText, StateRow } from './stored-text.js';

/** Number of free pages, of 4 kilobytes each, that are released at once. */
const PIECE = 250;
/** Value of `PRAGMA auto_vacuum` for a file whose free pages can be released in pieces. */
const INCREMENTAL = 2;

// Texts are read as bytes: libsql ends the process where one is no UTF-8.

/** Statements by field of `fetch`. */
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
const WIPE = [...TABLES, 'rondel_due'].map((table) => `DELETE FROM ${table} WHERE match_id = ?`);

const SET_DUE = 'INSERT INTO rondel_due (match_id, due) VALUES (?, ?) ON CONFLICT (match_id) DO UPDATE SET due = excluded.due';
const END_DUE = 'DELETE FROM rondel_due WHERE match_id = ?';
const LIST_DUE = `
  SELECT CAST(match_id AS BLOB) AS name, game_name AS gameName, due FROM rondel_due JOIN rondel_metadata USING (match_id)
  WHERE due <= ? ORDER BY due LIMIT ?`;

const LIST = 'SELECT CAST(match_id AS BLOB) AS name FROM rondel_metadata';
const LIST_PAGE = 'SELECT CAST(match_id AS BLOB) AS name, created_at AS createdAt, CAST(metadata AS BLOB) AS text FROM rondel_metadata';
const NEWEST_FIRST = ' ORDER BY created_at DESC, match_id DESC LIMIT ?';
/** Conditions by filter of `listMatches`. */
const CONDITIONS = {
  gameName: 'game_name = ?', isGameover: 'is_over = ?', unlisted: 'is_unlisted = ?', updatedBefore: 'updated_at < ?', updatedAfter: 'updated_at > ?',
};
/** Conditions by filter of `listPage`. The plus keeps Sqlite from reading all matching rows by time and sorting them, if one page is enough. */
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

/** A field of a match that has a table of its own. */
type Field = keyof typeof FIELDS;

/** A text, an entry of a log, and the key of a name, each read as bytes. */
type TextRow = { text: Uint8Array };
type EntryRow = { entry: Uint8Array };
type KeyRow = { name: Uint8Array };

/** A match in which the time of a player has run out. */
type DueRow = KeyRow & { due: number, gameName: string | null };

/** A match in quarantine, whose texts are read as bytes. */
type QuarantineRow = { place: number } & { [column in 'match_id' | keyof QuarantinedRow]: Uint8Array | null };

/** The last match of the page before. A list that is ordered by `createdAt` has that. */
interface After {
  matchID: string;
  createdAt?: number;
  updatedAt: number;
}

/** The filters of lists. Callers may hand in anything as `gameName`. */
interface Filters {
  gameName?: unknown;
  isGameover?: boolean | undefined;
  unlisted?: boolean | undefined;
  updatedBefore?: number | undefined;
  updatedAfter?: number | undefined;
  after?: StorageAPI.ListPageOpts['after'] | StorageAPI.IdleMatch;
}

/**
 * Stores matches in one file, with the package `libsql`. Confirmed writes survive the end of the process, including a crash. Several processes of
 * one machine may use the file.
 */
// The cast keeps `rondel/private` out of the declarations that users read.
export class Sqlite extends (Sync as typeof PublicSync) {
  #options: FileOptions;
  #Database: DatabaseClass;
  #opened: SqliteFile | undefined;

  constructor(options: string | SqliteOpts) {
    super();
    this.#options = optionsOf(options);
    this.#Database = loadPackage('libsql', 'Sqlite');
  }

  /** Opens the file, and creates it if it does not exist. Default: the first request for a match opens it. */
  connect(): void {
    this.#open();
  }

  createMatch(matchID: string, match: StorageAPI.CreateMatchOpts): void {
    const { initialState, metadata } = match;
    const key = keyOf(matchID);
    this.#atOnce(() => {
      this.#setState(key, initialState);
      this.#setRest(key, { initialState, metadata });
    });
  }

  createMatchIfAbsent(matchID: string, match: StorageAPI.CreateMatchOpts): boolean {
    const { initialState, metadata } = match;
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      const { stateID, revision, due } = stateNumbersOf(initialState);
      const isAbsent = this.#run(ADD_STATE, key, stateID, revision, JSON.stringify(initialState));
      if (isAbsent) this.#setDue(key, due);
      if (isAbsent) this.#setRest(key, { initialState, metadata });
      return isAbsent;
    });
  }

  setState(matchID: string, state: State, deltalog?: LogEntry[]): void {
    const key = keyOf(matchID);
    this.#atOnce(() => {
      this.#setState(key, state);
      this.#addToLog(key, deltalog);
    });
  }

  compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): boolean {
    const key = keyOf(matchID);
    const { stateID, revision, due } = stateNumbersOf(state);
    return this.#atOnce(() => {
      const text = JSON.stringify(state);
      const isDone = this.#run(REPLACE_STATE, stateID, revision, text, key, expectedStateID, expectedRevision ?? null);
      if (isDone) {
        this.#addToLog(key, deltalog);
        this.#setDue(key, due);
      } else {
        checkStateRow(this.#statement<StateRow>(STATE_ROW).get(key));
      }
      return isDone;
    });
  }

  setMetadata(matchID: string, metadata: Server.MatchData): void {
    const key = keyOf(matchID);
    this.#atOnce(() => this.#setMetadata(key, metadata));
  }

  compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): boolean {
    const key = keyOf(matchID);
    const usual = JSON.stringify(expected);
    return this.#atOnce(() => {
      if (this.#replaceMetadata(key, usual, metadata)) return true;
      const text = textOf(this.#statement<TextRow>(FIELDS.metadata).get(key)?.text, 'metadata');
      if (!isWrittenOtherwise(text, { metadata: expected, usual })) return false;
      return this.#replaceMetadata(key, text, metadata);
    });
  }

  /** Returns the requested fields, all read at one time: `state`, `metadata`, `log`, `initialState`. */
  fetch<O extends StorageAPI.FetchOpts>(matchID: string, wanted: O): StorageAPI.FetchResult<O> {
    const key = keyOf(matchID);
    const fields = (Object.keys(FIELDS) as Field[]).filter((field) => wanted[field]);
    if (fields.length + (wanted.log ? 1 : 0) < 2) return this.#readFields<O>(key, fields, wanted.log);
    return this.#open().within('BEGIN', () => this.#readFields<O>(key, fields, wanted.log));
  }

  fetchLogSince(matchID: string, stateID: number): LogEntry[] {
    return entriesOf(this.#statement<EntryRow>(LOG_SINCE).all(keyOf(matchID), stateID));
  }

  fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): StorageAPI.LogPart {
    const { before = Number.MAX_SAFE_INTEGER, bytes } = wanted;
    return partOf(this.#statement<LogPartRow>(LOG_PART).all(keyOf(matchID), before, bytes));
  }

  wipe(matchID: string): void {
    this.#atOnce(() => this.#wipe(keyOf(matchID)));
  }

  compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): boolean {
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      const isThere = this.#statement(FIND_STATE).get(key, expectedStateID, expectedRevision ?? null) !== undefined;
      const isExpected = isThere && isSameTextIfExpected(this.#read(key, 'metadata'), expectedMetadata);
      if (isExpected) this.#wipe(key);
      return isExpected;
    });
  }

  quarantine(matchID: string): string | undefined {
    const key = keyOf(matchID);
    return this.#atOnce(() => {
      if (!this.#holds(key)) return undefined;
      const { lastInsertRowid } = this.#statement(QUARANTINE).run(key, Date.now());
      this.#wipe(key);
      return String(lastInsertRowid);
    });
  }

  listQuarantined(): StorageAPI.Quarantined[] {
    return named(
      this.#statement<KeyRow & { place: number, set_aside_at: number }>(LIST_QUARANTINED).all(),
    ).map(({ place, name: matchID, set_aside_at: quarantinedAt }) => (
      { id: String(place), matchID, quarantinedAt }
    ));
  }

  restoreQuarantined(id: string): boolean {
    const place = placeOf(id);
    if (place === null) return false;
    return this.#atOnce(() => {
      const row = this.#statement<QuarantineRow>(QUARANTINED).get(place);
      if (!row) return false;
      const { match_id: key, ...kept } = textsOf(row);
      if (this.#holds(key)) return false;
      this.#restore(key, partsOf(kept));
      return this.#run(END_QUARANTINE, row.place);
    });
  }

  listMatches(options?: StorageAPI.ListMatchesOpts): string[] {
    const { conditions, values } = filterOf(CONDITIONS, { gameName: options?.gameName, ...options?.where });
    return named(this.#statement<KeyRow>(LIST + conditions).all(...values)).map(({ name }) => name);
  }

  // A match that cannot be read has no metadata there.
  listPage(options: StorageAPI.ListPageOpts): StorageAPI.ListedMatch[] {
    const { gameName, where, limit, after } = options;
    const { conditions, values } = filterOf(PAGE_CONDITIONS, { gameName, ...where, after });
    const rows = this.#statement<KeyRow & TextRow & { createdAt: number }>(LIST_PAGE + conditions + NEWEST_FIRST).all(...values, limit);
    return named(rows).map(({ name: matchID, createdAt, text }) => (
      { matchID, createdAt, metadata: readableOf(text) as Server.MatchData | undefined }
    ));
  }

  listIdle(options: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[] {
    const { gameName, isGameover, updatedBefore, after, limit } = options;
    const { conditions, values } = filterOf(IDLE_CONDITIONS, { gameName, isGameover, updatedBefore, after });
    return named(
      this.#statement<KeyRow & { updatedAt: number }>(LIST_IDLE + conditions + LONGEST_FIRST).all(...values, limit),
    ).map(({ name: matchID, updatedAt }) => ({ matchID, updatedAt }));
  }

  fetchDue(now: number, limit: number): StorageAPI.Due[] {
    return named(this.#statement<DueRow>(LIST_DUE).all(now, limit)).map(({ name: matchID, gameName, due }) => ({ matchID, gameName: nameOfKey(gameName ?? ''), due }));
  }

  /** Returns some of the space of deleted matches to the disk. Returns `true` if there is more to return. */
  compact(): boolean {
    if (this.#pragma('auto_vacuum') !== INCREMENTAL || this.#pragma('freelist_count') === 0) return false;
    this.#open().exec(`PRAGMA incremental_vacuum(${PIECE})`);
    return this.#pragma('freelist_count') as number > 0;
  }

  /**
   * Rewrites the file without free space. After that, `compact` can return space to the disk. Call it once for a file from a version of Rondel
   * without `compact`, while no server uses the file.
   */
  vacuum(): void {
    this.#open().exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  }

  fetchStorageID(): string {
    // The migrations have made the row.
    return (this.#statement<{ id: string }>(STORAGE_ID).get() as { id: string }).id;
  }

  renewLease(nodeID: string, milliseconds: number): boolean {
    const key = keyOf(nodeID);
    return this.#atOnce(() => {
      const now = Date.now();
      const hadOne = this.#statement(FIND_LEASE).get(now, key) !== undefined;
      this.#run(FORGET_LEASES, now);
      this.#run(SET_LEASE, key, now + milliseconds, milliseconds);
      return hadOne;
    });
  }

  fetchLeases(): string[] {
    return named(this.#statement<KeyRow>(LEASES).all(Date.now())).map(({ name }) => name);
  }

  endLease(nodeID: string): void {
    const key = keyOf(nodeID);
    this.#atOnce(() => this.#run(END_LEASE, key));
  }

  /** Writes and removes a test file, to check the disk. */
  // A small write may fit in what the file has free.
  async probe(): Promise<void> {
    const path = this.#open().path();
    if (path) await probeDisk(`${path}-probe`);
  }

  /** Closes the file. The next request opens it again. */
  close(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    opened?.close();
  }

  #setRest(key: string, { initialState, metadata }: StorageAPI.CreateMatchOpts) {
    this.#run(SET_INITIAL_STATE, key, JSON.stringify(initialState));
    this.#setMetadata(key, metadata);
  }

  #restore(key: string, { state, initialState, metadata, log }: MatchTexts) {
    if (state) this.#run(SET_STATE, key, state.stateID, state.revision, state.text);
    this.#setDue(key, state?.due);
    if (initialState !== null) this.#run(SET_INITIAL_STATE, key, initialState);
    if (metadata) this.#run(SET_METADATA, ...valuesOf(metadata), key);
    for (const entry of log) this.#run(ADD_TO_LOG, key, entry.stateID, entry.text);
  }

  #setState(key: string, state: State) {
    const { stateID, revision, due } = stateNumbersOf(state);
    this.#run(SET_STATE, key, stateID, revision, JSON.stringify(state));
    this.#setDue(key, due);
  }

  #setDue(key: string, due: number | null | undefined) {
    if (due === undefined) return;
    if (due === null) this.#run(END_DUE, key);
    else this.#run(SET_DUE, key, due);
  }

  #setMetadata(key: string, metadata: Server.MatchData) {
    this.#run(SET_METADATA, ...metadataOf(metadata), key);
  }

  #replaceMetadata(key: string, expected: string, metadata: Server.MatchData): boolean {
    return this.#run(REPLACE_METADATA, ...metadataOf(metadata), key, expected);
  }

  #addToLog(key: string, deltalog: LogEntry[] = []) {
    for (const entry of deltalog) this.#run(ADD_TO_LOG, key, wholeNumberOf(entry?._stateID), JSON.stringify(entry));
  }

  /** Others may have written what is stored: the master checks it. */
  #readFields<O extends StorageAPI.FetchOpts>(key: string, fields: Field[], withLog: boolean | undefined): StorageAPI.FetchResult<O> {
    const result: { [field in keyof StorageAPI.FetchFields]?: unknown } = {};
    for (const field of fields) result[field] = this.#read(key, field);
    if (withLog) result.log = entriesOf(this.#statement<EntryRow>(LOG).all(key));
    return result as StorageAPI.FetchResult<O>;
  }

  #read(key: string, field: Field): unknown {
    return valueOf(this.#statement<TextRow>(FIELDS[field]).get(key)?.text, field);
  }

  /** Returns `true` if the file has any data of a match. */
  #holds(key: string): boolean {
    return this.#statement(HOLDS).get(key) !== undefined;
  }

  #wipe(key: string) {
    for (const statement of WIPE) this.#run(statement, key);
  }

  /**
   * Does all of `work` or nothing, in one transaction without other writers. Every write uses it: if a single statement fails because of another
   * writer, libsql leaves it open, and then no transaction can be committed.
   */
  #atOnce<T>(work: () => T): T {
    return this.#open().within('BEGIN IMMEDIATE', work);
  }

  /** Runs a statement. Returns `true` if it has changed a row. */
  #run(text: string, ...values: SqlValue[]): boolean {
    return this.#statement(text).run(...values).changes > 0;
  }

  #pragma(name: string): unknown {
    return this.#open().pragma(name);
  }

  #statement<Row>(text: string) {
    return this.#open().statement<Row>(text);
  }

  #open(): SqliteFile {
    this.#opened ??= new SqliteFile(this.#Database, this.#options);
    return this.#opened;
  }
}

const entriesOf = (rows: EntryRow[]): LogEntry[] => rows.map(({ entry }, i) => valueOf(entry, `log[${i}]`) as LogEntry);

/** Rows with the names that their keys stand for, without those whose key is none: nobody can ask for them. */
function named<Row extends KeyRow>(rows: Row[]): (Omit<Row, 'name'> & { name: string })[] {
  return rows.flatMap(({ name: key, ...row }) => {
    const name = readableNameOf(key);
    return name === undefined ? [] : [{ ...row, name }];
  });
}

/** A row whose columns have been read as bytes, those that are there as text. */
function textsOf(row: QuarantineRow): QuarantinedRow & { match_id: string } {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => (
    [column, Buffer.isBuffer(value) ? textOf(value, column) : value]
  ))) as unknown as QuarantinedRow & { match_id: string };
}

/** Returns the conditions of a statement, and their values. */
function filterOf(known: { [name in keyof Filters]?: string }, wanted: Filters): { conditions: string, values: SqlValue[] } {
  const names = (Object.keys(known) as (keyof Filters)[]).filter((name) => wanted[name] !== undefined);
  const conditions = names.map((name) => known[name]).join(' AND ');
  return { conditions: conditions && ` WHERE ${conditions}`, values: names.flatMap((name) => filterValues(name, wanted[name])) };
}

function filterValues(name: keyof Filters, value: unknown): SqlValue | SqlValue[] {
  if (name === 'gameName') return typeof value === 'string' ? keyOf(value) : null;
  if (name === 'isGameover' || name === 'unlisted') return value ? 1 : 0;
  return name === 'after' ? [(value as After).createdAt ?? (value as After).updatedAt, keyOf((value as After).matchID)] : Number(value);
}

function metadataOf(metadata: Server.MatchData): SqlValue[] {
  return valuesOf({ listing: listingOf(metadata), text: JSON.stringify(metadata) });
}

function valuesOf({ listing: { gameName, isOver, updatedAt, createdAt, isUnlisted }, text }: ListedText): SqlValue[] {
  return [gameName, isOver ? 1 : 0, updatedAt, createdAt, isUnlisted ? 1 : 0, text];
}
