// A connection that ends while its own messages wait leaves its match when they have been handled, and receives nothing more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ServerLimits } from '../../../pkg-server/lib/limits.js';
import { openConnection } from '../../../pkg-server/lib/connection.js';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const game = {
  name: 'sums',
  setup: () => ({ said: '' }),
  turn: { activePlayers: { all: null } },
  moves: { say: ({ G }, n) => { G.said = String(n).repeat(60_000); } },
};

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a closed connection receives nothing more, its queued actions run, and it leaves`, async (t) => {
    const { url, hub, db } = await serve(t, { games: [game] });
    const client = await open(url, 'sums');
    client.send('sync', 'm', '0', undefined, 2);
    await until([], () => client.heard.some((text) => /said/.test(text)));
    assert.equal(hub('sums').connectedAt('m').length, 1);
    for (let seq = 1; seq <= 32; seq += 1) {
      const made = { type: 'MAKE_MOVE', payload: { type: 'say', args: [seq % 10], playerID: '0' }, sync: { session: 's', seq, first: 1 } };
      client.send('update', made, 0, 'm', '0');
    }
    client.socket.terminate();
    await until([], () => hub('sums').connectedAt('m').length === 0);
    assert.equal((await db.fetch('m', { state: true })).state._stateID, 32);
  });
}

test('a connection that is cut after its end because too much waits has left', () => {
  const limits = new ServerLimits();
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers: {} };
  let left = 0;
  const connection = { receive: async () => {}, forsake: () => {}, close: async () => { left += 1; } };
  const hub = { gameName: 'sums', master: {}, connect: () => ({ ...connection }) };
  const open = () => openConnection(hub, { limits, transport: 'websocket', request, send: () => {}, backlog: () => 0, cut: () => {} });
  const ask = (line, size) => line.receive({ type: 'log', args: ['x'.repeat(size)] });
  const greedy = open();
  for (let n = 0; n < 400; n += 1) ask(greedy, 90_000);
  greedy.close();
  assert.equal(left, 0);
  for (let n = 0; n < 400; n += 1) ask(open(), 40_000);
  assert.equal(left, 1);
});
