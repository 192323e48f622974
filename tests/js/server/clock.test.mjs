// Changes of the system clock by hours while servers run: they disconnect, limit, expire and delay no player.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { Sqlite } from 'rondel/server';
import { temporaryFolder } from '../support/folders.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit } from './support.mjs';

const HOUR = 3_600_000;
const game = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }, n) => { G.left -= n; } } };

for (const [how, hours] of [['back', -26], ['forward', 5]]) {
  test(`matches at two servers continue when the clock is set ${how}`, async (t) => {
    const file = join(temporaryFolder(t), 'matches.db');
    const servers = [];
    for (let i = 0; i < 2; i += 1) servers.push(await serve(t, { games: [game], db: new Sqlite(file), ttl: { unfinished: 24 * HOUR } }));
    const beat = async () => {
      for (const { server: { app: { context: { node } } } } of servers) {
        await node.renewLease();
        await node.lookAgain();
      }
    };
    const made = async () => {
      const { body: { matchID } } = await servers[0].post('/games/nim/create', { numPlayers: 2 });
      const clients = [];
      for (const [i, { url, post }] of servers.entries()) {
        const { status, body: { playerCredentials: credentials } } = await post(`/games/nim/${matchID}/join`, { playerID: String(i), playerName: `player ${i}` });
        assert.equal(status, 200);
        clients.push(sit(t, Object.values(CLIENTS)[2 * i], url, { game, matchID, playerID: String(i), credentials }));
      }
      await until(() => clients.every((client) => client.getState()?.isConnected));
      await until(async () => {
        await beat();
        return clients.every(({ matchData }) => matchData?.every(({ isConnected }) => isConnected));
      });
      return clients;
    };
    const play = async (clients) => {
      for (const client of clients) assert.deepEqual(await client.moves.take(1).confirmed, { status: 'confirmed' });
      for (let i = 0; i < 30; i += 1) clients[0].sendChatMessage(String(i));
    };
    const clients = await made();
    await play(clients);

    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + hours * HOUR);
    for (let i = 0; i < 3; i += 1) {
      await beat();
      await quiet();
    }
    await play(clients);
    assert.ok(clients.every(({ matchData }) => matchData.every(({ isConnected }) => isConnected)));
    for (const { get } of servers) assert.equal((await get('/readyz')).status, 200);
    const others = await made();
    await play(others);
    const left = await servers[1].server.db.fetch(clients[0].matchID, { state: true });
    assert.equal(left.state.G.left, 17);
    // Rate limits use a monotonic clock: as much is dropped as without the change.
    await until(() => others[0].chatMessages.length > 0);
    assert.ok(others[0].chatMessages.length <= 25, `${others[0].chatMessages.length}`);
  });
}
