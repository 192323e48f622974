// Seats of players who have permanently left the game: no player or bot takes them, and a rematch has all seats again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { silence } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';

const GAME = {
  name: 'vote',
  setup: () => ({ moves: 0 }),
  turn: { activePlayers: { all: null } },
  moves: {
    wait: ({ G }) => { G.moves += 1; },
    remove: ({ events }, playerID) => { events.removePlayer(playerID); },
  },
  ai: { enumerate: () => [] },
};
const DEAD = { id: 0, name: '(left)', hasLeft: true };

/** A match of Ann, Bob and Cat. */
async function table(t, { game = GAME, more = {}, options = {} } = {}) {
  silence(t);
  const lobby = await serve(t, { games: [game], ...options });
  const { body: { matchID } } = await lobby.post('/games/vote/create', { numPlayers: 3, ...more });
  const path = `/games/vote/${matchID}`;
  const join = async (playerName, playerID) => (await lobby.post(`${path}/join`, { playerName, playerID }));
  const seats = [];
  for (const name of ['Ann', 'Bob', 'Cat']) {
    const { playerID, playerCredentials: credentials } = (await join(name)).body;
    seats.push({ playerID, credentials });
  }
  const [ann, bob, cat] = seats;
  const ask = async (route, seat, fields) => (await lobby.post(`${path}/${route}`, { ...seat, ...fields })).status;
  const players = async (at = matchID) => (await lobby.get(`/games/vote/${at}`)).body.players;
  const enter = async (seat) => {
    const client = Client({ game, ...seat, matchID, multiplayer: WebSocketTransport({ url: lobby.url, WebSocket }), quiet: true });
    t.after(() => client.dispose());
    client.start();
    await until(() => client.getState());
    return client;
  };
  return { ...lobby, matchID, path, join, ann, bob, cat, ask, players, enter };
}

test('no player can join the seat of a player who has left the game, and all clients see that it is taken', async (t) => {
  const { get, join, ann, bob, ask, players, enter } = await table(t);
  const client = await enter(bob);
  assert.equal(await ask('leaveGame', ann), 200);
  assert.deepEqual((await players())[0], DEAD);
  assert.deepEqual((await get('/games/vote')).body.matches[0].players[0], DEAD);
  await until(() => client.matchData[0].hasLeft);
  assert.deepEqual(client.matchData[0], DEAD);
  for (const playerID of ['0', undefined]) assert.equal((await join('Eve', playerID)).status, 409);
  // The other seats become free when their players leave them.
  assert.equal(await ask('leaveSlot', bob), 200);
  assert.deepEqual([(await join('Eve')).body.playerID, (await players())[0]], ['1', DEAD]);
});

test('no bot replaces a player who has left the game, and the rematch has all seats', async (t) => {
  const { post, path, ann, bob, cat, ask, players } = await table(t, { more: { botsTakeOver: 'easy' } });
  await ask('leaveGame', ann);
  await ask('leaveSlot', bob);
  assert.deepEqual((await players()).map(({ name, bot }) => [name, bot]), [['(left)', undefined], ['Bot (easy)', 'easy'], ['Cat', undefined]]);
  const { body: { nextMatchID } } = await post(`${path}/playAgain`, cat);
  assert.deepEqual((await players(nextMatchID)).map(({ name, hasLeft }) => [name, hasLeft]), [[undefined, undefined], ['Bot (easy)', undefined], [undefined, undefined]]);
  const { status } = await post(`/games/vote/${nextMatchID}/join`, { playerName: 'Ann', playerID: '0' });
  assert.equal(status, 200);
});

test('a match is deleted when all players have left the game or their seats', async (t) => {
  const { get, path, ann, bob, cat, ask } = await table(t);
  for (const [route, seat] of [['leaveGame', ann], ['leaveGame', bob]]) assert.equal(await ask(route, seat), 200);
  assert.equal((await get(path)).status, 200);
  await ask('leaveSlot', cat);
  assert.equal((await get(path)).status, 404);
});

test('the seat of a player whom the game has removed is dead when they leave it, or are kicked', async (t) => {
  const { server, matchID, join, ann, bob, cat, ask, players, enter } = await table(t);
  const client = await enter(cat);
  for (const playerID of ['0', '1']) await client.moves.remove(playerID).confirmed;
  assert.deepEqual((await players()).map(({ name }) => name), ['Ann', 'Bob', 'Cat']);
  await ask('leaveSlot', ann);
  for (const again of [1, 2]) assert.equal(await server.admin.kick(matchID, '1'), true, String(again));
  assert.deepEqual((await players()).map(({ name }) => name), ['(left)', '(left)', 'Cat']);
  for (const playerID of ['0', '1', undefined]) assert.equal((await join('Eve', playerID)).status, 409);
  assert.equal(await ask('leaveSlot', bob), 403);
});

test('a free seat is dead once the game removes its player, and free again when that is undone', async (t) => {
  const turn = { order: { first: () => 2, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.playOrder.length } };
  const { join, ann, cat, ask, players, enter } = await table(t, { game: { ...GAME, turn } });
  const client = await enter(cat);
  await client.moves.wait().confirmed;
  await ask('leaveSlot', ann);
  assert.deepEqual(await client.moves.remove('0').confirmed, { status: 'confirmed' });
  await until(async () => (await players())[0].hasLeft);
  assert.equal((await join('Eve')).status, 409);
  assert.deepEqual(await client.undo().confirmed, { status: 'confirmed' });
  await until(async () => !(await players())[0].hasLeft);
  assert.deepEqual((await join('Eve')).body.playerID, '0');
});

test('an account that has left the game can neither act nor see at its seat, whatever the authenticator returns', async (t) => {
  const options = { generateCredentials: () => 'token', authenticateCredentials: (token) => token === 'token' };
  const { ann, ask, players, enter } = await table(t, { options });
  const client = await enter(ann);
  assert.equal(await ask('leaveGame', ann), 200);
  await until(() => client.connection?.status === 'refused' || client.getState()?.lastError);
  for (const [route, fields] of [['update', { newName: 'Eve' }], ['leaveSlot', {}], ['leaveGame', {}], ['playAgain', {}]]) {
    assert.equal(await ask(route, ann, fields), 403, route);
  }
  assert.deepEqual((await players())[0], { ...DEAD, isConnected: false });
});
