/** One of the servers: the example server, with a Postgres and a Redis that all servers share. */
import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-adapter';
import { createClient } from 'redis';
import { Postgres, SocketIO } from 'rondel-server';
import { makeServer } from '../server/server.js';
import { readClusterConfig } from './config.js';
import { createLog } from './log.js';
import { sessionAt } from './session.js';

const number = Number(process.env.NODE_NUMBER);

try {
  const { logLevel, redisURL, postgresURL } = readClusterConfig(process.env);
  const log = createLog(logLevel).child({ node: number });
  const clients = await Promise.all([connected(redisURL, log), connected(redisURL, log)]);
  const transport = new SocketIO({ socketAdapter: createAdapter(...clients) });
  const server = makeServer(process.env, { db: new Postgres({ connectionString: postgresURL }), transport, log });
  const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
  // The proxy reads the server of a polling client's session from this ID.
  transport.io.engine.generateId = () => sessionAt(number, randomUUID());
  // The parent process has ended.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send?.({ url: `http://127.0.0.1:${appServer.address().port}/` });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Connects, and retries as long as Redis is unavailable. */
async function connected(url, log) {
  // Detects and replaces a silently dead connection.
  const client = createClient({ url, pingInterval: 1000, socket: { socketTimeout: 5000 } });
  client.on('error', ({ message }) => log.warn({ event: 'redis-failed', message }));
  await client.connect();
  return client;
}
