// What matches take in a storage: bytes by table, and what a clean-up of them costs and leaves.
// Usage: node tests/bench/storage-size.mjs [MATCHES] [MOVES] [STORAGE,...]     (1,000 matches of 100 moves; Sqlite and Postgres, of its own; FlatFile waits
// for the disk at each move)
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMatch } from 'rondel/internal';
import { Master } from 'rondel/master';
import { FlatFile, Postgres, Sqlite } from 'rondel/server';
import { sweepExpired } from '../../pkg/lib/server/expired-matches.js';
import { query, startPostgres } from '../support/postgres.mjs';

const [matches, moves] = [process.argv[2] ?? 1000, process.argv[3] ?? 100].map(Number);
const wanted = process.argv[4]?.split(',') ?? ['Sqlite', 'Postgres'];
const DAY = 86_400_000;

/** Nine cells, of which each move takes one: what most games have in a state is about as long. */
const game = {
  name: 'cells', setup: () => ({ cells: Array(9).fill(null) }), turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, id) => { G.cells[id] = playerID; } },
};

const TABLES = ['rondel_states', 'rondel_initial_states', 'rondel_metadata', 'rondel_log'];

const STORAGES = {
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
    return { db, size };
  },
  async FlatFile(folder) {
    return { db: new FlatFile({ dir: folder }), size: async () => ({ folder: await bytesIn(folder) }) };
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

for (const name of wanted) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-size-'));
  const { db, size, stop } = await STORAGES[name](folder);
  try {
    await db.connect();
    const before = await size();
    await play(db);
    print(`${name}: ${matches} matches of ${moves} moves`, difference(await size(), before));
    print(`${name}: after all have expired`, { ...await expire(db), ...difference(await size(), before) });
  } finally {
    await db.close();
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(db) {
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

/** Wipes them as a server does, in slices. */
async function expire(db) {
  const hubs = new Map([['cells', { gone() {} }]]);
  const failed = (error) => { throw error; };
  const sweep = sweepExpired({ db, hubs, ttl: { unfinished: DAY }, failed, now: () => Date.now() + 2 * DAY });
  const begun = performance.now();
  const cpu = process.cpuUsage();
  while (await sweep.look());
  const { user, system } = process.cpuUsage(cpu);
  const wiped = { 'ms a match': (performance.now() - begun) / matches, 'ms of processor time a match': (user + system) / 1000 / matches };
  const again = performance.now();
  await sweep.look();
  return { ...wiped, 'ms of a look that finds nothing': performance.now() - again };
}

async function bytesIn(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath ?? entry.path, entry.name))).size;
  }
  return bytes;
}

function difference(after, before) {
  return Object.fromEntries(Object.entries(after).map(([what, bytes]) => [what, `${((bytes - before[what]) / 1e6).toFixed(1)} MB`]));
}

function print(title, values) {
  console.log(title);
  for (const [what, value] of Object.entries(values)) console.log(`  ${what}: ${typeof value === 'number' ? value.toFixed(2) : value}`);
}
