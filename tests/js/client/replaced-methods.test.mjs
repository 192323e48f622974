// Tests of pages replace a client's methods and moves: the page calls the replacements, and the match itself goes on.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { counter } from './support.mjs';

const KINDS = { 'in the page': () => undefined, online: () => Local() };

for (const [kind, multiplayer] of Object.entries(KINDS)) {
  const start = (options) => {
    const client = Client({ game: counter(), multiplayer: multiplayer(), playerID: '0', quiet: true, ...options });
    client.start();
    return client;
  };

  test(`${kind}: a spy on a method calls it`, () => {
    const client = start();
    const watched = mock.method(client, 'updateCredentials');
    client.updateCredentials('secret');
    assert.deepEqual(watched.mock.calls.map((call) => call.arguments), [['secret']]);
    assert.equal(client.credentials, 'secret');
    watched.mock.restore();
    client.updateCredentials('other');
    assert.equal(client.credentials, 'other');
    client.dispose();
  });

  test(`${kind}: moves, events and fields may be replaced, one by one and together`, () => {
    const client = start();
    const add = mock.fn();
    client.moves.add = add;
    client.moves.add(3);
    client.events.endTurn = () => 'ended';
    assert.equal(client.events.endTurn(), 'ended');
    assert.equal(add.mock.callCount(), 1);
    assert.equal(client.getState().G.n, 0);
    client.moves = { add: () => 'mine' };
    assert.equal(client.moves.add(), 'mine');
    for (const [field, value] of Object.entries({ log: [1], matchData: [{ id: 0 }], chatMessages: ['hi'], isLogComplete: false })) {
      client[field] = value;
      assert.equal(client[field], value);
    }
    mock.getter(client, 'playerID', () => '7');
    assert.equal(client.playerID, '7');
    client.dispose();
  });

  test(`${kind}: methods change the seat, and assignment does not`, () => {
    const client = start();
    for (const field of ['playerID', 'matchID', 'credentials', 'store', 'transport']) {
      assert.throws(() => { client[field] = '1'; }, TypeError, field);
    }
    client.dispose();
  });

  test(`${kind}: the match goes on with any value that a page assigns to a client's members`, () => {
    const client = start();
    const { moves: { add }, getState, undo, subscribe, canMove, dispose } = client;
    const shown = [];
    subscribe(({ G }) => { if (shown.at(-1) !== G.n) shown.push(G.n); });
    for (const name of Object.keys(client).filter((key) => typeof client[key] === 'function')) {
      client[name] = () => { throw new Error(name); };
    }
    for (const group of ['moves', 'events', 'plugins']) {
      for (const name of Object.keys(client[group])) delete client[group][name];
      client[group] = null;
    }
    for (const field of ['log', 'matchData', 'chatMessages']) client[field] = null;
    assert.equal(add(2).status, 'confirmed');
    assert.equal(canMove('add', 1), true);
    assert.equal(getState().log.length, 1);
    assert.equal(undo().status, 'confirmed');
    assert.deepEqual(shown, [0, 2, 0]);
    dispose();
    assert.equal(add(2).status, 'rejected');
  });
}

test('a client of a master has its transport, and a client of a match in the page has none', () => {
  const client = Client({ game: counter(), multiplayer: Local(), matchID: 'a', playerID: '1' });
  const told = mock.method(client.transport, 'updateMatchID');
  client.updateMatchID('next');
  assert.deepEqual(told.mock.calls.map((call) => call.arguments), [['next']]);
  assert.deepEqual([client.transport.matchID, client.transport.playerID], ['next', '1']);
  assert.equal(Client({ game: counter() }).transport, undefined);
});
