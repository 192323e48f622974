import { existsSync } from 'node:fs';
import { loadPackage } from '../util/packages.js';
import { keyOf, nameOfKey, readableNameOf, textOf } from '../storage/stored-text.js';
import { Sqlite } from '../storage/sqlite.js';
import type { QuarantinedRow } from '../storage/quarantined.js';
import type { Copied } from './copy-matches.js';

/** The columns of a row, of which libsql returns texts as bytes. */
type Row<Columns> = { [Name in keyof Columns]: Columns[Name] | Uint8Array };

type MatchRow = Omit<QuarantinedRow, 'log'>;
type QuarantineRow = QuarantinedRow & { match_id: string, set_aside_at: number };

const TABLES = ['rondel_states', 'rondel_initial_states', 'rondel_metadata', 'rondel_log'];
// Texts are read as bytes, as in ../storage/sqlite.ts.
const KEYS = `SELECT CAST(match_id AS BLOB) AS name FROM (${TABLES.map((table) => `SELECT match_id FROM ${table}`).join(' UNION ')}) ORDER BY match_id`;
const MATCH = `SELECT
  (SELECT CAST(state AS BLOB) FROM rondel_states WHERE match_id = ?1) AS state,
  (SELECT CAST(state AS BLOB) FROM rondel_initial_states WHERE match_id = ?1) AS initial_state,
  (SELECT CAST(metadata AS BLOB) FROM rondel_metadata WHERE match_id = ?1) AS metadata`;
const LOG = 'SELECT CAST(entry AS BLOB) AS entry FROM rondel_log WHERE match_id = ? ORDER BY place';
const COLUMNS = ['match_id', 'state', 'initial_state', 'metadata', 'log'];
const QUARANTINED = `SELECT ${COLUMNS.map((column) => `CAST(${column} AS BLOB) AS ${column}`)}, set_aside_at FROM rondel_unreadable WHERE place = ?`;
const ADD_QUARANTINED = `INSERT INTO rondel_unreadable (${COLUMNS}, set_aside_at) VALUES (?, ?, ?, ?, ?, ?)`;

/**
 * A file of `Sqlite`'s, as it is copied.
 *
 * @param options whether it has to be there
 */
export async function openSqlite(file: string, { isThere }: { isThere: boolean }): Promise<Copied> {
  if (isThere && !existsSync(file)) throw new Error(`${file}: there is no such file`);
  const storage = new Sqlite({ file, busyTimeout: 5000 });
  storage.connect();
  const database = new (loadPackage('libsql', 'Sqlite'))(file);
  database.pragma('busy_timeout = 5000');
  const prepared = (text: string) => database.prepare(text);
  const keys = () => (prepared(KEYS).all() as { name: Uint8Array }[]).map(({ name }) => ({ name, matchID: readableNameOf(name) }));
  return {
    name: file,
    storage,
    matchIDs: async () => keys().flatMap(({ matchID }) => matchID ?? []),
    strays: async () => keys().filter(({ matchID }) => matchID === undefined).map(({ name }) => `${name}: this is no name of a match`),
    read: async (matchID) => {
      const { state, initial_state: initialState, metadata } = textsOf(prepared(MATCH).get(keyOf(matchID)) as Row<MatchRow>);
      const log = (prepared(LOG).all(keyOf(matchID)) as { entry: Uint8Array }[]).map(({ entry }, i) => String(textOf(entry, `log[${i}]`)));
      const isNone = [state, initialState, metadata].every((text) => text === null) && log.length === 0;
      return isNone ? null : { matchID, quarantinedAt: null, state, initialState, metadata, log };
    },
    readQuarantined: async (id) => {
      const { match_id: key, set_aside_at: time, state, initial_state: initialState, metadata, log } = textsOf(prepared(QUARANTINED).get(Number(id)) as Row<QuarantineRow>);
      return { matchID: nameOfKey(key), quarantinedAt: Math.round(time), state, initialState, metadata, log: JSON.parse(log ?? '[]') };
    },
    quarantine: async ({ matchID, quarantinedAt, state, initialState, metadata, log }) => {
      const { lastInsertRowid } = prepared(ADD_QUARANTINED).run(keyOf(matchID), state, initialState, metadata, JSON.stringify(log), quarantinedAt);
      return String(lastInsertRowid);
    },
    close: async () => {
      database.close();
      storage.close();
    },
  };
}

function textsOf<Columns>(row: Row<Columns>) {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, Buffer.isBuffer(value) ? textOf(value, column) : value]),
  ) as Columns;
}
