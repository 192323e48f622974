// Calls to the client from its own callbacks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { quietly } from '../support/console.mjs';
import { counter } from './support.mjs';

/** A client whose move `inner` calls the given function with the client. */
function clientWith(inner, game = {}) {
  let client;
  const moves = { ...counter().moves, inner: (context, ...args) => inner(client, context, ...args) };
  client = Client({ game: { ...counter(), moves, ...game } });
  return client;
}

for (const [what, call] of Object.entries({
  'a move': (client) => client.moves.add(10),
  'an event': (client) => client.events.endTurn(),
  undo: (client) => client.undo(),
  redo: (client) => client.redo(),
})) {
  test(`${what} called inside a move is refused with a reason, and the move goes on`, () => {
    let handle;
    const client = clientWith((own, { G }) => {
      G.n += 1;
      handle = call(own);
      G.n += 1;
    });
    client.moves.add(1);
    quietly(() => assert.equal(client.moves.inner().status, 'confirmed'));
    assert.equal(handle.status, 'rejected');
    assert.match(handle.error.message, /move or hook/, 'says why');
    assert.equal(client.getState().G.n, 3);
    assert.equal(client.getState().ctx.turn, 1);
    client.moves.add(1);
    assert.equal(client.getState().G.n, 4);
  });
}

test('a move called inside a hook or an endIf is refused too', () => {
  for (const place of ['onMove', 'onEnd', 'endIf']) {
    let client;
    const handles = [];
    const call = () => { if (client) handles.push(client.moves.add(10)); };
    client = Client({ game: { ...counter(), turn: { [place]: call } } });
    quietly(() => {
      client.moves.add(1);
      client.events.endTurn();
    });
    assert.equal(client.getState().G.n, 1, place);
    assert.ok(handles.length > 0, place);
    for (const handle of handles) assert.equal(handle.status, 'rejected', place);
  }
});

test('getState() inside a move returns the state before the move', () => {
  let seen;
  const client = clientWith((own, { G }) => {
    G.n = 5;
    seen = own.getState();
  });
  const before = client.getState();
  client.moves.inner();
  assert.equal(seen, before);
  assert.deepEqual(seen.G, { n: 0 });
  assert.equal(client.getState().G.n, 5);
});

test('a move may call moves of another client', () => {
  const other = Client({ game: counter() });
  const client = clientWith((own, { G }, by) => {
    other.moves.add(by);
    G.n = other.getState().G.n;
  });
  client.moves.inner(7);
  assert.equal(client.getState().G.n, 7);
});

test('a move may create a client', () => {
  const client = clientWith((own, { G }) => {
    const other = Client({ game: counter() });
    other.moves.add(3);
    G.n = other.getState().G.n;
    other.dispose();
  });
  client.moves.inner();
  assert.equal(client.getState().G.n, 3);
});

test('reset, updatePlayerID, stop and dispose inside a move leave a usable client or a clear refusal', () => {
  for (const call of [(own) => own.reset(), (own) => own.updatePlayerID('1'), (own) => own.stop(), (own) => own.start()]) {
    const client = clientWith((own, { G }) => {
      try {
        call(own);
      } catch (error) {
        assert.ok(error.message, 'a refusal says why');
      }
      G.n += 1;
    });
    quietly(() => client.moves.inner());
    client.updatePlayerID(null);
    client.reset();
    client.moves.add(2);
    assert.equal(client.getState().G.n, 2);
  }
});

test('a subscriber may make a move, and all subscribers end with the same state', () => {
  const client = Client({ game: counter() });
  const seen = [];
  client.subscribe(({ G }) => { if (G.n === 1) assert.equal(client.moves.add(10).status, 'confirmed'); });
  client.subscribe(({ G }) => { seen.push(G.n); });
  client.moves.add(1);
  assert.equal(client.getState().G.n, 11);
  assert.equal(seen.at(-1), 11);
  assert.deepEqual(client.log.map((entry) => entry.action.payload.args[0]), [1, 10]);
});

test('a subscriber may subscribe another, which is called', () => {
  const client = Client({ game: counter() });
  let later = 0;
  let armed = false;
  client.subscribe(() => {
    if (!armed) return;
    armed = false;
    client.subscribe(() => { later += 1; });
  });
  armed = true;
  client.moves.add(1);
  const before = later;
  client.moves.add(1);
  assert.equal(later, before + 1);
});

test('a subscriber may dispose the client', () => {
  const client = Client({ game: counter() });
  let armed = false;
  client.subscribe(() => { if (armed) client.dispose(); });
  armed = true;
  client.moves.add(1);
});
