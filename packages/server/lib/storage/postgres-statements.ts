import { MOST_IN_PART } from './log-part-rows.js';

// Each is one statement, and so all or nothing, and sees what there is at its beginning. `$1` is the match.

/** Expression for each field of `fetch`, all read at one moment. A transaction that holds an absent match sees an empty state. */
export const FIELDS = {
  state: `(SELECT nullif(state, '') FROM rondel_states WHERE match_id = $1) AS "state"`,
  metadata: '(SELECT metadata FROM rondel_metadata WHERE match_id = $1) AS "metadata"',
  initialState: '(SELECT state FROM rondel_initial_states WHERE match_id = $1) AS "initialState"',
  log: 'ARRAY(SELECT entry FROM rondel_log WHERE match_id = $1 ORDER BY place) AS "log"',
};

export function fetching(fields: readonly (keyof typeof FIELDS)[]): string {
  return `SELECT ${fields.map((field) => FIELDS[field]).join(', ')}`;
}

export const LOG_SINCE = 'SELECT entry FROM rondel_log WHERE match_id = $1 AND state_id >= $2 ORDER BY place';

/** Reads the entries before `$2` that have `$3` bytes together, each with its place and the place of the log's first entry. */
export const LOG_PART = `
  SELECT place, entry, (SELECT min(place) FROM rondel_log WHERE match_id = $1) AS first FROM (
    SELECT place, entry, sum(octet_length(entry)) OVER (ORDER BY place DESC) AS size, row_number() OVER (ORDER BY place DESC) AS number
    FROM (
      SELECT place, entry FROM rondel_log WHERE match_id = $1 AND place < $2::bigint ORDER BY place DESC LIMIT ${MOST_IN_PART}
    ) AS newest
  ) AS measured WHERE size <= $3::double precision OR number = 1 ORDER BY place`;

const SET_STATE = `
  INSERT INTO rondel_states (match_id, state_id, revision, state) VALUES ($1, $2, $3, $4)
  ON CONFLICT (match_id) DO UPDATE SET state_id = excluded.state_id, revision = excluded.revision, state = excluded.state
  RETURNING 1`;

/** A transaction that has waited for another's change reads its result. */
const REPLACE_STATE = `
  UPDATE rondel_states SET state_id = $2, revision = $3, state = $4
  WHERE match_id = $1 AND state_id = $7 AND revision = coalesce($8, revision)
  RETURNING 1`;

/** A state with the numbers that it is looked up by. */
export const STATE_ROW = `
  SELECT state AS text, state_id::double precision AS "stateID", revision::double precision AS revision
  FROM rondel_states WHERE match_id = $1 AND state <> ''`;

/** Adds log entries to a statement that writes a state: `$5` are their `_stateID`s, `$6` their texts. */
function logging(statement: string, more = ''): string {
  return `
    WITH written AS (${statement}),${more}
    logged AS (
      INSERT INTO rondel_log (match_id, state_id, entry)
      SELECT $1, added.state_id, added.entry
      FROM written, unnest($5::bigint[], $6::text[]) WITH ORDINALITY AS added (state_id, entry, place)
      ORDER BY added.place
    )
    SELECT 1 FROM written`;
}

/** Adds the moment at which the time of a player runs out; the parameter is null if none does. */
function timing(due: string): string {
  return `
    timed AS (
      INSERT INTO rondel_due (match_id, due) SELECT $1, ${due}::double precision FROM written WHERE ${due}::double precision IS NOT NULL
      ON CONFLICT (match_id) DO UPDATE SET due = excluded.due
    ),
    untimed AS (DELETE FROM rondel_due USING written WHERE match_id = $1 AND ${due}::double precision IS NULL),`;
}

/** Statements that write a state: in a game without time, and in one with time. */
export const WRITE_STATE = { usual: logging(SET_STATE), timed: logging(SET_STATE, timing('$7')) };
export const CHANGE_STATE = { usual: logging(REPLACE_STATE), timed: logging(REPLACE_STATE, timing('$9')) };

const METADATA = `
  INSERT INTO rondel_metadata (match_id, game_name, is_over, updated_at, metadata, created_at, is_unlisted)
  SELECT $1, $2::text, $3::boolean, $4::double precision, $5::text, $6::double precision, $7::boolean`;
const INSTEAD = `
  ON CONFLICT (match_id) DO UPDATE SET game_name = excluded.game_name, is_over = excluded.is_over,
    updated_at = excluded.updated_at, metadata = excluded.metadata, created_at = excluded.created_at, is_unlisted = excluded.is_unlisted`;

export const SET_METADATA = METADATA + INSTEAD;
export const REPLACE_METADATA = `
  UPDATE rondel_metadata SET game_name = $2, is_over = $3, updated_at = $4, metadata = $5, created_at = $6, is_unlisted = $7
  WHERE match_id = $1 AND metadata = $8`;

const CREATE = creating('true', 'DO UPDATE SET state_id = excluded.state_id, revision = excluded.revision, state = excluded.state');
/** Condition: no rows are left of a played match whose state is missing. */
const IS_ABSENT = `NOT EXISTS (SELECT FROM rondel_initial_states WHERE match_id = $1)
  AND NOT EXISTS (SELECT FROM rondel_log WHERE match_id = $1)`;
const CREATE_IF_ABSENT = creating(IS_ABSENT, 'DO NOTHING');
/** As for `WRITE_STATE`. */
export const BEGIN = { usual: CREATE(''), timed: CREATE(timing('$11')) };
export const BEGIN_IF_ABSENT = { usual: CREATE_IF_ABSENT(''), timed: CREATE_IF_ABSENT(timing('$11')) };

/** `$8` is the state, `$9` and `$10` its numbers. */
function creating(condition: string, onConflict: string) {
  return (more: string): string => `
    WITH written AS (
      INSERT INTO rondel_states (match_id, state_id, revision, state) SELECT $1, $9::bigint, $10::bigint, $8 WHERE ${condition}
      ON CONFLICT (match_id) ${onConflict}
      RETURNING 1
    ),${more}
    initial AS (
      INSERT INTO rondel_initial_states (match_id, state) SELECT $1, $8 FROM written
      ON CONFLICT (match_id) DO UPDATE SET state = excluded.state
    ),
    known AS (${METADATA} FROM written ${INSTEAD})
    SELECT 1 FROM written`;
}

/**
 * Locks the match for this transaction. It creates an empty row if there is none, so that other transactions that create the match or
 * change its state wait. Later statements of the transaction see all earlier changes.
 */
export const HOLD = `
  INSERT INTO rondel_states (match_id, state) VALUES ($1, '')
  ON CONFLICT (match_id) DO UPDATE SET match_id = excluded.match_id`;

const REMOVED = ['states', 'initial_states', 'metadata', 'log', 'due'].map((table) => {
  return `${table} AS (DELETE FROM rondel_${table} WHERE match_id = $1)`;
}).join(', ');

/** For a match that is held. */
export const HELD = fetching(Object.keys(FIELDS) as (keyof typeof FIELDS)[]);
export const LET_GO = "DELETE FROM rondel_states WHERE match_id = $1 AND state = ''";
/** The metadata of one in this state: nobody changes them until the transaction ends. */
export const METADATA_AT = `
  SELECT metadata FROM rondel_metadata
  WHERE match_id = $1 AND EXISTS (
    SELECT FROM rondel_states WHERE match_id = $1 AND state_id = $2::bigint AND revision = coalesce($3::bigint, revision)
  )
  FOR UPDATE`;
/** For one that nobody holds. */
export const WIPE_AT = `
  WITH wiped AS (
    DELETE FROM rondel_states WHERE match_id = $1 AND state_id = $2::bigint AND revision = coalesce($3::bigint, revision)
    RETURNING 1
  ),
  ${['initial_states', 'metadata', 'log', 'due'].map((table) => `
    ${table} AS (DELETE FROM rondel_${table} WHERE match_id = $1 AND EXISTS (SELECT FROM wiped))`).join(', ')}
  SELECT 1 FROM wiped`;
export const WIPE = `WITH ${REMOVED} SELECT 1`;
export const QUARANTINE = `
  WITH ${REMOVED}
  INSERT INTO rondel_unreadable (match_id, state, initial_state, metadata, log) VALUES (
    $1,
    (SELECT nullif(state, '') FROM rondel_states WHERE match_id = $1),
    (SELECT state FROM rondel_initial_states WHERE match_id = $1),
    (SELECT metadata FROM rondel_metadata WHERE match_id = $1),
    (SELECT json_agg(entry ORDER BY place)::text FROM rondel_log WHERE match_id = $1)
  )
  RETURNING place::text AS id`;

export const LIST_QUARANTINED = `
  SELECT place::text AS id, match_id, (extract(epoch FROM set_aside_at) * 1000)::double precision AS "quarantinedAt"
  FROM rondel_unreadable ORDER BY place`;
export const QUARANTINED = 'SELECT match_id FROM rondel_unreadable WHERE place = $1';
export const END_QUARANTINE = 'DELETE FROM rondel_unreadable WHERE place = $1 RETURNING *';
export const SET_INITIAL_STATE = 'INSERT INTO rondel_initial_states (match_id, state) VALUES ($1, $2)';
export const ADD_TO_LOG = `
  INSERT INTO rondel_log (match_id, state_id, entry)
  SELECT $1, added.state_id, added.entry FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS added (state_id, entry, place)
  ORDER BY added.place`;

/** Filters that are null are omitted when the statement is planned with its values. */
const LISTED = `
  WHERE ($1::text IS NULL OR game_name = $1)
    AND ($2::boolean IS NULL OR is_over = $2)
    AND ($3::double precision IS NULL OR updated_at < $3)
    AND ($4::double precision IS NULL OR updated_at > $4)`;
export const LIST = `SELECT match_id FROM rondel_metadata ${LISTED}`;
/** Newest first, behind the match `$7` that has begun at `$6`. */
export const LIST_PAGE = `
  SELECT match_id, created_at AS "createdAt", metadata FROM rondel_metadata ${LISTED}
    AND ($5::boolean IS NULL OR is_unlisted = $5)
    AND ($6::double precision IS NULL OR (created_at, match_id COLLATE "C") < ($6, $7::text COLLATE "C"))
  ORDER BY created_at DESC, match_id COLLATE "C" DESC
  LIMIT $8`;

/** Those that were updated longest ago first, behind the match `$5` that was so at `$4`. */
export const LIST_IDLE = `
  SELECT match_id, updated_at AS "updatedAt" FROM rondel_metadata
  WHERE game_name = $1 AND is_over = $2 AND updated_at < $3
    AND ($4::double precision IS NULL OR (updated_at, match_id COLLATE "C") > ($4, $5::text COLLATE "C"))
  ORDER BY updated_at, match_id COLLATE "C"
  LIMIT $6`;

/** The matches in which the time of a player has run out, the earliest first. */
export const LIST_DUE = `
  SELECT match_id, game_name AS "gameName", due FROM rondel_due JOIN rondel_metadata USING (match_id)
  WHERE due <= $1 ORDER BY due LIMIT $2`;

/** As in `sqlite.ts`. */
const IS_ALIVE = "ends_at > now() AND ends_at <= now() + 2 * lasts * interval '1 millisecond'";
export const RENEW_LEASE = `
  WITH last AS (SELECT FROM rondel_leases WHERE node_id = $1 AND ${IS_ALIVE}),
  forgotten AS (DELETE FROM rondel_leases WHERE node_id <> $1 AND NOT (${IS_ALIVE}))
  INSERT INTO rondel_leases (node_id, ends_at, lasts) VALUES ($1, now() + $2 * interval '1 millisecond', $2)
  ON CONFLICT (node_id) DO UPDATE SET ends_at = excluded.ends_at, lasts = excluded.lasts
  RETURNING EXISTS (SELECT FROM last) AS "hadOne"`;
export const LEASES = `SELECT node_id FROM rondel_leases WHERE ${IS_ALIVE}`;
export const STORAGE_ID = 'SELECT id FROM rondel_storage';
export const END_LEASE = 'DELETE FROM rondel_leases WHERE node_id = $1';
