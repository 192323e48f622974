// Slow: authenticators take seconds.
// Authenticators and other callbacks of the operator that never answer: no other client waits for them, and `kill` ends.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import test from 'node:test';
import { Client, LobbyClient } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { InMemory, Server } from 'rondel/server';
import { WebSocket } from 'ws';
import { until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';

const game = {
  name: 'sums',
  setup: () => ({ sum: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, n) => { G.sum += n; } },
};
const HUNG = new Promise(() => {});

/** A server with a match that two have joined, and an authenticator that never answers for stolen credentials. */
async function withMatch(t, options) {
  const errors = [];
  let questions = 0;
  const server = Server({
    games: [game],
    db: new InMemory(),
    origins: [],
    watch: (event) => { if (event.type === 'error') errors.push(event.error); },
    authenticateCredentials: (credentials, player) => {
      if (credentials !== 'stolen') return credentials === player?.credentials;
      questions += 1;
      return HUNG;
    },
    // Once a stranger's first request has waited this long, the server handles their next one.
    authTimeout: 2000,
    ...options,
  });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  let killed;
  const kill = () => killed ??= server.kill(running);
  t.after(kill);
  const url = `http://127.0.0.1:${running.appServer.address().port}`;
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('sums', { numPlayers: 3 });
  const { playerCredentials: credentials } = await lobby.joinMatch('sums', matchID, { playerName: 'Ann' });
  const seat = { matchID, playerID: '0', credentials };
  const client = Client({ game, ...seat, multiplayer: WebSocketTransport({ url, WebSocket }), quiet: true, predict: 'none' });
  t.after(() => client.dispose());
  client.start();
  await until(() => client.getState());
  return { server, kill, url, lobby, seat, client, errors, asked: () => questions };
}

const theft = ({ matchID }) => {
  const payload = { type: 'add', args: [1], playerID: '1', credentials: 'stolen' };
  return [{ type: 'MAKE_MOVE', payload }, 0, matchID, '1'];
};

test('a stranger who waits for an authenticator delays no move and no lobby request, and kill ends', async (t) => {
  const { kill, url, lobby, seat, client, asked, errors } = await withMatch(t);
  const stranger = await WIRES['a WebSocket'](url, 'sums');
  stranger.send('sync', seat.matchID, '1', 'stolen');
  stranger.send('update', ...theft(seat));
  stranger.send('chat', seat.matchID, { id: 'x', sender: '1', payload: 'hi' }, 'stolen');
  await until(() => asked() === 3);
  assert.deepEqual(await client.moves.add(2).confirmed, { status: 'confirmed' });
  await lobby.joinMatch('sums', seat.matchID, { playerName: 'Bob' });
  await lobby.updatePlayer('sums', seat.matchID, { ...seat, newName: 'Anne' });
  await until(() => client.matchData[0].name === 'Anne');
  stranger.socket.terminate();
  assert.deepEqual(await client.moves.add(3).confirmed, { status: 'confirmed' });
  await kill();
  assert.ok(errors.every(({ code }) => code === 'auth/timeout'));
  assert.equal(client.getState().G.sum, 5);
});

test('a seat whose authentication takes too long is refused with that reason', async (t) => {
  const { url, seat, lobby, errors } = await withMatch(t, { authTimeout: 30 });
  const stranger = await WIRES['a WebSocket'](url, 'sums');
  stranger.send('sync', seat.matchID, '1', 'stolen');
  await until(() => stranger.heard.length > 0);
  assert.match(stranger.heard[0], /match\/refused.*auth\/timeout/);
  const change = lobby.updatePlayer('sums', seat.matchID, { playerID: '1', credentials: 'stolen', newName: 'Eve' });
  await assert.rejects(change, { details: `Authentication for match ${seat.matchID} takes too long`, message: 'HTTP status 503' });
  assert.deepEqual(errors.map(({ code }) => code), ['auth/timeout', 'auth/timeout']);
});

for (const name of ['generateCredentials', 'uuid']) {
  test(`${name} that never returns delays no other client, and kill ends`, async (t) => {
    let isHung = false;
    let number = 0;
    const { kill, lobby, seat, client } = await withMatch(t, { [name]: () => (isHung ? HUNG : `given ${number += 1}`) });
    isHung = true;
    const ask = name === 'uuid' ? () => lobby.createMatch('sums', { numPlayers: 2 }) : () => lobby.joinMatch('sums', seat.matchID, { playerName: 'Eve' });
    let answer;
    const hung = ask().catch((error) => error).then((result) => { answer = result; });
    assert.deepEqual(await client.moves.add(2).confirmed, { status: 'confirmed' });
    await lobby.updatePlayer('sums', seat.matchID, { ...seat, newName: 'Anne' });
    assert.equal(answer, undefined);
    await kill();
    await hung;
    assert.ok(answer instanceof Error);
  });
}

for (const name of ['generateCredentials', 'uuid']) {
  test(`${name} is limited by authTimeout`, async (t) => {
    let isHung = false;
    let number = 0;
    const { lobby, seat } = await withMatch(t, { authTimeout: 200, [name]: () => (isHung ? HUNG : `given ${number += 1}`) });
    isHung = true;
    const ask = name === 'uuid' ? lobby.createMatch('sums', { numPlayers: 2 }) : lobby.joinMatch('sums', seat.matchID, { playerName: 'Eve' });
    await assert.rejects(ask, { details: 'The lobby takes too long: try again later', message: 'HTTP status 503' });
  });
}

test('limits.connections.admit that never returns delays no other client, and kill ends', async (t) => {
  const isHung = (request) => request.headers['x-hung'] !== undefined;
  const { kill, url, client } = await withMatch(t, { limits: { connections: { admit: (request) => !isHung(request) || HUNG } } });
  const headers = { 'x-hung': '1' };
  const refused = [
    new Promise((resolve) => new WebSocket(`${url.replace('http', 'ws')}/ws/sums`, { headers }).once('error', resolve)),
    new Promise((resolve) => new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { headers }).once('error', resolve)),
    new Promise((resolve) => get(`${url}/socket.io/?EIO=4&transport=polling`, { headers }).once('error', resolve)),
  ];
  assert.deepEqual(await client.moves.add(2).confirmed, { status: 'confirmed' });
  await kill();
  assert.equal((await Promise.all(refused)).length, 3);
});
