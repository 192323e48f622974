// All clients of one server, in a process of their own. They speak socket.io's protocol by hand and look at no more of a
// message than which move it tells of: what is measured is the server. The port, how many matches there are, and whether
// clients say that they are Rondel's are its arguments; an answer to each request of REQUESTS comes by IPC.
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Moves in a match; its two clients go on with another one. */
const MATCH = 200;
/** Milliseconds after which a move has been lost. */
const PATIENCE = 30_000;
const NAMESPACE = '/board';

const [, , port, count, isRondel] = process.argv;
/** By what has been measured: how late each move was confirmed, and told to the opponent, in milliseconds. */
const latencies = {};
let matches = [];
let made = 0;
/** Which move is made when another one has been told, and where latencies go. */
let pace = null;

const REQUESTS = {
  async connect() {
    matches = Array.from({ length: Number(count) }, openMatch);
    // Those who come all at once wait longer than the server's patience.
    for (let i = 0; i < matches.length; i += 25) await Promise.all(matches.slice(i, i + 25).map((match) => match.connect()));
  },
  async leave() {
    await Promise.all(matches.map((match) => match.leave()));
    matches = [];
  },
  play,
  latencies: () => Object.fromEntries(Object.entries(latencies).map(([name, { own, other }]) => [
    name,
    { own: percentiles(own), other: percentiles(other) },
  ])),
};

process.on('message', async ([request, ...args]) => process.send((await REQUESTS[request](...args)) ?? null));
process.once('disconnect', () => process.exit());
process.send('ready');

/** Plays for so long and answers how many moves were made, in how many milliseconds, and what it cost this process. */
async function play(name, seconds, rate) {
  latencies[name] ??= { own: [], other: [] };
  const began = performance.now();
  const { user, system } = process.cpuUsage();
  pace = { ...latencies[name], moves: 0, isOpen: rate !== undefined, isOver: false };
  if (rate === undefined) {
    for (const match of matches) match.wish(performance.now());
    await later(seconds * 1000);
  } else {
    await wishAtRate(rate, began, seconds * 1000);
  }
  pace.isOver = true;
  await untilQuiet();
  const spent = process.cpuUsage({ user, system });
  return { moves: pace.moves, milliseconds: performance.now() - began, spent: (spent.user + spent.system) / 1000 };
}

/** Matches take turns; a move that has to wait for the one before is late from the moment on at which it was due. */
async function wishAtRate(rate, began, length) {
  const total = Math.round((rate * length) / 1000);
  for (let i = 0; i < total;) {
    for (; i < total && began + (i * 1000) / rate <= performance.now(); i += 1) matches[i % matches.length].wish(began + (i * 1000) / rate);
    await later(1);
  }
}

async function untilQuiet() {
  const end = performance.now() + PATIENCE;
  while (matches.some((match) => match.isBusy())) {
    if (performance.now() > end) throw new Error('A move was never answered.');
    await later(5);
  }
}

/** Two clients of a match, who move in turn. */
function openMatch() {
  const seats = ['0', '1'].map((playerID) => ({ playerID, socket: null, hasHeard: false }));
  let matchID;
  let stateID = 0;
  /** What its clients wait for: null, or whether a message is it, and what to do when both have had it. */
  let waiting = null;
  /** When moves were due that could not be made yet. */
  const wishes = [];

  return { connect, leave, wish, isBusy: () => waiting !== null || wishes.length > 0 };

  async function connect() {
    for (const seat of seats) seat.socket = await openSocket((text) => hear(seat, text));
    await new Promise(sit);
  }

  function leave() {
    return Promise.all(seats.map(({ socket }) => {
      socket.removeAllListeners('close');
      socket.close();
      return once(socket, 'close');
    }));
  }

  /** Takes both seats of a new match. */
  function sit(done) {
    matchID = `match-${process.pid}-${(made += 1)}`;
    stateID = 0;
    wait((text) => text.includes('sync') && text.includes(matchID), done);
    for (const { socket, playerID } of seats) emit(socket, ['sync', matchID, playerID, null, 2]);
  }

  function wish(due) {
    wishes.push(due);
    if (waiting === null) next();
  }

  function next() {
    if (wishes.length > 0) move(wishes.shift());
  }

  function move(due) {
    const mover = seats[stateID % 2];
    const tells = isTold(stateID);
    const { own, other } = pace;
    wait((text, seat) => {
      if (!tells(text)) return false;
      (seat === mover ? own : other).push(performance.now() - due);
      return true;
    }, moved);
    emit(mover.socket, ['update', action(mover), stateID, matchID, mover.playerID]);
  }

  function action({ playerID }) {
    const plain = { type: 'MAKE_MOVE', payload: { type: 'mark', args: [stateID % 64], playerID } };
    const seq = (stateID >> 1) + 1;
    return isRondel ? { ...plain, sync: { session: `${matchID}-${playerID}`, seq, first: seq } } : plain;
  }

  function moved() {
    pace.moves += 1;
    stateID += 1;
    if (!pace.isOpen && !pace.isOver) wishes.push(performance.now());
    if (stateID < MATCH) next();
    else sit(next);
  }

  function wait(isIt, then) {
    for (const seat of seats) seat.hasHeard = false;
    waiting = { isIt, then };
  }

  function hear(seat, text) {
    if (waiting === null || seat.hasHeard || !waiting.isIt(text, seat)) return;
    seat.hasHeard = true;
    if (!seats.every(({ hasHeard }) => hasHeard)) return;
    const { then } = waiting;
    waiting = null;
    then();
  }
}

/** Whether a text tells of the move that was made at this state: a state, or a patch of Rondel's. */
function isTold(stateID) {
  const mark = isRondel ? `",${stateID},${stateID + 1},` : `"_stateID":${stateID + 1}`;
  const escaped = JSON.stringify(mark).slice(1, -1);
  return (text) => text.includes(isRondel ? escaped : mark);
}

async function openSocket(hear) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
  await once(socket, 'open');
  const connected = new Promise((done) => {
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith(`40${NAMESPACE},`)) done();
      else hear(text);
    });
  });
  socket.on('close', () => { throw new Error('The server has ended a connection.'); });
  socket.send(`40${NAMESPACE},${isRondel ? '{"rondel":1}' : ''}`);
  await connected;
  return socket;
}

function emit(socket, message) {
  socket.send(`42${NAMESPACE},${JSON.stringify(message)}`);
}

function percentiles(list) {
  const sorted = Float64Array.from(list).sort();
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}
