// Invalid input to client.store: actions without a player, malformed logs, enhancers that throw or come too late.
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyMiddleware } from 'redux';
import { Client } from 'rondel/client';
import { counter } from './support.mjs';

const move = (type, args = [], playerID = '0') => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const only = (type, fields) => ({ type, ...fields, clientOnly: true });

const KINDS = {
  'without an enhancer': () => undefined,
  'with an enhancer': () => applyMiddleware(() => (next) => (action) => next(action)),
};

/** All players may act; moves and a plugin's actions record the acting player. */
const noting = () => ({
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  plugins: [{ name: 'notes', setup: () => [], action: (data, { playerID }) => [...data, playerID] }],
  moves: { act: ({ G, playerID }) => { G.by.push(playerID); } },
});

const throwing = (field) => Object.defineProperty({ type: 'act', args: [], playerID: '1', credentials: 'x' }, field, {
  get() { throw new Error('unreadable'); },
});

for (const [kind, enhancer] of Object.entries(KINDS)) {
  const open = (game) => Client({ game, playerID: '0', quiet: true, enhancer: enhancer() });

  for (const [what, action] of [
    ['has no payload', { type: 'UNDO' }],
    ['cannot be asked for its player', { type: 'MAKE_MOVE', payload: throwing('playerID') }],
    ['cannot be asked for its credentials', { type: 'MAKE_MOVE', payload: throwing('credentials') }],
  ]) {
    test(`an action that ${what} does not change the client's player, ${kind}`, () => {
      const client = open(noting());
      assert.throws(() => client.store.dispatch(action));
      client.moves.act();
      client.plugins.notes();
      const { G, plugins } = client.store.getState();
      assert.deepEqual([G.by, plugins.notes.data], [['0'], ['0']]);
    });
  }

  for (const log of [5, {}, { [Symbol.iterator]() { throw new Error('unreadable'); } }]) {
    test(`the store refuses a state with a malformed log (${typeof log} ${Object(log)}) and does not change, ${kind}`, () => {
      const client = open(counter());
      client.moves.add(1);
      const state = client.store.getState();
      client.moves.add(2);
      const { transients } = client.store.dispatch(only('SYNC', { state, log }));
      assert.ok(transients.error);
      assert.deepEqual([client.getState().G.n, client.store.getState().G.n, client.log.length], [3, 3, 2]);
      client.moves.add(3);
      assert.deepEqual([client.getState().G.n, client.log.length], [6, 3]);
    });
  }

  for (const [log, problem] of [
    [[7], 'log[0]: expected an object, got 7'],
    [[null], 'log[0]: expected an object, got null'],
    [[{}], 'log[0].action: expected an object, got undefined'],
    ['entries', 'log: expected a list, got "entries"'],
  ]) {
    test(`the store refuses a malformed log (${JSON.stringify(log)}) and names the path, ${kind}`, () => {
      const client = open(counter());
      client.moves.add(1);
      const state = client.store.getState();
      client.moves.add(2);
      for (const action of [only('SYNC', { state, log }), only('UPDATE', { state, deltalog: log })]) {
        const { transients } = client.store.dispatch(action);
        assert.deepEqual(transients.error, { type: 'action/action_invalid', payload: problem });
        assert.deepEqual([client.getState().G.n, client.log.length], [3, 2]);
      }
    });
  }

  test(`SYNC ends a preview, as loadState does, ${kind}`, () => {
    const client = open(counter());
    client.moves.add(1);
    const state = client.store.getState();
    client.moves.add(2);
    client.previewState({ ...state, G: { n: 99 } });
    client.store.dispatch(only('SYNC', { state: null, log: [] }));
    assert.equal(client.getState().G.n, 99);
    client.store.dispatch(only('SYNC', { state, log: [] }));
    assert.equal(client.getState().G.n, 1);
  });

  for (const state of [undefined, null, 7, {}, { G: {}, ctx: 5 }]) {
    test(`the store refuses an invalid state (${JSON.stringify(state)}) by name, and play goes on, ${kind}`, () => {
      const client = open(counter());
      client.moves.add(1);
      for (const type of ['SYNC', 'UPDATE', 'RESET']) {
        const { transients } = client.store.dispatch(only(type, { state }));
        assert.match(transients.error.payload, /^(state|ctx|G)/);
      }
      assert.equal(client.store.getState().G.n, 1);
      client.moves.add(2);
      assert.deepEqual([client.getState().G.n, client.store.getState().G.n, client.getState().lastError], [3, 3, null]);
    });
  }
}

for (const [kind, enhancer] of Object.entries(KINDS)) {
  test(`the store refuses an action without a payload by name, ${kind}`, () => {
    const client = Client({ game: noting(), quiet: true, enhancer: enhancer() });
    for (const [action, expected] of [
      [{ type: 'UNDO' }, 'UNDO: expected a `payload`'],
      [{ type: 'MAKE_MOVE' }, 'MAKE_MOVE: expected a `payload` with a `type`, the name of what is done'],
      [{ type: 'GAME_EVENT', payload: { type: Symbol('end') } }, 'GAME_EVENT: expected a `payload` with a `type`, the name of what is done'],
    ]) {
      assert.throws(() => client.store.dispatch(action), { code: 'client/action', message: `dispatch: ${expected}` });
    }
  });
}

test('the store refuses an enhancer that is not a function by name', () => {
  assert.throws(() => Client({ game: noting(), enhancer: {} }), {
    code: 'client/enhancer',
    message: 'enhancer: expected a function, as applyMiddleware() returns it',
  });
});

test('an enhancer that throws after the reduction leaves the client at the store\'s state and notifies subscribers', () => {
  const failing = (createStore) => (reducer, preloaded) => {
    const store = createStore(reducer, preloaded);
    return { ...store, dispatch: (action) => { store.dispatch(action); throw new Error('failed'); } };
  };
  const client = Client({ game: counter(), quiet: true, enhancer: failing });
  const seen = [];
  client.subscribe(({ G }) => seen.push(G.n));
  assert.throws(() => client.moves.add(2), /failed/);
  assert.deepEqual([client.store.getState().G.n, client.getState().G.n, seen.at(-1)], [2, 2, 2]);
});

test('middleware that runs after the client\'s disposal changes nothing and throws nothing', () => {
  let late;
  const client = Client({ game: counter(), quiet: true, enhancer: applyMiddleware(() => (next) => (late = next)) });
  client.moves.add(1);
  const initialState = client.getInitialState();
  client.dispose();
  for (const action of [move('add', [1]), { type: 'UNDO', payload: {} }, only('RESET', { state: initialState }), { type: 'other' }]) late(action);
  assert.deepEqual([client.getState().G.n, client.store.getState().G.n], [1, 1]);
});

test('a move that dispatches through middleware gets an error', () => {
  let api;
  const thrown = [];
  const dispatching = ({ G }) => {
    G.n += 1;
    try {
      api.dispatch(move('add', [10]));
    } catch (error) {
      thrown.push(error.code);
    }
    client.moves.add(100);
  };
  const client = Client({
    game: { ...counter(), moves: { ...counter().moves, dispatching } },
    quiet: true,
    enhancer: applyMiddleware((middleware) => { api = middleware; return (next) => (action) => next(action); }),
  });
  client.moves.dispatching();
  assert.deepEqual([thrown, client.getState().G.n, client.log.length], [['client/busy'], 1, 1]);
});
