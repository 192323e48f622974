// Rematches: all clients of a match learn the ID of the next one, over every transport, whenever they connect.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch, getFilterPlayerView } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { silence } from '../support/console.mjs';
import { quiet, until as eventually } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';
import { openNodes } from './two-nodes.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };

/** A server with a match in which Alice and Bob have seats, and a function by which one of them asks for a rematch. */
async function table(t) {
  const lobby = await serve(t, { games: [game] });
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 2 });
  const path = `/games/nim/${matchID}`;
  const players = [];
  for (const playerName of ['Alice', 'Bob']) players.push((await lobby.post(`${path}/join`, { playerName })).body);
  const seats = players.map(({ playerID, playerCredentials }) => ({ matchID, playerID, credentials: playerCredentials }));
  const again = async ({ playerID, credentials } = seats[0]) => (await lobby.post(`${path}/playAgain`, { playerID, credentials })).body.nextMatchID;
  return { ...lobby, matchID, path, seats, again };
}

for (const [who, make] of Object.entries(CLIENTS).filter(([name]) => name.startsWith('Rondel'))) {
  test(`players and spectators learn the next match, at once and when they connect later, with ${who}`, async (t) => {
    const { again, matchID, seats, url } = await table(t);
    const clients = [...seats, { matchID }].map((seat) => sit(t, make, url, { game, ...seat }));
    await until(clients, () => clients.every((client) => client.getState()));
    assert.deepEqual(clients.map(({ nextMatchID }) => nextMatchID), [undefined, undefined, undefined]);
    const told = [];
    for (const client of clients) client.subscribe(() => { if (client.nextMatchID) told.push(client); });
    const nextMatchID = await again();
    // Subscribers were called with it, because nothing else happens in the match.
    await eventually(() => new Set(told).size === 3);
    assert.deepEqual(clients.map((client) => client.nextMatchID), Array(3).fill(nextMatchID));
    const late = sit(t, make, url, { game, matchID });
    await until([late], () => late.getState());
    assert.equal(late.nextMatchID, nextMatchID);
    // The next match has none yet.
    late.updateMatchID(nextMatchID);
    await until([late], () => late.getState());
    assert.equal(late.nextMatchID, undefined);
  });
}

test("boardgame.io's clients play on, and receive the player list", async (t) => {
  silence(t);
  const { again, seats, url } = await table(t);
  const clients = seats.map((seat) => sit(t, CLIENTS["boardgame.io's client"], url, { game, ...seat }));
  await until(clients, () => clients.every((client) => client.getState() && client.matchData?.every(({ isConnected }) => isConnected)));
  await again();
  clients[0].moves.take(3);
  await until(clients, () => clients.every((client) => client.getState().G.left === 18));
  assert.deepEqual(clients[1].matchData.map(({ name }) => name), ['Alice', 'Bob']);
  const late = sit(t, CLIENTS["boardgame.io's client"], url, { game, matchID: seats[0].matchID });
  await until([late], () => late.getState()?.G.left === 18);
});

test('a request for an existing rematch notifies no client', async (t) => {
  const { again, seats, url } = await table(t);
  const [client] = seats.map((seat) => sit(t, CLIENTS["Rondel's client by a WebSocket"], url, { game, ...seat }));
  await until([client], () => client.getState());
  const first = await again();
  await until([client], () => client.nextMatchID === first);
  await eventually(() => client.matchData[0].isConnected);
  let calls = 0;
  client.subscribe(() => { calls += 1; });
  calls = 0;
  assert.equal(await again(seats[1]), first);
  await new Promise((done) => { setTimeout(done, 100); });
  assert.equal(calls, 0);
});

test('clients at another node learn it, by a notice or by a read', async (t) => {
  let isCarried = true;
  const storage = new InMemory();
  const { initialState, metadata } = createMatch({ game });
  storage.createMatch('m', { initialState, metadata });
  const nodes = openNodes({ game, storage, carry: (deliver) => isCarried && deliver() });
  t.after(nodes.close);
  const clients = [nodes.sit('0', { at: 0 }), nodes.sit('1', { at: 1 }), nodes.sit(null, { at: 1 })].map(({ client }) => client);
  await eventually(() => clients.every((client) => client.getState()));
  await quiet();
  const note = async (nextMatchID) => {
    storage.setMetadata('m', { ...storage.fetch('m', { metadata: true }).metadata, nextMatchID });
    await nodes.nodes[0].hub.sendMatchData('m');
  };
  await note('second');
  await eventually(() => clients.every((client) => client.nextMatchID === 'second'));
  isCarried = false;
  await note('third');
  await nodes.nodes[1].node.lookAgain();
  await eventually(() => clients.every((client) => client.nextMatchID === 'third'), 'a stranger has taken the second');
  // The stored value may be damaged.
  await note({ not: 'a name' });
  await nodes.nodes[1].node.lookAgain();
  await eventually(() => clients.every((client) => client.nextMatchID === undefined));
});

test('the filter passes the next match on to each viewer, and no other fields', () => {
  const filter = getFilterPlayerView(game);
  assert.deepEqual(filter(null, { type: 'matchData', args: ['m', [{ id: 0, credentials: 'SECRET' }], 'next', 'SECRET'] }).args, ['m', [{ id: 0 }], 'next']);
  assert.deepEqual(filter(null, { type: 'matchData', args: ['m', [{ id: 0 }]] }).args, ['m', [{ id: 0 }]]);
});
