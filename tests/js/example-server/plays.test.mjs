// Slow: it starts processes. The example server: its answers, matches over both kinds of sockets, and its data after a restart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import closedHands from '../../../www/demo/games/closed-hands.js';
import orchard from '../../../www/demo/games/orchard.js';
import { playClosedHands, sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';
import { databaseFor, startExample } from './support.mjs';

const TRANSPORTS = {
  'socket.io': (url) => SocketIO({ server: url }),
  WebSockets: (url) => WebSocketTransport({ url, WebSocket }),
};

test('it serves the page, the package as modules, the games and the lobby', async (t) => {
  const { url } = await startExample(t);
  const get = async (path) => {
    const answer = await fetch(url + path);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  assert.match((await get('')).text, /<title>Rondel<\/title>/);
  for (const path of ['app.js', 'games/orchard.js', 'rondel/client.js', 'vendor/immer.js', 'vendor/socket.io-client.js']) {
    const { status, type } = await get(path);
    assert.deepEqual([path, status, type], [path, 200, 'text/javascript; charset=utf-8']);
  }
  assert.deepEqual(JSON.parse((await get('network.json')).text), { games: ['orchard', 'closed-hands'] });
  assert.deepEqual(await new LobbyClient({ server: url }).listGames(), ['orchard', 'closed-hands']);
  assert.equal((await get('healthz')).status, 200);
  assert.equal((await get('readyz')).status, 200);
});

test('the server serves nothing outside of the page', async (t) => {
  const { url } = await startExample(t);
  for (const path of ['../package.json', '..%2fpackage.json', '%2e%2e/package.json', 'rondel/../../package.json', 'rondel/..%2f..%2fpackage.json', 'server.js', '.git/config', '%00']) {
    const { status } = await fetch(url + path);
    assert.ok(status >= 400 && status < 500, `${status} for ${path}`);
  }
});

for (const [kind, transport] of Object.entries(TRANSPORTS)) {
  test(`two players play to the end over ${kind}, and nobody sees the other's cards`, async (t) => {
    const server = await startExample(t);
    const { matchID, credentials } = await takenMatch(server, closedHands.name);
    const players = ['0', '1'].map((playerID) => sit(t, { game: closedHands, matchID, playerID, credentials: credentials[playerID], multiplayer: transport(server.url) }));
    await until(() => players.every((player) => player.getState()?.isConnected));
    for (const [seat, player] of players.entries()) {
      assert.deepEqual(player.getState().G.hands[1 - seat], [null, null, null, null]);
    }
    await playClosedHands(players);
    assert.deepEqual(players[0].getState().ctx, players[1].getState().ctx);
    assert.deepEqual(players[0].getState().G.points, players[1].getState().G.points);
  });
}

test('a server that restarts during a match has every accepted move, and both players go on', async (t) => {
  const DATABASE = await databaseFor(t);
  let server = await startExample(t, { DATABASE });
  const { url, port } = server;
  const { matchID, credentials } = await takenMatch(server, orchard.name);
  const players = Object.values(TRANSPORTS).map((transport, seat) => sit(t, {
    game: orchard, matchID, playerID: String(seat), credentials: credentials[seat], multiplayer: transport(url),
  }));
  await until(() => players.every((player) => player.getState()?.isConnected));
  const accepted = [];
  const pick = (seat, at) => players[seat].moves.pick(at).confirmed.then(({ status }) => { if (status === 'confirmed') accepted.push(at); });

  const first = [pick(0, 0), pick(1, 1)];
  await Promise.all(first);
  const amid = [2, 3, 4, 5, 6, 7].map((at) => pick(at % 2, at));
  server.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  const before = [...accepted];
  server = await startExample(t, { DATABASE, PORT: port });
  await Promise.all(amid);
  assert.deepEqual(accepted.toSorted(), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.ok(before.length >= 2);
  await Promise.all([8, 9, 10, 11, 12, 13, 14, 15].map((at) => pick(at % 2, at)));
  await until(() => players.every((player) => player.getState().ctx.gameover));
  for (const player of players) assert.deepEqual(player.getState().G.pickers, Array.from({ length: 16 }, (_, at) => at % 2));
});

test('while the server drains, /readyz fails and matches go on; a second signal ends it at once', async (t) => {
  const server = await startExample(t, { DRAIN_SECONDS: '600' });
  const { matchID, credentials } = await takenMatch(server, orchard.name);
  const player = sit(t, { game: orchard, matchID, playerID: '0', credentials: credentials[0], multiplayer: SocketIO({ server: server.url }) });
  await until(() => player.getState()?.isConnected);
  server.kill('SIGTERM');
  await until(() => server.lines.some(({ event }) => event === 'stopping'));
  assert.equal((await fetch(`${server.url}readyz`)).status, 503);
  assert.equal((await fetch(`${server.url}healthz`)).status, 200);
  assert.equal((await player.moves.pick(3).confirmed).status, 'confirmed');
  server.kill('SIGTERM');
  assert.equal(await server.ended, 128 + 15);
});
