// A cluster that is hurt again and again: scripts/load cluster [SECONDS] [FAULT,...]. Three servers in processes of their own at one
// Postgres and one Redis; links are cut, held and frozen, servers are killed and started again, clients play on. In between all is calm
// until everybody has settled. It prints what has become of the moves, and what clients have shown, and never fails because of a number.
import { setTimeout as later } from 'node:timers/promises';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { Postgres } from 'rondel/server';
import WebSocket from 'ws';
import { openMatches, startServer, storedIn } from '../../js/cluster/support.mjs';
import { makeDice } from '../../js/support/dice.mjs';
import { startDatabases } from '../../support/databases.mjs';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { printTable } from '../measure.mjs';

const SECONDS = Number(process.argv[2] ?? 600);
/** What is done to links, beside `kill`: see tests/support/tcp-proxy.mjs. */
const LINK_FAULTS = ['cut', 'hold', 'freeze'];
const FAULTS = process.argv[3]?.split(',') ?? [...LINK_FAULTS, 'kill'];
const TO_LINKS = LINK_FAULTS.filter((fault) => FAULTS.includes(fault));
const SERVERS = 3;
const MATCHES = 40;
/** Milliseconds between two moves, of all clients; and between two looks at what they show. */
const PACE = 25;
const LOOK = 50;
/** Milliseconds of faults between two calms, how long a fault lasts at most, and after how long nobody waits any more for clients to settle. */
const TROUBLE = 20_000;
const LONGEST_FAULT = 2000;
const NEVER = 60_000;
/** So many of the clients that settled last are named. */
const SLOWEST = 12;

/** By player, as pages connect. */
const TRANSPORTS = [
  (server) => SocketIO({ server, socketOpts: { transports: ['websocket'], forceNew: true } }),
  (url) => WebSocketTransport({ url, WebSocket }),
];

const ends = [];
const t = { after: (end) => ends.unshift(end) };
const dice = makeDice(SECONDS);
const cluster = await openCluster();
const { seats, deeds, act } = await openMatches(t, {
  count: MATCHES, urlFor: () => cluster.url(), connect: (url, playerID) => TRANSPORTS[playerID](url), dice,
});
/** By seat, the opponent's moves that are confirmed and do not show, and since when that is so while it says that it is connected. */
const views = new Map(seats.map((seat) => [seat, { owed: new Set(), deafSince: null }]));
const unanswered = new Set();
const deaf = [];
/** How long each client took in each calm, and what it lacked: for so long a connection, answers, and the opponent's moves; and why, as it said last. */
const settled = [];
let known = 0;
let faults = 0;

const end = performance.now() + SECONDS * 1000;
do await round(); while (performance.now() + TROUBLE < end);
await report();
for (const end of ends) await end();
process.exit();

/** Trouble, and then calm until everybody has settled. */
async function round() {
  const until = Math.min(end, performance.now() + TROUBLE);
  let isOver = false;
  const ofLinks = TO_LINKS.length > 0 ? [hurt(until, hurtLink), hurt(until, hurtLink)] : [];
  const ofServers = FAULTS.includes('kill') ? [hurt(until, killAny)] : [];
  const trouble = Promise.all([...ofLinks, ...ofServers]).then(() => { isOver = true; });
  for (let due = performance.now(); !isOver; due += PACE) {
    act();
    look();
    await later(due + PACE - performance.now());
  }
  await trouble;
  await settle();
}

/** Hurts the cluster again and again. It returns when a fault has ended: the calm begins then. */
async function hurt(until, fault) {
  for (;;) {
    const pause = dice.below(2 * LONGEST_FAULT);
    if (performance.now() + pause >= until) return;
    await later(pause);
    faults += 1;
    await fault();
  }
}

async function hurtLink() {
  const link = dice.one(cluster.links);
  link[dice.one(TO_LINKS)]();
  await later(dice.below(LONGEST_FAULT));
  link.mend();
}

function killAny() {
  return killed(dice.one(cluster.servers));
}

async function killed(server) {
  await server.kill();
  await later(dice.below(LONGEST_FAULT));
  // As whoever looks after servers does: one that cannot reach its database ends.
  while (!server.isRunning()) await server.start().catch(() => later(LOOK));
}

async function settle() {
  const begun = performance.now();
  const waiting = new Map(seats.map((seat) => [seat, { name: `${seat.match}/${seat.playerID}`, took: Infinity, connection: 0, answers: 0, moves: 0, said: '' }]));
  let before = begun;
  while (waiting.size > 0 && performance.now() - begun < NEVER) {
    look();
    const now = performance.now();
    for (const [seat, wait] of waiting) {
      const lacks = lackOf(seat);
      if (lacks) {
        wait[lacks] += now - before;
        wait.said = seat.client.connection.reason?.message ?? wait.said;
      } else {
        waiting.delete(seat);
        settled.push({ ...wait, took: now - begun });
      }
    }
    before = now;
    await later(LOOK);
  }
  settled.push(...waiting.values());
}

/** What a client lacks that has not settled. */
function lackOf(seat) {
  const { isConnected, pending } = seat.client.getState();
  if (!isConnected) return 'connection';
  if (pending > 0) return 'answers';
  return views.get(seat).owed.size > 0 ? 'moves' : undefined;
}

/** Notes what has been confirmed, and who does not show it though they say that they are connected. */
function look() {
  for (; known < deeds.length; known += 1) unanswered.add(deeds[known]);
  for (const deed of unanswered) {
    if (deed.answers.length === 0) continue;
    unanswered.delete(deed);
    if (deed.answers[0] !== 'confirmed' || deed.move === 'note') continue;
    views.get(seats.find((seat) => seat.match === deed.seat.match && seat !== deed.seat)).owed.add(deed.tag);
  }
  for (const [{ client }, view] of views) if (view.owed.size > 0 || view.deafSince !== null) lookAt(client.getState(), view);
}

function lookAt({ G, isConnected }, view) {
  for (const tag of view.owed) if (G.marks.includes(tag)) view.owed.delete(tag);
  const isDeaf = isConnected && view.owed.size > 0;
  if (isDeaf) view.deafSince ??= performance.now();
  else if (view.deafSince !== null) {
    deaf.push(performance.now() - view.deafSince);
    view.deafSince = null;
  }
}

async function report() {
  const tags = [];
  for (let match = 0; match < MATCHES; match += 1) tags.push(...storedIn((await cluster.db.fetch(`match ${match}`, { state: true })).state));
  const stored = new Set(tags);
  const lost = deeds.filter(({ tag, answers }) => answers[0] === 'confirmed' && !stored.has(tag)).length;
  const rows = [['faults', faults], ['moves made', deeds.length], ['stored', stored.size], ['lost', lost], ['doubled', tags.length - stored.size],
    ['without an answer', unanswered.size]];
  printTable([`${SERVERS} servers, ${seats.length} clients`, ''], rows.map(([name, count]) => [name, String(count)]));
  console.log();
  printTable(['seconds', 'times', 'median', 'p99', 'most'], [
    ['until a client has settled in a calm', ...spread(settled.map(({ took }) => took))],
    ['connected, and behind what is confirmed', ...spread(deaf)],
  ]);
  console.log();
  const slowest = settled.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
  printTable(['client', 'settled after', 'without connection', 'without answer', "without the other's moves", 'and said'],
    slowest.map(({ name, said, ...lacks }) => [name, ...Object.values(lacks).map(seconds), said]));
}

function spread(milliseconds) {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (part) => seconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return [String(sorted.length), at(0.5), at(0.99), at(1)];
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(2);
}

async function openCluster() {
  const [postgres, redis] = await startDatabases();
  t.after(() => Promise.all([postgres.stop(), redis.stop()]));
  const database = await postgres.createDatabase();
  const links = [];
  const link = async (port) => {
    const proxy = await openProxy(port);
    links.push(proxy);
    t.after(proxy.close);
    return proxy;
  };
  const servers = [];
  for (let i = 0; i < SERVERS; i += 1) {
    const [toPostgres, toRedis] = [await link(postgres.port), await link(redis.port)];
    servers.push(await startServer(t, {
      postgres: database.replace(`:${postgres.port}/`, `:${toPostgres.port}/`),
      redis: redis.url.replace(`:${redis.port}`, `:${toRedis.port}`),
    }));
  }
  // As load balancers do: to any server that runs.
  const ways = [];
  for (let i = 0; i < SERVERS; i += 1) ways.push(await link(() => dice.one(servers.filter(({ isRunning }) => isRunning()))?.port));
  const db = new Postgres({ connectionString: database });
  await db.connect();
  t.after(() => db.close());
  return { servers, links, db, url: () => `http://127.0.0.1:${dice.one(ways).port}` };
}
