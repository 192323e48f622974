// A server in its own process. Its argument is JSON: { sqlite } or { postgres }, { redis }, { port }. It prints its port when it listens,
// and shuts down gracefully on SIGTERM.
import { createAdapter } from '@socket.io/redis-adapter';
import { createClient } from 'redis';
import * as rondel from 'rondel/server';
import { hurried, marks } from './game.mjs';

const { sqlite, postgres, redis, port = 0 } = JSON.parse(process.argv[2]);
const db = sqlite ? new rondel.Sqlite(sqlite) : new rondel.Postgres({ connectionString: postgres });
const clients = redis ? await Promise.all([connected(), connected()]) : [];
const transport = new rondel.SocketIO(redis && { socketAdapter: createAdapter(...clients) });
const server = rondel.Server({ games: [marks, hurried], db, transport, origins: false });
const running = await server.run({ port, host: '127.0.0.1' });

process.once('SIGTERM', async () => {
  await server.kill(running);
  for (const client of clients) client.destroy();
  process.exit(0);
});
// The parent process has ended.
process.stdin.on('end', () => process.exit(1)).resume();
console.log(`port ${running.appServer.address().port}`);

async function connected() {
  const client = createClient({ url: redis, pingInterval: 1000, socket: { reconnectStrategy: 50, socketTimeout: 3000 } });
  client.on('error', () => {});
  return client.connect();
}
