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
  // The nginx or Caddy in front. Without this option, all players count as one address.
  trustedProxies: 1,
  db: DATABASE_URL ? new Postgres(DATABASE_URL) : new Sqlite(DATABASE),
  transport,
  log: 'info',
  operations: { port: OPERATIONS_PORT, host: OPERATIONS_HOST },
  shutdown: { drain: DRAIN_SECONDS * 1000 },
});
export const running = await server.run({ port: PORT, host: HOST, lobbyConfig: { apiPort: API_PORT } });
// The proxy in front of several nodes finds the node of a client that polls by the session's ID.
transport.io.engine.generateId = () => `${PORT}.${randomUUID()}`;

/** Returns an adapter through which nodes notify each other of changes. */
async function adapterBy(url) {
  const [{ createAdapter }, { createClient }] = await Promise.all([import('@socket.io/redis-adapter'), import('redis')]);
  // Detects and replaces a silently dead connection.
  const options = { url, pingInterval: 1000, socket: { socketTimeout: 5000 } };
  const clients = [createClient(options), createClient(options)];
  // The client reconnects automatically.
  for (const client of clients) client.on('error', ({ message }) => console.error(`redis: ${message}`));
  await Promise.all(clients.map((client) => client.connect()));
  return createAdapter(...clients);
}
