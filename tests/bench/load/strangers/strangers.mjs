// What strangers cost those who play: scripts/load strangers. For each storage and each attack, the p99 of players' moves and of the
// delay of the server's event loop, and the most memory of the server, without the attack and with it, in one run. It prints and
// never fails because of a number.
import { fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printTable } from '../../measure.mjs';
import { answer, ask } from '../../../support/child-process.mjs';
import { startPostgres } from '../../../support/postgres.mjs';

const [, , seconds = '5', chosenAttacks = '', chosenStorages = ''] = process.argv;
const SECONDS = Number(seconds) > 0 ? Number(seconds) : 5;
/** Two clients each, and so many moves a second in all: in five seconds enough for a p99. */
const MATCHES = 10;
const RATE = 120;
const HEAP_MB = 512;
/**
 * Strangers are elsewhere in the world, and cost the server's processor what they send alone: where the machine can, the server has a processor
 * of its own, and strangers give way to the players with whom they share the other one.
 */
const [ALONE, TOGETHER] = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0 ? [['taskset', '-c', '0'], ['taskset', '-c', '1']] : [[], []];
const GIVING_WAY = ['nice', '-n', '19'];
/** For `node --cpu-prof` of the servers, for instance. */
const FLAGS = (process.env.LOAD_SERVER_FLAGS ?? '').split(' ').filter(Boolean);

/** The attacks of attackers.mjs. */
const ATTACKS = {
  syncs: 'three spectators, 450 syncs a second each',
  spectators: 'a player who moves 450 times a second, and 950 spectators',
  flapping: 'a player who comes and goes with 32 actions',
  refused: 'six connections of a player, 455 refused moves a second each',
  log: 'a log of 20 MB, and sixty who do not read it',
  turn: '600 moves in one turn of 300 cells',
  hanging: 'credentials for which the callback hangs',
  beginnings: '1,000 unknown matches of 1,000 players',
  setup: 'setup data of 4.8 MB of empty lists',
  lists: 'ten at once who list 10,000 matches',
  seats: '300 seats with 99 kB of data each',
  panics: 'ten moves a second that panic, in ever new matches of a game in Rust',
  overflows: 'ten a second that fill its stack',
  hoards: 'ten a second that fill its memory',
};
const STORAGES = ['InMemory', 'InMemory 3 ms', 'Sqlite', 'Postgres'];

const attacks = chosenOf(Object.keys(ATTACKS), chosenAttacks);
const storages = chosenOf(STORAGES, chosenStorages);
const postgres = storages.includes('Postgres') ? await startPostgres() : null;
process.once('exit', () => postgres?.stop());
const rows = [];
for (const storage of storages) {
  for (const attack of attacks) rows.push([`${storage}: ${ATTACKS[attack]}`, ...await measured(storage, attack)]);
}
const MEASURES = ['moves, p99 ms', 'event loop, p99 ms', 'processor, %', 'memory, MB'];
printTable(['', ...MEASURES.flatMap((name) => [`${name}: alone`, 'attacked', 'ratio']), 'refused', 'strangers'], rows);
await postgres?.stop();
process.exit();

async function measured(storage, attack) {
  const connectionString = postgres && storage === 'Postgres' ? await postgres.createDatabase() : '';
  const server = start('server.mjs', [storage, connectionString, attack], { by: ALONE, flags: [`--max-old-space-size=${HEAP_MB}`, '--expose-gc', ...FLAGS] });
  const port = await answer(server);
  const players = start('players.mjs', [port, MATCHES, RATE, attack], { by: TOGETHER });
  const seats = await answer(players);
  if (attack === 'lists') await ask(server, 'fill');
  await ask(players, 2);
  await ask(server, 'collect');
  const [alone] = await played(server, [ask(players, SECONDS)]);
  const strangers = start('attackers.mjs', [port, attack, JSON.stringify(seats)], { by: [...TOGETHER, ...GIVING_WAY] });
  await answer(strangers);
  const [attacked, refused, tally] = await played(server, [ask(players, SECONDS), ask(strangers, SECONDS)])
    .catch((error) => [alone.map(() => NaN), {}, { [error.message]: 1 }]);
  for (const child of [strangers, players, server]) if (child.connected) child.disconnect();
  const compared = alone.flatMap((one, i) => [one.toFixed(1), attacked[i].toFixed(1), (attacked[i] / one).toFixed(2)]);
  return [...compared, shown(refused), shown(tally)];
}

/** What is measured while these go on, the players first; what of theirs was refused, and what became of the strangers. */
async function played(server, under) {
  await ask(server, 'delay');
  await ask(server, 'busy');
  const [{ p99, refused }, tally] = await Promise.all(under);
  const delay = await ask(server, 'delay');
  const busy = 100 * await ask(server, 'busy');
  return [[p99, delay, busy, (await ask(server, 'memory')) / 1024 / 1024], refused, tally];
}

/** `by`: the command that starts it. */
function start(file, args, { by, flags = [] }) {
  const [execPath, ...execArgv] = [...by, process.execPath, ...flags];
  return fork(fileURLToPath(new URL(file, import.meta.url)), args.map(String), { execPath, execArgv });
}

function shown(counts) {
  return Object.entries(counts).map(([what, count]) => `${what} ${count}`).join(', ') || '-';
}

/** Those of a list that are named, or all. */
function chosenOf(list, names) {
  return list.filter((name) => names === '' || names.split(',').includes(name));
}
