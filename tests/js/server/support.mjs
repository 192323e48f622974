// Servers on loopback, and clients at them.
import { createServer } from 'node:http';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import bgioMultiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { Client } from 'rondel/client';
import { SocketIO as BySocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { SocketIO } from 'rondel/server';
import { WebSocket } from 'ws';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { openHubs } from '../../../pkg-server/lib/hub.js';
import { WebSockets } from '../../../pkg-server/lib/web-sockets.js';

// The originals, for tests that mock the timers.
const { clearInterval, clearTimeout, setInterval, setTimeout } = globalThis;

/** Milliseconds between two attempts to connect again, for tests that cut connections. */
const QUICKLY = { reconnectionDelay: 10, reconnectionDelayMax: 50 };

const rondel = (transports) => (options, server) => (
  Client({ ...options, multiplayer: BySocketIO({ server, socketOpts: { ...QUICKLY, transports } }) })
);
const boardgameIO = (transports) => (options, server) => (
  bgioClient.Client({ ...options, multiplayer: bgioMultiplayer.SocketIO({ server, socketOpts: { ...QUICKLY, transports } }) })
);

/** Ways to connect a client with a server, by a name for the titles of tests. */
export const CLIENTS = {
  "Rondel's client": rondel(['polling', 'websocket']),
  "Rondel's client by polling": rondel(['polling']),
  "Rondel's client by a WebSocket": (options, url) => Client({ ...options, multiplayer: WebSocketTransport({ url, WebSocket }) }),
  "boardgame.io's client": boardgameIO(['polling', 'websocket']),
  "boardgame.io's client by polling": boardgameIO(['polling']),
};

/**
 * Rondel's transports on an HTTP server of their own. `cut()` ends all sockets, as a bad network does.
 *
 * @param {any} t
 * @param {{ games: any[], db?: any, auth?: any, limits?: object, origins?: any, transports?: any[] }} options
 */
export async function serve(t, { games, db = new InMemory(), auth, limits, origins, transports = [new SocketIO(), new WebSockets()] }) {
  const app = { context: { db, auth, limits, hubs: openHubs({ games, db, auth, limits }) } };
  const httpServer = createServer((_request, response) => response.end());
  const sockets = new Set();
  httpServer.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  for (const transport of transports) {
    transport.init(app, games, origins);
    transport.attach(httpServer);
  }
  await new Promise((done) => httpServer.listen(0, '127.0.0.1', done));
  const cut = () => {
    // Those that poll have no socket now and then.
    Object.values(app.context.io?.engine.clients ?? {}).forEach((client) => client.close(true));
    sockets.forEach((socket) => socket.destroy());
  };
  const close = async () => {
    for (const hub of app.context.hubs.values()) await hub.close();
    await Promise.all(transports.map((transport) => transport.close()));
    cut();
  };
  t.after(close);
  return { app, db, httpServer, url: `http://127.0.0.1:${httpServer.address().port}`, hub: (name) => app.context.hubs.get(name), cut, close };
}

/** A client that is stopped after the test; `make` is one of `CLIENTS`. */
export function sit(t, make, server, options) {
  const client = make({ debug: false, quiet: true, matchID: 'm', ...options }, server);
  t.after(() => {
    try {
      if (client.dispose) client.dispose();
      else client.stop();
    } catch {
      // boardgame.io's has been stopped already.
    }
  });
  client.start();
  return client;
}

/** Resolves when `isSo()` holds, which is asked whenever something is heard by these clients; fails after a while. */
export function until(clients, isSo, what = String(isSo)) {
  return new Promise((resolve, reject) => {
    const timer = setInterval(look, 5);
    const late = setTimeout(() => end(() => reject(new Error(`never came about: ${what}`))), 60_000);
    const offs = [];
    for (const client of clients) offs.push(client.subscribe(() => look()));
    look();

    function look() {
      try {
        if (isSo()) end(resolve);
      } catch (error) {
        end(() => reject(error));
      }
    }

    function end(how) {
      clearInterval(timer);
      clearTimeout(late);
      offs.forEach((off) => off?.());
      how();
    }
  });
}
