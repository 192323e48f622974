import { migrationsAfter, USUAL_LEASE_MS } from './schema-version.js';
import type Libsql from 'libsql';

const MIGRATIONS = [`
  CREATE TABLE rondel_states (
    match_id TEXT PRIMARY KEY,
    state_id INTEGER,
    revision INTEGER,
    state TEXT NOT NULL
  );
  CREATE TABLE rondel_initial_states (
    match_id TEXT PRIMARY KEY,
    state TEXT NOT NULL
  );
  CREATE TABLE rondel_metadata (
    match_id TEXT PRIMARY KEY,
    game_name TEXT,
    is_over INTEGER NOT NULL,
    updated_at REAL,
    metadata TEXT NOT NULL
  );
  CREATE INDEX rondel_metadata_listing ON rondel_metadata (game_name, is_over, updated_at);
  CREATE TABLE rondel_log (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL,
    state_id INTEGER,
    entry TEXT NOT NULL
  );
  CREATE INDEX rondel_log_match ON rondel_log (match_id, state_id);
  CREATE TABLE rondel_leases (
    node_id TEXT PRIMARY KEY,
    ends_at REAL NOT NULL
  );
  CREATE TABLE rondel_unreadable (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL,
    set_aside_at REAL NOT NULL,
    state TEXT,
    initial_state TEXT,
    metadata TEXT,
    log TEXT
  );
`, `
  ALTER TABLE rondel_leases ADD COLUMN lasts REAL NOT NULL DEFAULT ${USUAL_LEASE_MS};
`, `
  ALTER TABLE rondel_metadata ADD COLUMN created_at REAL NOT NULL DEFAULT 0;
  ALTER TABLE rondel_metadata ADD COLUMN is_unlisted INTEGER NOT NULL DEFAULT 0;
  UPDATE rondel_metadata SET
    created_at = CASE WHEN json_type(metadata, '$.createdAt') IN ('integer', 'real') THEN json_extract(metadata, '$.createdAt') ELSE 0 END,
    is_unlisted = coalesce(json_type(metadata, '$.unlisted') = 'true', 0)
  WHERE json_valid(metadata);
  CREATE INDEX rondel_metadata_pages ON rondel_metadata (game_name, is_unlisted, created_at, match_id);
`, `
  CREATE INDEX IF NOT EXISTS rondel_log_place ON rondel_log (match_id, place);
`, `
  CREATE TABLE rondel_storage (id TEXT NOT NULL);
  INSERT INTO rondel_storage (id) VALUES (lower(hex(randomblob(16))));
`, `
  DROP INDEX rondel_metadata_pages;
  CREATE INDEX rondel_metadata_pages ON rondel_metadata (game_name, is_unlisted, created_at, match_id, is_over, updated_at);
`];

/**
 * Tables that every release can use beside others: one that does not know them leaves them alone. They have no version, so that a release before can
 * follow again.
 */
const ADDITIONS = `
  CREATE TABLE IF NOT EXISTS rondel_due (match_id TEXT PRIMARY KEY, due REAL NOT NULL);
  CREATE INDEX IF NOT EXISTS rondel_due_order ON rondel_due (due);
`;

/**
 * Brings the tables to this version. To be run in a transaction.
 *
 * @param file for the error
 */
export function migrate(database: Libsql.Database, file: string) {
  database.exec('CREATE TABLE IF NOT EXISTS rondel_schema (version INTEGER NOT NULL)');
  const { version } = database.prepare('SELECT coalesce(max(version), 0) AS version FROM rondel_schema').get() as { version: number };
  const lacking = migrationsAfter(MIGRATIONS, version, file);
  database.exec(ADDITIONS);
  if (lacking.length === 0) return;
  for (const migration of lacking) database.exec(migration);
  database.exec('DELETE FROM rondel_schema');
  database.prepare('INSERT INTO rondel_schema (version) VALUES (?)').run(MIGRATIONS.length);
}
