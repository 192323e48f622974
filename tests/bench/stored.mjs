// Storages that are measured: what is stored in them, and what takes how many bytes.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createMatch } from 'rondel/internal';
import { Master } from 'rondel/master';
import { FlatFile, Postgres, Sqlite } from 'rondel/server';
import { query, startPostgres } from '../support/postgres.mjs';

/** Nine cells, of which each move takes one: what most games have in a state is about as long. */
const game = {
  name: 'cells', setup: () => ({ cells: Array(9).fill(null) }), turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, id) => { G.cells[id] = playerID; } },
};

const TABLES = ['rondel_states', 'rondel_initial_states', 'rondel_metadata', 'rondel_log'];

/** Each opens an empty one: `{ db, size(), stop() }`; `size` returns the bytes by what takes them, all of them first. */
export const STORAGES = {
  async Sqlite(folder) {
    const file = join(folder, 'matches.db');
    const db = new Sqlite(file);
    const Database = (await import('libsql')).default;
    const size = async () => {
      const reader = new Database(file);
      try {
        reader.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        const parts = reader.prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name LIKE '%rondel%' GROUP BY name").all();
        return { file: (await stat(file)).size, ...Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes])) };
      } finally {
        reader.close();
      }
    };
    return { db, size, stop() {} };
  },
  async FlatFile(folder) {
    return { db: new FlatFile({ dir: folder }), size: async () => ({ folder: await bytesIn(folder) }), stop() {} };
  },
  async Postgres() {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase();
    const size = async () => {
      await query(url, 'VACUUM');
      const [row] = await query(url, `SELECT pg_database_size(current_database())::float8 AS database, ${TABLES.map((table) => (
        `pg_table_size('${table}')::float8 AS ${table}, pg_indexes_size('${table}')::float8 AS ${table}_indexes`
      ))}`);
      return row;
    };
    return { db: new Postgres(url), size, stop: postgres.stop };
  },
};

/** Plays so many matches of so many moves. */
export async function playMatches(db, matches, moves) {
  const master = new Master(game, db, { send() {}, sendAll() {} });
  for (let i = 0; i < matches; i += 1) {
    const matchID = `match-${String(i).padStart(5, '0')}`;
    await db.createMatch(matchID, createMatch({ game }));
    for (let n = 0; n < moves; n += 1) {
      const playerID = String(n % 2);
      const refused = await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'mark', args: [n % 9], playerID } }, n, matchID, playerID);
      if (refused) throw new Error(refused.error);
    }
  }
}

/** What files take on the disk, which has blocks. */
async function bytesIn(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    bytes += (await stat(join(entry.parentPath ?? entry.path, entry.name))).blocks * 512;
  }
  return bytes;
}
