// A server that runs for long: scripts/load soak [MINUTES] [MOVES]. Matches are made, played by turns to their end and left, or given up, again and
// again. What the server holds is printed each minute. It fails if that grows, or a move is lost.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, LobbyClient } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import WebSocket from 'ws';
import { answer, ask } from '../../support/child-process.mjs';
import { printTable } from '../measure.mjs';
import { game } from './soak-game.mjs';

const MINUTES = Number(process.argv[2] ?? 60);
/** Moves a second, of all matches; each match makes a few. */
const RATE = Number(process.argv[3] ?? 200);
const TABLES = Math.max(1, Math.round(RATE / 5));
const PAUSE = TABLES / RATE * 1000;
/** Milliseconds after which a move that has no answer is lost. */
const LOST = 30_000;
/** One match in so many is given up in the middle, without a word. */
const GIVEN_UP = 5;
/** How many samples do not count. */
const WARM = 5;
/** By what is held, how much more of it there may be in the last third than in the first: so many times as much, and so much. */
const MAY_GROW = { heap: [1.2, 10], external: [1.2, 10], rss: [1.2, 40], files: [1.1, 20], timers: [1.2, 40], others: [1.2, 40], stored: [1.3, 300] };

const folder = mkdtempSync(join(tmpdir(), 'rondel-soak-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const server = fork(fileURLToPath(new URL('soak-server.mjs', import.meta.url)), [join(folder, 'matches.db')], { execArgv: ['--expose-gc'] });
server.once('exit', (code, signal) => fail(`the server has ended (${signal ?? code})`));
const url = `http://127.0.0.1:${await answer(server)}`;
const lobby = new LobbyClient({ server: url });
const done = { moves: 0, matches: 0, begun: 0 };
let isOver = false;

const end = performance.now() + MINUTES * 60_000;
const tables = Array.from({ length: TABLES }, (_, number) => playOn(number));
for (const table of tables) table.catch((error) => fail(error.stack));
const samples = [];
/** Milliseconds between two samples. */
const PERIOD = Math.min(60_000, MINUTES * 60_000 / 12);
while (performance.now() < end) {
  const before = done.moves;
  const began = performance.now();
  await later(Math.min(PERIOD, end - began));
  const held = await ask(server, 'held');
  const perSecond = (done.moves - before) / (performance.now() - began) * 1000;
  samples.push(held);
  const texts = Object.entries(held).map(([name, value]) => `${name} ${value === null ? '?' : Math.round(value)}`);
  console.log(`${((performance.now() - end) / 60_000 + MINUTES).toFixed(1)} min: ${perSecond.toFixed(0)} moves/s, ${done.matches} matches over; ${texts.join(', ')}`);
}
isOver = true;
await Promise.all(tables);
report();

/** One match after the other, until the time is over. */
async function playOn(number) {
  // Not all at once.
  await later(number * PAUSE / TABLES);
  while (!isOver) await playMatch();
}

async function playMatch() {
  const number = done.begun;
  done.begun += 1;
  const { matchID } = await lobby.createMatch(game.name, { numPlayers: 2 });
  const seats = [];
  for (const [i, multiplayer] of [SocketIO({ server: url, socketOpts: { forceNew: true } }), WebSocketTransport({ url, WebSocket })].entries()) {
    const { playerID, playerCredentials: credentials } = await lobby.joinMatch(game.name, matchID, { playerID: String(i), playerName: `player ${i}` });
    seats.push({ playerID, credentials, client: Client({ game, matchID, playerID, credentials, multiplayer, debug: false, quiet: true }) });
  }
  for (const { client } of seats) client.start();
  try {
    await playTurns(seats, number % GIVEN_UP === 0 ? 7 : Infinity);
    if (number % GIVEN_UP !== 0) for (const { playerID, credentials } of seats) await lobby.leaveMatch(game.name, matchID, { playerID, credentials });
  } finally {
    for (const { client } of seats) client.dispose();
  }
  done.matches += 1;
}

async function playTurns(seats, most) {
  for (let turn = 0; turn < most && !isOver; turn += 1) {
    const due = performance.now() + PAUSE;
    const { client } = seats[turn % 2];
    await until(() => client.getState()?.isConnected && (client.getState().ctx.gameover || client.getState().ctx.currentPlayer === client.playerID), 'a turn');
    if (client.getState().ctx.gameover) return;
    const outcome = await Promise.race([client.moves.mark().confirmed, later(LOST, { status: 'lost' }, { ref: false })]);
    if (outcome.status !== 'confirmed') fail(`a move was ${JSON.stringify(outcome)}`);
    done.moves += 1;
    await later(due - performance.now());
  }
}

async function until(isSo, what) {
  for (const late = performance.now() + LOST; !isSo();) {
    if (performance.now() > late) fail(`${what} has not come`);
    await later(5);
  }
}

function report() {
  // Until code is compiled, and as many matches expire as are given up.
  const warm = samples.slice(Math.min(WARM, Math.floor(samples.length / 4)));
  const third = Math.ceil(warm.length / 3);
  const [first, last] = [warm.slice(0, third), warm.slice(-third)];
  const least = (list, name) => Math.min(...list.map((held) => held[name] ?? 0));
  const rows = Object.entries(MAY_GROW).map(([name, [times, more]]) => {
    const [before, after] = [least(first, name), least(last, name)];
    return { name, before, after, isGrown: after > before * times + more };
  });
  console.log();
  printTable(['least of', 'the first third', 'the last third', ''], rows.map(({ name, before, after, isGrown }) => [name, before.toFixed(1), after.toFixed(1), isGrown ? 'GROWS' : '']));
  console.log(`${done.moves} moves, ${done.matches} matches, none lost`);
  server.removeAllListeners('exit');
  server.disconnect();
  if (rows.some(({ isGrown }) => isGrown)) process.exitCode = 1;
  once(server, 'exit').then(() => process.exit());
}

function fail(why) {
  console.log(`FAILED: ${why}`);
  process.exit(1);
}
