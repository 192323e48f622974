// Slow: it needs a Redis.
// Servers that share a storage and notify each other through a real Redis.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { startRedis } from '../../support/redis.mjs';
import { until as holds } from '../support/tasks.mjs';
import { eavesdrop, serveWithRedis } from './redis-nodes.mjs';
import { lobbyAt } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

/** boardgame.io's client writes into the game that it receives. */
const cards = () => ({
  name: 'cards',
  setup: () => ({ deck: ['MARK-deck'], hands: { 0: ['MARK-ace'], 1: ['MARK-king'] }, table: 0 }),
  playerView: ({ G: { deck, ...G }, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { activePlayers: { all: null } },
  moves: {
    play: ({ G }) => { G.table += 1; },
    keep: ({ G, playerID }, card) => { G.hands[playerID].push(card); },
  },
});

/** A match with a player at each server, who have joined through the lobby of the first. */
async function cluster(t, options = {}) {
  const redis = await startRedis();
  t.after(redis.stop);
  const heard = await eavesdrop(t, redis.url);
  const db = new InMemory();
  const servers = [];
  for (let i = 0; i < 2; i += 1) servers.push(await serveWithRedis(t, { games: [cards()], db, redisURL: redis.url, ...options }));
  const { post } = lobbyAt({ address: () => new URL(servers[0].url) });
  const { body: { matchID } } = await post('/games/cards/create', { numPlayers: 2 });
  const seats = [];
  for (const playerID of ['0', '1']) {
    const { body } = await post(`/games/cards/${matchID}/join`, { playerID, playerName: `player ${playerID}` });
    seats.push({ playerID, matchID, credentials: body.playerCredentials });
  }
  const makers = options.makers ?? [CLIENTS["Rondel's client"], CLIENTS["Rondel's client"]];
  const clients = seats.map((seat, i) => sit(t, makers[i], servers[i].url, { game: cards(), ...seat }));
  await until(clients, () => clients.every((client) => client.getState()));
  return { redis, heard, db, servers, clients, seats, matchID };
}

const tables = (clients) => clients.map((client) => client.getState().G.table);

test('two servers notify each other through Redis, and only public data passes there', async (t) => {
  const { heard, clients, seats, matchID } = await cluster(t);
  const [p0, p1] = clients;
  await p0.moves.play().confirmed;
  await until(clients, () => p1.getState().G.table === 1);
  await p1.moves.keep('MARK-queen').confirmed;
  await until(clients, () => p0.getState()._stateID === 2);
  assert.deepEqual(p0.getState().G.hands, { 0: ['MARK-ace'] });
  p0.sendChatMessage('good luck');
  await until(clients, () => p1.chatMessages.length === 1);
  await until(clients, () => clients.every(({ matchData }) => matchData.every(({ isConnected }) => isConnected)));
  const text = heard();
  // The messages did pass through Redis.
  assert.match(text, /serverSideEmit|"PUBLISH"/i);
  assert.ok(text.includes(matchID) && text.includes('good luck'));
  for (const { credentials } of seats) assert.ok(!text.includes(credentials));
  assert.ok(!text.includes('MARK'), text.split('\n').find((line) => line.includes('MARK')));
  assert.ok(!/prng|"seed|hands/.test(text));
});

test('notices, bans and kicks of an operator at one server take effect at the other at once', async (t) => {
  const { servers: [{ server: { admin } }, other], clients, clients: [, p1], matchID } = await cluster(t);
  await admin.sendNotice('to all');
  await admin.sendNotice('to these', { matchID });
  await until(clients, () => clients.every(({ notices }) => notices.length === 2));
  assert.deepEqual(p1.notices.map(({ text }) => text), ['to all', 'to these']);
  await admin.kick(matchID, '1', { reason: 'why' });
  await until(clients, () => p1.getState().lastError?.type === 'match/kicked');
  await admin.ban({ address: '127.0.0.1', reason: 'no more' });
  await holds(() => other.server.app.context.bans.of('127.0.0.1') !== null);
  await admin.unban({ address: '127.0.0.1' });
  await holds(() => other.server.app.context.bans.of('127.0.0.1') === null);
});

test("boardgame.io's client plays at one server, and ours at the other", async (t) => {
  const { clients: [p0, p1], clients } = await cluster(t, { makers: [CLIENTS["boardgame.io's client"], CLIENTS["Rondel's client"]] });
  for (let turn = 1; turn <= 6; turn += 1) {
    (turn % 2 ? p0 : p1).moves.play();
    await until(clients, () => tables(clients).every((count) => count === turn));
  }
  assert.equal(p0.log.length, 6);
  assert.equal(p1.log.length, 6);
});

test('matches continue while Redis is gone, and afterwards all clients receive what they have missed', async (t) => {
  const { redis, clients } = await cluster(t);
  const [p0, p1] = clients;
  await p0.moves.play().confirmed;
  await until(clients, () => p1.getState().G.table === 1);
  await redis.kill();
  assert.deepEqual(await p0.moves.play().confirmed, { status: 'confirmed' });
  assert.deepEqual(await p0.moves.play().confirmed, { status: 'confirmed' });
  assert.equal(p1.getState().G.table, 1);
  await redis.restart();
  await until(clients, () => p1.getState().G.table === 3);
  // And it transports messages again.
  await p1.moves.play().confirmed;
  await until(clients, () => p0.getState().G.table === 4);
});

test('a server that ends announces it, and its player counts as gone at the other', async (t) => {
  const { clients: [, p1], servers } = await cluster(t);
  await until([p1], () => p1.matchData[0].isConnected && p1.matchData[1].isConnected);
  await servers[0].kill();
  await until([p1], () => !p1.matchData[0].isConnected);
  assert.equal(p1.matchData[1].isConnected, true);
});

test('no client can join the namespace of the notices', async (t) => {
  const { servers: [{ server }] } = await cluster(t);
  const namespace = server.transport.io.of('//rondel/nodes');
  const { io } = await import('socket.io-client');
  const socket = io(`http://127.0.0.1:${server.transport.io.httpServer.address().port}//rondel/nodes`, { reconnection: false });
  t.after(() => socket.close());
  const message = await new Promise((done) => { socket.on('connect_error', (error) => done(error.message)); });
  assert.equal(message, 'no client connects to this namespace');
  await holds(() => namespace.sockets.size === 0);
});
