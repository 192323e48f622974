// Compares servers under load, with boardgame.io 0.50.2's and in turns with it: scripts/load. It prints and never fails
// because of a number: a busy machine is no bug.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../support/child-process.mjs';
import { printTable, times } from '../measure.mjs';
import { endLoad, playLoad, startLoad } from './processes.mjs';

const [, , seconds = '120', clients = '1000'] = process.argv;
const SECONDS = positive(seconds);
const MATCHES = Math.round(positive(clients) / 2);
/** Moves per second at the set rate: each match makes one. */
const RATE = MATCHES;
/** How often those that are compared come in turn. */
const TURNS = 4;

const OPEN = 'open';
const CLOSED = 'closed';

/** `name` is a server of server.mjs. */
const COMPARED = [
  { title: 'boardgame.io', name: 'boardgame.io', isRondel: false },
  { title: 'Rondel', name: 'InMemory', isRondel: true },
];
const FURTHER = [
  { title: "Rondel, boardgame.io's clients", name: 'InMemory', isRondel: false },
  { title: 'Rondel, Sqlite', name: 'Sqlite', isRondel: true },
  { title: 'Rondel, FlatFile', name: 'FlatFile', isRondel: true },
  { title: 'socket.io alone', name: 'socket.io', isRondel: true },
];

const folder = mkdtempSync(join(tmpdir(), 'rondel-load-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const [theirs, ours] = await measure(COMPARED, SECONDS);
printTable([`${MATCHES * 2} clients`, 'boardgame.io', 'Rondel', 'Rondel / boardgame.io', 'bar'], compared(theirs, ours));
const further = [];
for (const server of FURTHER) further.push(...await measure([server], SECONDS / 4));
console.log();
printTable(['', 'as fast as it can: moves/s', 'per second of CPU', `${RATE} moves/s: moves per second of CPU`, 'p50 ms', 'p99 ms', 'MB when over'], [theirs, ours, ...further].map(short));

function compared(theirs, ours) {
  const row = (title, read, bar = '') => {
    const [a, b] = [read(theirs), read(ours)];
    return [title, decimal(a), decimal(b), ratioOf(b / a), bar];
  };
  return [
    row('as fast as it can: moves per second', (one) => one[CLOSED].perSecond),
    row('  moves per second of the server\'s CPU', (one) => one[CLOSED].perCPU, 'at least 2x'),
    row('  its own move confirmed, p50, ms', (one) => one[CLOSED].own.p50),
    row('  p99, ms', (one) => one[CLOSED].own.p99, 'at most 0.5x'),
    row('  the opponent told, p50, ms', (one) => one[CLOSED].other.p50),
    row('  p99, ms', (one) => one[CLOSED].other.p99, 'at most 0.5x'),
    row("  the clients' CPU, % of a core", (one) => one[CLOSED].clients),
    row(`at ${RATE} moves per second: CPU of the server, % of a core`, (one) => one[OPEN].server),
    row('  moves per second of the server\'s CPU', (one) => one[OPEN].perCPU, 'at least 2x'),
    row('  its own move confirmed, p50, ms', (one) => one[OPEN].own.p50),
    row('  p99, ms', (one) => one[OPEN].own.p99, 'at most 0.5x'),
    row('  the opponent told, p50, ms', (one) => one[OPEN].other.p50),
    row('  p99, ms', (one) => one[OPEN].other.p99, 'at most 0.5x'),
    row('memory after the first matches, MB', (one) => one.memory.before),
    row('  with matches under way, MB', (one) => one.memory.during),
    row('  when they are over, MB', (one) => one.memory.after, 'as before'),
  ];
}

function short({ title, open, closed, memory }) {
  return [title, closed.perSecond, closed.perCPU, open.perCPU, open.own.p50, open.own.p99, memory.after]
    .map((cell) => (typeof cell === 'string' ? cell : decimal(cell)));
}

/** What is measured of each of these servers, which play by turns: the others' clients are connected and silent. */
async function measure(servers, seconds) {
  const rows = [];
  for (const server of servers) rows.push(await start(server));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const row of rows) {
      for (const pace of [OPEN, CLOSED]) await play(row, pace, seconds / TURNS / 2);
    }
  }
  const results = [];
  for (const row of rows) results.push(await end(row));
  return results;
}

/** A server whose code is warm, with its clients. */
async function start({ title, name, isRondel }) {
  const place = mkdtempSync(join(folder, 'storage-'));
  const load = await startLoad({ name, place, isRondel, matches: MATCHES, warmUp: { matches: MATCHES, seconds: Math.min(5, SECONDS / 8) } });
  const none = () => ({ moves: 0, milliseconds: 0, spent: 0, clients: 0 });
  return { title, load, [OPEN]: none(), [CLOSED]: none() };
}

async function play({ load, ...sums }, pace, seconds) {
  const played = await playLoad(load, { name: pace, seconds, rate: pace === OPEN ? RATE : undefined });
  for (const [what, amount] of Object.entries(played)) sums[pace][what] += amount;
}

async function end({ title, load, ...sums }) {
  const { server, clients, before } = load;
  const latencies = await ask(clients, ['latencies']);
  const during = await ask(server, 'memory');
  await ask(clients, ['leave']);
  const after = await ask(server, 'emptyMemory');
  await endLoad(load);
  const memory = { before: megabytes(before), during: megabytes(during), after: megabytes(after) };
  return { title, memory, [OPEN]: rates(sums[OPEN], latencies[OPEN]), [CLOSED]: rates(sums[CLOSED], latencies[CLOSED]) };
}

function rates({ moves, milliseconds, spent, clients }, latencies) {
  return {
    ...latencies,
    perSecond: (moves * 1000) / milliseconds,
    perCPU: (moves * 1000) / spent,
    server: (spent * 100) / milliseconds,
    clients: (clients * 100) / milliseconds,
  };
}

function megabytes(bytes) {
  return bytes / 1024 / 1024;
}

/** There is none where the time was too short for a move. */
function decimal(number) {
  return number === undefined ? '-' : number.toFixed(1);
}

function ratioOf(ratio) {
  if (Number.isNaN(ratio)) return '-';
  return ratio < 1 ? `${ratio.toFixed(3)}x` : times(ratio);
}

function positive(text) {
  const number = Number(text);
  if (number > 0) return number;
  process.stderr.write(`scripts/load: ${text} is no number of seconds or clients\n`);
  return process.exit(1);
}
