// Servers in their own processes, and many clients at them, which record their confirmations.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { throughJSON } from '../support/json.mjs';
import { NEVER } from '../support/tasks.mjs';
import { marks } from './game.mjs';

const CHILD = new URL('./child.mjs', import.meta.url).pathname;
/** Clients that have lost their server reconnect soon, and without waiting for each other. */
const SOCKET = { transports: ['websocket'], forceNew: true, reconnectionDelay: 100, reconnectionDelayMax: 500 };
const impatient = (server) => SocketIO({ server, socketOpts: SOCKET });

/**
 * Starts a server. `kill` ends it as a crash does, `stop` gracefully; `start` restarts it at the same port.
 *
 * @param {any} t
 * @param {object} options of child.mjs
 */
export async function startServer(t, options) {
  let child;
  const server = { port: 0, url: '', isRunning: () => child.exitCode === null && child.signalCode === null, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  await start();
  t.after(() => end('SIGKILL'));
  return server;

  async function start() {
    const stdio = ['pipe', 'pipe', 'inherit'];
    child = spawn(process.execPath, [CHILD, JSON.stringify({ ...options, port: server.port })], /** @type {any} */ ({ stdio, env: { ...process.env, NODE_ENV: 'production' } }));
    const ended = once(child, 'exit').then(() => { throw new Error('the server has ended'); });
    server.port = await Promise.race([portIn(createInterface({ input: child.stdout })), ended]);
    server.url = `http://127.0.0.1:${server.port}`;
  }

  async function end(signal) {
    if (!server.isRunning()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** The server prints more than its port. */
function portIn(lines) {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const [, port] = /^port (\d+)$/.exec(line) ?? [];
      if (port) resolve(Number(port));
    });
  });
}

/**
 * Matches for two players, each with two clients. `urlFor(match, seat)` returns a client's server, and `connect(url, seat)` its transport.
 *
 * @param {any} t
 * @param {{ count: number, urlFor: (match: number, seat: number) => string, connect?: (url: string, seat: number) => any, dice:
 * ReturnType<typeof import('../support/dice.mjs').makeDice> }} options
 */
export async function openMatches(t, { count, urlFor, connect = impatient, dice }) {
  const seats = [];
  const deeds = [];
  for (let match = 0; match < count; match += 1) {
    for (let playerID = 0; playerID < 2; playerID += 1) {
      const multiplayer = connect(urlFor(match, playerID), playerID);
      const client = Client({ game: marks, numPlayers: 2, matchID: `match ${match}`, playerID: String(playerID), quiet: true, multiplayer });
      seats.push({ match, playerID, client });
      t.after(() => client.dispose());
      client.start();
    }
    // Thousands of simultaneous handshakes would take longer than a client's timeout.
    if (match % 20 === 19) await until(() => seats.every(({ client }) => client.getState()), 'all clients show their match');
  }
  await until(() => seats.every(({ client }) => client.getState()), 'all clients show their match');
  return { seats, deeds, act, answered, allAnswered, checkStored, judge };

  /** Makes a random client act. */
  function act(seat = dice.one(seats)) {
    const tag = `${seat.match}/${seat.playerID}/${deeds.length}`;
    const move = dice.one(['mark', 'mark', 'note', 'claim']);
    const handle = seat.client.moves[move](tag);
    const deed = { tag, move, seat, answers: [] };
    deeds.push(deed);
    handle.confirmed.then(({ status }) => deed.answers.push(status));
  }

  /** Number of answered moves. */
  function answered() {
    return deeds.filter(({ answers }) => answers.length > 0).length;
  }

  function allAnswered() {
    return until(() => answered() === deeds.length, () => `each move is answered: ${deeds.filter(isOpen).slice(0, 5).map(told)}`);
  }

  function isOpen({ answers }) {
    return answers.length === 0;
  }

  function told({ tag, seat: { client } }) {
    const { isConnected, pending, _stateID } = client.getState();
    return `${tag} (connected: ${isConnected}, pending: ${pending}, state: ${_stateID})`;
  }

  /**
   * Checks that everything confirmed by now is stored once. More may be stored, whose answers are in flight.
   *
   * @param {(matchID: string) => any} fetch returns the stored `{ state, log }`
   * @returns {Promise<number>} number of confirmed moves
   */
  async function checkStored(fetch) {
    const confirmed = deeds.filter(({ answers }) => answers[0] === 'confirmed').map(({ tag }) => tag);
    const kept = [];
    for (const match of grouped(seats).keys()) {
      const { state, log } = await fetch(`match ${match}`);
      const stored = storedIn(state);
      assert.equal(new Set(stored).size, stored.length, `match ${match}: nothing was done twice`);
      assert.equal(state._stateID, stored.length);
      assert.deepEqual(log.map(tagOf).sort(), [...stored].sort(), `match ${match}: the log`);
      kept.push(...stored);
    }
    const all = new Set(kept);
    assert.deepEqual(confirmed.filter((tag) => !all.has(tag)), [], 'confirmed moves are stored');
    return confirmed.length;
  }

  /**
   * Waits until everything is answered and all views agree, and compares them with the stored state.
   *
   * @param {(matchID: string) => any} fetch returns the stored `{ state, log }`
   */
  async function judge(fetch) {
    await allAnswered();
    const byMatch = grouped(seats);
    await until(() => [...byMatch.values()].every(([p0, p1]) => p0.client.getState()._stateID === p1.client.getState()._stateID), 'both see the same state');
    const confirmed = new Map(seats.map(({ match }) => [match, []]));
    for (const { tag, seat, answers } of deeds) {
      assert.equal(answers.length, 1);
      if (answers[0] === 'confirmed') confirmed.get(seat.match).push(tag);
    }
    let done = 0;
    for (const [match, [p0, p1]] of byMatch) {
      const { state, log } = await fetch(`match ${match}`);
      const stored = storedIn(state);
      assert.deepEqual([...stored].sort(), confirmed.get(match).sort(), `match ${match}: what was confirmed was done once, and nothing else`);
      assert.equal(state._stateID, stored.length);
      assert.deepEqual(log.map(tagOf).sort(), [...stored].sort(), `match ${match}: the log`);
      for (const { playerID, client } of [p0, p1]) {
        assert.deepEqual(client.getState().G, throughJSON({ ...state.G, notes: { [playerID]: state.G.notes[playerID] } }));
        assert.deepEqual(client.log.map(({ _stateID }) => _stateID), log.map(({ _stateID }) => _stateID));
      }
      done += stored.length;
    }
    return { done, refused: deeds.length - done };
  }
}

/** The tags of all moves that led to a state. */
export function storedIn({ G }) {
  return [...G.marks, ...Object.values(G.notes).flat()];
}

function tagOf({ action }) {
  return action.payload.args[0];
}

function grouped(seats) {
  const groups = new Map();
  for (const seat of seats) groups.set(seat.match, [...(groups.get(seat.match) ?? []), seat]);
  return groups;
}

/** Waits until a condition holds, by polling it. */
export async function until(holds, what) {
  const begin = performance.now();
  while (!holds()) {
    if (performance.now() - begin > NEVER) throw new Error(`timed out waiting until ${typeof what === 'function' ? what() : what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}
