// previewState shows another state in place of the match's, in the page and online.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { both, counter } from './support.mjs';

const game = () => ({ ...counter(), ai: { enumerate: (G) => (G.n === 0 ? [{ move: 'add', args: [1] }] : []) } });

for (const [where, options] of [['in the page', () => ({})], ['online', () => ({ playerID: '0', multiplayer: Local() })]]) {
  const open = (t, changes = {}) => {
    const client = Client({ game: { ...game(), ...changes }, debug: false, quiet: true, ...options() });
    t.after(() => client.dispose());
    client.start();
    return client;
  };

  test(`a preview has all fields of a state, ${where}`, (t) => {
    const client = open(t);
    client.moves.add(1);
    const { ctx } = client.getState();
    const whole = Object.keys(client.getState()).sort();
    client.previewState({ G: { n: 5 }, ctx });
    const shown = client.getState();
    assert.deepEqual(Object.keys(shown).sort(), whole);
    assert.deepEqual(shown.G, { n: 5 });
    const { _stateID, canRedo, pending, lastError, isConnected, isActive } = shown;
    assert.deepEqual({ _stateID, canRedo, pending, lastError, isConnected, isActive }, {
      _stateID: 1, canRedo: false, pending: 0, lastError: null, isConnected: true, isActive: true,
    });
    assert.equal(shown.canUndo, true, 'canUndo is the value of the match, not of the preview');
  });

  test(`a preview shows the state unchanged, ${where}`, (t) => {
    const client = open(t);
    const state = { G: { n: 5 }, ctx: client.getState().ctx, _stateID: 7 };
    client.previewState(state);
    state.G = { n: 6 };
    client.moves.add(1);
    assert.deepEqual([client.getState().G.n, client.getState()._stateID], [5, 7]);
  });

  test(`a value that is not a state ends a preview, ${where}`, (t) => {
    const client = open(t);
    for (const none of [null, undefined, false, 0, '']) {
      client.previewState({ G: { n: 5 }, ctx: client.getState().ctx });
      client.previewState(none);
      assert.deepEqual(client.getState().G, { n: 0 });
    }
  });

  test(`legalMoves are those of the match during any preview, ${where}`, (t) => {
    const client = open(t);
    client.previewState({ G: { n: 5 }, ctx: client.getState().ctx });
    assert.deepEqual(client.legalMoves(), [{ move: 'add', args: [1] }]);
    client.previewState(null);
    client.moves.add(1);
    client.previewState({ G: { n: 0 }, ctx: client.getState().ctx });
    assert.deepEqual(client.legalMoves(), []);
    client.dispose();
    assert.deepEqual(client.legalMoves(), []);
  });
}

test('a state that cannot be shown is refused, and the view does not change', () => {
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } }, playerView: ({ G }) => ({ n: G.n.valueOf() }) };
  const client = Client({ game, debug: false, quiet: true });
  const state = client.getState();
  assert.throws(() => client.previewState({ ...state, ctx: { ...state.ctx, _nextActivePlayers: 'x' } }), { code: 'game/state' });
  assert.throws(() => client.previewState({ ...state, G: { n: null } }), TypeError);
  assert.equal(client.getState(), state);
  client.moves.add();
  assert.equal(client.getState().G.n, 1);
});

test('a preview shows the plugins\' data through the player\'s view', () => {
  const hand = { name: 'hand', setup: () => ({ 0: 'ace', 1: 'king' }), playerView: ({ data, playerID }) => data[playerID] };
  const client = Client({ game: { ...game(), plugins: [hand] }, playerID: '1', debug: false, quiet: true });
  const { ctx } = client.getState();
  client.previewState({ G: { n: 5 }, ctx, plugins: { hand: { data: { 0: 'ten', 1: 'two' } } } });
  assert.equal(client.getState().plugins.hand.data, 'two');
  client.previewState({ G: { n: 5 }, ctx });
  assert.equal(client.getState().plugins.hand.data, 'king');
});

test('loading a state ends a preview', (t) => {
  const client = Client({ game: game(), debug: false, quiet: true });
  t.after(() => client.dispose());
  const saved = client.store.getState();
  client.previewState({ G: { n: 5 }, ctx: client.getState().ctx });
  client.loadState({ ...saved, G: { n: 3 } });
  assert.equal(client.getState().G.n, 3);
});

test('overrideGameState is previewState under boardgame.io\'s name', () => {
  both((Client) => {
    const client = Client({ game: counter(), debug: false, quiet: true });
    client.moves.add(1);
    const early = client.getState();
    client.moves.add(1);
    const seen = [];
    client.overrideGameState(early);
    seen.push(client.getState().G.n);
    client.moves.add(1);
    client.overrideGameState(null);
    seen.push(client.getState().G.n);
    return seen;
  }, [1, 3]);
});
