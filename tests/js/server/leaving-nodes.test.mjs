// Players who leave the game at one of two servers with a shared storage, while the other gets a request for the same seat.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { slowStorage } from '../support/slow-storage.mjs';
import { serve } from './serve.mjs';

const DEAD = { id: 0, name: '(left)', hasLeft: true };
/** Delays of the storages, in tasks, so that requests meet at different steps. */
const DELAYS = [[0, 0], [0, 1], [1, 0], [0, 3], [3, 0], [1, 7], [7, 1], [2, 2]];

/** Two servers, and a match of three with Ann and Bob; Ann's seat is '0'. */
async function table(t, delays) {
  t.mock.method(console, 'warn', () => {});
  const db = new InMemory();
  const left = [];
  const game = { name: 'nim', setup: () => ({ left: [] }), moves: {}, onPlayerLeave: ({ G, playerID }) => { left.push(playerID); G.left.push(playerID); } };
  const servers = [];
  for (const delay of delays) servers.push(await serve(t, { games: [game], db: slowStorage(db, { compares: true, delay: () => delay }) }));
  const { body: { matchID } } = await servers[0].post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  const join = async (playerID) => (await servers[0].post(`${path}/join`, { playerID, playerName: 'Ann' })).body.playerCredentials;
  const credentials = await join('0');
  await join('1');
  const ask = (at, route, body) => servers[at].post(`${path}/${route}`, { playerID: '0', credentials, ...body });
  const stored = () => db.fetch(matchID, { state: true, metadata: true });
  return { ask, db, left, matchID, servers, stored, seatNow: async () => (await servers[0].get(path)).body.players[0] };
}

/** Requests to the other server while the first lets Ann leave the game, and their possible statuses. */
const MEANWHILE = {
  leaveGame: { body: {}, statuses: [200, 403] },
  leaveSlot: { body: {}, statuses: [200, 403] },
  update: { body: { newName: 'Anna' }, statuses: [200, 403] },
  join: { body: { playerName: 'Eve', credentials: undefined }, statuses: [409] },
};

for (const [route, { body, statuses }] of Object.entries(MEANWHILE)) {
  test(`leaveGame at one server, and ${route} at another: the hook runs once per state, and the seat is free or dead`, async (t) => {
    for (const delays of DELAYS) {
      const { ask, stored, seatNow } = await table(t, delays);
      const [one, other] = await Promise.all([ask(0, 'leaveGame'), ask(1, route, body)]);
      const where = `${delays}: ${one.status}, ${other.status} ${JSON.stringify(other.body)}, ${JSON.stringify(await seatNow())}`;
      assert.ok([200, 403].includes(one.status) && statuses.includes(other.status), where);
      assert.ok(one.status === 200 || other.status === 200, where);
      const { state, metadata } = stored();
      const seat = await seatNow();
      const hasLeft = state.G.left.length > 0;
      assert.ok(state.G.left.length <= 1, where);
      assert.deepEqual(seat, hasLeft ? DEAD : { id: 0 }, where);
      assert.ok(!JSON.stringify(metadata.players[0]).includes('credentials'), where);
      assert.equal(metadata._leaving, undefined, where);
      assert.equal((await ask(1, 'join', { playerName: 'Cat', credentials: undefined })).status, hasLeft ? 409 : 200, where);
    }
  });
}

test('leaveGame at one server, and a kick at another: the seat is taken', async (t) => {
  for (const delays of DELAYS) {
    const { ask, matchID, servers, stored, seatNow } = await table(t, delays);
    const [one] = await Promise.all([ask(0, 'leaveGame'), servers[1].server.admin.kick(matchID, '0')]);
    const { state } = stored();
    assert.ok([200, 403].includes(one.status), `${delays}: ${one.status}`);
    assert.ok(state.G.left.length <= 1);
    assert.equal((await seatNow()).name, state.G.left.length > 0 ? '(left)' : undefined, `${delays}`);
  }
});
