// Other features of a client whose match is on a master: undo, legal moves, chat, connections, previews.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local, SocketIO } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { follow } from '../../../pkg/lib/client/follow.js';
import { counters, marks } from './games.mjs';
import { A_WHILE, LATENCY, table } from './support.mjs';

test('undo and redo reach the master, and canUndo and canRedo show who may use them', async (t) => {
  const match = table(t, marks({ turn: {} }));
  const [p0, p1] = await match.seated('0', '1');
  const can = ({ client }) => [client.getState().canUndo, client.getState().canRedo];
  assert.deepEqual([can(p0), can(p1)], [[false, false], [false, false]]);
  p0.client.moves.mark('a');
  p0.client.moves.mark('b');
  await match.run();
  assert.deepEqual([can(p0), can(p1)], [[true, false], [false, false]]);
  const undone = p0.client.undo();
  assert.equal(undone.status, 'sent');
  await match.run();
  assert.equal(undone.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['a']);
  assert.deepEqual(can(p0), [true, true]);
  const redone = p0.client.redo();
  await match.run();
  assert.equal(redone.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.marks, ['a', 'b']);
  assert.deepEqual(can(p0), [true, false]);
  const foreign = p1.client.undo();
  await match.run();
  assert.equal(foreign.status, 'rejected');
  p0.client.events.endTurn();
  await match.run();
  assert.deepEqual([can(p0), can(p1)], [[false, false], [false, false]]);
});

test('with disableUndo nobody can undo, and undo is refused', async (t) => {
  const match = table(t, marks({ turn: {}, disableUndo: true }));
  const [p0] = await match.seated('0');
  p0.client.moves.mark();
  assert.equal(p0.client.getState().canUndo, false);
  await match.run();
  assert.equal(p0.client.getState().canUndo, false);
  const handle = p0.client.undo();
  await match.run();
  assert.equal(handle.status, 'rejected');
  assert.deepEqual(p0.client.getState().G.marks, ['0']);
});

test('canMove and legalMoves use the client\'s view', async (t) => {
  const match = table(t, {
    setup: () => ({ n: 0 }),
    moves: {
      add: { move: ({ G }, n) => { G.n += n; }, validate: (_, n) => n > 0 },
      peek: { move: () => {}, validate: ({ G }) => G.secret.open },
    },
    ai: { enumerate: () => [{ move: 'add', args: [1] }, { move: 'add', args: [-1] }, { move: 'peek' }] },
  });
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  assert.deepEqual([1, -1].map((n) => p0.client.canMove('add', n)), [true, false]);
  // Only the master knows.
  assert.equal(p0.client.canMove('peek'), true);
  assert.equal(p0.client.canMove('none such'), false);
  assert.deepEqual(p0.client.legalMoves(), [{ move: 'add', args: [1] }, { move: 'peek', args: [] }]);
  for (const { client } of [p1, spectator]) {
    assert.equal(client.canMove('add', 1), false);
    assert.deepEqual(client.legalMoves(), []);
  }
  const handle = p0.client.moves.add(-1);
  assert.equal(handle.status, 'rejected');
});

test('a chat message reaches everybody, with its sender', async (t) => {
  const match = table(t, counters());
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  p0.client.sendChatMessage({ text: 'hello' });
  await match.run();
  for (const { client } of [p0, p1, spectator]) {
    assert.equal(client.chatMessages.length, 1);
    const [{ id, ...message }] = client.chatMessages;
    assert.deepEqual(message, { sender: '0', payload: { text: 'hello' } });
    assert.equal(typeof id, 'string');
  }
  const before = p1.client.chatMessages;
  p1.client.sendChatMessage('and to you');
  await match.run();
  assert.deepEqual(p0.client.chatMessages.map(({ payload }) => payload), [{ text: 'hello' }, 'and to you']);
  assert.equal(before.length, 1);
});

test('matchData shows who is connected', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const connected = () => p0.client.matchData.map(({ id, isConnected }) => [id, Boolean(isConnected)]);
  assert.deepEqual(connected(), [[0, true], [1, true]]);
  p1.client.stop();
  await match.run();
  assert.deepEqual(connected(), [[0, true], [1, false]]);
  p1.client.start();
  await match.run();
  assert.deepEqual(connected(), [[0, true], [1, true]]);
});

test('stop keeps the shown state without a connection, and start fetches the present one', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.stop();
  assert.equal(p0.client.getState().isConnected, false);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  p1.client.moves.add();
  await match.run(60_000);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  p0.client.start();
  await match.run();
  assert.equal(p0.client.getState().isConnected, true);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 1 });
});

for (const compat of [undefined, '0.50']) {
  test(`a subscriber from before start() is called after it${compat ? ", with compat: '0.50', too" : ''}`, (t) => {
    const client = Client({ game: { ...counters(), compat }, playerID: '0', debug: false, quiet: true, multiplayer: Local() });
    t.after(() => client.dispose());
    const seen = [];
    const told = (state) => { seen.push(state && state.G.counts[0]); };
    client.subscribe(told)();
    assert.deepEqual(seen, []);
    const unsubscribe = client.subscribe(told);
    client.start();
    assert.equal(seen.at(-1), 0);
    unsubscribe();
    seen.length = 0;
    client.subscribe(told)();
    assert.deepEqual(seen, [0]);
    client.stop();
    client.subscribe(told)();
    assert.deepEqual(seen, [0]);
  });
}

test('follow, the base of the hooks for React and Vue, waits for the match and starts the client', async (t) => {
  const net = network({ latency: LATENCY });
  const client = Client({ game: counters(), playerID: '0', debug: false, quiet: true, multiplayer: Local({ network: net }) });
  t.after(() => client.dispose());
  const { read, subscribe } = follow(client);
  assert.equal(read(), null);
  let renders = 0;
  const unsubscribe = subscribe(() => { renders += 1; });
  assert.equal(read(), null);
  await net.run(A_WHILE);
  assert.deepEqual(read().G.counts, { 0: 0, 1: 0 });
  assert.ok(renders > 0);
  const state = read();
  assert.equal(read(), state);
  client.moves.add();
  assert.equal(read().G.counts[0], 1);
  unsubscribe();
  await net.run(A_WHILE);
  assert.equal(client.getState().isConnected, false);
});

test('reset and loadState are refused for a client of a master', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  p0.client.moves.add();
  for (const handle of [p0.client.reset(), p0.client.loadState(p0.client.getState())]) {
    assert.equal(handle.status, 'rejected');
  }
  assert.equal(p0.client.getState().G.counts[0], 1);
});

test('previewState shows another state while play goes on behind it', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.previewState({ G: { counts: { 0: 77, 1: 77 } }, ctx: p0.client.getState().ctx });
  p1.client.moves.add();
  await match.run();
  assert.equal(p0.client.getState().G.counts[0], 77);
  p0.client.previewState(null);
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 1 });
});

test('a client whose multiplayer creates no transport throws an error that says so', () => {
  for (const multiplayer of [() => ({}), () => undefined, true, 'localhost:8000', { server: 'localhost:8000' }, Local]) {
    assert.throws(() => Client({ game: counters(), multiplayer }), { code: 'client/multiplayer', message: /^multiplayer: expected the result of Local\(\) or .* returns/ });
  }
  assert.throws(() => SocketIO('localhost:8000'), { code: 'client/multiplayer', message: "SocketIO: expected SocketIO({ server: 'localhost:8000' })" });
});

test('without a match ID the client plays the match "default", as in boardgame.io', (t) => {
  for (const matchID of [undefined, null, '']) {
    const client = Client({ game: counters(), playerID: '0', matchID, multiplayer: Local(), debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    assert.equal(client.matchID, 'default');
    assert.deepEqual(client.getState()?.G.counts, { 0: 0, 1: 0 }, `matchID: ${matchID}`);
  }
});

test('a disposed client does not call its transport, and prints nothing about states that nobody has read', () => {
  const told = [];
  const multiplayer = (options) => {
    const transport = Local()(options);
    for (const method of ['connect', 'disconnect', 'sendChatMessage', 'updateCredentials', 'updateMatchID', 'updatePlayerID']) {
      const call = transport[method];
      transport[method] = (...args) => { told.push(method); call.apply(transport, args); };
    }
    return transport;
  };
  const client = Client({ game: counters(), playerID: '0', multiplayer, debug: false, quiet: true });
  client.start();
  const first = client.getState();
  client.moves.add();
  client.dispose();
  assert.deepEqual([client.getState().G.counts[0], client.getState().isActive, first.isActive], [1, true, false]);
  told.length = 0;
  client.start();
  client.sendChatMessage('hello');
  client.updateCredentials('secret');
  client.updateMatchID('other');
  client.updatePlayerID('1');
  client.stop();
  assert.deepEqual(told, []);
});
