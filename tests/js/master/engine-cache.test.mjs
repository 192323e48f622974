// Continuing from a cached state has the same result as continuing from a loaded one, histories included.
import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineCache } from '../../../pkg/lib/game/engine-cache.js';
import { throughJSON } from '../support/json.mjs';

const action = (type, payload = {}) => ({ type, payload: { playerID: '0', ...payload } });
const add = (n) => action('MAKE_MOVE', { type: 'add', args: [n] });
const UNDO = action('UNDO');
const REDO = action('REDO');

const game = {
  setup: () => ({ list: [] }),
  moves: {
    add: ({ G }, n) => { G.list.push(n); },
    roll: { move: ({ G, random }) => { G.list.push(random.D6()); }, undoable: true },
  },
};

test('the history of a long turn is the same from any state', () => {
  const cache = new EngineCache(game);
  const steps = [add(1), add(2), UNDO, add(3), action('MAKE_MOVE', { type: 'roll' }), add(4), UNDO, UNDO, REDO, add(5)];
  const states = [cache.start({ numPlayers: 2 })];
  for (const step of steps) states.push(cache.apply(states.at(-1), step).state);
  assert.deepEqual(states.at(-1)._undo.map(({ G }) => G.list.length), [0, 1, 2, 3, 4]);
  for (const [i, state] of states.entries()) {
    for (const step of [add(6), UNDO, REDO, action('GAME_EVENT', { type: 'endTurn' })]) {
      const [known, loaded] = [state, throughJSON(state)].map((from) => cache.apply(from, step));
      assert.deepEqual(throughJSON(known), throughJSON(loaded), `${step.type} after ${i} actions`);
    }
  }
});

test('the master can continue from any state, regardless of later actions', () => {
  const cache = new EngineCache(game);
  const first = cache.start({ numPlayers: 2 });
  const states = [1, 2, 3, 4].map((n) => cache.apply(first, add(n)).state);
  const later = [5, 6, 7, 8].map((n) => cache.apply(first, add(n)).state);
  const lists = [...states, ...later].map((state) => cache.apply(state, add(0)).state.G.list);
  assert.deepEqual(lists, [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, 0]));
  assert.deepEqual(cache.apply(states[0], UNDO).state.G.list, []);
});

test('a move on another state is refused, and that state does not change', () => {
  const cache = new EngineCache({ ...game, moves: { ...game.moves, meddle: () => { inner = cache.apply(other, add(1)); } } });
  let inner;
  const other = throughJSON(cache.apply(cache.start({ numPlayers: 2 }), add(7)).state);
  const { state } = cache.apply(cache.start({ numPlayers: 2 }), action('MAKE_MOVE', { type: 'meddle' }));
  assert.equal(inner.error.type, 'action/action_invalid');
  assert.deepEqual([state.G.list, cache.apply(other, add(1)).state.G.list], [[], [7, 1]]);
});

test('a state keeps its history when another state continues from it', () => {
  const cache = new EngineCache(game);
  const one = cache.apply(cache.start({ numPlayers: 2 }), add(1)).state;
  const before = throughJSON(one);
  const [two, other] = [add(2), add(3)].map((step) => cache.apply(one, step).state);
  assert.deepEqual(throughJSON(one), before);
  assert.deepEqual(two._undo.at(-1).G.list, [1, 2]);
  assert.deepEqual(other._undo.at(-1).G.list, [1, 3]);
  assert.notEqual(two._undo, one._undo);
});
