/** The server: the games, their lobby and sockets, the demo's page, and what those ask who operate it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Server, Sqlite } from 'rondel/server';
import { GAMES } from './games.js';
import { health } from './health.js';
import { logRequests } from './log.js';
import { pages } from './pages.js';

/**
 * Starts a server. `stop` ends it in good order: it says that it takes no more players, lets end what is under way, closes
 * the connections and then the database.
 *
 * @param {ReturnType<typeof import('./config.js').readConfig>} config
 * @param {import('pino').Logger} log
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startServer(config, log) {
  const db = new Sqlite(config.database);
  let isStopping = false;
  const server = Server({
    games: GAMES,
    db,
    origins: config.origins,
  });
  const { app } = server;
  app.on('error', (err) => log.error({ event: 'request-failed', err }));
  app.use(logRequests(log));
  app.use(health({ db, isStopping: () => isStopping }));
  app.use(pages(GAMES.map(({ name }) => name)));
  const servers = await server.run({ port: config.port, host: config.host });
  return { url: urlOf(servers.appServer), stop };

  async function stop() {
    isStopping = true;
    await wait(config.drainSeconds * 1000);
    await server.kill(servers);
  }
}

function urlOf(httpServer) {
  const { address, family, port } = httpServer.address();
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`;
}
