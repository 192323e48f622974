/** One of the servers: it is the example server with a Postgres and a Redis that it shares with the others. */
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
  // The proxy sees by it which server a client that polls has begun with.
  transport.io.engine.generateId = () => sessionAt(number, randomUUID());
  // The process that has started it has gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send?.({ url: `http://127.0.0.1:${appServer.address().port}/` });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Tries again for as long as Redis is away. */
async function connected(url, log) {
  // A connection that is silently dead is noticed, and replaced.
  const client = createClient({ url, pingInterval: 1000, socket: { socketTimeout: 5000 } });
  client.on('error', ({ message }) => log.warn({ event: 'redis-failed', message }));
  await client.connect();
  return client;
}
