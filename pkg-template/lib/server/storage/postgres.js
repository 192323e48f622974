import { rondelError } from '../../util/error.js';
import { messageOf, print } from '../../util/print.js';
import { Async, isSameTextIfExpected } from '../../online/storage/storage.js';
import { loadPackage } from '../util/packages.js';
import { partOf } from './log-part-rows.js';
import { migrate } from './postgres-schema.js';
import * as SQL from './postgres-statements.js';
import { partsOf, placeOf as placeInQuarantine } from './quarantined.js';
import { inTransaction, untilDone } from './postgres-transaction.js';
import { checkStateRow, isWrittenOtherwise, keyOf, listingOf, nameOfKey, readableOf, stateNumbersOf, valueOf, wholeNumberOf } from './stored-text.js';

/**
 * How long a request may take, in milliseconds: to get a connection, at the database, and until its response is here. A
 * connection that is cut silently never responds.
 */
const TIMEOUTS = { connectionTimeoutMillis: 3000, statement_timeout: 10_000, query_timeout: 12_000 };
/** As long one may take that players wait for, and that may be done later without harm: it reads a match, or compares before it writes. */
const OF_A_MATCH = 3000;

/** @typedef {import('../../../storages.d.ts').Postgres} Declared */

/**
 * Matches in a Postgres, for servers in as many processes as there are, by boardgame.io's contract of an asynchronous
 * storage. While the database is away requests fail; when it is back they work again.
 */
export class Postgres extends Async {
  #options;
  #pool;
  #isOwn;
  #place;
  /** @type {number | undefined} */
  #patience;
  /** @type {Promise<void> | undefined} */
  #closing;

  /** @param {string | ({ connectionString?: string, pool?: any } & Record<string, any>)} options */
  constructor(options) {
    super();
    const { pool, ...more } = typeof options === 'string' ? { connectionString: options } : options ?? {};
    if (pool !== undefined && typeof pool?.connect !== 'function') throw rondelError('storage/option', "Postgres: pool is to be one of the package 'pg'");
    this.#options = more;
    this.#isOwn = pool === undefined;
    this.#pool = listenedTo(pool ?? openPool(more));
    this.#place = placeOf(this.#pool);
    this.#patience = more.query_timeout ?? OF_A_MATCH;
  }

  /** @type {Declared['connect']} Makes the tables, or brings them to this version. After `close` it opens connections again. */
  async connect() {
    if (this.#closing && this.#isOwn) this.#pool = listenedTo(openPool(this.#options));
    this.#closing = undefined;
    try {
      await inTransaction(this.#pool, async (client) => {
        await migrate(client, this.#place);
        await warnOfEncoding(client, this.#place);
      });
    } catch (error) {
      throw error.code === 'storage/version' ? error : failedToOpen(this.#place, error);
    }
  }

  /** @type {Declared['createMatch']} */
  async createMatch(matchID, match) {
    await this.#query(SQL.CREATE, creationOf(matchID, match));
  }

  /** @type {Declared['createMatchIfAbsent']} */
  async createMatchIfAbsent(matchID, match) {
    return isWritten(await this.#queryMatch(SQL.CREATE_IF_ABSENT, creationOf(matchID, match)));
  }

  /** @type {Declared['setState']} */
  async setState(matchID, state, deltalog) {
    await this.#query(SQL.SET_STATE, statementOf(matchID, state, deltalog));
  }

  /** @type {Declared['compareAndSetState']} */
  async compareAndSetState(matchID, expectedStateID, state, deltalog, expectedRevision) {
    const values = [...statementOf(matchID, state, deltalog), wholeNumberOf(expectedStateID), wholeNumberOf(expectedRevision)];
    if (isWritten(await this.#queryMatch(SQL.REPLACE_STATE, values))) return true;
    const { rows: [row] } = await this.#queryMatch(SQL.STATE_ROW, [keyOf(matchID)]);
    checkStateRow(row);
    return false;
  }

  /** @type {Declared['setMetadata']} */
  async setMetadata(matchID, metadata) {
    await this.#query(SQL.SET_METADATA, metadataOf(matchID, metadata));
  }

  /** @type {Declared['compareAndSetMetadata']} */
  async compareAndSetMetadata(matchID, expected, metadata) {
    const replace = (text) => this.#queryMatch(SQL.REPLACE_METADATA, [...metadataOf(matchID, metadata), text]);
    const usual = JSON.stringify(expected);
    if (isWritten(await replace(usual))) return true;
    const { metadata: text } = await this.#read(keyOf(matchID), ['metadata']);
    if (!isWrittenOtherwise(text, { metadata: expected, usual })) return false;
    return isWritten(await replace(text));
  }

  /** @type {Declared['fetch']} What `wanted` names, all of one moment: `state`, `metadata`, `log`, `initialState`. */
  async fetch(matchID, wanted) {
    const fields = Object.keys(SQL.FIELDS).filter((field) => wanted[field]);
    if (fields.length === 0) return valuesOf({});
    return valuesOf(await this.#read(keyOf(matchID), fields));
  }

  /** @type {Declared['fetchLogSince']} */
  async fetchLogSince(matchID, stateID) {
    const { rows } = await this.#queryMatch(SQL.LOG_SINCE, [keyOf(matchID), stateID]);
    return entriesOf(rows.map(({ entry }) => entry));
  }

  /** @type {Declared['fetchLogPart']} */
  async fetchLogPart(matchID, { before = Number.MAX_SAFE_INTEGER, bytes }) {
    const { rows } = await this.#queryMatch(SQL.LOG_PART, [keyOf(matchID), before, bytes]);
    return partOf(rows);
  }

  /** @type {Declared['wipe']} */
  async wipe(matchID) {
    await this.#whileHeld(keyOf(matchID), (query) => query(SQL.WIPE));
  }

  /** @type {Declared['compareAndWipe']} */
  async compareAndWipe(matchID, expectedStateID, expectedRevision, expectedMetadata) {
    const key = keyOf(matchID);
    const at = [key, wholeNumberOf(expectedStateID), wholeNumberOf(expectedRevision)];
    if (expectedMetadata === undefined) return isWritten(await this.#query(SQL.WIPE_AT, at));
    return this.#whileHeld(key, async (query) => {
      const [row] = await query(SQL.METADATA_AT, at);
      const isExpected = row !== undefined && isSameTextIfExpected(valueOf(row.metadata, 'metadata'), expectedMetadata);
      await query(isExpected ? SQL.WIPE : SQL.LET_GO);
      return isExpected;
    });
  }

  /** @type {Declared['quarantine']} */
  async quarantine(matchID) {
    return this.#whileHeld(keyOf(matchID), async (query) => {
      const [held] = await query(SQL.HELD);
      const [kept] = await query(isEmpty(held) ? SQL.LET_GO : SQL.QUARANTINE);
      return kept?.id;
    });
  }

  /** @type {Declared['listQuarantined']} */
  async listQuarantined() {
    const { rows } = await this.#query(SQL.LIST_QUARANTINED, []);
    return rows.map(({ id, match_id: key, quarantinedAt }) => ({ id, matchID: nameOfKey(key), quarantinedAt }));
  }

  /** @type {Declared['restoreQuarantined']} */
  async restoreQuarantined(id) {
    const place = placeInQuarantine(id);
    const { rows: [known] } = await this.#query(SQL.QUARANTINED, [place]);
    if (!known) return false;
    return this.#whileHeld(known.match_id, async (query) => {
      const [held] = await query(SQL.HELD);
      // Another process may have put it back meanwhile.
      const [row] = isEmpty(held) ? await query(SQL.END_QUARANTINE, [place]) : [];
      if (row) await restore(query, known.match_id, partsOf(row));
      else await query(SQL.LET_GO);
      return row !== undefined;
    });
  }

  /** @type {Declared['listMatches']} */
  async listMatches(options) {
    const { isGameover, updatedBefore, updatedAfter } = options?.where ?? {};
    const gameName = options?.gameName;
    if (gameName !== undefined && typeof gameName !== 'string') return [];
    const { rows } = await this.#query(SQL.LIST, [gameName === undefined ? null : keyOf(gameName), isGameover, updatedBefore, updatedAfter]);
    return rows.map((row) => nameOfKey(row.match_id));
  }

  /** @type {Declared['listPage']} A match that cannot be read has no metadata there. */
  async listPage({ gameName, where, limit, after }) {
    const { isGameover, updatedBefore, updatedAfter, unlisted } = where ?? {};
    const game = gameName === undefined ? null : keyOf(gameName);
    const place = after ? [after.createdAt, keyOf(after.matchID)] : [null, null];
    const { rows } = await this.#query(SQL.LIST_PAGE, [game, isGameover, updatedBefore, updatedAfter, unlisted, ...place, limit]);
    return rows.map(({ match_id: key, createdAt, metadata }) => ({ matchID: nameOfKey(key), createdAt, metadata: readableOf(metadata) }));
  }

  /** @type {Declared['listIdle']} */
  async listIdle({ gameName, isGameover, updatedBefore, after, limit }) {
    const place = after ? [after.updatedAt, keyOf(after.matchID)] : [null, null];
    const { rows } = await this.#query(SQL.LIST_IDLE, [keyOf(gameName), isGameover, updatedBefore, ...place, limit]);
    return rows.map(({ match_id: key, updatedAt }) => ({ matchID: nameOfKey(key), updatedAt }));
  }

  /** @type {Declared['fetchStorageID']} */
  async fetchStorageID() {
    const { rows: [{ id }] } = await this.#queryMatch(SQL.STORAGE_ID, []);
    return id;
  }

  /** @type {Declared['renewLease']} */
  async renewLease(nodeID, milliseconds) {
    const { rows: [{ hadOne }] } = await this.#queryMatch(SQL.RENEW_LEASE, [keyOf(nodeID), milliseconds]);
    return hadOne;
  }

  /** @type {Declared['fetchLeases']} */
  async fetchLeases() {
    const { rows } = await this.#queryMatch(SQL.LEASES, []);
    return rows.map((row) => nameOfKey(row.node_id));
  }

  /** @type {Declared['endLease']} */
  async endLease(nodeID) {
    await this.#query(SQL.END_LEASE, [keyOf(nodeID)]);
  }

  /** @type {Declared['close']} Ends the connections, unless they are a pool's that was handed over. */
  close() {
    return this.#closing ??= this.#isOwn ? this.#pool.end() : Promise.resolve();
  }

  /** The fields of a match as text. */
  async #read(key, fields) {
    const query = fields.includes('log') ? this.#query : this.#queryMatch;
    const { rows: [row] } = await query.call(this, SQL.fetching(fields), [key]);
    return row;
  }

  #queryMatch(text, values) {
    // A pool that was handed over has its own limits, and may be of another kind.
    if (!this.#isOwn) return this.#query(text, values);
    return untilDone(() => this.#pool.query({ text, values, query_timeout: this.#patience }));
  }

  #query(text, values) {
    return untilDone(() => this.#pool.query(text, values));
  }

  /**
   * Works on a match while nobody else changes it, or makes it.
   *
   * @template T
   * @param {string} key
   * @param {(query: (text: string, values?: any[]) => Promise<any[]>) => Promise<T>} work is handed what runs a statement, about the match
   *   unless other values are given
   */
  #whileHeld(key, work) {
    return untilDone(() => inTransaction(this.#pool, async (client) => {
      const query = async (text, values = [key]) => (await client.query(text, values)).rows;
      await query(SQL.HOLD);
      return work(query);
    }));
  }
}

function openPool(options) {
  const { Pool } = loadPackage('pg', 'Postgres');
  return new Pool({ application_name: 'rondel', keepAlive: true, ...TIMEOUTS, ...options });
}

function listenedTo(pool) {
  // Nobody has asked anything of an idle connection. The pool makes another one when it is needed.
  pool.on('error', () => {});
  // A new one may end before its first use. Its error would have no listener, and end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** In another encoding names and texts of players may be refused; in `SQL_ASCII` one that is no UTF-8 keeps all others from being listed. */
async function warnOfEncoding(client, place) {
  const { rows: [{ encoding }] } = await client.query("SELECT current_setting('server_encoding') AS encoding");
  if (encoding !== 'UTF8') print('warn', `rondel: Postgres: ${place} is in ${encoding}, and not every text fits: make one with ENCODING 'UTF8'`);
}

/** Which database it is, for errors, without the password. */
function placeOf(pool) {
  // A pool that was handed over may be of another kind.
  if (typeof pool.Client !== 'function') return 'the database of the pool';
  const { host, port, database, user } = new pool.Client(pool.options);
  return `the database "${database}" at ${host}:${port} (user "${user}")`;
}

function failedToOpen(place, error) {
  // Of a name with several addresses, each has an error of its own.
  const reason = messageOf(error) || messageOf(error?.errors?.[0]) || String(error?.code);
  return rondelError('storage/open', `Postgres: cannot open ${place}: ${reason}`);
}

function creationOf(matchID, { initialState, metadata }) {
  const { stateID, revision } = stateNumbersOf(initialState);
  return [...metadataOf(matchID, metadata), JSON.stringify(initialState), stateID, revision];
}

function statementOf(matchID, state, deltalog = []) {
  const { stateID, revision } = stateNumbersOf(state);
  const stateIDs = deltalog.map((entry) => wholeNumberOf(entry?._stateID));
  return [keyOf(matchID), stateID, revision, JSON.stringify(state), stateIDs, deltalog.map((entry) => JSON.stringify(entry))];
}

function metadataOf(matchID, metadata) {
  return metadataRow(keyOf(matchID), { listing: listingOf(metadata), text: JSON.stringify(metadata) });
}

function metadataRow(key, { listing: { gameName, isOver, updatedAt, createdAt, isUnlisted }, text }) {
  return [key, gameName, isOver, updatedAt, text, createdAt, isUnlisted];
}

/** Stores the parts of a match that is held, of which there is nothing. */
async function restore(query, key, { state, initialState, metadata, log }) {
  const entries = [log.map(({ stateID }) => stateID), log.map(({ text }) => text)];
  if (state) await query(SQL.SET_STATE, [key, state.stateID, state.revision, state.text, ...entries]);
  else await query(SQL.LET_GO);
  if (!state) await query(SQL.ADD_TO_LOG, [key, ...entries]);
  if (initialState !== null) await query(SQL.SET_INITIAL_STATE, [key, initialState]);
  if (metadata) await query(SQL.SET_METADATA, metadataRow(key, metadata));
}

/**
 * What the fields of a row say.
 *
 * @returns {any}
 */
function valuesOf(row) {
  return Object.fromEntries(Object.keys(row).map((field) => [field, field === 'log' ? entriesOf(row.log) : valueOf(row[field], field)]));
}

function isEmpty({ state, initialState, metadata, log }) {
  return [state, initialState, metadata].every((text) => text === null) && log.length === 0;
}

function isWritten({ rowCount }) {
  return rowCount > 0;
}

function entriesOf(texts) {
  return texts.map((text, i) => valueOf(text, `log[${i}]`));
}
