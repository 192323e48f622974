import { randomUUID } from 'node:crypto';
import { Postgres, Server, SocketIO, Sqlite } from 'rondel-server';
import { nim } from './nim.js';

const {
  PORT = '8000', HOST = '127.0.0.1', API_PORT, OPERATIONS_PORT = '9000', OPERATIONS_HOST = '127.0.0.1',
  DATABASE = 'matches.db', DATABASE_URL, REDIS_URL, DRAIN_SECONDS = '0',
} = process.env;

const transport = new SocketIO(REDIS_URL && { socketAdapter: await adapterBy(REDIS_URL) });
export const server = Server({
  games: [nim],
  origins: ['https://nim.example'],
  lobbyOnly: true,
  // The nginx or Caddy in front: without it, all players count as one address.
  trustedProxies: 1,
  db: DATABASE_URL ? new Postgres(DATABASE_URL) : new Sqlite(DATABASE),
  transport,
  log: 'info',
  operations: { port: OPERATIONS_PORT, host: OPERATIONS_HOST },
  shutdown: { drain: DRAIN_SECONDS * 1000 },
});
export const running = await server.run({ port: PORT, host: HOST, lobbyConfig: { apiPort: API_PORT } });
// The proxy in front of several nodes sees by it which one a client that polls has begun with.
transport.io.engine.generateId = () => `${PORT}.${randomUUID()}`;

/** Nodes notify each other through it that something has changed. */
async function adapterBy(url) {
  const [{ createAdapter }, { createClient }] = await Promise.all([import('@socket.io/redis-adapter'), import('redis')]);
  // A connection that is silently dead is noticed, and replaced.
  const options = { url, pingInterval: 1000, socket: { socketTimeout: 5000 } };
  const clients = [createClient(options), createClient(options)];
  // It connects again by itself.
  for (const client of clients) client.on('error', ({ message }) => console.error(`redis: ${message}`));
  await Promise.all(clients.map((client) => client.connect()));
  return createAdapter(...clients);
}
