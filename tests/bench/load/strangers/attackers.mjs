// Strangers, in a process of their own: one attack, for so many seconds. They speak by sockets of their own, and read what they
// like. Answers what became of them.
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { WebSocket } from 'ws';

const [, , port, attack, seats] = process.argv;
const address = `127.0.0.1:${port}`;
const players = JSON.parse(seats);
const tally = {};
let isOver = false;

const ATTACKS = { syncs, spectators, flapping, refused, log, turn, hanging, beginnings, setup, lists, seats: manySeats, panics: failing('panic'), overflows: failing('overflow'), hoards: failing('hoard') };

process.on('message', async (seconds) => {
  setTimeout(() => { isOver = true; }, seconds * 1000);
  await ATTACKS[attack]().catch((error) => note(error.message));
  process.send(tally);
});
process.once('disconnect', () => process.exit());
process.send('ready');

/** Three spectators who ask for everything, 450 times a second each. */
async function syncs() {
  const { matchID } = players[0];
  await Promise.all([1, 2, 3].map(() => stay('board', (socket) => atRate(450, () => say(socket, 'sync', [matchID, null, null, 2])))));
}

/** 950 spectators of a match, whose player moves 450 times a second. */
async function spectators() {
  const matchID = await begin('board', 1);
  const audience = await Promise.all(Array.from({ length: 950 }, () => open('board')));
  for (const socket of audience) say(socket, 'sync', [matchID, null, null, 1]);
  let states = 0;
  audience[0].on('message', () => { states += 1; });
  const player = await open('board');
  say(player, 'sync', [matchID, '0', undefined, 1]);
  let i = 0;
  await atRate(450, () => {
    say(player, 'update', [moveOf('mark', [i], i), 0, matchID, '0']);
    i += 1;
  });
  tally.states = states;
  for (const socket of [player, ...audience]) socket.terminate();
}

/** A player whose connection comes and goes, and who has the same 32 actions waiting each time. */
async function flapping() {
  const { matchID, playerID, credentials } = players[0];
  const actions = Array.from({ length: 32 }, (_, i) => ({
    type: 'MAKE_MOVE',
    payload: { type: 'mark', args: [i], playerID, credentials },
    sync: { session: 'flapping', seq: i + 1, first: 1 },
  }));
  await atRate(20, async () => {
    const socket = await open('board');
    say(socket, 'sync', [matchID, playerID, credentials, 2]);
    for (const action of actions) say(socket, 'update', [action, 0, matchID, playerID]);
    await later(10);
    socket.close();
  });
}

/** A player's six connections, of four sessions each, that make 455 moves a second each of which none is allowed, and six that lie. */
async function refused() {
  const { matchID, playerID, credentials } = players[0];
  const flood = (name, known) => stay('board', (socket) => {
    let count = 0;
    return atRate(455, () => {
      const seq = Math.floor(count / 4) + 1;
      const sync = { session: `${name} ${count % 4}`, seq, first: seq };
      count += 1;
      say(socket, 'update', [{ type: 'MAKE_MOVE', payload: { type: 'none', args: [], playerID, credentials: known }, sync }, 0, matchID, playerID]);
    });
  });
  await Promise.all([1, 2, 3, 4, 5, 6].flatMap((i) => [flood(`refused ${i}`, credentials), flood(`denied ${i}`, 'none')]));
}

/** A log of 20 MB of arguments that nobody looks at, and sixty spectators who ask for it and do not read. */
async function log() {
  const matchID = await begin('grid', 1);
  const player = await open('grid');
  say(player, 'sync', [matchID, '0', undefined, 1]);
  for (let i = 0; i < 22 && !isOver; i += 1) {
    say(player, 'update', [moveOf('ignore', ['x'.repeat(900_000)], i), 0, matchID, '0']);
    await later(50);
  }
  await Promise.all(Array.from({ length: 60 }, () => stay('grid', async (socket) => {
    socket.pause();
    await atRate(2, () => say(socket, 'sync', [matchID, null, null, 1]));
  })));
}

/** 600 moves in one turn of a big `G`. */
async function turn() {
  const matchID = await begin('grid', 1);
  const player = await open('grid');
  say(player, 'sync', [matchID, '0', undefined, 1]);
  for (let i = 0; i < 600 && !isOver; i += 1) {
    say(player, 'update', [moveOf('claim', [i], i), i, matchID, '0']);
    await later(5);
  }
  while (!isOver) await later(50);
}

/** Players whose credentials the operator's callback never has an answer for. */
async function hanging() {
  await atRate(50, async () => {
    const { matchID, playerID } = players[0];
    const socket = await open('board');
    say(socket, 'sync', [matchID, playerID, 'hang', 2]);
    setTimeout(() => socket.close(), 200);
  });
}

/** A thousand matches of a thousand players, by a message each. */
async function beginnings() {
  const socket = await open('board');
  for (let i = 0; i < 1000 && !isOver; i += 1) {
    say(socket, 'sync', [`unknown-${process.pid}-${i}`, null, null, 1000]);
    await later(3);
  }
}

/** Matches whose setup data are 4.8 MB of empty lists. */
async function setup() {
  const body = `{"numPlayers":2,"setupData":[${Array(1_600_000).fill('[]').join(',')}]}`;
  await atRate(10, async () => note((await post('/games/grid/create', body)).status));
}

/** Ten at once who ask for the list of ten thousand matches. */
async function lists() {
  await Promise.all(Array.from({ length: 10 }, async () => {
    while (!isOver) note((await fetch(`http://${address}/games/board`).then(async (response) => (await response.text(), response))).status);
  }));
}

/** Three hundred seats, each with as much about its player as there may be. */
async function manySeats() {
  const { matchID } = await (await post('/games/board/create', JSON.stringify({ numPlayers: 300 }))).json();
  const data = 'x'.repeat(99_000);
  for (let i = 0; i < 300 && !isOver; i += 1) {
    note((await post(`/games/board/${matchID}/join`, JSON.stringify({ playerID: String(i), playerName: `${i}`, data }))).status);
  }
  while (!isOver) note((await fetch(`http://${address}/games/board`).then(async (response) => (await response.text(), response))).status);
}

/** Ten moves a second at which the code of a game in Rust fails, each in a match of its own, which the lobby makes or a client has begin. */
function failing(move) {
  return async () => {
    let i = 0;
    await stay('faults', (socket) => atRate(10, async () => {
      i += 1;
      const matchID = i % 2 === 0 ? await begin('faults', 1) : `failing-${process.pid}-${i}`;
      say(socket, 'sync', [matchID, '0', undefined, 1]);
      say(socket, 'update', [moveOf(move, [], i), 0, matchID, '0']);
      note('moves');
    }));
  };
}

function moveOf(type, args, i) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID: '0' }, sync: { session: 'stranger', seq: i + 1, first: i + 1 } };
}

async function begin(game, numPlayers) {
  return (await (await post(`/games/${game}/create`, JSON.stringify({ numPlayers, unlisted: true }))).json()).matchID;
}

function post(path, body) {
  return fetch(`http://${address}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

/** As long as the attack goes on, also after a connection has been cut. */
async function stay(game, work) {
  while (!isOver) {
    const socket = await open(game).catch(() => null);
    if (socket) await Promise.race([work(socket), once(socket, 'close').then(() => note('cut'))]);
    await later(100);
  }
}

async function atRate(perSecond, work) {
  const began = performance.now();
  for (let i = 0; !isOver; i += 1) {
    await later(Math.max(0, began + (i * 1000) / perSecond - performance.now()));
    await Promise.race([work(), later(1000)]);
  }
}

async function open(game) {
  const socket = new WebSocket(`ws://${address}/ws/${game}`, { perMessageDeflate: false });
  socket.on('error', (error) => note(error.message));
  await once(socket, 'open');
  return socket;
}

function say(socket, type, args) {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type, args }));
}

function note(what) {
  tally[what] = (tally[what] ?? 0) + 1;
}
