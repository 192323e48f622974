// Slow: it plays with boardgame.io's server and clients.
// Whole matches between Rondel's clients and server and those of boardgame.io, over real sockets, move by move.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { GAMES } from '../online/random-games.mjs';
import { silence } from '../support/console.mjs';
import { makeDice } from '../support/dice.mjs';
import { NEVER } from '../support/tasks.mjs';
import { counters, games, viewOf, whole } from './games.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

const OURS = CLIENTS["Rondel's client"];
const BY_WEB_SOCKET = CLIENTS["Rondel's client by a WebSocket"];
const THEIRS = CLIENTS["boardgame.io's client"];

/** Servers: `state(matchID)` returns the stored state, and `cut()` closes all sockets. */
const SERVERS = {
  "Rondel's server": async (t) => {
    const { db, ...server } = await serve(t, { games });
    return { ...server, state: (id) => db.fetch(id, { state: true }).state };
  },
  "boardgame.io's server": async (t) => {
    const child = fork(new URL('boardgameio-server.mjs', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    t.after(() => child.kill());
    const [{ port }] = await once(child, 'message');
    const state = async (id) => {
      child.send(id);
      const [answer] = await once(child, 'message');
      return answer.state;
    };
    return { url: `http://127.0.0.1:${port}`, cut: () => child.send('cut'), state };
  },
};

const TABLES = [
  ["boardgame.io's clients", "Rondel's server", [THEIRS, THEIRS, THEIRS]],
  ["clients of both", "Rondel's server", [OURS, THEIRS, BY_WEB_SOCKET]],
  ["Rondel's clients", "boardgame.io's server", [OURS, OURS, OURS]],
  ["clients of both", "boardgame.io's server", [OURS, THEIRS, OURS]],
];

for (const [who, where, makes] of TABLES) {
  test(`${who} play whole matches on ${where}, and all views agree after each move`, async (t) => {
    silence(t);
    const server = await SERVERS[where](t);
    for (const game of whole) {
      const clients = seated(t, { server, game, makes });
      await playOut({ server, game, clients, dice: makeDice(7) });
    }
  });

  test(`${who} lose nothing on ${where} when all connections are cut in mid-match`, async (t) => {
    silence(t);
    const server = await SERVERS[where](t);
    const [, cards] = whole;
    const clients = seated(t, { server, game: cards, makes });
    await playOut({ server, game: cards, clients, dice: makeDice(8), cutsBefore: (turn) => turn % 3 === 1 });
  });
}

test("after boardgame.io's server refuses or ignores an action, Rondel's client agrees with it", async (t) => {
  silence(t);
  const server = await SERVERS["boardgame.io's server"](t);
  // Only the server knows that a number is too big.
  const game = { ...counters, moves: { add: ({ G, playerID }, n) => { G.counts[playerID] += n; } } };
  const [p0, p1] = seated(t, { server, game, makes: [OURS, OURS], players: ['0', '1'] });
  await until([p0, p1], () => [p0, p1].every((client) => client.getState()?.isConnected));
  const refused = await p0.moves.add(11).confirmed;
  assert.deepEqual([refused.status, refused.error.message], ['rejected', 'the server ignored the action']);
  await agreed({ server, game: counters, clients: [p0, p1] });
  // One of two simultaneous actions is stale.
  const both = await Promise.all([p0.moves.add(1).confirmed, p1.moves.add(2).confirmed]);
  assert.deepEqual(both.map(({ status }) => status), ['confirmed', 'confirmed']);
  await agreed({ server, game: counters, clients: [p0, p1] });
  assert.deepEqual(p0.getState().G.counts, { 0: 1, 1: 2 });
});

test("clients of both libraries end in agreement with Rondel's server, whatever they try at the same time", async (t) => {
  silence(t);
  const server = await SERVERS["Rondel's server"](t);
  for (let number = 0; number < 10; number += 1) {
    const dice = makeDice(number);
    const clients = seated(t, { server, game: counters, makes: [OURS, THEIRS, BY_WEB_SOCKET, THEIRS], players: ['0', '1', '2', null] });
    await until(clients, () => clients.every((client) => client.getState()));
    const handles = [];
    for (let i = 0; i < 40; i += 1) {
      handles.push(dice.one(clients.slice(0, 3)).moves.add(dice.below(12)));
      if (dice.happens(30)) await new Promise(setImmediate);
    }
    for (const handle of handles) assert.match((await handle?.confirmed)?.status ?? 'confirmed', /confirmed|rejected/);
    await agreed({ server, game: counters, clients });
  }
});

test("random games of clients of both libraries end with the state that Rondel's server has stored, also after cuts", async (t) => {
  silence(t);
  for (let number = 0; number < 8; number += 1) {
    const dice = makeDice(number);
    const name = Object.keys(GAMES).filter((other) => other !== 'hands')[number % 6];
    const { game: { ...game }, commands } = GAMES[name](dice);
    Object.assign(game, { name, seed: `match ${number}` });
    const { url, db, cut: cutAll } = await serve(t, { games: [game] });
    const server = { url, state: (id) => db.fetch(id, { state: true }).state };
    const clients = seated(t, { server, game, makes: [OURS, THEIRS, BY_WEB_SOCKET, THEIRS], players: ['0', '1', '2', null] });
    await until(clients, () => clients.every((client) => client.getState()));
    for (let i = 0; i < 40; i += 1) {
      const client = dice.one(clients.slice(0, 3));
      const [kind, command, ...args] = dice.one(commands)(dice, `t${i}`);
      if (command === undefined) client[kind]();
      else client[kind][command](...args);
      if (dice.happens(40)) await new Promise(setImmediate);
      if (i === 20) cutAll();
    }
    await agreed({ server, game, clients });
  }
});

let matches = 0;

/** A client for each player, in a new match. */
function seated(t, { server, game, makes, players = ['0', '1', '2'] }) {
  const matchID = `match ${matches += 1}`;
  const numPlayers = players.filter((id) => id !== null).length;
  return players.map((playerID, i) => sit(t, makes[i], server.url, { game, matchID, numPlayers, playerID: playerID ?? undefined }));
}

/** Plays legal moves until the match is over. */
async function playOut({ server, game, clients, dice, cutsBefore = () => false }) {
  await until(clients, () => clients.every((client) => client.getState()?.isConnected));
  for (let turn = 0; turn < 200; turn += 1) {
    const state = await agreed({ server, game, clients });
    if (state.ctx.gameover !== undefined) return;
    const able = clients.flatMap((client) => movesOf(game, client).map(({ move, args }) => ({ client, move, args })));
    const { client, move, args } = dice.one(able);
    if (cutsBefore(turn)) await cut({ server, clients, mover: client });
    client.moves[move](...args);
    await until(clients, () => clients.every((other) => other.getState()._stateID > state._stateID), `${game.name}: ${move} shows`);
  }
  assert.fail('the match has no end');
}

/** boardgame.io's client loses actions that it takes before its server has answered its `sync`, and Rondel's does not. */
async function cut({ server, clients, mover }) {
  const gone = clients.map((client) => until([client], () => !client.getState().isConnected));
  const isBack = !mover.dispose && once(mover.transport.socket, 'sync');
  server.cut();
  await Promise.all([...gone, isBack]);
}

function movesOf(game, client) {
  const { playerID } = client;
  const { G, ctx } = client.getState();
  const isActive = ctx.activePlayers ? Object.hasOwn(ctx.activePlayers, playerID) : ctx.currentPlayer === playerID;
  return isActive ? game.ai.enumerate(G, ctx, playerID) : [];
}

/** Waits until all clients show the stored state, as each may see it. Returns that state. */
async function agreed({ server, game, clients }) {
  const { matchID } = clients[0];
  const deadline = performance.now() + NEVER;
  for (;;) {
    const stored = await server.state(matchID);
    const expected = clients.map(({ playerID }) => viewOf(game, stored, playerID));
    const shown = clients.map((client) => client.getState());
    if (shown.every((state, i) => state && !state.pending && isDeepStrictEqual(partOf(state), expected[i]))) return stored;
    if (performance.now() > deadline) assert.deepEqual(shown.map(partOf), expected, `${game.name}: what the players see`);
    await new Promise((done) => { setTimeout(done, 5); });
  }
}

const partOf = ({ G, ctx, _stateID }) => ({ G, ctx, _stateID });
