import { migrationsAfter, USUAL_LEASE_MS } from './schema-version.js';
import type { Connection } from './postgres-transaction.js';

/** Any number that no other program takes for something else. */
const LOCK = 7_366_351;

const MIGRATIONS = [`
  CREATE TABLE rondel_states (
    match_id text PRIMARY KEY,
    state_id bigint,
    revision bigint,
    state text NOT NULL
  );
  CREATE TABLE rondel_initial_states (
    match_id text PRIMARY KEY,
    state text NOT NULL
  );
  CREATE TABLE rondel_metadata (
    match_id text PRIMARY KEY,
    game_name text,
    is_over boolean NOT NULL,
    updated_at double precision,
    metadata text NOT NULL
  );
  CREATE INDEX rondel_metadata_listing ON rondel_metadata (game_name, is_over, updated_at);
  CREATE TABLE rondel_log (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id text NOT NULL,
    state_id bigint,
    entry text NOT NULL
  );
  CREATE INDEX rondel_log_match ON rondel_log (match_id, state_id);
  CREATE TABLE rondel_leases (
    node_id text PRIMARY KEY,
    ends_at timestamptz NOT NULL
  );
  CREATE TABLE rondel_unreadable (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id text NOT NULL,
    set_aside_at timestamptz NOT NULL DEFAULT now(),
    state text,
    initial_state text,
    metadata text,
    log text
  );
`, `
  ALTER TABLE rondel_leases ADD COLUMN lasts double precision NOT NULL DEFAULT ${USUAL_LEASE_MS};
`, `
  ALTER TABLE rondel_metadata ADD COLUMN created_at double precision NOT NULL DEFAULT 0;
  ALTER TABLE rondel_metadata ADD COLUMN is_unlisted boolean NOT NULL DEFAULT false;
  -- By the text: of some, such as one with a NUL, Postgres can make no JSON.
  UPDATE rondel_metadata SET
    created_at = coalesce(substring(metadata FROM '"createdAt":([0-9]{1,15})[,}]')::double precision, 0),
    is_unlisted = metadata ~ '^\\{"gameName":"([^"\\\\]|\\\\.)*","unlisted":true[,}]';
  CREATE INDEX rondel_metadata_pages ON rondel_metadata (game_name, is_unlisted, created_at, match_id COLLATE "C");
`, `
  CREATE INDEX IF NOT EXISTS rondel_log_place ON rondel_log (match_id, place);
`, `
  CREATE TABLE rondel_storage (id text NOT NULL);
  INSERT INTO rondel_storage (id) VALUES (md5(random()::text || clock_timestamp()::text));
`];

/** As in `sqlite-schema.ts`: tables that every release can use beside others. */
const ADDITIONS = `
  CREATE TABLE IF NOT EXISTS rondel_due (match_id text PRIMARY KEY, due double precision NOT NULL);
  CREATE INDEX IF NOT EXISTS rondel_due_order ON rondel_due (due);
`;

/**
 * Brings the tables to this version, also if several servers begin at once. A server that finds them up to date needs
 * no right to make any. To be run in a transaction.
 *
 * @param place for the error
 */
export async function migrate(client: Connection, place: string) {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const { rows: [{ known, hasDue }] } = await client.query<{ known: boolean, hasDue: boolean }>(
    "SELECT to_regclass('rondel_schema') IS NOT NULL AS known, to_regclass('rondel_due') IS NOT NULL AS \"hasDue\"",
  );
  const lacking = migrationsAfter(MIGRATIONS, known ? await versionOf(client) : 0, place);
  if (!hasDue) await client.query(ADDITIONS);
  if (lacking.length === 0) return;
  if (!known) await client.query('CREATE TABLE rondel_schema (version integer NOT NULL)');
  for (const migration of lacking) await client.query(migration);
  await client.query('DELETE FROM rondel_schema');
  await client.query('INSERT INTO rondel_schema (version) VALUES ($1)', [MIGRATIONS.length]);
}

async function versionOf(client: Connection): Promise<number> {
  const { rows: [{ version }] } = await client.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM rondel_schema');
  return version;
}
