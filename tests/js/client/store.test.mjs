// client.store in the page, compared with boardgame.io 0.50.2: its states, actions and subscribers, with and without Redux's enhancers.
import assert from 'node:assert/strict';
import test from 'node:test';
import ai from 'boardgame.io/dist/cjs/ai.js';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import { applyMiddleware, compose } from 'redux';
import { instrument, ActionCreators } from '@redux-devtools/instrument';
import { Client } from 'rondel/client';
import { capture, quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { isOverflow } from '../faults/values.mjs';
import { both as bothOf, counter } from './support.mjs';

const move = (type, args, playerID = '0') => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const event = (type, args, playerID = '0') => ({ type: 'GAME_EVENT', payload: { type, args, playerID } });
const step = (type, playerID = '0') => ({ type, payload: { type: null, args: null, playerID } });
const only = (type, fields) => ({ type, ...fields, clientOnly: true });

/** Without boardgame.io's output on the console. */
const both = (story, expected) => quietly(() => bothOf(story, expected));

const KINDS = {
  'without an enhancer': () => undefined,
  'with an enhancer': () => applyMiddleware(() => (next) => (action) => next(action)),
};

for (const [kind, enhancer] of Object.entries(KINDS)) {
  const open = (Client, game = counter(), options = {}) => Client({ game, debug: false, quiet: true, enhancer: enhancer(), ...options });

  test(`dispatch makes moves, events, undo and redo, ${kind}`, () => {
    both((Client) => {
      const client = open(Client);
      const seen = [];
      const play = (action) => {
        client.store.dispatch(action);
        const { G, ctx, _stateID, _undo, _redo } = client.store.getState();
        seen.push([G.n, ctx.currentPlayer, _stateID, _undo.length, _redo.length]);
      };
      [move('add', [2]), move('add', 3), step('UNDO'), step('REDO'), event('endTurn', []), move('add', [4], '1')].forEach(play);
      seen.push(client.getState().G.n, client.log.map(({ action }) => [action.type, action.payload.playerID ?? null]));
      return throughJSON(seen);
    }, [
      [2, '0', 1, 2, 0], [5, '0', 2, 3, 0], [2, '0', 3, 2, 1], [5, '0', 4, 3, 0], [5, '1', 5, 1, 0], [9, '1', 6, 2, 0],
      9, [['MAKE_MOVE', '0'], ['MAKE_MOVE', '0'], ['UNDO', '0'], ['REDO', '0'], ['GAME_EVENT', null], ['MAKE_MOVE', '1']],
    ]);
  });

  test(`a store is observable like Redux's, ${kind}`, () => {
    both((Client) => {
      const client = open(Client);
      const seen = [];
      const observable = client.store['@@observable']();
      const { unsubscribe } = observable.subscribe({ next: (state) => seen.push(state.G.n) });
      observable.subscribe({});
      client.moves.add(2);
      client.moves.add(3);
      unsubscribe();
      client.moves.add(4);
      const refused = [null, undefined, 5].filter((observer) => {
        try {
          observable.subscribe(observer);
        } catch {
          return true;
        }
        return false;
      });
      return [seen, observable['@@observable']() === observable, refused.length];
    }, [[0, 2, 5], true, 3]);
  });

  test(`a store has Symbol.observable if the page defines it, ${kind}`, (t) => {
    Object.defineProperty(Symbol, 'observable', { configurable: true, value: Symbol('observable') });
    t.after(() => { delete Symbol.observable; });
    const client = open(Client);
    const seen = [];
    client.store[Symbol.observable]()[Symbol.observable]().subscribe({ next: ({ G }) => seen.push(G.n) });
    client.moves.add(2);
    assert.deepEqual(seen, [0, 2]);
  });

  test(`an action belongs to its own player in any player's client, ${kind}`, () => {
    both((Client) => {
      const game = { setup: () => ({ by: [] }), turn: { activePlayers: { all: null } }, moves: { act: ({ G, playerID }) => { G.by.push(playerID); } } };
      const client = open(Client, game, { playerID: '0' });
      client.store.dispatch(move('act', [], '1'));
      client.moves.act();
      return client.getState().G.by;
    }, ['1', '0']);
  });

  test(`RESET, SYNC, UPDATE and PATCH replace the client's state and log, ${kind}`, () => {
    both((Client) => {
      const client = open(Client);
      const first = client.store.getState();
      client.moves.add(1);
      const one = client.store.getState();
      client.moves.add(1);
      const seen = [];
      const look = () => seen.push([client.getState().G.n, client.getState()._stateID, client.log.map(({ _stateID }) => _stateID)]);
      look();
      client.store.dispatch(only('RESET', { state: first }));
      look();
      client.moves.add(7);
      look();
      client.store.dispatch(only('SYNC', { state: one, log: client.log.slice(0, 1), initialState: first }));
      look();
      const entry = { ...client.log[0], _stateID: 5 };
      client.store.dispatch(only('UPDATE', { state: { ...one, _stateID: 6 }, deltalog: [client.log[0], entry] }));
      look();
      const operations = [{ op: 'replace', path: '/G/n', value: 40 }, { op: 'replace', path: '/_stateID', value: 7 }];
      client.store.dispatch(only('PATCH', { prevStateID: 6, stateID: 7, patch: operations, deltalog: [{ ...entry, _stateID: 6 }] }));
      look();
      client.moves.add(2);
      look();
      client.reset();
      look();
      return seen;
    }, [
      [2, 2, [0, 1]], [0, 0, []], [7, 1, [0]], [1, 1, [0]], [1, 6, [0, 5]], [40, 7, [0, 5, 6]], [42, 8, [0, 5, 6, 7]], [0, 0, []],
    ]);
  });

  test(`a refused action changes nothing, and its handle has the reason, ${kind}`, () => {
    both((Client) => {
      const client = open(Client);
      const answers = [move('refuse', []), move('nothing', []), move('add', [1], '1')].map((action) => client.store.dispatch(action));
      const { error } = answers[1].transients;
      return [answers.map(({ type, transients }) => [type, transients.error.type]), error.type, client.store.getState().G.n];
    }, [
      [['MAKE_MOVE', 'action/invalid_move'], ['MAKE_MOVE', 'action/unavailable_move'], ['MAKE_MOVE', 'action/inactive_player']],
      'action/unavailable_move', 0,
    ]);
    const client = open(Client);
    client.store.dispatch(move('nothing', []));
    assert.equal(client.getState().lastError.type, 'action/unavailable_move');
    assert.equal(client.moves.add(1).status, 'confirmed');
    assert.equal(client.getState().lastError, null);
    assert.equal(client.moves.refuse().error.type, 'action/invalid_move');
    client.store.dispatch(only('UPDATE', { state: { G: {}, ctx: 5 } }));
    assert.match(client.getState().lastError.message, /^ctx: /);
    assert.equal(client.getState().G.n, 1);
    client.store.dispatch(only('PATCH', { patch: [{ op: 'remove', path: '/nowhere' }] }));
    assert.deepEqual([client.getState().lastError.type, client.getState().G.n], ['update/patch_failed', 1]);
  });

  test(`subscribers are notified after each change, but not on subscribing, ${kind}`, () => {
    const client = open(Client);
    const seen = [];
    const end = client.store.subscribe(() => seen.push(client.store.getState().G.n));
    client.moves.add(1);
    client.store.dispatch(move('add', [1]));
    end();
    client.moves.add(1);
    assert.deepEqual(seen, [1, 2]);
  });

  test(`a client's own subscribers are notified once of each action, with its result, ${kind}`, () => {
    const client = open(Client);
    const seen = [];
    client.subscribe(({ G, lastError }) => seen.push([G.n, lastError?.type]));
    client.moves.add(1);
    client.moves.refuse();
    client.store.dispatch(move('add', [1]));
    client.undo();
    client.loadState({ ...client.store.getState(), G: { n: 9 } });
    assert.deepEqual(seen, [[0, undefined], [1, undefined], [1, 'action/invalid_move'], [2, undefined], [1, undefined], [9, undefined]]);
  });

  test(`the store has the full state, and getState() shows the player's view, ${kind}`, () => {
    const game = { ...counter(), setup: () => ({ n: 0, secret: 'ace' }), seed: 'x', playerView: ({ G: { secret, ...G } }) => G };
    const client = open(Client, game);
    assert.equal(client.getState().G.secret, undefined);
    const { G, plugins } = client.store.getState();
    assert.deepEqual([G.secret, plugins.random.data.seed], ['ace', 'x']);
    client.moves.add(1);
    client.store.dispatch(only('RESET', { state: client.getInitialState() }));
    assert.deepEqual(client.store.getState().G, { n: 0, secret: 'ace' });
    assert.equal(client.store.getState(), client.store.getState());
  });

  test(`the caller of dispatch gets the exception of a move, and the match goes on, ${kind}`, () => {
    const client = open(Client, { ...counter(), moves: { ...counter().moves, fail: () => { throw new TypeError('oops'); } } });
    client.moves.add(1);
    assert.throws(() => client.store.dispatch(move('fail', [])), /oops/);
    assert.throws(() => client.moves.fail(), /oops/);
    client.moves.add(1);
    assert.equal(client.getState().G.n, 2);
    for (const action of [undefined, null, 5, 'x', {}]) {
      assert.throws(() => client.store.dispatch(action), { code: 'client/action' });
    }
    assert.deepEqual(client.store.dispatch({ type: 'OTHER', x: 1 }), { type: 'OTHER', x: 1 });
  });

  test(`a game cannot dispatch, and a disposed client refuses, ${kind}`, () => {
    let client;
    const answers = [];
    const game = { ...counter(), moves: { ...counter().moves, call: () => { answers.push(client.store.dispatch(move('add', [1]))); } } };
    client = open(Client, game);
    client.moves.call();
    assert.match(answers[0].transients.error.payload, /a move or hook cannot call/);
    client.moves.add(1);
    client.dispose();
    assert.match(client.store.dispatch(move('add', [1])).transients.error.payload, /disposed of/);
    assert.equal(client.store.getState().G.n, 1);
  });

  test(`a store that is first read after its client's disposal has the last state, ${kind}`, () => {
    const client = open(Client, counter());
    client.moves.add(2);
    client.dispose();
    assert.equal(client.store.getState().G.n, 2);
  });

  test(`boardgame.io's Step makes a bot play, ${kind}`, async () => {
    const game = { ...counter(), ai: { enumerate: () => [{ move: 'add', args: [3] }] } };
    const client = open(Client, game);
    await ai.Step(client, new ai.RandomBot({ enumerate: game.ai.enumerate, seed: 1 }));
    assert.equal(client.getState().G.n, 3);
    const reducer = bgioInternal.CreateGameReducer({ game });
    assert.equal(reducer(throughJSON(client.store.getState()), move('add', [1])).G.n, 4);
  });
}

test('an enhancer\'s middleware sees every action of the client, and may change or drop it', () => {
  const story = (Client) => {
    const seen = [];
    const note = ({ getState }) => (next) => (action) => {
      const before = getState().G.n;
      const result = next(action);
      if (action.type !== 'STRIP_TRANSIENTS') seen.push([action.type, action.payload?.type ?? null, before, getState().G.n]);
      return result;
    };
    const change = () => (next) => (action) => {
      const { type, args } = action.payload ?? {};
      if (type === 'add' && args[0] === 13) return undefined;
      return next(type === 'add' ? { ...action, payload: { ...action.payload, args: [args[0] * 10] } } : action);
    };
    const client = Client({ game: counter(), debug: false, quiet: true, enhancer: applyMiddleware(note, change) });
    client.moves.add(1);
    client.events.endTurn();
    client.moves.refuse();
    client.moves.add(13);
    client.moves.add(2);
    client.undo();
    client.redo();
    client.reset();
    return seen;
  };
  const expected = [
    ['MAKE_MOVE', 'add', 0, 10], ['GAME_EVENT', 'endTurn', 10, 10], ['MAKE_MOVE', 'refuse', 10, 10], ['MAKE_MOVE', 'add', 10, 10],
    ['MAKE_MOVE', 'add', 10, 30], ['UNDO', null, 30, 10], ['REDO', null, 10, 30], ['RESET', null, 30, 0],
  ];
  assert.deepEqual(quietly(() => story(Client)), expected);
  const kept = Client({ game: counter(), debug: false, quiet: true, enhancer: applyMiddleware(() => () => () => {}) });
  assert.match(kept.moves.add(1).error.message, /the store enhancer did not dispatch it/);
  assert.equal(kept.getState().G.n, 0);
});

for (const compat of [undefined, '0.50']) {
  test(`an action that middleware dispatches after it has disposed its client is refused, compat ${compat}`, () => {
    const dispose = () => (next) => (action) => {
      client.getState();
      client.dispose();
      return next(action);
    };
    const client = Client({ game: { ...counter(), compat }, debug: false, quiet: true, enhancer: applyMiddleware(dispose) });
    const { transients } = client.store.dispatch(move('add', [1]));
    // boardgame.io's code writes in place: the store returns to its state, which is refused too.
    assert.equal(transients?.error.payload, compat && 'the client has been disposed of');
    assert.equal(client.getState().G.n, 0);
  });
}

test('middleware may dispatch actions that boardgame.io does not know', () => {
  const thunk = ({ dispatch, getState }) => (next) => (action) => (typeof action === 'function' ? action(dispatch, getState) : next(action));
  const client = Client({ game: counter(), debug: false, quiet: true, enhancer: applyMiddleware(thunk) });
  const seen = [];
  client.subscribe(({ G }) => seen.push(G.n));
  const answer = client.store.dispatch((dispatch, getState) => {
    dispatch(move('add', [1]));
    dispatch(move('add', [1]));
    return getState().G.n;
  });
  assert.deepEqual([answer, seen.at(-1), client.getState().G.n], [2, 2, 2]);
});

test('with Redux DevTools, a jump to another state changes the board, and play goes on', () => {
  const client = Client({ game: counter(), debug: false, quiet: true, enhancer: compose(applyMiddleware(() => (next) => next), instrument()) });
  const { liftedStore } = client.store;
  const seen = [];
  client.subscribe(({ G, canUndo, log }) => seen.push([G.n, canUndo, log.length]));
  for (const n of [1, 2, 3]) client.moves.add(n);
  const { computedStates, stagedActionIds, actionsById } = liftedStore.getState();
  assert.deepEqual(computedStates.map(({ state }) => state.G.n), [0, 1, 3, 6]);
  assert.deepEqual(stagedActionIds.slice(1).map((id) => actionsById[id].action.payload.args), [[1], [2], [3]]);
  liftedStore.dispatch(ActionCreators.jumpToState(1));
  liftedStore.dispatch(ActionCreators.jumpToState(0));
  liftedStore.dispatch(ActionCreators.jumpToState(3));
  liftedStore.dispatch(ActionCreators.toggleAction(stagedActionIds[2]));
  assert.deepEqual(seen, [[0, false, 0], [1, true, 1], [3, true, 2], [6, true, 3], [1, true, 1], [0, false, 0], [6, true, 3], [4, true, 2]]);
  assert.equal(client.canMove('add'), true);
  client.moves.add(10);
  assert.deepEqual([client.getState().G.n, client.log.length], [14, 3]);
});

test('an unplayable state is not shown', () => {
  const { printed, result: client } = capture(() => {
    const client = Client({ game: counter(), enhancer: instrument() });
    client.moves.add(1);
    const lifted = client.store.liftedStore.getState();
    const computedStates = lifted.computedStates.map(({ state }) => ({ state: { ...state, ctx: 5 } }));
    client.store.liftedStore.dispatch(ActionCreators.importState({ ...lifted, computedStates }, true));
    return client;
  });
  assert.match(printed.join('\n'), /the state of the store was refused: ctx: /);
  assert.equal(client.getState().G.n, 1);
});

test('an enhancer may supply a state, which the client shows', () => {
  const restoring = (createStore) => (reducer, state) => createStore(reducer, { ...state, G: { n: 7 } });
  const client = Client({ game: counter(), debug: false, quiet: true, enhancer: restoring });
  assert.equal(client.getState().G.n, 7);
  client.moves.add(1);
  assert.equal(client.getState().G.n, 8);
});

test('a jump that a subscriber asks for is shown', () => {
  const client = Client({ game: counter(), debug: false, quiet: true, enhancer: instrument() });
  let isAsked = false;
  client.subscribe(({ G }) => {
    if (G.n !== 1 || isAsked) return;
    isAsked = true;
    client.store.liftedStore.dispatch(ActionCreators.jumpToState(0));
  });
  client.moves.add(1);
  assert.equal(client.getState().G.n, 0);
});

test('a move that reads the store gets the state from before', () => {
  for (const enhancer of [undefined, applyMiddleware()]) {
    let client;
    const seen = [];
    const look = ({ G }) => { G.n += 1; seen.push(client?.store.getState().G.n); };
    client = Client({ game: { ...counter(), moves: { look } }, debug: false, quiet: true, enhancer });
    client.moves.look();
    client.store.dispatch(move('look', []));
    assert.deepEqual(seen, [0, 1]);
    assert.equal(client.store.getState().G.n, 2);
  }
});

test('an action of another player leaves the client its own player after a stack overflow', () => {
  const game = { setup: () => ({ by: [] }), turn: { activePlayers: { all: null } }, moves: { act: ({ G, playerID }) => { G.by.push(playerID); } } };
  for (const enhancer of [undefined, applyMiddleware()]) {
    const client = Client({ game, playerID: '0', debug: false, quiet: true, enhancer });
    let isMade = false;
    // Retries from shallower levels until there is enough stack.
    const sink = () => {
      try {
        sink();
      } finally {
        if (!isMade) {
          client.store.dispatch(move('act', [], '1'));
          isMade = true;
        }
      }
    };
    assert.throws(sink, isOverflow);
    const before = client.getState().G.by.length;
    client.moves.act();
    assert.deepEqual([before > 0, client.getState().G.by.at(-1), client.getState().G.by.slice(0, -1).every((by) => by === '1')], [true, '0', true]);
    assert.equal(client.store.getState().G.by.length, before + 1);
  }
});
