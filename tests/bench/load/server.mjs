// A server under load, in a process of its own: its port comes by IPC, and then an answer to each question of QUESTIONS.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { FlatFile, InMemory, Postgres, Server, Sqlite } from 'rondel/server';
import { Server as SocketIOServer } from 'socket.io';
import { board } from '../online-scenarios.mjs';

const GAME = 'board';
/** One client is as fast as it can; usual limits would cut its connection. */
const LIMITS = {
  messages: { rate: 1e9, burst: 1e9 },
  connections: { perAddress: Infinity, perMinute: Infinity },
  address: { matches: Infinity, requests: Infinity },
};
/** As long as what Rondel sends of a move. */
const FILLER = 'x'.repeat(150);

/** Each answers `{ httpServer, wipe() }`; `place` is an empty folder, or a database. */
const SERVERS = {
  'boardgame.io': () => {
    const theirs = createRequire(import.meta.url)('boardgame.io/dist/cjs/server.js');
    return run(theirs.Server({ games: [board({ name: GAME })], origins: true }));
  },
  InMemory: () => runRondel(new InMemory()),
  Sqlite: (place) => runRondel(new Sqlite(join(place, 'matches.sqlite'))),
  FlatFile: (place) => runRondel(new FlatFile({ dir: place })),
  Postgres: (place) => runRondel(new Postgres(place)),
  'socket.io': runSocketIO,
};

const QUESTIONS = {
  /** Milliseconds of processor time. */
  spent() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  memory,
  /** The memory that the operating system has given it. */
  resident: () => process.memoryUsage.rss(),
  /** The memory without a match, after all clients have left. */
  async emptyMemory() {
    await untilAlone();
    await server.wipe();
    return memory();
  },
};

const [, , name, place] = process.argv;
const server = await SERVERS[name](place);
process.on('message', async (question) => process.send(await QUESTIONS[question]()));
process.once('disconnect', () => process.exit());
process.send(server.httpServer.address().port);

function runRondel(db) {
  return run(Server({ games: [board({ name: GAME })], db, origins: true, limits: LIMITS }));
}

async function run(gameServer) {
  const { appServer } = await gameServer.run({ port: 0, host: '127.0.0.1' });
  const { db } = gameServer;
  return {
    httpServer: appServer,
    async wipe() {
      for (const matchID of await db.listMatches({ gameName: GAME })) await db.wipe(matchID);
    },
  };
}

/** Takes a move and tells two clients of it, without knowing any game: what no server on socket.io can save. */
async function runSocketIO() {
  const httpServer = createServer();
  const io = new SocketIOServer(httpServer, { serveClient: false });
  const matches = new Map();
  io.of(GAME).on('connection', (socket) => {
    socket.on('sync', (matchID) => {
      matches.set(matchID, [...(matches.get(matchID) ?? []), socket]);
      socket.emit('rondel', JSON.stringify({ type: 'sync', args: [matchID] }));
    });
    socket.on('update', (_action, stateID, matchID) => {
      const text = JSON.stringify([matchID, stateID, stateID + 1, [FILLER], []]);
      for (const one of matches.get(matchID)) one.emit('rondel', text);
    });
  });
  httpServer.listen(0, '127.0.0.1');
  await new Promise((done) => httpServer.once('listening', done));
  return { httpServer, wipe: () => matches.clear() };
}

/** boardgame.io's server writes, and prints errors, when a match is removed before the last of its clients has left. */
async function untilAlone() {
  const { httpServer } = server;
  while (await new Promise((done) => httpServer.getConnections((_error, count) => done(count))) > 0) await later(50);
  await later(500);
}

/** Bytes that are still in use after collecting. */
async function memory() {
  // The engine releases collected values afterwards; only then can more be collected.
  for (let i = 0; i < 5; i++) {
    await later(50);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
