// What bots cost those who play with each other: scripts/load bots. The p50 and p99 of people's moves at a server without bot matches
// and with them, in turns, where bots think in the server's own thread and where they think in worker threads; and how long those wait
// who play with bots. It prints and never fails because of a number.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { answer, ask } from '../../../support/child-process.mjs';
import { printTable } from '../../measure.mjs';

const [, , seconds = '10', matches = '50', level = 'hard'] = process.argv;
const SECONDS = Number(seconds) > 0 ? Number(seconds) : 10;
/** Two clients each, and so many moves a second in all. */
const MATCHES = 10;
const RATE = 120;
/** Milliseconds of a thought: the usual bound. */
const THINKING_TIME = 2000;
/** Those who play with bots are elsewhere in the world, and cost the server's machine what the server does for them alone. */
const GIVING_WAY = ['nice', '-n', '19'];
/** How often both come in turn. */
const TURNS = 2;

const rows = [];
for (const [title, workers] of [["in the server's thread", 0], ['in a worker thread', 1]]) rows.push([title, ...await measured(workers)]);
printTable([
  `${matches} matches with ${level} bots, which think`, 'moves, p50 ms: alone', 'with bots', 'p99 ms: alone', 'with bots', 'ratio', 'event loop, p99 ms: alone', 'with bots',
  'bots: moves/s', 'waited, p50 ms', 'p99 ms', 'processor, %', 'failures',
], rows);
process.exit();

async function measured(workers) {
  const server = start('server.mjs', [workers, THINKING_TIME]);
  const port = await answer(server);
  const players = start('../strangers/players.mjs', [port, MATCHES, RATE]);
  await answer(players);
  await ask(players, 3);
  const sums = { alone: [], bots: [], waits: [], busy: [], failures: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    sums.alone.push(await played(server, players));
    const opponents = start('opponents.mjs', [port, matches, level], GIVING_WAY);
    await answer(opponents);
    await ask(players, 3);
    await ask(opponents, 'waits');
    sums.bots.push(await played(server, players));
    sums.waits.push(await ask(opponents, 'end'));
    opponents.disconnect();
    await ask(players, 1);
  }
  for (const child of [players, server]) child.disconnect();
  const mean = (list, name) => list.reduce((sum, one) => sum + one[name], 0) / list.length;
  const [alone, withBots] = [mean(sums.alone, 'p99'), mean(sums.bots, 'p99')];
  return [
    mean(sums.alone, 'p50').toFixed(1), mean(sums.bots, 'p50').toFixed(1), alone.toFixed(1), withBots.toFixed(1), (withBots / alone).toFixed(2),
    mean(sums.alone, 'delay').toFixed(1), mean(sums.bots, 'delay').toFixed(1),
    (mean(sums.waits, 'moves') / SECONDS).toFixed(1), mean(sums.waits, 'p50').toFixed(0), mean(sums.waits, 'p99').toFixed(0),
    mean(sums.bots, 'processor').toFixed(0), [...new Set(sums.bots.flatMap(({ failures }) => failures))].join('; ') || '-',
  ];
}

async function played(server, players) {
  const before = await ask(server, 'now');
  const begun = performance.now();
  const { p50, p99 } = await ask(players, SECONDS);
  const { delay, busy, failures } = await ask(server, 'now');
  return { p50, p99, delay, failures, processor: (busy - before.busy) * 100 / (performance.now() - begun) };
}

function start(file, args, by = []) {
  const [execPath, ...execArgv] = [...by, process.execPath];
  return fork(fileURLToPath(new URL(file, import.meta.url)), args.map(String), { execPath, execArgv });
}
