// A server that is deployed with other rules while matches are played: real sockets, at an address that stays.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import { InMemory, Server } from 'rondel/server';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { silence } from '../support/console.mjs';
import { after, before, calls, TOO_NEW } from '../support/versions.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const OURS = ["Rondel's client", "Rondel's client by a WebSocket"];
const THEIRS = "boardgame.io's client";
const BOTH = { type: 'match/version', message: 'this page has version 1 of the game; the server has version 2', payload: { client: 1, server: 2 } };

/** An address at which one server runs at a time. `deploy(game)` ends the last one, and runs one with this game on its stored data. */
async function host(t, db = () => new InMemory()) {
  silence(t);
  let port;
  let current;
  const kept = db();
  const proxy = await openProxy(() => port);
  const stop = async () => {
    if (current) await current.server.kill(current.running);
    current = port = undefined;
  };
  t.after(async () => {
    await stop();
    await proxy.close();
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  return {
    url,
    // Not through the proxy: `fetch` would use a connection that the last server has closed.
    lobby: () => new LobbyClient({ server: `http://127.0.0.1:${port}` }),
    stop,
    stored: async (matchID) => (await kept.fetch(matchID, { state: true })).state,
    text: async (matchID) => JSON.stringify(await kept.fetch(matchID, { state: true, log: true, initialState: true })),
    async deploy(game) {
      await stop();
      // The last server has left it, in memory or in a file.
      const server = Server({ games: [game], db: kept, origins: false });
      server.app.silent = true;
      current = { server, running: await server.run({ port: 0, host: '127.0.0.1' }) };
      port = current.running.appServer.address().port;
    },
  };
}

/** A match of the lobby, with a client of `game` at each seat. */
async function seated(t, { url, lobby }, games, names, options = {}) {
  const { matchID } = await lobby().createMatch('cellar', { numPlayers: 2 });
  const clients = [];
  for (const [i, name] of names.entries()) {
    const { playerCredentials: credentials } = await lobby().joinMatch('cellar', matchID, { playerID: String(i), playerName: name });
    clients.push(sit(t, CLIENTS[name], url, { game: games[i], matchID, playerID: String(i), credentials, ...options }));
  }
  await until(clients, () => clients.every((client) => client.getState()));
  return { matchID, clients };
}

for (const name of OURS) {
  test(`${name} stays when the server is deployed again: the match continues, without prediction while the versions differ`, async (t) => {
    const server = await host(t);
    await server.deploy(before);
    const { matchID, clients: [first, second] } = await seated(t, server, [before, before], [name, name]);
    await first.moves.drink(3).confirmed;
    await until([second], () => second.getState().G.bottles === 7);
    const found = await server.text(matchID);
    await server.deploy(after);
    await until([first, second], () => [first, second].every((client) => client.getState().G.cellar?.bottles === 7));
    assert.deepEqual([first.getState().lastError, second.getState().lastError], [BOTH, BOTH]);
    assert.deepEqual([first.getState().ctx.phase, first.getState().G.hands], ['tasting', { 0: 'red' }]);
    assert.equal(await server.text(matchID), found);
    // An action that only the old rules know is refused, with a reason.
    const spilt = first.moves.spill();
    assert.deepEqual([spilt.status, first.getState().pending], ['sent', 1]);
    assert.equal((await spilt.confirmed).error.type, 'action/unavailable_move');
    const drunk = first.moves.drink(2);
    assert.deepEqual([first.getState().G.cellar.bottles, first.getState().pending, first.getState().lastError], [7, 1, BOTH]);
    assert.equal((await drunk.confirmed).status, 'confirmed');
    await until([second], () => second.getState().G.cellar.bottles === 5);
    assert.equal((await server.stored(matchID))._version, 2);
    // The old rules are back: they keep what they find.
    await server.deploy(before);
    await until([first], () => first.getState().lastError?.type === 'match/refused');
    assert.equal(first.getState().lastError.message, TOO_NEW.replace("'m'", `'${matchID}'`));
    const waiting = first.moves.drink(1);
    assert.deepEqual([waiting.status, first.getState().lastError.type], ['sent', 'match/refused'], 'that is how it is still');
    await server.deploy(after);
    await until([first], () => first.getState().lastError?.type === 'match/version');
    assert.equal((await waiting.confirmed).status, 'confirmed');
    assert.deepEqual(first.getState().G.cellar, { bottles: 4 });
  });

  test(`the developer of ${name} gets a warning that it plays on with another version, and why moves show later`, async (t) => {
    const server = await host(t);
    await server.deploy(before);
    const { clients: [first] } = await seated(t, server, [before], [name], { quiet: false });
    await server.deploy(after);
    await until([first], () => first.getState().lastError?.type === 'match/version');
    await first.moves.drink().confirmed;
    const printed = ['warn', 'error', 'info'].flatMap((level) => console[level].mock.calls.map(({ arguments: [line] }) => `${level} ${line}`));
    const own = printed.filter((line) => /rondel: (?!the server at)/.test(line) && !line.includes('App serving'));
    assert.deepEqual(own, [
      `warn rondel: ${BOTH.message}: the client continues without prediction`,
      "info rondel: drink shows only after the master's answer: the server has another version of the game",
    ]);
  });

  test(`${name} predicts again when the server has its version again`, async (t) => {
    const server = await host(t);
    const twin = { ...before, version: 2, migrate: (state) => state };
    await server.deploy(before);
    const { clients: [first] } = await seated(t, server, [before, before], [name, name]);
    await server.deploy(twin);
    await until([first], () => first.getState().lastError?.type === 'match/version');
    await server.deploy(before);
    await until([first], () => first.getState().lastError === null);
    const drunk = first.moves.drink(3);
    assert.deepEqual([drunk.status, first.getState().G.bottles], ['predicted', 7]);
    assert.equal((await drunk.confirmed).status, 'confirmed');
  });

  test(`${name} of another version is refused if the game requires equal versions, with both versions`, async (t) => {
    const server = await host(t);
    await server.deploy({ ...after, refuseOtherVersions: true });
    const { matchID } = await server.lobby().createMatch('cellar', { numPlayers: 2 });
    const old = sit(t, CLIENTS[name], server.url, { game: before, matchID });
    const { playerCredentials: credentials } = await server.lobby().joinMatch('cellar', matchID, { playerID: '0', playerName: 'Ann' });
    const player = sit(t, CLIENTS[name], server.url, { game: before, matchID, playerID: '0', credentials });
    const refusal = { ...BOTH, type: 'match/refused' };
    await until([player], () => player.moves.drink().error?.type === 'match/refused');
    assert.deepEqual(player.moves.drink().error, refusal);
    assert.deepEqual([player.getState(), old.getState()], [null, null]);
    const fresh = sit(t, CLIENTS[name], server.url, { game: after, matchID, playerID: '0', credentials });
    await until([fresh], () => fresh.getState());
    assert.equal(fresh.getState().lastError, null);
  });
}

for (const name of OURS) {
  test(`actions of ${name} while it is away are unanswered and rolled back if pages of other versions are refused`, async (t) => {
    const server = await host(t);
    await server.deploy(before);
    const { matchID, clients: [first] } = await seated(t, server, [before, before], [name, name]);
    await server.stop();
    const drunk = first.moves.drink(3);
    const found = await server.text(matchID);
    await server.deploy({ ...after, refuseOtherVersions: true });
    await until([first], () => first.getState().lastError?.type === 'match/refused');
    const refusal = { ...BOTH, type: 'match/refused' };
    const { type, payload } = (await drunk.confirmed).error;
    assert.deepEqual([first.getState().lastError, type, payload], [refusal, 'update/unanswered', { type: refusal.type, message: refusal.message }]);
    // A later request waits for the messages before it.
    const spectator = sit(t, CLIENTS[name], server.url, { game: after, matchID });
    await until([spectator], () => spectator.getState()?.G.cellar.bottles === 10);
    assert.deepEqual([await server.text(matchID), first.getState().pending, first.getState().G.bottles], [found, 0, 10]);
    await server.deploy(before);
    await until([first], () => first.getState().lastError === null);
    assert.equal((await first.moves.drink(3).confirmed).status, 'confirmed');
    assert.equal((await server.stored(matchID)).G.bottles, 7);
  });
}

test("boardgame.io's client plays on when the server is deployed again, and no version is refused to it", async (t) => {
  const server = await host(t);
  await server.deploy(before);
  const { matchID, clients: [first, second] } = await seated(t, server, [before, before], [THEIRS, OURS[0]]);
  first.moves.drink(3);
  await until([second], () => second.getState().G.bottles === 7);
  await server.deploy({ ...after, refuseOtherVersions: true });
  await until([first], () => first.getState().G.cellar?.bottles === 7);
  // It has the new page by now.
  const reloaded = sit(t, CLIENTS[THEIRS], server.url, { game: after, matchID, playerID: '0', credentials: first.credentials });
  await until([reloaded], () => reloaded.getState());
  reloaded.moves.drink(1);
  await until([reloaded], () => reloaded.getState().G.cellar.bottles === 6 && reloaded.getState().isConnected);
});

test('a lobby refuses requests that run the game of a match that its rules do not accept, and the match stays', async (t) => {
  const server = await host(t);
  await server.deploy(before);
  const { matchID, clients: [first] } = await seated(t, server, [before, before], [OURS[0], OURS[0]]);
  const { credentials } = first;
  await server.deploy(after);
  await until([first], () => first.getState().G.cellar);
  await first.moves.drink(1).confirmed;
  await server.deploy(before);
  const found = await server.text(matchID);
  await assert.rejects(server.lobby().leaveGame('cellar', matchID, { playerID: '0', credentials }), (error) => error.message.includes('400'));
  assert.equal(await server.text(matchID), found);
  const { players } = await server.lobby().getMatch('cellar', matchID);
  assert.deepEqual(players.map(({ name }) => name), OURS.slice(0, 1).concat(OURS[0]));
  await server.deploy(after);
  await server.lobby().leaveGame('cellar', matchID, { playerID: '0', credentials });
});

test('the clients of a deployed server cost one migration, whatever the number of spectators', async (t) => {
  const server = await host(t);
  await server.deploy(before);
  const { matchID, clients } = await seated(t, server, [before, before], [OURS[0], OURS[1]]);
  await clients[0].moves.drink(3).confirmed;
  await server.deploy(after);
  calls.migrate = 0;
  const spectators = Array.from({ length: 20 }, () => sit(t, CLIENTS[OURS[1]], server.url, { game: after, matchID }));
  await until([...clients, ...spectators], () => [...clients, ...spectators].every((client) => client.getState()?.G.cellar));
  assert.equal(calls.migrate, 2);
});
