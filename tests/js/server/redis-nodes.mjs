// Servers in this process that share a storage and a Redis.
import { createAdapter } from '@socket.io/redis-adapter';
import { createClient } from 'redis';
import { Server, SocketIO } from 'rondel/server';

/**
 * Runs a server of such a cluster until the test ends.
 *
 * @param {any} t
 * @param {{ games: any[], db: any, redisURL: string, [option: string]: any }} options
 */
export async function serveWithRedis(t, { redisURL, ...options }) {
  const clients = await Promise.all([connected(redisURL), connected(redisURL)]);
  const transport = new SocketIO({ socketAdapter: createAdapter(...clients) });
  const server = Server({ origins: false, ...options, transport });
  server.app.silent = true;
  const info = t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  info.mock.restore();
  let isKilled = false;
  const kill = async () => {
    if (isKilled) return;
    isKilled = true;
    await server.kill(running);
    for (const client of clients) client.destroy();
  };
  t.after(kill);
  return { server, kill, url: `http://127.0.0.1:${running.appServer.address().port}` };
}

/** A client of Redis that reconnects forever, and soon. */
async function connected(url) {
  const client = createClient({ url, socket: { reconnectStrategy: 50 } });
  client.on('error', () => {});
  return client.connect();
}

/** Records the commands that pass through Redis. Resolves to a function that returns all of them so far. */
export async function eavesdrop(t, url) {
  const client = await connected(url);
  t.after(() => client.destroy());
  const lines = [];
  await client.monitor((line) => lines.push(String(line)));
  return () => lines.join('\n');
}
