// Load of waiting deadlines: node tests/bench/deadlines.mjs [count]
// Stores matches whose deadlines are an hour away in Sqlite and Postgres, and measures sweeps as a server makes them once a second: while none has
// passed, and with 200 that have. Then FlatFile's start, with its index and without.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlatFile, Postgres, Sqlite } from 'rondel/server';
import { InitializeGame } from 'rondel/internal';
import { startDatabases } from '../support/databases.mjs';

const COUNT = Number(process.argv[2] ?? 100_000);
const SWEEPS = 100;
const HOUR = 3_600_000;

const game = { name: 'timed', setup: () => ({ board: Array(64).fill(null) }), turn: { time: HOUR }, moves: { go: () => {} } };
const metadata = { gameName: 'timed', players: { 0: { id: 0 }, 1: { id: 1 } }, createdAt: 1, updatedAt: 1 };
const initial = InitializeGame({ game });
const folder = await mkdtemp(join(tmpdir(), 'rondel-deadlines-'));

function stateDue(due) {
  const clock = { now: due - HOUR, left: { 0: HOUR }, deadlines: { 0: due } };
  return { ...initial, ctx: { ...initial.ctx, clock } };
}

async function fill(db, count, at) {
  const now = Date.now();
  for (let first = 0; first < count; first += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - first) }, (_, i) => db.createMatch(`match ${first + i}`, { initialState: stateDue(at(now, first + i)), metadata })));
  }
}

async function sweeps(db, now) {
  let found = 0;
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  for (let i = 0; i < SWEEPS; i += 1) found = (await db.fetchDue(now, 200)).length;
  const { user, system } = process.cpuUsage(cpu);
  return `${((performance.now() - start) / SWEEPS).toFixed(2)} ms, ${((user + system) / 1000 / SWEEPS).toFixed(2)} ms of processor for ${found} matches`;
}

async function measure(name, db) {
  await fill(db, COUNT, (now, i) => now + HOUR + i);
  globalThis.gc?.();
  const before = process.memoryUsage();
  console.log(`${name}: ${COUNT} waiting; a sweep takes ${await sweeps(db, Date.now())}`);
  console.log(`${name}: a sweep with passed deadlines takes ${await sweeps(db, Date.now() + 2 * HOUR)}`);
  globalThis.gc?.();
  const after = process.memoryUsage();
  console.log(`${name}: memory grew by ${((after.rss - before.rss) / 1e6).toFixed(1)} MB (rss), ${((after.heapUsed - before.heapUsed) / 1e6).toFixed(1)} MB (heap)`);
}

const sqlite = new Sqlite(join(folder, 'matches.sqlite'));
sqlite.connect();
await measure('Sqlite', sqlite);
sqlite.close();

const [server] = await startDatabases();
const postgres = new Postgres({ connectionString: await server.createDatabase() });
await postgres.connect();
await measure('Postgres', postgres);
await postgres.close();
await server.stop();

const dir = join(folder, 'flat');
const some = Math.min(COUNT, 5000);
const first = new FlatFile({ dir });
await first.connect();
await fill(first, some, (now, i) => now + HOUR + i);
await first.fetchDue(0, 1);
await first.close();
for (const how of ['with its index', 'after a crash']) {
  if (how === 'after a crash') await rm(join(dir, 'deadlines.json'));
  const db = new FlatFile({ dir });
  const start = performance.now();
  await db.connect();
  const opened = performance.now();
  await db.fetchDue(0, 1);
  console.log(`FlatFile, ${some} matches, ${how}: opened in ${(opened - start).toFixed(0)} ms, first sweep ${(performance.now() - opened).toFixed(0)} ms`);
  await db.close();
}
await rm(folder, { recursive: true });
process.exit(0);
