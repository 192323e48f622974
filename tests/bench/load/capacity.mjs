// What a server can do, by storage: scripts/load capacity [SECONDS] [CLIENTS]. Moves a second, how late they are at a rate that leaves
// room, memory, and what matches take on the disk; then what connections cost that do next to nothing. It prints the tables of docs/11-operating.md and
// never fails because of a number.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../support/child-process.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { STORAGES, playMatches } from '../stored.mjs';
import { endLoad, playLoad, startLoad } from './processes.mjs';

const SECONDS = Number(process.argv[2] ?? 8);
const CLIENTS = Number(process.argv[3] ?? 1000);
/** Moves a second of all matches, at which a server of any storage has time left. */
const RATE = 100;
const WARM_UP = { matches: 20, seconds: 2 };
/** By storage, how many matches of 100 moves are stored to be weighed: `FlatFile` waits for the disk at each move. */
const WEIGHED = { FlatFile: 10, Sqlite: 50, Postgres: 50 };
const MOVES = 100;
/** How many clients are connected that make a move every hundred seconds. */
const CROWDS = [CLIENTS, 5 * CLIENTS];

const folder = mkdtempSync(join(tmpdir(), 'rondel-capacity-'));
// As an operator's: it waits for the disk.
const postgres = await startPostgres({ isDurable: true });
const PLACES = { InMemory: newFolder, FlatFile: newFolder, Sqlite: newFolder, Postgres: postgres.createDatabase };
try {
  const rows = [];
  for (const name of Object.keys(PLACES)) rows.push([name, ...await played(name), await weighed(name)]);
  print(['storage', 'moves a second', `p50, p99 ms at ${RATE} a second`, `MB with ${CLIENTS.toLocaleString('en')} clients`, `MB on disk, 1,000 matches of ${MOVES} moves`], rows);
  const crowds = [];
  for (const clients of CROWDS) crowds.push([clients.toLocaleString('en'), ...await crowded(clients)]);
  print(['connections', 'MB', 'kB each', 'processor, %', 'p50, p99 ms'], crowds);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

function newFolder() {
  return mkdtempSync(join(folder, 'storage-'));
}

/** As fast as it can, and at the rate; the memory is what the operating system has given the process in the end. */
async function played(name) {
  const load = await start(name, CLIENTS);
  const { moves, milliseconds } = await playLoad(load, { name: 'most', seconds: SECONDS });
  await playLoad(load, { name: 'rate', seconds: SECONDS / 2, rate: RATE });
  const resident = await ask(load.server, 'resident');
  const { rate } = await ask(load.clients, ['latencies']);
  await endLoad(load);
  return [Math.round((moves * 1000) / milliseconds).toLocaleString('en'), late(rate), megabytes(resident)];
}

async function weighed(name) {
  if (!Object.hasOwn(WEIGHED, name)) return '-';
  const { db, size, stop } = await STORAGES[name](newFolder());
  try {
    await db.connect();
    const [before] = Object.values(await size());
    await playMatches(db, WEIGHED[name], MOVES);
    const [after] = Object.values(await size());
    return ((after - before) / WEIGHED[name] / 1000).toFixed(0);
  } finally {
    await db.close();
    await stop();
  }
}

/** Connections in matches of two, of which few move at a time. */
async function crowded(clients) {
  const load = await start('InMemory', clients);
  const during = await ask(load.server, 'memory');
  const { spent, milliseconds } = await playLoad(load, { name: 'rate', seconds: SECONDS, rate: clients / 100 });
  const resident = await ask(load.server, 'resident');
  const { rate } = await ask(load.clients, ['latencies']);
  await endLoad(load);
  return [megabytes(resident), ((during - load.before) / clients / 1000).toFixed(1), ((100 * spent) / milliseconds).toFixed(0), late(rate)];
}

async function start(name, clients) {
  return startLoad({ name, place: await PLACES[name](), isRondel: true, matches: Math.round(clients / 2), warmUp: WARM_UP });
}

/** How late a move is that both players have heard of. */
function late({ other: { p50, p99 } }) {
  return `${p50.toFixed(1)}, ${p99.toFixed(1)}`;
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}

/** As it stands in the guide. */
function print(head, rows) {
  console.log();
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}
