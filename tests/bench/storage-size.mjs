// What matches take in a storage: bytes by table, and what a clean-up of them costs and leaves.
// Usage: node tests/bench/storage-size.mjs [MATCHES] [MOVES] [STORAGE,...]     (1,000 matches of 100 moves; Sqlite and Postgres, of its own; FlatFile waits
// for the disk at each move)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepExpired } from '../../pkg-server/lib/expired-matches.js';
import { STORAGES, playMatches } from './stored.mjs';

const [matches, moves] = [process.argv[2] ?? 1000, process.argv[3] ?? 100].map(Number);
const wanted = process.argv[4]?.split(',') ?? ['Sqlite', 'Postgres'];
const DAY = 86_400_000;

for (const name of wanted) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-size-'));
  const { db, size, stop } = await STORAGES[name](folder);
  try {
    await db.connect();
    const before = await size();
    await playMatches(db, matches, moves);
    print(`${name}: ${matches} matches of ${moves} moves`, difference(await size(), before));
    print(`${name}: after all have expired`, { ...await expire(db), ...difference(await size(), before) });
  } finally {
    await db.close();
    await stop();
    await rm(folder, { recursive: true, force: true });
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

function difference(after, before) {
  return Object.fromEntries(Object.entries(after).map(([what, bytes]) => [what, `${((bytes - before[what]) / 1e6).toFixed(1)} MB`]));
}

function print(title, values) {
  console.log(title);
  for (const [what, value] of Object.entries(values)) console.log(`  ${what}: ${typeof value === 'number' ? value.toFixed(2) : value}`);
}
