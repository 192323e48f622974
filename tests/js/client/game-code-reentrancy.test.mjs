// Game code that calls the client that runs it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { capture, quietly } from '../support/console.mjs';
import { counter } from './support.mjs';

const ACTIONS = {
  'moves.add': (client) => client.moves.add(10),
  'events.endTurn': (client) => client.events.endTurn(),
  'plugins.notes': (client) => client.plugins.notes('x'),
  undo: (client) => client.undo(),
  redo: (client) => client.redo(),
  reset: (client) => client.reset(),
  loadState: (client) => client.loadState(client.getState()),
};

/** The same actions with a wrong argument. */
const WRONG = { loadState: (client) => client.loadState(null) };

const CHANGES = {
  updatePlayerID: (client) => client.updatePlayerID('1'),
  updateMatchID: (client) => client.updateMatchID('other'),
  updateCredentials: (client) => client.updateCredentials('x'),
  previewState: (client) => client.previewState(client.getState()),
  sendChatMessage: (client) => client.sendChatMessage('hello'),
  start: (client) => client.start(),
  stop: (client) => client.stop(),
  dispose: (client) => client.dispose(),
};

/** The places where game code runs: games that call `call()` there during a move or while the state is read. */
const PLACES = {
  'a move': (call) => ({ moves: { add: ({ G }, by) => { G.n += by; call(); } } }),
  validate: (call) => ({ moves: { add: { move: ({ G }, by) => { G.n += by; }, validate: () => { call(); } } } }),
  'turn.onMove': (call) => ({ turn: { onMove: () => { call(); } } }),
  endIf: (call) => ({ endIf: () => { call(); } }),
  playerView: (call) => ({ playerView: ({ G }) => { call(); return G; } }),
  'a plugin': (call) => ({ plugins: [notes, { name: 'other', flush: ({ data }) => { call(); return data; } }] }),
};

const notes = { name: 'notes', setup: () => [], action: (data, { args }) => [...data, ...args] };

/** Returns a client of a game that runs `call(client)` there, and the outcome of each call. */
function provoked(place, call) {
  const outcomes = [];
  let client;
  const provoke = () => {
    if (!client) return;
    try {
      outcomes.push(call(client));
    } catch (error) {
      outcomes.push(error);
    }
  };
  client = Client({ game: { ...counter(), plugins: [notes], ...PLACES[place](provoke) } });
  return { client, outcomes };
}

for (const place of Object.keys(PLACES)) {
  for (const [what, call] of [...Object.entries(ACTIONS), ...Object.entries(WRONG)]) {
    test(`${call === WRONG[what] ? 'a wrong ' : ''}${what} in ${place} is refused by name, and subscribers are not notified`, () => quietly(() => {
      const { client, outcomes } = provoked(place, call);
      let told = 0;
      client.subscribe(() => { told += 1; });
      const handle = client.moves.add(1);
      client.getState();
      assert.equal(handle.status, 'confirmed');
      assert.ok(outcomes.length > 0);
      for (const { status, error } of outcomes) {
        assert.equal(status, 'rejected');
        assert.ok(error.message.startsWith(`a move or hook cannot call ${what};`), error.message);
      }
      assert.equal(told, 2, 'at once, and of the move');
      assert.equal(client.getState().G.n, 1);
      assert.equal(client.getState().lastError, null);
      assert.equal(client.log.length, 1);
    }));
  }

  for (const [what, call] of Object.entries(CHANGES)) {
    test(`${what} in ${place} throws and changes nothing`, () => quietly(() => {
      const { client, outcomes } = provoked(place, call);
      client.moves.add(1);
      client.getState();
      assert.ok(outcomes.length > 0);
      for (const error of outcomes) {
        assert.deepEqual([error.code, error.message], ['client/busy', `a move or hook cannot call ${what}`]);
      }
      assert.deepEqual([client.playerID, client.matchID, client.credentials], [undefined, 'default', undefined]);
      assert.equal(client.getState().G.n, 1);
    }));
  }

  test(`a client that is read in ${place} returns the state from before`, () => {
    const { client, outcomes } = provoked(place, (own) => [own.getState()?.G.n, own.canMove('add', 1), own.getState()?.ctx.turn]);
    client.moves.add(1);
    client.getState();
    assert.ok(outcomes.length > 0);
    for (const outcome of outcomes) assert.deepEqual(outcome, [0, false, 1]);
    assert.equal(client.getState().G.n, 1);
    assert.equal(client.canMove('add', 1), true);
  });
}

test('turn.onMove gets its own move, even if that move called another', () => quietly(() => {
  const told = [];
  let client;
  const game = {
    ...counter(),
    moves: { ...counter().moves, outer: (_context, ...args) => { client.moves.add(args.length); } },
    turn: { onMove: ({ move }) => { told.push(move); } },
  };
  client = Client({ game });
  client.moves.outer('a', 'b');
  assert.deepEqual(told, [{ name: 'outer', args: ['a', 'b'] }]);
}));

test('repeated refusals of one name are printed once', () => {
  const { printed } = capture(() => {
    const { client } = provoked('a move', ({ moves }) => { for (let i = 0; i < 100; i += 1) moves.add(1); });
    client.moves.add(1);
  });
  assert.equal(printed.length, 1);
});

test('in single-player mode chat does nothing', () => {
  const client = Client({ game: counter(), quiet: true });
  assert.deepEqual(client.chatMessages, []);
  const { status, error } = client.sendChatMessage('hello');
  assert.deepEqual([status, error.message], ['rejected', 'a client without multiplayer has nobody to chat with']);
  assert.deepEqual(client.chatMessages, []);
});

test('a reducer refuses a nested call by a move, and the move goes on', () => {
  let inner;
  const told = [];
  const action = (type, ...args) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID: '0' } });
  const game = {
    ...counter(),
    moves: { ...counter().moves, outer: ({ G }) => { inner = reducer(state, action('add', 10)); G.n += 1; } },
    turn: { onMove: ({ move }) => { told.push(move.name); } },
  };
  const state = InitializeGame({ game });
  const reducer = CreateGameReducer({ game });
  const next = reducer(state, action('outer'));
  assert.match(inner.transients.error.payload, /^a move or hook cannot call add/);
  assert.deepEqual([inner.G.n, next.G.n, next._stateID], [0, 1, 1]);
  assert.deepEqual(told, ['outer']);
});
