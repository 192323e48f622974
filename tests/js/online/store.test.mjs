// client.store online: actions go to the master, actions that boardgame.io's clients dispatch for messages count as messages, and an
// enhancer sees both.
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyMiddleware, compose } from 'redux';
import { instrument, ActionCreators } from '@redux-devtools/instrument';
import { counters } from './games.mjs';
import { A_WHILE, table } from './support.mjs';

const move = (type, args = [], playerID = '0') => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const only = (type, fields) => ({ type, ...fields, clientOnly: true });

const passing = applyMiddleware(() => (next) => (action) => next(action));

for (const [kind, enhancer] of [['without an enhancer', undefined], ['with an enhancer', passing]]) {
  test(`dispatch makes the player's actions and refuses those of another seat, ${kind}`, async (t) => {
    const match = table(t, counters(), { enhancer });
    const p0 = match.sit('0');
    assert.equal(p0.client.store.getState(), null);
    const [p1] = await match.seated('1');
    assert.deepEqual(p0.client.store.getState().G.counts, { 0: 0, 1: 0 });
    const told = [];
    p1.client.store.subscribe(() => told.push(p1.client.store.getState().G.counts[0]));
    p0.client.store.dispatch(move('add'));
    assert.equal(p0.client.store.getState().G.counts[0], 1, 'it shows at once');
    const { transients } = p0.client.store.dispatch(move('add', [], '1'));
    assert.equal(transients.error.type, 'update/unauthorized_action');
    assert.equal(p0.client.getState().lastError.type, 'update/unauthorized_action');
    await match.run();
    assert.deepEqual(p1.client.store.getState().G.counts, { 0: 1, 1: 0 });
    assert.deepEqual([told.at(-1), p0.client.getState().pending], [1, 0]);
  });

  test(`SYNC, UPDATE and PATCH count as messages of the master, and RESET is refused, ${kind}`, async (t) => {
    const match = table(t, counters(), { enhancer });
    const [{ client }] = await match.seated('0');
    const state = client.store.getState();
    const shows = () => [client.getState().G.counts[0], client.getState()._stateID];
    client.store.dispatch(only('UPDATE', { state: { ...state, G: { counts: { 0: 5, 1: 0 } }, _stateID: 1 }, deltalog: [] }));
    assert.deepEqual(shows(), [5, 1]);
    const patch = [{ op: 'replace', path: '/G/counts/0', value: 7 }, { op: 'replace', path: '/_stateID', value: 2 }];
    client.store.dispatch(only('PATCH', { prevStateID: 1, stateID: 2, patch, deltalog: [] }));
    assert.deepEqual(shows(), [7, 2]);
    client.store.dispatch(only('SYNC', { state: { ...state, G: { counts: { 0: 9, 1: 0 } }, _stateID: 3 }, log: [], initialState: state }));
    assert.deepEqual(shows(), [9, 3]);
    assert.equal(client.store.getState().G.counts[0], 9);
    assert.match(client.store.dispatch(only('RESET', { state })).transients.error.payload, /cannot be reset/);
    assert.deepEqual(shows(), [9, 3]);
  });
}

test('an enhancer\'s middleware sees the player\'s actions and the master\'s messages', async (t) => {
  const seen = [];
  const note = ({ getState }) => (next) => (action) => {
    const result = next(action);
    seen.push([action.type, getState()?.G.counts[0]]);
    return result;
  };
  const match = table(t, counters());
  const p0 = match.sit('0', { enhancer: applyMiddleware(note) });
  const p1 = match.sit('1');
  await match.run();
  assert.deepEqual(seen, [['SYNC', 0]]);
  p0.client.moves.add();
  assert.deepEqual(seen.slice(1), [['MAKE_MOVE', 0], ['UPDATE', 1]]);
  await match.run();
  p1.client.moves.add();
  await match.run();
  assert.deepEqual(seen.at(-1), ['UPDATE', 1]);
  assert.deepEqual(p0.client.store.getState().G.counts, { 0: 1, 1: 1 });
  const { length } = seen;
  p0.client.dispose();
  await match.run(A_WHILE);
  assert.equal(seen.length, length);
  assert.equal(p0.client.store.getState().G.counts[1], 1);
});

test('with Redux DevTools, a jump shows an earlier state, and back shows the master\'s', async (t) => {
  const match = table(t, counters());
  const p0 = match.sit('0', { enhancer: compose(passing, instrument()) });
  const p1 = match.sit('1');
  await match.run();
  p0.client.moves.add();
  await match.run();
  const { liftedStore } = p0.client.store;
  const last = liftedStore.getState().currentStateIndex;
  liftedStore.dispatch(ActionCreators.jumpToState(1));
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  p1.client.moves.add();
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 }, 'play goes on behind it');
  liftedStore.dispatch(ActionCreators.jumpToState(last + 1));
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 1 });
  assert.equal(p0.client.getState().isActive, true);
});
