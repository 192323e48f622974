/** The server: the games, their lobby and sockets, the demo's page, and what those ask who operate it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Server, Sqlite } from 'rondel/server';
import { GAMES } from './games.js';
import { health } from './health.js';
import { AddressLimits } from './limits.js';
import { logEvent, logFailure, watchRequests } from './log.js';
import { createMetrics } from './metrics.js';
import { pages } from './pages.js';
import { watchStorage } from './storage.js';

/** So many seconds' worth of messages may come at once. */
const BURST = 4;

/**
 * Starts a server. `stop` ends it in good order: it says that it takes no more players, lets end what is under way, closes
 * the connections and then the database.
 *
 * @param {ReturnType<typeof import('./config.js').readConfig>} config
 * @param {import('pino').Logger} log
 * @param {{ db?: any, transport?: any }} [parts] in place of the file and of socket.io as it is
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startServer(config, log, { db: storage = new Sqlite(config.database), transport } = {}) {
  const metrics = createMetrics();
  const addresses = new AddressLimits(config);
  const db = watchStorage(storage, metrics.storageFailed);
  let isStopping = false;
  const server = Server({
    games: GAMES,
    db,
    transport,
    origins: config.origins,
    apiBodyLimit: config.messageBytes,
    limits: limitsOf(config, (request) => addresses.admits(server.addressOf(request))),
    trustedProxies: config.trustedProxies,
    lobbyOnly: true,
    watch,
  });
  const { app } = server;
  metrics.watchMatches(app.context.hubs);
  app.on('error', (err) => logFailure(log, err));
  app.use(watchRequests((request) => {
    metrics.answered(request);
    log.debug({ event: 'request', ...request });
  }));
  // Those who operate the server are asked to wait by nobody.
  app.use(health({ db, registry: metrics.registry, isStopping: () => isStopping }));
  app.use(addresses.requests(server.addressOf));
  app.use(pages(GAMES.map(({ name }) => name)));
  const servers = await server.run({ port: config.port, host: config.host });
  return { url: urlOf(servers.appServer), stop };

  function watch(event) {
    if (event.type === 'connected') addresses.count(server.addressOf(event.request), 1);
    if (event.type === 'disconnected') addresses.count(server.addressOf(event.request), -1);
    metrics.watch(event);
    logEvent(log, event);
  }

  async function stop() {
    isStopping = true;
    await wait(config.drainSeconds * 1000);
    await server.kill(servers);
  }
}

function limitsOf({ messagesPerSecond, messageBytes, connections, connectionsPerAddress }, admit) {
  return {
    rate: messagesPerSecond,
    burst: messagesPerSecond * BURST,
    size: messageBytes,
    connections,
    addressConnections: connectionsPerAddress,
    admit,
  };
}

function urlOf(httpServer) {
  const { address, family, port } = httpServer.address();
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`;
}
