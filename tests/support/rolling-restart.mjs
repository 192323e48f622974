// Two nodes behind a proxy that restart one after the other while matches are played.
import { setTimeout as later } from 'node:timers/promises';
import { Postgres } from 'rondel/server';
import { until } from '../js/support/tasks.mjs';
import { startDatabases } from './databases.mjs';
import { seatTwo, startNode, WAYS } from './operating.mjs';
import { startProxy } from './proxies.mjs';

// Accepts the self-signed certificate of tests.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

/** Milliseconds between two moves of a match, and the usual time that a node has run before the next one restarts. */
const PACE = 500;
const CALM = 2000;
const STICKS = 99;

/**
 * Restarts two nodes one after the other, once for each transport.
 *
 * @param {{ program: 'nginx' | 'caddy', file: string, matches: number, calm?: number }} options
 * @returns {Promise<{ way: string, moves: number, lost: number, waits: number[] }[]>} `lost` are moves that were confirmed and are not
 *   stored, or more than once; `waits` are milliseconds until both at a match have seen a move, in order
 */
export async function restartUnderPlay({ program, file, matches, calm = CALM }) {
  const ends = [];
  try {
    const [postgres, redis] = await startDatabases();
    ends.unshift(postgres.stop, redis.stop);
    const url = await postgres.createDatabase();
    const nodes = [];
    for (let i = 0; i < 2; i += 1) {
      nodes.push(await startNode({ DATABASE_URL: url, REDIS_URL: redis.url }, { hasLobbyApart: true }));
      ends.unshift(nodes[i].stop);
    }
    const [one, other] = nodes;
    const proxy = await startProxy(program, file, { 8000: one.port, 8001: other.port, 8100: one.apiPort, 8101: other.apiPort });
    ends.unshift(proxy.stop);
    const db = new Postgres(url);
    await db.connect();
    ends.unshift(() => db.close());
    const rounds = [];
    for (const way of Object.keys(WAYS)) rounds.push(await restartOnce({ nodes, db, way, matches, calm, server: `${proxy.url}/play` }));
    return rounds;
  } finally {
    for (const end of ends) await end();
  }
}

async function restartOnce({ nodes, db, way, matches, calm, server }) {
  const tables = [];
  for (let i = 0; i < matches; i += 1) tables.push({ ...await seatTwo(server, way, STICKS), waits: [] });
  try {
    await until(() => tables.every(({ players }) => players.every((player) => player.getState()?.isConnected)));
    let isOver = false;
    const played = Promise.all(tables.map((table) => play(table, () => isOver)));
    await later(calm);
    for (const node of nodes) {
      const status = await node.stop();
      if (status !== 0) throw new Error(`a node has ended with ${status}: ${node.said}`);
      await node.start();
      await later(calm);
    }
    isOver = true;
    await played;
    const waits = tables.flatMap((table) => table.waits).sort((a, b) => a - b);
    const lost = await Promise.all(tables.map((table) => lostOf(db, table)));
    return { way, moves: waits.length, lost: lost.reduce((sum, count) => sum + count, 0), waits };
  } finally {
    for (const { players } of tables) for (const player of players) player.dispose();
  }
}

/** Takes one stick after the other, until the match is over. */
async function play({ players, waits }, isOver) {
  await later(Math.random() * PACE);
  for (let left = STICKS - 1; left > 0 && !isOver(); left -= 1) {
    const player = players[Number(players[0].getState().ctx.currentPlayer)];
    const begun = performance.now();
    const { status } = await player.moves.take(1).confirmed;
    if (status !== 'confirmed') throw new Error(`a move was ${status}: ${JSON.stringify(player.getState().lastError)}`);
    await until(() => players.every(({ getState }) => getState().G.sticks === left && getState().pending === 0));
    waits.push(performance.now() - begun);
    await later(Math.max(0, begun + PACE - performance.now()));
  }
}

/** Returns the number of moves that are missing in the state or in the log, or occur more than once. */
async function lostOf(db, { matchID, waits }) {
  const { state, log } = await db.fetch(matchID, { state: true, log: true });
  const logged = log.filter(({ action }) => action.type === 'MAKE_MOVE').length;
  return Math.abs(STICKS - state.G.sticks - waits.length) + Math.abs(logged - waits.length);
}
