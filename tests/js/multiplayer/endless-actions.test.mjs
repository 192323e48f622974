// Slow: thousands of actions. Subscribers of online clients that act without end, and moves that call their own client.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { reportedBy } from '../support/console.mjs';

function counters(game = {}) {
  return {
    setup: () => ({ n: 0 }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G }) => { G.n += 1; } },
    ...game,
  };
}

function seats(game, ...playerIDs) {
  return playerIDs.map((playerID) => {
    const client = Client({ game, playerID, multiplayer: Local(), quiet: true });
    client.start();
    return client;
  });
}

/** Continues with these clients and with a match of another game. */
function goesOn(...clients) {
  for (const client of clients) {
    const { n } = client.getState().G;
    assert.equal(client.moves.add().status, 'confirmed');
    for (const { getState } of clients) assert.equal(getState().G.n, n + 1);
    assert.equal(client.getState().lastError, null);
  }
  const [other] = seats(counters(), '0');
  assert.equal(other.moves.add().status, 'confirmed');
  other.dispose();
}

for (const compat of [undefined, '0.50']) {
  test(`a subscriber that makes moves without end ends in one clear error${compat ? ', under compat too' : ''}`, async (t) => {
    const [client] = seats(counters({ compat }), '0');
    t.after(() => client.dispose());
    const last = [];
    const stops = [1, 2].map((i) => client.subscribe((state) => {
      last[i] = state;
      if (state.G.n > 0) client.moves.add();
    }));
    const reports = await reportedBy(() => client.moves.add());
    assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
    assert.match(reports[0].message, /^moves\.add: subscribers act again at each notification, without end/);
    assert.equal(client.getState().lastError.message, reports[0].message);
    assert.deepEqual(last.slice(1), [client.getState(), client.getState()]);
    for (const stop of stops) stop();
    if (!compat) goesOn(client);
  });
}

test('a chain of hundreds of moves is allowed', async (t) => {
  const [client] = seats(counters(), '0');
  t.after(() => client.dispose());
  client.subscribe(({ G }) => { if (G.n > 0 && G.n < 200) client.moves.add(); });
  assert.deepEqual(await reportedBy(() => client.moves.add()), []);
  assert.ok(client.getState().G.n >= 200);
  assert.equal(client.getState().pending, 0);
});

test('two clients of a match that answer each other without end are stopped, although neither is nested in the other', async (t) => {
  const clients = seats(counters(), '0', '1');
  const stops = clients.map((client, i) => {
    t.after(() => client.dispose());
    return client.subscribe(({ G }) => { if (G.n > 0 && G.n % 2 === i) client.moves.add(); });
  });
  const reports = await reportedBy(() => clients[0].moves.add());
  assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
  for (const stop of stops) stop();
  goesOn(...clients);
});

test('moves that are refused each time are stopped too', async (t) => {
  const [client] = seats(counters({ moves: { add: ({ G }) => { G.n += 1; }, no: () => 'INVALID_MOVE' } }), '0');
  t.after(() => client.dispose());
  let isArmed = false;
  client.subscribe(() => { if (isArmed) client.moves.no(); });
  isArmed = true;
  const reports = await reportedBy(() => client.moves.no());
  assert.equal(reports.length, 1);
  isArmed = false;
  goesOn(client);
});

for (const [what, change] of Object.entries({
  updatePlayerID: (client, i) => client.updatePlayerID(String(i % 2)),
  updateMatchID: (client, i) => client.updateMatchID(`match ${i % 2}`),
  updateCredentials: (client, i) => client.updateCredentials(`secret ${i}`),
  previewState: (client) => client.previewState(null),
  sendChatMessage: (client, i) => client.sendChatMessage(i),
})) {
  test(`${what} without end ends in one clear error`, async (t) => {
    const [client] = seats(counters(), '0');
    t.after(() => client.dispose());
    let i = 0;
    let isArmed = false;
    client.subscribe(() => { if (isArmed) change(client, (i += 1)); });
    isArmed = true;
    const reports = await reportedBy(() => client.moves.add());
    assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
    isArmed = false;
    client.updateMatchID('another');
    client.updatePlayerID('0');
    goesOn(client);
  });
}

test('stop and start without end end in one clear error', async (t) => {
  const [client] = seats(counters(), '0');
  t.after(() => client.dispose());
  let isArmed = false;
  client.subscribe((state) => {
    if (!isArmed) return;
    if (state.isConnected) client.stop();
    else client.start();
  });
  isArmed = true;
  const reports = await reportedBy(() => client.stop());
  assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
  isArmed = false;
  client.start();
  goesOn(client);
});

for (const [what, call] of Object.entries({
  'moves.add': (client) => client.moves.add(),
  'events.endTurn': (client) => client.events.endTurn(),
  undo: (client) => client.undo(),
  redo: (client) => client.redo(),
  reset: (client) => client.reset(),
  loadState: (client) => client.loadState({}),
})) {
  test(`${what} inside a move is refused by name, wherever the move runs`, (t) => {
    const handles = [];
    let client;
    const game = counters({ moves: { add: ({ G }) => { G.n += 1; }, inner: ({ G }) => { handles.push(call(client)); G.n += 10; } } });
    const clients = seats(game, '0', '1');
    for (const each of clients) t.after(() => each.dispose());
    // The first runs the move itself and at the master; the second is only called.
    for (client of clients) {
      handles.length = 0;
      assert.equal(clients[0].moves.inner().status, 'confirmed');
      assert.equal(handles.length, 2, 'once here, and once on the master');
      for (const { status, error } of handles) {
        assert.equal(status, 'rejected');
        assert.ok(error.message.startsWith(`a move or hook cannot call ${what}`), error.message);
      }
    }
    assert.equal(clients[1].getState().G.n, 20);
    goesOn(...clients);
  });
}

for (const [what, call] of Object.entries({
  updatePlayerID: (client) => client.updatePlayerID('1'),
  updateMatchID: (client) => client.updateMatchID('other'),
  updateCredentials: (client) => client.updateCredentials('x'),
  previewState: (client) => client.previewState(null),
  sendChatMessage: (client) => client.sendChatMessage('hello'),
  start: (client) => client.start(),
  stop: (client) => client.stop(),
  dispose: (client) => client.dispose(),
})) {
  test(`${what} inside a move throws and changes nothing`, (t) => {
    const thrown = [];
    let client;
    const inner = ({ G }) => {
      try {
        call(client);
      } catch (error) {
        thrown.push(error);
      }
      G.n += 10;
    };
    [client] = seats(counters({ moves: { add: ({ G }) => { G.n += 1; }, inner } }), '0');
    t.after(() => client.dispose());
    assert.equal(client.moves.inner().status, 'confirmed');
    assert.deepEqual(thrown.map(({ code, message }) => [code, message]), Array(2).fill(['client/busy', `a move or hook cannot call ${what}`]));
    assert.equal(client.getState().G.n, 10);
    assert.equal(client.playerID, '0');
    goesOn(client);
  });
}

test('inside a move a client returns the state before it', (t) => {
  let seen;
  const game = counters({ moves: { add: ({ G }) => { G.n += 1; }, inner: ({ G }) => {
    G.n = 5;
    seen = [client.getState().G.n, client.canMove('add'), client.log.length, client.legalMoves()];
  } } });
  const [client] = seats(game, '0');
  t.after(() => client.dispose());
  client.moves.inner();
  assert.deepEqual(seen, [0, false, 0, []]);
  assert.equal(client.getState().G.n, 5);
  assert.equal(client.canMove('add'), true);
});

test('turn.onMove gets the move that called others', (t) => {
  const told = [];
  let client;
  const game = counters({
    turn: { activePlayers: { all: null }, onMove: ({ move }) => { told.push(move.name); } },
    moves: { add: () => {}, inner: () => { client.moves.add(); } },
  });
  [client] = seats(game, '0');
  t.after(() => client.dispose());
  client.moves.inner();
  assert.deepEqual(new Set(told), new Set(['inner']));
});

test("an action that another client's subscriber makes on a sending client is made afterwards", async (t) => {
  const clients = seats(counters(), '0', '1');
  for (const client of clients) t.after(() => client.dispose());
  let handle;
  clients[1].subscribe(({ G }) => { if (G.n === 1) handle = clients[0].moves.add(); });
  assert.equal(clients[0].moves.add().status, 'confirmed');
  assert.equal(handle.status, 'confirmed');
  assert.equal(clients[0].getState().G.n, 2);
  goesOn(...clients);
});

test("another client's subscriber may dispose a sending client, or change its seat", (t) => {
  for (const change of [(client) => client.dispose(), (client) => client.updateMatchID('next'), (client) => client.updatePlayerID('2'), (client) => client.stop()]) {
    const clients = seats(counters(), '0', '1');
    clients[1].subscribe(({ G }) => { if (G.n === 1) change(clients[0]); });
    const handle = clients[0].moves.add();
    assert.ok(['confirmed', 'rejected', 'predicted'].includes(handle.status), handle.status);
    goesOn(clients[1]);
    for (const client of clients) client.dispose();
  }
});
