import { Async, isSameTextIfExpected, messageOf, print, rondelError } from '../rondel.js';
import { loadPackage } from '../util/packages.js';
import { partOf } from './log-part-rows.js';
import { migrate } from './postgres-schema.js';
import * as SQL from './postgres-statements.js';
import { partsOf, placeOf as placeInQuarantine } from './quarantined.js';
import { inTransaction, untilDone } from './postgres-transaction.js';
import { checkStateRow, isWrittenOtherwise, keyOf, listingOf, nameOfKey, readableOf, stateNumbersOf, valueOf, wholeNumberOf } from './stored-text.js';
import type { LogEntry, State } from 'rondel';
import type { Async as PublicAsync } from 'rondel/internal';
import type { Server, StorageAPI } from 'rondel/master';
import type { PostgresOpts } from '../../types/storages.js';
import type { LogPartRow } from './log-part-rows.js';
import type { Connection, Pool, Result } from './postgres-transaction.js';
import type { MatchTexts, QuarantinedRow } from './quarantined.js';
import type { ListedText, StateRow } from './stored-text.js';

/**
 * How long a request may take, in milliseconds: to get a connection, at the database, and until its response is here. A
 * connection that is cut silently never responds.
 */
const TIMEOUTS = { connectionTimeoutMillis: 3000, statement_timeout: 10_000, query_timeout: 12_000 };
/** As long one may take that players wait for, and that may be done later without harm: it reads a match, or compares before it writes. */
const OF_A_MATCH = 3000;

/** The options of a pool of one's own. */
interface PoolOpts {
  query_timeout?: number | undefined;
  [option: string]: unknown;
}

type Field = keyof typeof SQL.FIELDS;

/** The fields of a match as they are stored, those that were read. */
interface MatchRow {
  state: string | null;
  metadata: string | null;
  initialState: string | null;
  log: string[];
}

/** Runs a statement in the transaction that holds a match. */
type HeldQuery = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Stores matches in Postgres, with the package `pg`: for servers in several processes, on several machines. Requests fail while the database is
 * unavailable, and succeed again afterwards.
 */
// The cast keeps `rondel/private` out of the declarations that users read.
export class Postgres extends (Async as typeof PublicAsync) {
  #options: PoolOpts;
  #pool: Pool;
  #isOwn: boolean;
  #place: string;
  #patience: number | undefined;
  #closing: Promise<void> | undefined;

  constructor(options?: string | PostgresOpts) {
    super();
    const { pool, ...more }: PoolOpts & Pick<PostgresOpts, 'pool'> = typeof options === 'string' ? { connectionString: options } : options ?? {};
    if (pool !== undefined && typeof pool?.connect !== 'function') throw rondelError('storage/option', "Postgres: pool: expected a pool of the package 'pg'");
    this.#options = more;
    this.#isOwn = pool === undefined;
    this.#pool = listenedTo((pool as Pool | undefined) ?? openPool(more));
    this.#place = placeOf(this.#pool);
    this.#patience = more.query_timeout ?? OF_A_MATCH;
  }

  /**
   * Creates the tables, or migrates them to this version. Call this before anything else: `Server().run` does. After `close` it opens connections
   * again.
   */
  async connect(): Promise<void> {
    if (this.#closing && this.#isOwn) this.#pool = listenedTo(openPool(this.#options));
    this.#closing = undefined;
    try {
      await inTransaction(this.#pool, async (client) => {
        await migrate(client, this.#place);
        await warnOfEncoding(client, this.#place);
      });
    } catch (error) {
      throw (error as { code?: unknown }).code === 'storage/version' ? error : failedToOpen(this.#place, error);
    }
  }

  async createMatch(matchID: string, match: StorageAPI.CreateMatchOpts): Promise<void> {
    const { timing, values } = creationOf(matchID, match);
    await this.#query(SQL.BEGIN[timing], values);
  }

  async createMatchIfAbsent(matchID: string, match: StorageAPI.CreateMatchOpts): Promise<boolean> {
    const { timing, values } = creationOf(matchID, match);
    return isWritten(await this.#queryMatch(SQL.BEGIN_IF_ABSENT[timing], values));
  }

  async setState(matchID: string, state: State, deltalog?: LogEntry[]): Promise<void> {
    const { timing, values, due } = statementOf(matchID, state, deltalog);
    await this.#query(SQL.WRITE_STATE[timing], [...values, ...due]);
  }

  async compareAndSetState(
    matchID: string, expectedStateID: number, state: StorageAPI.StoredState, deltalog?: LogEntry[], expectedRevision?: number,
  ): Promise<boolean> {
    const { timing, values, due } = statementOf(matchID, state, deltalog);
    const expected = [wholeNumberOf(expectedStateID), wholeNumberOf(expectedRevision)];
    if (isWritten(await this.#queryMatch(SQL.CHANGE_STATE[timing], [...values, ...expected, ...due]))) return true;
    const { rows: [row] } = await this.#queryMatch<StateRow>(SQL.STATE_ROW, [keyOf(matchID)]);
    checkStateRow(row);
    return false;
  }

  async setMetadata(matchID: string, metadata: Server.MatchData): Promise<void> {
    await this.#query(SQL.SET_METADATA, metadataOf(matchID, metadata));
  }

  async compareAndSetMetadata(matchID: string, expected: Server.MatchData, metadata: Server.MatchData): Promise<boolean> {
    const replace = (text: string) => this.#queryMatch(SQL.REPLACE_METADATA, [...metadataOf(matchID, metadata), text]);
    const usual = JSON.stringify(expected);
    if (isWritten(await replace(usual))) return true;
    const { metadata: text } = await this.#read(keyOf(matchID), ['metadata']);
    if (!isWrittenOtherwise(text, { metadata: expected, usual })) return false;
    return isWritten(await replace(text));
  }

  /** Returns the requested fields, all read at one time: `state`, `metadata`, `log`, `initialState`. */
  async fetch<O extends StorageAPI.FetchOpts>(matchID: string, wanted: O): Promise<StorageAPI.FetchResult<O>> {
    const fields = (Object.keys(SQL.FIELDS) as Field[]).filter((field) => wanted[field]);
    if (fields.length === 0) return valuesOf<O>({});
    return valuesOf<O>(await this.#read(keyOf(matchID), fields));
  }

  async fetchLogSince(matchID: string, stateID: number): Promise<LogEntry[]> {
    const { rows } = await this.#queryMatch<{ entry: string }>(SQL.LOG_SINCE, [keyOf(matchID), stateID]);
    return entriesOf(rows.map(({ entry }) => entry));
  }

  async fetchLogPart(matchID: string, wanted: StorageAPI.LogPartOpts): Promise<StorageAPI.LogPart> {
    const { before = Number.MAX_SAFE_INTEGER, bytes } = wanted;
    const { rows } = await this.#queryMatch<LogPartRow>(SQL.LOG_PART, [keyOf(matchID), before, bytes]);
    return partOf(rows);
  }

  async wipe(matchID: string): Promise<void> {
    await this.#whileHeld(keyOf(matchID), (query) => query(SQL.WIPE));
  }

  async compareAndWipe(matchID: string, expectedStateID: number, expectedRevision?: number, expectedMetadata?: Server.MatchData): Promise<boolean> {
    const key = keyOf(matchID);
    const at = [key, wholeNumberOf(expectedStateID), wholeNumberOf(expectedRevision)];
    if (expectedMetadata === undefined) return isWritten(await this.#query(SQL.WIPE_AT, at));
    return this.#whileHeld(key, async (query) => {
      const [row] = await query<{ metadata: string }>(SQL.METADATA_AT, at);
      const isExpected = row !== undefined && isSameTextIfExpected(valueOf(row.metadata, 'metadata'), expectedMetadata);
      await query(isExpected ? SQL.WIPE : SQL.LET_GO);
      return isExpected;
    });
  }

  async quarantine(matchID: string): Promise<string | undefined> {
    return this.#whileHeld(keyOf(matchID), async (query) => {
      const [held] = await query<MatchRow>(SQL.HELD);
      const [kept] = await query<{ id: string }>(isEmpty(held) ? SQL.LET_GO : SQL.QUARANTINE);
      return kept?.id;
    });
  }

  async listQuarantined(): Promise<StorageAPI.Quarantined[]> {
    const { rows } = await this.#query<{ id: string, match_id: string, quarantinedAt: number }>(SQL.LIST_QUARANTINED, []);
    return rows.map(({ id, match_id: key, quarantinedAt }) => ({ id, matchID: nameOfKey(key), quarantinedAt }));
  }

  async restoreQuarantined(id: string): Promise<boolean> {
    const place = placeInQuarantine(id);
    const { rows: [known] } = await this.#query<{ match_id: string }>(SQL.QUARANTINED, [place]);
    if (!known) return false;
    return this.#whileHeld(known.match_id, async (query) => {
      const [held] = await query<MatchRow>(SQL.HELD);
      // Another process may have put it back meanwhile.
      const [row] = isEmpty(held) ? await query<QuarantinedRow>(SQL.END_QUARANTINE, [place]) : [];
      if (row) await restore(query, known.match_id, partsOf(row));
      else await query(SQL.LET_GO);
      return row !== undefined;
    });
  }

  async listMatches(options?: StorageAPI.ListMatchesOpts): Promise<string[]> {
    const { isGameover, updatedBefore, updatedAfter } = options?.where ?? {};
    const gameName = options?.gameName;
    if (gameName !== undefined && typeof gameName !== 'string') return [];
    const { rows } = await this.#query<{ match_id: string }>(
      SQL.LIST, [gameName === undefined ? null : keyOf(gameName), isGameover, updatedBefore, updatedAfter],
    );
    return rows.map((row) => nameOfKey(row.match_id));
  }

  // A match that cannot be read has no metadata there.
  async listPage(options: StorageAPI.ListPageOpts): Promise<StorageAPI.ListedMatch[]> {
    const { gameName, where, limit, after } = options;
    const { isGameover, updatedBefore, updatedAfter, unlisted } = where ?? {};
    const game = gameName === undefined ? null : keyOf(gameName);
    const place = after ? [after.createdAt, keyOf(after.matchID)] : [null, null];
    const { rows } = await this.#query<{ match_id: string, createdAt: number, metadata: string }>(
      SQL.LIST_PAGE, [game, isGameover, updatedBefore, updatedAfter, unlisted, ...place, limit],
    );
    return rows.map(({ match_id: key, createdAt, metadata }) => (
      { matchID: nameOfKey(key), createdAt, metadata: readableOf(metadata) as Server.MatchData | undefined }
    ));
  }

  async listIdle(options: StorageAPI.ListIdleOpts): Promise<StorageAPI.IdleMatch[]> {
    const { gameName, isGameover, updatedBefore, after, limit } = options;
    const place = after ? [after.updatedAt, keyOf(after.matchID)] : [null, null];
    const { rows } = await this.#query<{ match_id: string, updatedAt: number }>(
      SQL.LIST_IDLE, [keyOf(gameName), isGameover, updatedBefore, ...place, limit],
    );
    return rows.map(({ match_id: key, updatedAt }) => ({ matchID: nameOfKey(key), updatedAt }));
  }

  async fetchDue(now: number, limit: number): Promise<StorageAPI.Due[]> {
    const { rows } = await this.#query<{ match_id: string, gameName: string | null, due: number }>(SQL.LIST_DUE, [now, limit]);
    return rows.map(({ match_id: key, gameName, due }) => ({ matchID: nameOfKey(key), gameName: nameOfKey(gameName ?? ''), due }));
  }

  async fetchStorageID(): Promise<string> {
    const { rows: [{ id }] } = await this.#queryMatch<{ id: string }>(SQL.STORAGE_ID, []);
    return id;
  }

  async renewLease(nodeID: string, milliseconds: number): Promise<boolean> {
    const { rows: [{ hadOne }] } = await this.#queryMatch<{ hadOne: boolean }>(SQL.RENEW_LEASE, [keyOf(nodeID), milliseconds]);
    return hadOne;
  }

  async fetchLeases(): Promise<string[]> {
    const { rows } = await this.#queryMatch<{ node_id: string }>(SQL.LEASES, []);
    return rows.map((row) => nameOfKey(row.node_id));
  }

  async endLease(nodeID: string): Promise<void> {
    await this.#query(SQL.END_LEASE, [keyOf(nodeID)]);
  }

  /** Closes the connections, except those of a pool of your own. */
  close(): Promise<void> {
    return this.#closing ??= this.#isOwn ? this.#pool.end() : Promise.resolve();
  }

  /** The fields of a match as text. */
  async #read(key: string, fields: Field[]): Promise<Partial<MatchRow>> {
    const query = fields.includes('log') ? this.#query<Partial<MatchRow>> : this.#queryMatch<Partial<MatchRow>>;
    const { rows: [row] } = await query.call(this, SQL.fetching(fields), [key]);
    return row;
  }

  #queryMatch<Row>(text: string, values: unknown[]): Promise<Result<Row>> {
    // A pool that was handed over has its own limits, and may be of another kind.
    if (!this.#isOwn) return this.#query(text, values);
    return untilDone(() => this.#pool.query<Row>({ text, values, query_timeout: this.#patience }));
  }

  #query<Row>(text: string, values: unknown[]): Promise<Result<Row>> {
    return untilDone(() => this.#pool.query<Row>(text, values));
  }

  /**
   * Works on a match while nobody else changes it, or makes it.
   *
   * @param work is handed what runs a statement, about the match unless other values are given
   */
  #whileHeld<T>(key: string, work: (query: HeldQuery) => Promise<T>): Promise<T> {
    return untilDone(() => inTransaction(this.#pool, async (client) => {
      const query = async <Row>(text: string, values: unknown[] = [key]) => (await client.query<Row>(text, values)).rows;
      await query(SQL.HOLD);
      return work(query);
    }));
  }
}

function openPool(options: PoolOpts): Pool {
  const { Pool } = loadPackage('pg', 'Postgres');
  return new Pool({ application_name: 'rondel', keepAlive: true, ...TIMEOUTS, ...options });
}

function listenedTo(pool: Pool): Pool {
  // No query waits for an idle connection. The pool makes another one when it is needed.
  pool.on('error', () => {});
  // A new one may end before its first use. Its error would have no listener, and end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** In another encoding names and texts of players may be refused; in `SQL_ASCII` one that is no UTF-8 keeps all others from being listed. */
async function warnOfEncoding(client: Connection, place: string) {
  const { rows: [{ encoding }] } = await client.query<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding");
  if (encoding !== 'UTF8') print('warn', `rondel: Postgres: ${place} is in ${encoding}, which cannot store every text: create a database with ENCODING 'UTF8'`);
}

/** An error of Node's. */
type FailedToConnect = { code?: unknown, errors?: unknown[] } | null | undefined;

/** Which database it is, for errors, without the password. */
function placeOf(pool: Pool): string {
  // A pool that was handed over may be of another kind.
  if (typeof pool.Client !== 'function') return 'the database of the pool';
  const { host, port, database, user } = new pool.Client(pool.options);
  return `the database "${database}" at ${host}:${port} (user "${user}")`;
}

function failedToOpen(place: string, error: unknown): Error {
  // If a name has several addresses, each has its own error.
  const reason = messageOf(error) || messageOf((error as FailedToConnect)?.errors?.[0]) || String((error as FailedToConnect)?.code);
  return rondelError('storage/open', `Postgres: cannot open ${place}: ${reason}`);
}

/** The kind of a statement, and its values. */
interface Statement {
  timing: 'usual' | 'timed';
  values: unknown[];
  /** The last value of a statement of a game with time. */
  due: unknown[];
}

function creationOf(matchID: string, { initialState, metadata }: StorageAPI.CreateMatchOpts): Omit<Statement, 'due'> {
  const { stateID, revision, due } = stateNumbersOf(initialState);
  const values = [...metadataOf(matchID, metadata), JSON.stringify(initialState), stateID, revision];
  return due === undefined ? { timing: 'usual', values } : { timing: 'timed', values: [...values, due] };
}

function statementOf(matchID: string, state: State, deltalog: LogEntry[] = []): Statement {
  const { stateID, revision, due } = stateNumbersOf(state);
  const stateIDs = deltalog.map((entry) => wholeNumberOf(entry?._stateID));
  const values = [keyOf(matchID), stateID, revision, JSON.stringify(state), stateIDs, deltalog.map((entry) => JSON.stringify(entry))];
  return due === undefined ? { timing: 'usual', values, due: [] } : { timing: 'timed', values, due: [due] };
}

function metadataOf(matchID: string, metadata: Server.MatchData): unknown[] {
  return metadataRow(keyOf(matchID), { listing: listingOf(metadata), text: JSON.stringify(metadata) });
}

function metadataRow(key: string, { listing: { gameName, isOver, updatedAt, createdAt, isUnlisted }, text }: ListedText): unknown[] {
  return [key, gameName, isOver, updatedAt, text, createdAt, isUnlisted];
}

/** Stores the parts of a match that is held, of which there is nothing. */
async function restore(query: HeldQuery, key: string, { state, initialState, metadata, log }: MatchTexts) {
  const entries = [log.map(({ stateID }) => stateID), log.map(({ text }) => text)];
  if (state) await query(SQL.WRITE_STATE.timed, [key, state.stateID, state.revision, state.text, ...entries, state.due ?? null]);
  else await query(SQL.LET_GO);
  if (!state) await query(SQL.ADD_TO_LOG, [key, ...entries]);
  if (initialState !== null) await query(SQL.SET_INITIAL_STATE, [key, initialState]);
  if (metadata) await query(SQL.SET_METADATA, metadataRow(key, metadata));
}

/** Reads the fields of a row. The master checks the values, because other programs may have written the row. */
function valuesOf<O extends StorageAPI.FetchOpts>(row: Partial<MatchRow>): StorageAPI.FetchResult<O> {
  return Object.fromEntries((Object.keys(row) as Field[]).map((field) => (
    [field, field === 'log' ? entriesOf(row.log as string[]) : valueOf(row[field], field)]
  ))) as StorageAPI.FetchResult<O>;
}

function isEmpty({ state, initialState, metadata, log }: MatchRow): boolean {
  return [state, initialState, metadata].every((text) => text === null) && log.length === 0;
}

function isWritten({ rowCount }: Result): boolean {
  return rowCount > 0;
}

function entriesOf(texts: string[]): LogEntry[] {
  return texts.map((text, i) => valueOf(text, `log[${i}]`) as LogEntry);
}
