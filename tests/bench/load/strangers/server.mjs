// The server that strangers attack, in a process of its own with a small heap. Its port comes by IPC; then it answers what its
// memory has come to, and how long whatever came had to wait for its turn.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as later } from 'node:timers/promises';
import { createMatch } from 'rondel/internal';
import { InMemory, Postgres, Server, Sqlite } from 'rondel/server';
import { gamesFor } from './games.mjs';

const [, , storage, connectionString, attack] = process.argv;
const games = gamesFor(attack);
/** Milliseconds between two looks at the memory. */
const OFTEN = 50;
/** Milliseconds between two looks at the delay, which count as none. */
const RESOLUTION = 1;
/** The credentials for which the operator's callback never answers. */
const HANGING = 'hang';

const STORAGES = {
  InMemory: () => new InMemory(),
  'InMemory 3 ms': () => slowed(new InMemory(), 3),
  Sqlite: () => new Sqlite(join(mkdtempSync(join(tmpdir(), 'rondel-strangers-')), 'matches.sqlite')),
  Postgres: () => new Postgres(connectionString),
};

const QUESTIONS = {
  /** Bytes: the most that the process has had since it was asked last. */
  memory() {
    const most = peak;
    peak = process.memoryUsage().rss;
    return most;
  },
  /** Milliseconds: the p99 of the delay of the event loop since it was asked last. */
  delay() {
    const p99 = delays.percentile(99) / 1e6 - RESOLUTION;
    delays.reset();
    return p99;
  },
  /** The part of one processor that the process has taken since it was asked last. */
  busy() {
    const { user, system } = process.cpuUsage();
    const now = performance.now();
    const part = (user + system - used) / 1000 / (now - since);
    [used, since] = [user + system, now];
    return part;
  },
  /** As many matches as a server that has run for some weeks has. */
  async fill() {
    for (let i = 0; i < 10_000; i += 1) await db.createMatch(`old-${i}`, createMatch({ game: games[0], numPlayers: 2 }));
    return null;
  },
  collect() {
    globalThis.gc();
    peak = process.memoryUsage().rss;
    return peak;
  },
};

let peak = 0;
let used = 0;
let since = 0;
setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, OFTEN).unref();

const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();

const db = STORAGES[storage]();
const server = Server({ games, db, origins: true, authenticateCredentials, watch: () => {} });
const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
process.on('message', async (question) => process.send(await QUESTIONS[question]()));
process.once('disconnect', () => process.exit());
process.send(appServer.address().port);

function authenticateCredentials(credentials, player) {
  if (credentials === HANGING) return new Promise(() => {});
  return !player?.credentials || credentials === player.credentials;
}

/** A storage whose methods answer after so many milliseconds, as one in a network does. */
function slowed(inner, milliseconds) {
  return new Proxy(inner, {
    get(target, name) {
      const member = target[name];
      if (typeof member !== 'function') return member;
      if (name === 'type') return () => 1;
      return async (...args) => {
        await later(milliseconds);
        return member.apply(target, args);
      };
    },
  });
}
