// A whole server: players join through the lobby, and play over both transports.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import { silence } from '../support/console.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const game = {
  name: 'cards',
  setup: () => ({ table: [], hands: { 0: ['ace'], 1: ['king'] } }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: ({ G, playerID }) => { G.table.push(G.hands[playerID].at(-1)); } },
};

test('players who join through the lobby play over both transports, together with a client of boardgame.io, and strangers cannot', async (t) => {
  silence(t);
  const { url } = await serve(t, { games: [game] });
  const lobby = new LobbyClient({ server: url });
  for (const [first, second] of [
    ["Rondel's client", "Rondel's client by a WebSocket"], ["boardgame.io's client", "Rondel's client"], ["Rondel's client by a WebSocket", "boardgame.io's client"],
  ]) {
    const { matchID } = await lobby.createMatch('cards', { numPlayers: 2 });
    const seats = [];
    for (const [i, name] of [first, second].entries()) {
      const { playerCredentials } = await lobby.joinMatch('cards', matchID, { playerID: String(i), playerName: name });
      seats.push(sit(t, CLIENTS[name], url, { game, matchID, playerID: String(i), credentials: playerCredentials }));
    }
    const thief = sit(t, CLIENTS[second], url, { game, matchID, playerID: '0', credentials: 'guessed' });
    await until(seats, () => seats.every((client) => client.getState()));
    for (let turn = 0; turn < 4; turn += 1) {
      seats[turn % 2].moves.play();
      await until(seats, () => seats.every((client) => client.getState().ctx.turn === turn + 2 && client.getState().G.table.length === turn + 1));
    }
    assert.equal(thief.getState(), null);
    assert.deepEqual(seats.map((client) => client.getState().G.hands), [{ 0: ['ace'] }, { 1: ['king'] }]);
    assert.deepEqual(seats[0].matchData.map(({ name }) => name), [first, second]);
  }
});

test('a player with wrong credentials gets an error, and gets the match with the right ones', async (t) => {
  silence(t);
  const { url } = await serve(t, { games: [game] });
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('cards', { numPlayers: 2 });
  const { playerCredentials } = await lobby.joinMatch('cards', matchID, { playerID: '0', playerName: 'Ann' });
  for (const name of ["Rondel's client", "Rondel's client by a WebSocket"]) {
    const client = sit(t, CLIENTS[name], url, { game, matchID, playerID: '0', credentials: "last week's" });
    await until([client], () => client.moves.play().error?.type === 'match/unauthorized');
    assert.equal(client.moves.play().error.type, 'match/unauthorized');
    assert.equal(client.getState(), null);
    client.updateCredentials(playerCredentials);
    await until([client], () => client.getState());
    assert.equal(client.getState().lastError, null);
    client.updateCredentials("next week's");
    await until([client], () => client.getState().lastError);
    assert.equal(client.getState().lastError.type, 'match/unauthorized');
    client.stop();
  }
});

test('a player who has left the match receives no more of it, and the others are notified', async (t) => {
  silence(t);
  const { url } = await serve(t, { games: [game] });
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('cards', { numPlayers: 2 });
  const credentials = [];
  for (const i of [0, 1]) credentials.push((await lobby.joinMatch('cards', matchID, { playerID: String(i), playerName: `player ${i}` })).playerCredentials);
  const make = CLIENTS["Rondel's client by a WebSocket"];
  const [p0, p1] = [0, 1].map((i) => sit(t, make, url, { game, matchID, playerID: String(i), credentials: credentials[i] }));
  await until([p0, p1], () => [p0, p1].every((client) => client.getState()));
  await lobby.leaveSlot('cards', matchID, { playerID: '1', credentials: credentials[1] });
  await until([p0], () => p0.matchData[1].name === undefined);
  p0.moves.play();
  await until([p0], () => p0.getState().ctx.turn === 2 && p0.getState().pending === 0);
  assert.equal(p1.getState().G.table.length, 0);
});

test('a server that stops closes all connections, also those of unresponsive clients', async (t) => {
  silence(t);
  const { server, running, url } = await serve(t, { games: [game] });
  const clients = Object.values(CLIENTS).map((make, i) => sit(t, make, url, { game, matchID: `match ${i}`, playerID: '0' }));
  await until(clients, () => clients.every((client) => client.getState()));
  for (const open of Object.values(WIRES)) (await open(url, 'cards')).socket.pause();
  const handle = clients[2].moves.play();
  await server.kill(running);
  await until(clients, () => clients.every((client) => !client.getState().isConnected));
  assert.equal((await server.db.fetch('match 2', { state: true })).state.G.table.length, handle.status === 'confirmed' ? 1 : 0);
});
