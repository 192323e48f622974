// Slow: it needs a Postgres and a Redis.
// Servers with a shared storage, which notify each other through socket.io's adapters for Postgres and for Redis streams. The setup
// is that of docs/11-operating.md.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import pg from 'pg';
import { createClient } from 'redis';
import { Server, SocketIO, Sqlite } from 'rondel/server';
import { query, startPostgres } from '../../support/postgres.mjs';
import { startRedis } from '../../support/redis.mjs';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { until as holds } from '../support/tasks.mjs';
import { lobbyAt } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const game = { name: 'cards', setup: () => ({ table: 0 }), turn: { activePlayers: { all: null } }, moves: { play: ({ G }) => { G.table += 1; } } };
const ATTACHMENTS = 'CREATE TABLE socket_io_attachments (id bigserial UNIQUE, created_at timestamptz DEFAULT NOW(), payload bytea)';

/** The bus and the adapter of one node, behind a proxy, by adapter. */
const BUSES = {
  async Postgres() {
    const postgres = await startPostgres();
    const connectionString = await postgres.createDatabase();
    await query(connectionString, ATTACHMENTS);
    const connect = (port) => {
      const pool = new pg.Pool({ connectionString: connectionString.replace(String(postgres.port), String(port)) });
      return { socketAdapter: createPostgresAdapter(pool, { payloadThreshold: 7999 }), end: () => pool.end() };
    };
    return { ...postgres, connect };
  },
  async 'Redis streams'() {
    const redis = await startRedis();
    const connect = async (port) => {
      const client = createClient({ url: redis.url.replace(String(redis.port), String(port)), socket: { reconnectStrategy: 50 } });
      client.on('error', () => {});
      await client.connect();
      const publish = client.publish.bind(client);
      client.publish = (...args) => publish(...args).catch(() => 0);
      return { socketAdapter: createStreamsAdapter(client), end: () => client.destroy() };
    };
    return { ...redis, connect };
  },
};

for (const [name, openBus] of Object.entries(BUSES)) {
  test(`${name}: moves, long chat messages, notices and bans at one server arrive at the other`, async (t) => {
    const { servers: [{ admin }, other], clients, clients: [p0, p1] } = await cluster(t, await openBus());
    await p0.moves.play().confirmed;
    await until(clients, () => p1.getState().G.table === 1);
    // Postgres accepts less than 8,000 bytes at once, including the rest of the message.
    const texts = [...Array.from({ length: 80 }, (_, i) => 'x'.repeat(7640 + i)), 'ü'.repeat(4000), 'x'.repeat(10_000)];
    for (const text of texts) assert.deepEqual(await p0.sendChatMessage(text).confirmed, { status: 'confirmed' });
    await until(clients, () => p1.chatMessages.length === texts.length);
    assert.deepEqual(new Set(p1.chatMessages.map(({ payload }) => payload)), new Set(texts));
    await admin.sendNotice('to all');
    await until(clients, () => clients.every(({ notices }) => notices.length === 1));
    await admin.ban({ address: '192.0.2.1', reason: 'why' });
    await holds(() => other.app.context.bans.of('192.0.2.1') !== null);
  });

  test(`${name}: matches continue while it is dead or gone, and afterwards all clients receive what they have missed`, async (t) => {
    const bus = await openBus();
    const { proxies, clients, clients: [p0, p1] } = await cluster(t, bus);
    let moves = 0;
    const play = async (client) => {
      moves += 1;
      assert.deepEqual(await client.moves.play().confirmed, { status: 'confirmed' });
    };
    await play(p0);
    await until(clients, () => p1.getState().G.table === moves);
    // Requests in progress then get no answer.
    for (const proxy of proxies) proxy.freeze();
    await play(p0);
    p0.sendChatMessage('x'.repeat(9000));
    await bus.kill();
    for (const proxy of proxies) proxy.cut();
    await play(p0);
    for (const proxy of proxies) proxy.mend();
    await bus.restart();
    await until(clients, () => p1.getState().G.table === moves);
    await play(p1);
    await until(clients, () => p0.getState().G.table === moves);
  });
}

/** A match with a player at each of two servers. */
async function cluster(t, bus) {
  const db = new Sqlite(':memory:');
  const ends = [() => bus.stop()];
  // The last one that was started ends first.
  t.after(async () => { for (const end of ends) await end(); });
  const nodes = [await serveNode(t, ends, { db, bus }), await serveNode(t, ends, { db, bus })];
  const { post } = lobbyAt(nodes[0].running.appServer);
  const { body: { matchID } } = await post('/games/cards/create', { numPlayers: 2 });
  const clients = [];
  for (const [seat, { running }] of nodes.entries()) {
    const playerID = String(seat);
    const { body: { playerCredentials: credentials } } = await post(`/games/cards/${matchID}/join`, { playerID, playerName: playerID });
    clients.push(sit({ after: (end) => ends.unshift(end) }, CLIENTS["Rondel's client"], lobbyAt(running.appServer).url, { game, playerID, matchID, credentials }));
  }
  await until(clients, () => clients.every((client) => client.getState()));
  return { servers: nodes.map(({ server }) => server), proxies: nodes.map(({ proxy }) => proxy), clients };
}

async function serveNode(t, ends, { db, bus }) {
  const proxy = await openProxy(bus.port);
  const { socketAdapter, end } = await bus.connect(proxy.port);
  const server = Server({ games: [game], origins: false, db, transport: new SocketIO({ socketAdapter }), limits: { chat: { burst: 100 } } });
  server.app.silent = true;
  const info = t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  info.mock.restore();
  ends.unshift(() => server.kill(running), end, proxy.close);
  return { server, running, proxy };
}
