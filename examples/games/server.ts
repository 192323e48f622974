import { join } from 'node:path';
import { send } from '@koa/send';
import { Server, Sqlite } from 'rondel-server';
import { games } from './src/rules.ts';

process.env.NODE_ENV ??= 'production';
const { DATABASE = 'matches.db', HOST, PORT = '8000', TRUSTED_PROXIES = '0' } = process.env;
const PAGE = join(import.meta.dirname, 'dist');
const DAY = 24 * 60 * 60 * 1000;

const server = Server({
  games,
  db: new Sqlite(DATABASE),
  // Bots think in worker threads, which load the rules themselves.
  bots: { games: new URL('./src/rules.ts', import.meta.url) },
  // The server deletes matches after this time without a move.
  ttl: { finished: DAY, unfinished: 7 * DAY },
  // The page has the server's own origin. Pages of other origins cannot connect.
  origins: false,
  // Matches begin in the lobby, and only players who have joined can act.
  lobbyOnly: true,
  // The number of proxies in front of the server, such as nginx. Without it, all players behind one count as one address.
  trustedProxies: Number(TRUSTED_PROXIES),
  // SIGTERM ends the server after pending moves are stored.
  shutdown: true,
});

/** Serves the page that `npm run build` makes, after the lobby and the sockets. */
function servePage() {
  server.app.use(async (ctx) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') await send(ctx, ctx.path === '/' ? '/index.html' : ctx.path, { root: PAGE });
  });
}

await server.run({ port: Number(PORT), host: HOST, callback: servePage });
