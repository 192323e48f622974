import { loadPackage } from '../util/packages.js';
import { HELD } from '../storage/postgres-statements.js';
import { Postgres } from '../storage/postgres.js';
import { keyOf, nameOfKey, readableNameOf } from '../storage/stored-text.js';
import type { Pool } from '../storage/postgres-transaction.js';
import type { QuarantinedRow } from '../storage/quarantined.js';
import type { Copied, Kept } from './copy-matches.js';

/** A match in quarantine, which is put back under its key, since so many milliseconds. */
type Quarantined = Pick<Kept, 'state' | 'initialState' | 'metadata'> & Pick<QuarantinedRow, 'log'> & { match_id: string, time: number };

const TABLES = ['rondel_states', 'rondel_initial_states', 'rondel_metadata', 'rondel_log'];
const KEYS = `
  SELECT match_id FROM (${TABLES.map((table) => `SELECT match_id FROM ${table}`).join(' UNION ')}) AS known ORDER BY match_id COLLATE "C"`;
const QUARANTINED = `
  SELECT match_id, state, initial_state AS "initialState", metadata, log, (extract(epoch FROM set_aside_at) * 1000)::double precision AS time
  FROM rondel_unreadable WHERE place = $1`;
const ADD_QUARANTINED = `
  INSERT INTO rondel_unreadable (match_id, state, initial_state, metadata, log, set_aside_at)
  VALUES ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000)) RETURNING place::text AS id`;

/** A database of `Postgres`'s, as it is copied. */
export async function openPostgres(connectionString: string): Promise<Copied> {
  const { Pool } = loadPackage('pg', 'Postgres');
  const pool: Pool = new Pool({ connectionString, application_name: 'rondel copy', connectionTimeoutMillis: 5000, keepAlive: true });
  const storage = new Postgres({ pool });
  const query = async <Row>(text: string, ...values: unknown[]) => (await pool.query<Row>(text, values)).rows;
  const keys = async () => (await query<{ match_id: string }>(KEYS)).map(({ match_id: key }) => ({ key, matchID: readableNameOf(key) }));
  try {
    await storage.connect();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    name: nameOf(pool),
    storage,
    matchIDs: async () => (await keys()).flatMap(({ matchID }) => matchID ?? []),
    strays: async () => (await keys()).filter(({ matchID }) => matchID === undefined).map(({ key }) => `${key}: this is no name of a match`),
    read: async (matchID) => {
      const [kept] = await query<Pick<Kept, 'state' | 'initialState' | 'metadata' | 'log'>>(HELD, keyOf(matchID));
      const isNone = [kept.state, kept.initialState, kept.metadata].every((text) => text === null) && kept.log.length === 0;
      return isNone ? null : { matchID, quarantinedAt: null, ...kept };
    },
    readQuarantined: async (id) => {
      const [{ match_id: key, time, log, ...kept }] = await query<Quarantined>(QUARANTINED, id);
      return { matchID: nameOfKey(key), quarantinedAt: Math.round(time), ...kept, log: JSON.parse(log ?? '[]') };
    },
    quarantine: async ({ matchID, quarantinedAt, state, initialState, metadata, log }) => {
      const [{ id }] = await query<{ id: string }>(ADD_QUARANTINED, keyOf(matchID), state, initialState, metadata, JSON.stringify(log), quarantinedAt);
      return id;
    },
    close: () => pool.end(),
  };
}

/** Which database it is, without the password. A pool of `pg` has the class of its connections. */
function nameOf({ Client, options }: Pool) {
  const { host, port, database } = new Client!(options);
  return `the database "${database}" at ${host}:${port}`;
}
