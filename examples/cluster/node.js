/** One of the servers: it is the example server with a Postgres and a Redis that it shares with the others. */
import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-adapter';
import { createClient } from 'redis';
import { Postgres, SocketIO } from 'rondel/server';
import { createLog } from '../server/log.js';
import { startServer } from '../server/server.js';
import { endOnSignals } from '../server/shutdown.js';
import { readClusterConfig } from './config.js';
import { sessionAt } from './session.js';

const number = Number(process.env.NODE_NUMBER);

try {
  const config = readClusterConfig(process.env);
  const log = createLog({ level: config.logLevel }).child({ node: number });
  const clients = await Promise.all([connected(config.redisURL, log), connected(config.redisURL, log)]);
  const transport = new SocketIO({ socketAdapter: createAdapter(...clients) });
  const db = new Postgres({ connectionString: config.postgresURL });
  const server = await startServer(config, log, { db, transport });
  // The proxy sees by it which server a client that polls has begun with.
  transport.io.engine.generateId = () => sessionAt(number, randomUUID());
  const stop = async () => {
    await server.stop();
    for (const client of clients) client.destroy();
  };
  endOnSignals({ stop, log, seconds: config.drainSeconds + config.shutdownSeconds });
  // The process that has started it has gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send?.({ url: server.url });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Tries again for as long as Redis is away. */
async function connected(url, log) {
  const client = createClient({ url });
  client.on('error', (err) => log.warn({ event: 'redis-failed', err }));
  await client.connect();
  return client;
}
