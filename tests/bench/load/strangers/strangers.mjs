// What strangers cost those who play: scripts/load strangers. For each storage and each attack, the p99 of players' moves and the
// most memory of the server, without the attack and with it, in one run. It prints and never fails because of a number.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { printTable } from '../../measure.mjs';
import { startPostgres } from '../../../support/postgres.mjs';

const [, , seconds = '5', chosen = ''] = process.argv;
const SECONDS = Number(seconds) > 0 ? Number(seconds) : 5;
/** Two clients each, and so many moves a second in all. */
const MATCHES = 10;
const RATE = 40;
const HEAP_MB = 512;

/** The attacks of attackers.mjs. */
const ATTACKS = {
  syncs: 'three spectators, 450 syncs a second each',
  flapping: 'a player who comes and goes with 32 actions',
  refused: 'six connections of a player, 455 refused moves a second each',
  log: 'a log of 20 MB, and sixty who do not read it',
  turn: '600 moves in one turn of 300 cells',
  hanging: 'credentials for which the callback hangs',
  beginnings: '1,000 unknown matches of 1,000 players',
  setup: 'setup data of 4.8 MB of empty lists',
  lists: 'ten at once who list 10,000 matches',
  seats: '300 seats with 99 kB of data each',
};
const STORAGES = ['InMemory', 'InMemory, 3 ms', 'Sqlite', 'Postgres'];

const attacks = Object.keys(ATTACKS).filter((name) => chosen === '' || chosen.split(',').includes(name));
const postgres = await startPostgres();
process.once('exit', () => postgres.stop());
const rows = [];
for (const storage of STORAGES) {
  for (const attack of attacks) rows.push([`${storage}: ${ATTACKS[attack]}`, ...await measured(storage, attack)]);
}
printTable(['', 'p99 ms, alone', 'attacked', 'ratio (2 at most)', 'MB, alone', 'attacked', 'ratio (2 at most)', 'refused', 'strangers'], rows);
await postgres.stop();
process.exit();

async function measured(storage, attack) {
  const connectionString = storage === 'Postgres' ? await postgres.createDatabase() : '';
  const server = start('server.mjs', [storage, connectionString], [`--max-old-space-size=${HEAP_MB}`, '--expose-gc']);
  const port = await answer(server);
  const players = start('players.mjs', [port, MATCHES, RATE]);
  const seats = await answer(players);
  if (attack === 'lists') await ask(server, 'fill');
  await ask(players, 2);
  await ask(server, 'collect');
  const alone = await ask(players, SECONDS);
  const memory = await ask(server, 'memory');
  const strangers = start('attackers.mjs', [port, attack, JSON.stringify(seats)]);
  await answer(strangers);
  const [attacked, tally] = await Promise.all([ask(players, SECONDS), ask(strangers, SECONDS)]).catch((error) => [null, error.message]);
  const most = attacked && await ask(server, 'memory');
  for (const child of [strangers, players, server]) if (child.connected) child.disconnect();
  if (!attacked) return [alone.p99.toFixed(1), 'ended', '-', megabytes(memory), '-', '-', '-', String(tally)];
  return [
    alone.p99.toFixed(1), attacked.p99.toFixed(1), (attacked.p99 / alone.p99).toFixed(2),
    megabytes(memory), megabytes(most), (most / memory).toFixed(2), shown(attacked.refused), shown(tally),
  ];
}

function start(file, args, execArgv = []) {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args.map(String), { execArgv });
}

function ask(child, question) {
  child.send(question);
  return answer(child);
}

/** What a process says next; rejected if it ends instead. */
async function answer(child) {
  const ended = new AbortController();
  const fail = (code, signal) => ended.abort(new Error(`the process ended with ${signal ?? code}`));
  child.once('exit', fail);
  try {
    return (await once(child, 'message', { signal: ended.signal }))[0];
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', fail);
  }
}

function megabytes(bytes) {
  return (bytes / 1024 / 1024).toFixed(0);
}

function shown(counts) {
  return Object.entries(counts).map(([what, count]) => `${what} ${count}`).join(', ') || '-';
}
