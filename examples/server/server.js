/** The server: two games, their lobby and sockets, the demo's page, and the operator's endpoints. */
import { Server, Sqlite } from 'rondel-server';
import { GAMES } from './games.js';
import { pages } from './pages.js';

/** Creates a server from environment variables, without starting it. `parts` replace options. */
export function makeServer({
  DATABASE = 'matches.db', ORIGINS = '', TRUSTED_PROXIES = '0', OPERATIONS_PORT, OPERATIONS_HOST, LOG_LEVEL = 'info', DRAIN_SECONDS = '0',
  SHUTDOWN_SECONDS = '8',
}, parts = { db: new Sqlite(DATABASE) }) {
  const server = Server({
    games: GAMES,
    origins: ORIGINS.split(',').filter(Boolean),
    lobbyOnly: true,
    trustedProxies: Number(TRUSTED_PROXIES),
    operations: { port: OPERATIONS_PORT, host: OPERATIONS_HOST },
    log: LOG_LEVEL,
    shutdown: { drain: DRAIN_SECONDS * 1000, within: SHUTDOWN_SECONDS * 1000 },
    ...parts,
  });
  server.app.use(pages(GAMES.map(({ name }) => name)));
  return server;
}
