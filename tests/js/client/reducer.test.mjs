// InitializeGame and CreateGameReducer, compared with boardgame.io 0.50.2: mutable states, patches, errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/internal.js';
import * as rondel from 'rondel/internal';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { counter } from './support.mjs';

const move = (type, args = [], playerID = '0') => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const event = (type, playerID = '0') => ({ type: 'GAME_EVENT', payload: { type, args: [], playerID } });
const patch = (operations) => ({ type: 'PATCH', prevStateID: 0, stateID: 1, patch: operations, deltalog: [], clientOnly: true });

/** Runs a story with both packages' reducers, and expects the same outcome of both. */
function both(story, expected) {
  assert.deepEqual(quietly(() => story(bgio)), expected, 'boardgame.io');
  assert.deepEqual(quietly(() => story(rondel)), expected, 'Rondel');
}

function start({ InitializeGame, CreateGameReducer }, game = counter()) {
  return { state: InitializeGame({ game }), reducer: CreateGameReducer({ game }) };
}

/** Replaces each error of a patch by whether its text names the path. */
const namesPath = (errors, path) => errors.map((error) => error instanceof Error && String(error).includes(path));

test('the ctx of a state is mutable, and play continues from its changes', () => {
  both((library) => {
    let { state, reducer } = start(library);
    const first = reducer(state, move('add', [1]));
    state.ctx.currentPlayer = '1';
    const refused = reducer(state, move('add', [1]));
    const moved = reducer(state, move('add', [2], '1'));
    moved.ctx.turn = 7;
    state = reducer(moved, event('endTurn', '1'));
    state.ctx.gameover = 'enough';
    const over = reducer(state, move('add', [1], '0'));
    return [first.G.n, refused.transients.error.type, moved.G.n, state.ctx.turn, over.transients.error.type];
  }, [1, 'action/inactive_player', 2, 8, 'action/gameover']);
});

test('unknown moves call the same game code first as known ones', () => {
  both((library) => {
    const { state, reducer } = start(library);
    const over = { ...state, ctx: { ...state.ctx, gameover: 'enough' } };
    const answers = [[state, move('nothing')], [state, event('nothing', '1')], [over, event('nothing')]].map(([at, action]) => reducer(at, action));
    return answers.map(({ transients }) => transients.error.type);
  }, ['action/unavailable_move', 'action/inactive_player', 'action/gameover']);
});

test('play continues from changes to any part of a state', () => {
  both((library) => {
    const { state, reducer } = start(library);
    const next = reducer(state, move('add', [1]));
    next.G = { n: 10 };
    next._stateID = 40;
    const { G, _stateID } = reducer(next, move('add', [1]));
    return { G, _stateID };
  }, { G: { n: 11 }, _stateID: 41 });
});

test('PATCH changes a state by its operations, or returns an error and changes nothing', () => {
  both((library) => {
    const { state, reducer } = start(library);
    const next = reducer(state, patch([{ op: 'replace', path: '/G/n', value: 4 }, { op: 'replace', path: '/_stateID', value: 1 }]));
    const played = reducer(next, move('add', [1]));
    const { transients, ...same } = reducer(state, patch([{ op: 'remove', path: '/nowhere' }]));
    return [next.G, next._stateID, state.G, played.G, transients.error.type, throughJSON(same.G), namesPath(transients.error.payload, '/nowhere')];
  }, [{ n: 4 }, 1, { n: 0 }, { n: 5 }, 'update/patch_failed', { n: 0 }, [true]]);
});

test('the error of an action that a plugin declares invalid names the plugin and the reason', () => {
  both((library) => {
    const bank = { name: 'bank', setup: () => ({ n: 0 }), isInvalid: ({ G }) => G.n > 1 && 'overdrawn' };
    const { state, reducer } = start(library, { ...counter(), plugins: [bank] });
    return reducer(state, move('add', [2])).transients.error;
  }, { type: 'action/plugin_invalid', payload: { plugin: 'bank', message: 'overdrawn' } });
  const game = { moves: { go: () => {} }, turn: { onEnd: ({ events }) => { events.endTurn(); } } };
  const { state, reducer } = start(rondel, game);
  const { type, payload } = reducer(state, event('endTurn')).transients.error;
  assert.equal(type, 'action/plugin_invalid');
  assert.equal(payload.plugin, 'events');
  assert.match(payload.message, /^events\.endTurn cannot be called in turn\.onEnd/);
});

test('a plugin without data is absent from the state before its first action', () => {
  both((library) => {
    const game = {
      ...counter(),
      plugins: [
        { name: 'bare' },
        { name: 'judge', isInvalid: ({ data }) => data !== undefined && 'it has data' },
        { name: 'acting', action: (data, { args: [n] }) => ({ ...data, n }) },
        { name: 'offering', api: () => ({}) },
        { name: 'flushing', flush: ({ data }) => data },
      ],
    };
    let { state, reducer } = start(library, game);
    const names = () => Object.keys(state.plugins).filter((name) => game.plugins.some((plugin) => plugin.name === name)).sort();
    const seen = [names()];
    state = reducer(state, move('add', [1]));
    seen.push(names());
    state = reducer(state, { type: 'PLUGIN', payload: { type: 'acting', args: [3], playerID: '0' } });
    seen.push(names(), state.plugins.acting.data);
    state = reducer(state, move('add', [1]));
    seen.push(names(), throughJSON(state.plugins.acting.data), state.G.n);
    return seen;
  }, [
    ['flushing', 'offering'], ['flushing', 'offering'],
    ['acting', 'flushing', 'offering'], { n: 3 },
    ['acting', 'flushing', 'offering'], { n: 3 }, 2,
  ]);
});
