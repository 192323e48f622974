// The example of a cluster: one command starts two servers and a proxy. It is played through, also when one server is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, LobbyClient } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import closedHands from '../../../www/games/closed-hands.js';
import { startPostgres } from '../../support/postgres.mjs';
import { startRedis } from '../../support/redis.mjs';
import { until } from '../support/tasks.mjs';

const CLUSTER = fileURLToPath(new URL('../../../examples/cluster', import.meta.url));
const QUICK = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

const WAYS = {
  'socket.io that polls': (url) => SocketIO({ server: url, socketOpts: { ...QUICK, transports: ['polling'] } }),
  'socket.io over WebSocket': (url) => SocketIO({ server: url, socketOpts: { ...QUICK, transports: ['websocket'] } }),
  'native WebSockets': (url) => WebSocketTransport({ url: url.replace('http', 'ws'), WebSocket }),
};

/** The cluster in a process of its own: `lines` is what it has logged, `said()` the text of both its outputs. */
function run(environment) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [CLUSTER], { env: { PATH, PORT: '0', ...environment } });
  const lines = [];
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text; });
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, lines, ended, stop, said: () => said };
}

/** The cluster on a Postgres and a Redis of the test's own, and a match with both seats taken. */
async function cluster(t) {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { lines, ended, child, stop, said } = run({ DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url });
  t.after(async () => {
    await stop();
    await Promise.all([postgres.stop(), redis.stop()]);
  });
  const failed = ended.then((status) => { throw new Error(`it ended with ${status}: ${said()}`); });
  failed.catch(() => {});
  const listening = () => lines.find(({ event }) => event === 'cluster-listening');
  await Promise.race([until(listening), failed]);
  const { url } = listening();
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch(closedHands.name, { numPlayers: 2 });
  const seats = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials: credentials } = await lobby.joinMatch(closedHands.name, matchID, { playerID, playerName: `Player ${playerID}` });
    seats.push({ matchID, playerID, credentials });
  }
  return { url, seats, lines, child, ended };
}

function sit(t, seat, multiplayer) {
  const client = Client({ game: closedHands, debug: false, ...seat, multiplayer });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** Plays until the game is over or `turns` moves have been made. */
async function play(players, turns = Infinity) {
  for (let turn = 0; turn < turns && players[0].getState().ctx.gameover === undefined; turn += 1) {
    const { ctx, _stateID } = players[0].getState();
    const author = Number(Object.keys(ctx.activePlayers ?? { [ctx.currentPlayer]: null })[0]);
    const { moves, events, getState } = players[author];
    const isDiscarding = ctx.activePlayers?.[author] === 'discard';
    const hasCards = getState().G.hands[author].length > 0;
    const handle = isDiscarding ? moves.discard(0) : hasCards && ctx.numMoves < 2 ? moves.playCard(0) : events.endTurn();
    assert.equal((await handle.confirmed).status, 'confirmed');
    await until(() => players.every((player) => player.getState()._stateID > _stateID));
  }
}

test('two play to the end through the proxy, by any kind of connection, and the cluster ends in good order', async (t) => {
  const { url, seats, child, ended } = await cluster(t);
  for (const [kind, way] of Object.entries(WAYS)) {
    const players = seats.map((seat) => sit(t, seat, way(url)));
    await until(() => players.every((player) => player.getState()?.isConnected));
    await play(players, kind === 'native WebSockets' ? Infinity : 6);
    assert.deepEqual(players[0].getState().ctx, players[1].getState().ctx, kind);
    for (const player of players) player.dispose();
  }
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('a server that is killed is started again, and its clients go on meanwhile', async (t) => {
  const { url, seats, lines } = await cluster(t);
  const players = seats.map((seat) => sit(t, seat, WAYS['socket.io over WebSocket'](url)));
  await until(() => players.every((player) => player.getState()?.isConnected));
  await play(players, 3);
  const started = (number) => lines.filter(({ event, node }) => event === 'node-started' && node === number);
  process.kill(started(0)[0].pid, 'SIGKILL');
  await play(players, 3);
  await until(() => started(0).length === 2);
  process.kill(started(1)[0].pid, 'SIGKILL');
  await play(players, 3);
});

test('without a Postgres or a Redis it ends with one line that says what to do, and no password', async (t) => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  t.after(() => Promise.all([postgres.stop(), redis.stop()]));
  const gone = 'postgres://someone:SECRET@127.0.0.1:1/games';
  for (const [environment, line] of [
    [{ DATABASE_URL: gone, REDIS_URL: redis.url }, /^Postgres cannot be reached at postgres:\/\/someone@127\.0\.0\.1:1\/games \(.+\): start one, or set DATABASE_URL to where it is\n$/],
    [{ DATABASE_URL: await postgres.createDatabase(), REDIS_URL: 'redis://127.0.0.1:1' }, /^Redis cannot be reached at redis:\/\/127\.0\.0\.1:1 \(.+\): start one, or set REDIS_URL to where it is\n$/],
  ]) {
    const { ended, said } = run(environment);
    assert.equal(await ended, 1);
    assert.match(said(), line);
    assert.ok(!said().includes('SECRET'));
  }
});
