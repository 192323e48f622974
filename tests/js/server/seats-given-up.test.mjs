// A player whose seat is given up while they are connected, and a client with wrong credentials from the start.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import { printing, silence } from '../support/console.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const game = { name: 'cards', setup: () => ({ played: 0 }), moves: { play: ({ G }) => { G.played += 1; } } };
const WIRES = ["Rondel's client", "Rondel's client by a WebSocket"];

/** A match of two seats, and a client at the first. */
async function table(t, wire, options = {}) {
  const { url } = await serve(t, { games: [game], ...options });
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('cards', { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ['0', '1']) credentials.push((await lobby.joinMatch('cards', matchID, { playerID, playerName: playerID })).playerCredentials);
  const come = (playerID, given = {}) => sit(t, CLIENTS[wire], url, { game, matchID, playerID, credentials: credentials[playerID], quiet: false, ...given });
  const seatOf = (playerID) => ({ playerID, credentials: credentials[playerID] });
  return { lobby, matchID, come, seatOf, url };
}

const is = (client, status) => until([client], () => client.connection.status === status);

for (const wire of WIRES) {
  for (const method of ['leaveMatch', 'leaveGame']) {
    test(`${wire}: ${method} of a connected client is not an error: its status says that the seat is lost`, async (t) => {
      const printed = printing(t);
      const errors = t.mock.method(console, 'error', () => {});
      const { lobby, matchID, come, seatOf } = await table(t, wire);
      const [client, other] = [come('0'), come('1')];
      for (const one of [client, other]) await is(one, 'connected');
      await lobby[method]('cards', matchID, seatOf('0'));
      await is(client, 'refused');
      assert.equal(client.connection.reason.type, 'match/seat_lost');
      assert.ok(client.connection.reason.message.includes(matchID), client.connection.reason.message);
      assert.equal(client.lastError, null);
      assert.equal(client.getState().G.played, 0);
      // The last player to leave loses the match with the seat.
      await lobby[method]('cards', matchID, seatOf('1'));
      await is(other, 'refused');
      assert.deepEqual([errors.mock.callCount(), printed.filter((line) => line.includes('was refused'))], [0, []]);
      assert.equal(client.moves.play().error.type, 'match/seat_lost');
    });
  }

  test(`${wire}: credentials that were never right are an error that says what to do`, async (t) => {
    const printed = printing(t);
    const { matchID, come } = await table(t, wire);
    const client = come('0', { credentials: "last week's" });
    await is(client, 'refused');
    const { type, message } = client.connection.reason;
    assert.equal(type, 'match/unauthorized');
    assert.match(message, /player "0".*joinMatch/);
    assert.ok(message.includes(matchID), message);
    assert.deepEqual(client.lastError, client.connection.reason);
    assert.deepEqual(printed.filter((line) => line.includes(message)).length, 1);
  });

  test(`${wire}: a client that had the seat and takes wrong credentials has not lost the seat`, async (t) => {
    silence(t);
    const { come, seatOf } = await table(t, wire);
    const client = come('0');
    await is(client, 'connected');
    client.updateCredentials("next week's");
    await is(client, 'refused');
    assert.equal(client.connection.reason.type, 'match/unauthorized');
    client.updateCredentials(seatOf('0').credentials);
    await is(client, 'connected');
    assert.equal(client.lastError, null);
  });

  test(`${wire}: a seat that another connection joins again is lost, and can be used with the new credentials`, async (t) => {
    silence(t);
    const { lobby, matchID, come, seatOf } = await table(t, wire);
    const client = come('0');
    await is(client, 'connected');
    await lobby.leaveMatch('cards', matchID, seatOf('0'));
    const { playerCredentials } = await lobby.joinMatch('cards', matchID, { playerID: '0', playerName: 'again' });
    await is(client, 'refused');
    assert.equal(client.connection.reason.type, 'match/seat_lost');
    client.updateCredentials(playerCredentials);
    await is(client, 'connected');
    assert.equal((await client.moves.play().confirmed).status, 'confirmed');
  });

  test(`${wire}: the message of a player who has lost the seat says so`, async (t) => {
    silence(t);
    let isTheirs = true;
    const { come } = await table(t, wire, { authenticateCredentials: () => isTheirs });
    const client = come('0');
    await is(client, 'connected');
    isTheirs = false;
    const { status, error } = await client.sendChatMessage('hello').confirmed;
    assert.deepEqual([status, error.type], ['rejected', 'update/unauthorized_action']);
    assert.match(error.message, /player "0"/);
  });
}
