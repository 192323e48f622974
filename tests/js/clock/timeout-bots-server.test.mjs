// Slow: real servers, whose deadlines pass.
// Bots of `onTimeout` at servers, which need no class.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, LobbyClient } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { Server } from 'rondel-server';
import { games } from './timeout-bot-games.mjs';

const [game] = games;

for (const [where, bots] of [['worker threads', { games: new URL('./timeout-bot-games.mjs', import.meta.url) }], ['the thread of the server', {}]]) {
  test(`a bot moves for a player whose time has run out, in ${where}`, { timeout: 120_000 }, async (t) => {
    const errors = [];
    const server = Server({ games: [game], bots, origins: [], watch: (event) => event.type === 'error' && errors.push(event.error) });
    const running = await server.run(0);
    const url = `http://localhost:${running.appServer.address().port}`;
    const lobby = new LobbyClient({ server: url });
    const { matchID } = await lobby.createMatch('sticks', { numPlayers: 2 });
    const clients = [];
    for (const playerID of ['0', '1']) {
      const { playerCredentials: credentials } = await lobby.joinMatch('sticks', matchID, { playerID, playerName: `player ${playerID}` });
      clients.push(Client({ game, matchID, playerID, credentials, multiplayer: SocketIO({ server: url }), quiet: true }));
    }
    t.after(() => {
      for (const client of clients) client.stop();
      return server.kill(running);
    });
    for (const client of clients) client.start();
    await new Promise((done) => {
      clients[0].subscribe((state) => state?.G.taken.length === 2 && done());
    });
    // The only move that wins.
    assert.deepEqual(clients[0].getState().G.taken[0], ['0', 1]);
    const entries = clients[0].log.filter(({ action }) => action.type === 'TIMEOUT').map(({ action: { payload } }) => [payload.playerID, payload.type, payload.failed]);
    assert.deepEqual(entries, [['0', 'take', undefined], ['1', 'take', undefined]]);
    assert.deepEqual(errors, []);
  });
}
