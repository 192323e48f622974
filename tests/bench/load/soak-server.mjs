// The server of soak.mjs, in a process of its own: its port comes by IPC, and then what it holds, for each question.
import { readdirSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { Server, Sqlite } from 'rondel/server';
import { game } from './soak-game.mjs';

/** Milliseconds after which matches go that are over, or in which nobody does anything. */
const TTL = { finished: 60_000, unfinished: 60_000 };
/** All clients are of one address. */
const LIMITS = {
  connections: { perAddress: Infinity, perMinute: Infinity },
  address: { requests: Infinity, matches: Infinity, joins: Infinity, changes: Infinity, actionBytes: Infinity },
};

const server = Server({ games: [game], db: new Sqlite(process.argv[2]), origins: true, lobbyOnly: true, ttl: TTL, limits: LIMITS });
const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
process.on('message', async () => process.send(await held()));
process.once('disconnect', () => process.exit());
process.send(appServer.address().port);

async function held() {
  // What finalisers give back goes with the next collection.
  for (let i = 0; i < 3; i += 1) {
    globalThis.gc();
    await later(20);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  return {
    heap: heapUsed / 2 ** 20,
    external: external / 2 ** 20,
    rss: rss / 2 ** 20,
    files: filesOpen(),
    timers: resources.filter((name) => name === 'Timeout').length,
    others: resources.filter((name) => name !== 'Timeout').length,
    stored: server.db.listMatches().length,
  };
}

/** Null where the operating system does not say. */
function filesOpen() {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}
