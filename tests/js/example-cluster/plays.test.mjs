// Slow: it needs a Postgres and a Redis. The example of a cluster, in which one command starts two servers and a proxy, is played through,
// also when one server is killed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import closedHands from '../../../www/demo/games/closed-hands.js';
import { startDatabases } from '../../support/databases.mjs';
import { playClosedHands, runExample, sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';

const QUICK = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

const WAYS = {
  'socket.io that polls': (url) => SocketIO({ server: url, socketOpts: { ...QUICK, transports: ['polling'] } }),
  'socket.io over WebSocket': (url) => SocketIO({ server: url, socketOpts: { ...QUICK, transports: ['websocket'] } }),
  'native WebSockets': (url) => WebSocketTransport({ url: url.replace('http', 'ws'), WebSocket }),
};

/** The cluster on this test's Postgres and Redis, and the seats of a match. */
async function cluster(t) {
  const [postgres, redis] = await startDatabases();
  const server = runExample('cluster', { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url });
  t.after(async () => {
    server.kill('SIGTERM');
    await server.ended;
    await Promise.all([postgres.stop(), redis.stop()]);
  });
  const url = await server.listening('cluster-listening');
  const { matchID, credentials } = await takenMatch({ url }, closedHands.name);
  const seats = ['0', '1'].map((playerID) => ({ game: closedHands, matchID, playerID, credentials: credentials[playerID] }));
  return Object.assign(server, { url, seats });
}

test('two players play to the end through the proxy, over any kind of connection, and the cluster shuts down gracefully', async (t) => {
  const { url, seats, kill, ended } = await cluster(t);
  for (const [kind, way] of Object.entries(WAYS)) {
    const players = seats.map((seat) => sit(t, { ...seat, multiplayer: way(url) }));
    await until(() => players.every((player) => player.getState()?.isConnected));
    await playClosedHands(players, kind === 'native WebSockets' ? Infinity : 6);
    assert.deepEqual(players[0].getState().ctx, players[1].getState().ctx, kind);
    for (const player of players) player.dispose();
  }
  kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('a killed server restarts, and its clients go on meanwhile', async (t) => {
  const { url, seats, lines } = await cluster(t);
  const players = seats.map((seat) => sit(t, { ...seat, multiplayer: WAYS['socket.io over WebSocket'](url) }));
  await until(() => players.every((player) => player.getState()?.isConnected));
  await playClosedHands(players, 3);
  const started = (number) => lines.filter(({ event, node }) => event === 'node-started' && node === number);
  process.kill(started(0)[0].pid, 'SIGKILL');
  await playClosedHands(players, 3);
  await until(() => started(0).length === 2);
  process.kill(started(1)[0].pid, 'SIGKILL');
  await playClosedHands(players, 3);
});

test('without a Postgres or a Redis the command ends with one line that says what to do, and no password', async (t) => {
  const [postgres, redis] = await startDatabases();
  t.after(() => Promise.all([postgres.stop(), redis.stop()]));
  const gone = 'postgres://someone:SECRET@127.0.0.1:1/games';
  for (const [environment, line] of [
    [{ DATABASE_URL: gone, REDIS_URL: redis.url }, /^Postgres cannot be reached at postgres:\/\/someone@127\.0\.0\.1:1\/games \(.+\): start one, or set DATABASE_URL to where it is\n$/],
    [{ DATABASE_URL: await postgres.createDatabase(), REDIS_URL: 'redis://127.0.0.1:1' }, /^Redis cannot be reached at redis:\/\/127\.0\.0\.1:1 \(.+\): start one, or set REDIS_URL to where it is\n$/],
  ]) {
    const server = runExample('cluster', environment);
    assert.equal(await server.ended, 1);
    assert.match(server.said, line);
    assert.ok(!server.said.includes('SECRET'));
  }
});
