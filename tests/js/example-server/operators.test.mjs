// The log and metrics of the example server for its operators, neither of which has credentials.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import orchard from '../../../www/demo/games/orchard.js';
import { sit, takenMatch } from '../support/examples.mjs';
import { until } from '../support/tasks.mjs';
import { metricsOf, startExample } from './support.mjs';

/** Two players at a match, one over each transport. */
async function twoPlayers(t, server) {
  const { matchID, credentials } = await takenMatch(server, orchard.name);
  const transports = [SocketIO({ server: server.url }), WebSocketTransport({ url: server.url, WebSocket })];
  const players = transports.map((multiplayer, seat) => sit(t, {
    game: orchard, matchID, playerID: String(seat), credentials: credentials[seat], multiplayer,
  }));
  await until(() => players.every((player) => player.getState()?.isConnected));
  return { matchID, credentials, players };
}

test('the metrics count connections, matches, actions by outcome, and their durations', async (t) => {
  const server = await startExample(t);
  const { players } = await twoPlayers(t, server);
  await players[0].moves.pick(0).confirmed;
  await players[1].moves.pick(1).confirmed;
  const metrics = await metricsOf(server);
  const expected = {
    'rondel_connections{transport="socket.io"}': 1,
    'rondel_connections{transport="websocket"}': 1,
    'rondel_matches_connected{game="orchard"}': 1,
    'rondel_matches_connected{game="closed-hands"}': 0,
    'rondel_actions_total{game="orchard",outcome="done"}': 2,
    'rondel_action_seconds_count{game="orchard"}': 2,
    'rondel_http_requests_total{route="/games/:name/create",method="POST",status="200"}': 1,
    'rondel_http_requests_total{route="/games/:name/:id/join",method="POST",status="200"}': 2,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, metrics[name]])), expected);
  assert.ok(metrics.process_resident_memory_bytes > 0);
  for (const player of players) player.stop();
  await until(async () => {
    const left = await metricsOf(server);
    return left['rondel_matches_connected{game="orchard"}'] === 0 && left['rondel_connections{transport="websocket"}'] === 0;
  });
});

test('no line of the log and no metric has credentials, wherever a client puts them', async (t) => {
  const server = await startExample(t, { LOG_LEVEL: 'trace' });
  const { url } = server;
  const { matchID, credentials, players } = await twoPlayers(t, server);
  const planted = [...credentials, ...['path', 'query', 'header', 'body', 'torn', 'wrong', 'chat', 'match', 'frame', 'game'].map((where) => `planted-in-${where}-7d1f`)];
  const [path, query, header, body, torn, wrong, chat, match, frame, game] = planted.slice(2);
  const json = { 'Content-Type': 'application/json' };
  await players[0].moves.pick(0).confirmed;
  players[1].sendChatMessage(chat);
  await fetch(`${url}games/orchard/${path}?credentials=${query}`, { headers: { Authorization: header, Cookie: header } });
  await fetch(`${url}${path}/${path}`);
  await fetch(`${url}games/orchard/${matchID}/update`, { method: 'POST', headers: json, body: JSON.stringify({ playerID: '0', credentials: body, newName: 'x' }) });
  await fetch(`${url}games/orchard/${matchID}/update`, { method: 'POST', headers: json, body: `{"credentials": ${torn}` });
  await fetch(`${url}games/${game}/create`, { method: 'POST', headers: json, body: '{"numPlayers":2}' });
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws/orchard?credentials=${query}`);
  await once(socket, 'open');
  const move = { type: 'MAKE_MOVE', payload: { type: 'pick', args: [1], playerID: '1', credentials: wrong } };
  for (const message of [{ type: 'update', args: [move, 0, matchID, '1'] }, { type: 'update', args: [move, 0, match, '1'] }, { type: 'sync', args: [matchID, '1', wrong] }]) {
    socket.send(JSON.stringify(message));
  }
  socket.send(`{"credentials": ${frame}`);
  await until(() => server.lines.some(({ outcome }) => outcome === 'unknown'));
  socket.close();
  const metrics = await (await fetch(`${server.operations}metrics`)).text();
  server.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  for (const secret of planted) {
    assert.ok(!server.said.includes(secret), `${secret} is in the log`);
    assert.ok(!metrics.includes(secret), `${secret} is in the metrics`);
  }
  const events = new Set(server.lines.map(({ event }) => event));
  for (const event of ['listening', 'request', 'connected', 'action', 'disconnected', 'stopping', 'stopped']) assert.ok(events.has(event), event);
});
