// Transports that throw.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { reportedBy } from '../support/console.mjs';
import { inProduction } from '../support/environment.mjs';

const game = () => ({
  setup: () => ({ n: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }) => { G.n += 1; } },
});

const METHODS = {
  connect: (client) => client.start(),
  disconnect: (client) => client.stop(),
  sendAction: (client) => client.moves.add(),
  sendChatMessage: (client) => client.sendChatMessage('hello'),
  updateMatchID: (client) => client.updateMatchID('other'),
  updatePlayerID: (client) => client.updatePlayerID('1'),
  updateCredentials: (client) => client.updateCredentials('secret'),
};

/** A client over `Local` whose transport calls `fault` before its work. */
function faulty(method, fault) {
  let transport;
  const client = Client({ game: game(), playerID: '0', quiet: true, multiplayer: (options) => {
    transport = Local()(options);
    const original = transport[method];
    transport[method] = (...args) => fault() ?? original.apply(transport, args);
    return transport;
  } });
  return { client, transport };
}

for (const [method, call] of Object.entries(METHODS)) {
  for (const [how, fault] of Object.entries({
    throws: (thrown) => { throw thrown; },
    'answers a promise that is rejected with': (thrown) => Promise.reject(thrown),
  })) {
    for (const thrown of [new Error('lost'), null]) {
      test(`${method}() ${how} ${thrown}: it is reported, and the client goes on`, async () => {
        let isFaulty = false;
        const { client } = faulty(method, () => (isFaulty ? fault(thrown) : undefined));
        client.start();
        isFaulty = true;
        const reports = await reportedBy(() => { call(client); });
        assert.deepEqual(reports, [thrown]);
        isFaulty = false;
        call(client);
        client.stop();
        client.start();
        client.moves.add();
        assert.equal(client.getState().pending, 0);
        assert.ok(client.getState().G.n > 0);
        client.dispose();
      });
    }
  }
}

test('a transport may deliver messages in its constructor, and its status at once', () => {
  const client = Client({ game: game(), playerID: '0', quiet: true, multiplayer: (options) => {
    options.transportDataCallback({ type: 'sync', args: ['default', {}] });
    const transport = Local()(options);
    const subscribe = transport.subscribeToConnectionStatus;
    transport.subscribeToConnectionStatus = (fn) => { fn(); subscribe.call(transport, fn); };
    return transport;
  } });
  client.start();
  assert.equal(client.moves.add().status, 'confirmed');
  client.dispose();
});

test('after a malformed message the client requests a sync', async () => {
  for (const data of [null, 5, {}, { type: 'sync' }, { type: 'patch', args: null }, { type: 'update', args: ['default'] },
    { type: 'update', args: ['default', { _stateID: 0, G: {}, ctx: {} }], sync: { acks: [[null, 1, [[1, null]]]] } }]) {
    const { client, transport } = faulty('requestSync', () => undefined);
    client.start();
    const reports = await reportedBy(() => transport.notifyClient(data));
    assert.deepEqual(reports, []);
    client.stop();
    client.start();
    client.moves.add();
    assert.ok(client.getState().G.n >= 1);
    client.dispose();
  }
});

test('a state too deep to compare with the last one is shown, and the client goes on', (t) => {
  // Development would freeze it, and it is too deep for that.
  inProduction(t);
  let receive;
  const client = Client({ game: game(), playerID: '0', quiet: true, multiplayer: (options) => {
    receive = options.transportDataCallback;
    return Local()(options);
  } });
  t.after(() => client.dispose());
  client.start();
  const deep = (what) => {
    let value = what;
    for (let i = 0; i < 50_000; i += 1) value = { value };
    return value;
  };
  const { G, ctx, plugins, _stateID } = client.getState();
  for (const what of ['one', 'another']) {
    const state = { G: { ...G, deep: deep(what) }, ctx, plugins, _stateID };
    receive({ type: 'update', args: ['default', state, []], sync: { acks: [] } });
    let { value } = client.getState().G.deep;
    while (typeof value === 'object') ({ value } = value);
    assert.equal(value, what);
  }
  const handle = client.moves.add();
  assert.deepEqual([handle.status, client.getState().G.n, client.getState().pending], ['confirmed', 1, 0]);
});

test('playerID and matchID may be numbers, as in single-player mode', () => {
  const shared = game();
  const clients = [0, 1].map((playerID) => Client({ game: shared, playerID, matchID: 7, multiplayer: Local(), quiet: true }));
  const named = Client({ game: shared, playerID: '1', matchID: '7', multiplayer: Local(), quiet: true });
  for (const client of [...clients, named]) client.start();
  assert.equal(clients[0].playerID, 0);
  assert.equal(clients[0].matchID, 7);
  for (const client of clients) {
    assert.equal(client.getState().isActive, true);
    assert.equal(client.canMove('add'), true);
    assert.equal(client.moves.add().status, 'confirmed');
  }
  assert.equal(named.getState().G.n, 2);
  assert.deepEqual(named.log.map(({ action }) => action.payload.playerID), ['0', '1']);
  named.updatePlayerID(0);
  assert.equal(named.moves.add().status, 'confirmed');
  named.updateMatchID(8);
  assert.equal(named.getState().G.n, 0);
  assert.equal(named.moves.add().status, 'confirmed');
  assert.equal(clients[0].getState().G.n, 3);
  for (const client of [...clients, named]) client.dispose();
});
