// Values that JSON cannot represent are an error in G, in development. Under compat, NaN and Infinity are tolerated as in boardgame.io
// 0.50.2.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { findUnstorable } from '../../../pkg/lib/util/serializable.js';
import { fromTheEnd } from '../faults/depth.mjs';
import { isOverflow } from '../faults/values.mjs';
import { capture } from '../support/console.mjs';
import { both } from './support.mjs';

/** A game that divides by its argument. */
const division = (game = {}) => ({
  setup: () => ({ n: 1, parts: [{ share: 1 }] }),
  moves: { divide: ({ G }, by) => { G.parts[0].share = G.n / by; }, call: ({ G }) => { G.fn = () => {}; } },
  ...game,
});
const under = (game) => division({ compat: '0.50', ...game });

test('NaN and Infinity in G cause an error that names the path', () => {
  const client = Client({ game: division(), debug: false, quiet: true });
  const message = 'moves.divide: G.parts[0].share: Infinity cannot be serialised; G may contain only JSON values';
  assert.throws(() => client.moves.divide(0), { code: 'game/unserializable', message });
  assert.equal(client.getState().G.parts[0].share, 1);
});

test('the error names the move or hook that put the value into G, also if plugins wrap it', () => {
  const wrap = { name: 'w', fnWrap: (fn) => (context, ...args) => fn(context, ...args) };
  const spoils = ({ G }) => { G.at = new Date(0); };
  const place = (game, act = (client) => client.moves.go()) => {
    try {
      act(Client({ game: { setup: () => ({}), ...game }, debug: false, quiet: true }));
    } catch (error) {
      assert.equal(error.code, 'game/unserializable');
      return error.message.split(': G.at')[0];
    }
    return assert.fail('nothing is thrown');
  };
  const stage = { turn: { activePlayers: { all: 's' }, stages: { s: { moves: { go: spoils } } } } };
  for (const plugins of [[], [wrap]]) {
    assert.equal(place({ plugins, moves: { go: spoils } }), 'moves.go');
    assert.equal(place({ plugins, ...stage }), 'moves.go');
    assert.equal(place({ plugins, moves: { go: () => {} }, turn: { onMove: spoils } }), 'turn.onMove');
    assert.equal(place({ plugins, turn: { onEnd: spoils } }, (client) => client.events.endTurn()), 'turn.onEnd');
    assert.equal(place({ plugins, phases: { p: { onBegin: spoils } } }, (client) => client.events.setPhase('p')), 'phase.onBegin');
    assert.equal(place({ plugins, onEnd: spoils }, (client) => client.events.endGame()), 'onEnd');
    assert.equal(place({ plugins, setup: () => ({ at: new Date(0) }) }), 'setup');
  }
  const flush = { name: 'f', dangerouslyFlushRawState: ({ state }) => ({ ...state, G: { at: new Date(0) } }) };
  assert.equal(place({ plugins: [flush], moves: { go: ({ G }) => { G.n = 1; } } }), 'plugins');
});

test('under compat a game with NaN and Infinity in G plays on, with one warning', () => {
  const story = (Client, options) => {
    const client = Client({ game: under(), debug: false, quiet: true, ...options });
    client.moves.divide(0);
    client.moves.divide(undefined);
    const seen = client.getState().G.parts[0].share;
    client.moves.divide(-0);
    return [seen, client.getState().G.parts[0].share];
  };
  both(story, [NaN, -Infinity]);
  const { printed } = capture(() => story(Client, { quiet: false }));
  assert.deepEqual(printed, ['rondel: moves.divide: G.parts[0].share: Infinity cannot be serialised; G may contain only JSON values']);
});

test('under compat, setup and the reducer play on as well, and values after such a number are checked', () => {
  const { result: state, printed } = capture(() => {
    const game = under({ setup: () => ({ n: NaN, parts: [{ share: 1 }] }) });
    const begun = InitializeGame({ game });
    return CreateGameReducer({ game })(begun, { type: 'MAKE_MOVE', payload: { type: 'divide', args: [1], playerID: '0' } });
  });
  assert.ok(Number.isNaN(state.G.parts[0].share));
  assert.match(printed[0], /^rondel: setup: G\.n: NaN cannot be serialised/);
  const bad = () => Client({ game: under({ setup: () => ({ n: NaN, fn: () => {} }) }), debug: false, quiet: true });
  assert.throws(bad, { code: 'game/unserializable', message: /^setup: G\.fn: a function/ });
});

test('under compat a master plays on, and sends null in place of such a number', () => {
  const { result: client } = capture(() => {
    const one = Client({ game: under(), playerID: '0', multiplayer: Local(), debug: false, quiet: true });
    one.start();
    one.moves.divide(0);
    return one;
  });
  assert.equal(client.getState()._stateID, 1);
  assert.equal(client.getState().G.parts[0].share, null);
  client.dispose();
});

/** The values that `act` returned or threw at each of the last levels of the stack. */
function atTheEnd(act) {
  const outcomes = [];
  fromTheEnd(300, () => { outcomes.push(act()); }, { note: (error) => outcomes.push(error) });
  return outcomes;
}

test('with a nearly full stack a valid value passes, or the overflow is thrown', () => {
  let value = {};
  for (let i = 0; i < 50; i += 1) value = { value };
  findUnstorable(value, 'value');
  const outcomes = atTheEnd(() => findUnstorable(value, 'value'));
  assert.ok(outcomes.some(isOverflow));
  assert.deepEqual(outcomes.filter((outcome) => outcome !== null && !isOverflow(outcome)), []);
});

test('a value that is too deep for the stack is refused with that reason', () => {
  let value = {};
  for (let i = 0; i < 100_000; i += 1) value = { value };
  assert.deepEqual(findUnstorable(value, 'value'), { path: 'value', found: 'a value that is nested too deep' });
});
