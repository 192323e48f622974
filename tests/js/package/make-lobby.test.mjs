// `makeLobby` of rondel/client: a lobby without a framework, with a server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, keepSeat, makeLobby } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { Server } from 'rondel/server';
import { printing } from '../support/console.mjs';
import { fakeLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';

const game = { name: 'cells', setup: () => ({ cells: ['·', '·'] }), moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } } };

async function serve(t) {
  printing(t);
  const server = Server({ games: [game], origins: ['http://localhost'], lobbyOnly: true });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  return `http://127.0.0.1:${running.appServer.address().port}`;
}

/** A lobby of one browser, until the test ends. */
function enter(t, server, storage) {
  const lobby = makeLobby({ games: [game], server, seats: keepSeat(() => storage) });
  lobby.start();
  t.after(lobby.stop);
  return lobby;
}

test('a player creates a match, joins it and plays', async (t) => {
  const server = await serve(t);
  const { actions, getState } = enter(t, server, fakeLocalStorage());
  const matchID = await actions.create('cells', { numPlayers: 2 });
  const seat = await actions.join('cells', matchID);
  assert.equal(getState().seat, seat);
  const client = Client({ game, multiplayer: SocketIO({ server }), ...seat });
  client.start();
  t.after(client.stop);
  await until(() => client.getState() !== null);
  assert.deepEqual(await client.moves.mark(1).confirmed, { status: 'confirmed' });
});

test('subscribers see the list, and the seat of an earlier visit', async (t) => {
  const server = await serve(t);
  const storage = fakeLocalStorage();
  const before = enter(t, server, storage);
  const matchID = await before.actions.create('cells', { numPlayers: 2 });
  const { playerID, credentials } = await before.actions.join('cells', matchID);
  before.stop();

  const lobby = makeLobby({ games: [game], server, seats: keepSeat(() => storage) });
  const states = [];
  lobby.subscribe((state) => states.push(state));
  lobby.start();
  t.after(lobby.stop);
  assert.deepEqual(states.at(-1).seat, { gameName: 'cells', matchID, playerID, credentials });
  lobby.actions.exitMatch();
  await until(() => states.at(-1).matches.some((match) => match.matchID === matchID));
  assert.equal(states.at(-1).seat, null);
});
