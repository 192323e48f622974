// Nodes and clients of two releases with one Postgres and one Redis, through a roll-out and a rollback: no move is lost, and all see the
// same. Usage: scripts/test-releases COMMIT
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { answer } from '../../support/child-process.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { startRedis } from '../../support/redis.mjs';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { game } from './game.mjs';

const MATCHES = 10;
const ROOTS = { old: resolve(process.argv[2]), young: fileURLToPath(new URL('../../..', import.meta.url)) };
const TRANSPORTS = {
  SocketIO: (url, { SocketIO }) => SocketIO({ server: url }),
  WebSocketTransport: (url, { WebSocketTransport }) => WebSocketTransport({ url, WebSocket }),
};

const postgres = await startPostgres();
const redis = await startRedis();
const database = await postgres.createDatabase();
const releases = Object.fromEntries(await Promise.all(Object.entries(ROOTS).map(async ([name, root]) => [name, await packageAt(root)])));
/** Two addresses, each of which leads to one node at a time. */
const addresses = await Promise.all(['first', 'second'].map(openAddress));

try {
  await addresses[0].deploy('old');
  await addresses[1].deploy('old');
  const tables = await Promise.all(Array.from({ length: MATCHES }, (_, i) => seat(`m${i}`, Object.keys(TRANSPORTS)[i % 2])));
  await round('all nodes are old', tables);
  await addresses[1].deploy('young');
  await round('an old node and a young one', tables);
  await addresses[0].deploy('young');
  await round('all nodes are young', tables);
  await addresses[0].deploy('old');
  await round('one is rolled back', tables);
  await addresses[1].deploy('old');
  await round('all are rolled back', tables);
  console.log(`${tables.length} matches, ${tables[0].moves} moves each: none lost, none done twice, all see the same`);
} finally {
  for (const { stop } of addresses) await stop();
  await postgres.stop();
  await redis.stop();
  // Clients keep looking for a server.
  setImmediate(() => process.exit());
}

async function packageAt(root) {
  const load = (file) => import(pathToFileURL(resolve(root, 'pkg', file)).href);
  const [{ Client }, multiplayer] = await Promise.all([load('client.js'), load('multiplayer.js')]);
  return { Client, multiplayer };
}

async function openAddress() {
  let port;
  let child;
  const proxy = await openProxy(() => port);
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    stop,
    /** Like a roll-out: the old node shuts down gracefully, and the next takes its place. */
    async deploy(release) {
      await stop();
      port = undefined;
      child = fork(fileURLToPath(new URL('./node-child.mjs', import.meta.url)), [ROOTS[release], database, redis.url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      port = await answer(child);
    },
  };
}

/** A client of each release at each node. */
async function seat(matchID, transport) {
  const clients = [];
  for (const { url } of addresses) {
    for (const { Client, multiplayer } of Object.values(releases)) {
      const client = Client({ game, matchID, playerID: String(clients.length % 2), multiplayer: TRANSPORTS[transport](url, multiplayer), quiet: true });
      client.start();
      clients.push(client);
      await until(() => client.getState(), `${matchID}: a client is connected`);
    }
  }
  return { matchID, transport, clients, moves: 0 };
}

async function round(when, tables) {
  const begun = performance.now();
  await Promise.all(tables.map(async (table) => {
    for (const client of table.clients) {
      const { status, error } = await client.moves.mark().confirmed;
      assert.equal(status, 'confirmed', `${when}, ${table.matchID}: ${JSON.stringify(error)}`);
      table.moves += 1;
    }
    const isSame = (client) => client.getState().G.marks === table.moves && client.log.length === table.moves && client.getState().pending === 0;
    await until(() => table.clients.every(isSame), () => `${when}, ${table.matchID}: ${table.moves} moves are seen: ${table.clients.map(({ getState, log }) => (
      `${getState().G.marks} and ${log.length}`))}`);
    for (const client of table.clients) assert.equal(client.getState().lastError, null);
  }));
  console.log(`${when}: ${tables.length * 4} moves in ${Math.round(performance.now() - begun)} ms`);
}

async function until(isTrue, what) {
  for (let i = 0; i < 1200; i += 1) {
    if (isTrue()) return;
    await new Promise((done) => { setTimeout(done, 50); });
  }
  throw new Error(typeof what === 'function' ? what() : what);
}
