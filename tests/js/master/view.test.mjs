// The viewer's filter, which every message from a master passes.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import { CreateGameReducer, InitializeGame, ProcessGameConfig, getFilterPlayerView } from 'rondel/internal';
import { PlayerView } from 'rondel/core';
import { patched } from '../../../pkg/lib/online/protocol/patch.js';
import { throughJSON } from '../support/json.mjs';
import { secretive } from './games.mjs';

const move = (type, playerID, ...args) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });

/** The states of a match, from the first on, as a master has them. */
function statesOf(game, actions) {
  const reducer = CreateGameReducer({ game });
  const states = [InitializeGame({ game })];
  for (const action of actions) states.push(reducer(states.at(-1), action));
  return states;
}

function played() {
  const game = secretive();
  const actions = [move('place', '0', 7), move('whisper', '1', 'SECRET-arg'), move('roll', '0')];
  return { game, states: statesOf(game, actions) };
}

const sync = { acks: { 0: [['s', 3, [[2, { type: 'action/invalid_move', message: 'no' }]]]] }, undo: '0', redo: null };

/** Each kind of payload that a master passes to its transport. */
function payloads(states) {
  const [first, second, third, last] = states;
  const log = states.flatMap((state) => state.deltalog ?? []);
  const filteredMetadata = [{ id: 0, name: 'a', credentials: 'SECRET-credentials' }];
  const stored = { ...last, _sync: { note: 'SECRET-sync' }, extra: 'SECRET-extra' };
  return {
    update: { type: 'update', args: ['m', stored], prev: third, sync },
    patch: { type: 'patch', args: ['m', third._stateID, third, stored], sync },
    whispered: { type: 'update', args: ['m', third], prev: second },
    sync: { type: 'sync', args: ['m', { state: stored, log, filteredMetadata, initialState: first, extra: 'SECRET-extra' }], sync },
    matchData: { type: 'matchData', args: ['m', filteredMetadata] },
    chat: { type: 'chat', args: ['m', { id: 'x', sender: '0', payload: 'hello' }] },
  };
}

test('no message to a viewer contains another viewer\'s secret', () => {
  const { game, states } = played();
  const filter = getFilterPlayerView(game);
  const allowed = { 0: /hand-0|diary-0/, 1: /hand-1|diary-1|arg/ };
  for (const viewer of ['0', '1', null, undefined, '7', 'undefined', '__proto__', 'constructor', 0, {}, []]) {
    for (const [name, payload] of Object.entries(payloads(states))) {
      for (const options of [undefined, {}, { patches: true }]) {
        const text = JSON.stringify(filter(viewer, payload, options));
        const secrets = (text.match(/SECRET-[\w-]*/g) ?? []).filter((secret) => !allowed[viewer]?.test(secret));
        assert.deepEqual(secrets, [], `${name} to ${String(viewer)}`);
        assert.ok(!text.includes('prngstate'), name);
      }
    }
  }
});

test('a state is sent field by field', () => {
  const { game, states } = played();
  const [matchID, view] = getFilterPlayerView(game)('1', payloads(states).update).args;
  assert.equal(matchID, 'm');
  assert.deepEqual(Object.keys(view), ['G', 'ctx', 'plugins', '_undo', '_redo', '_stateID']);
  assert.deepEqual(throughJSON(view.plugins), { random: {}, log: { data: {} }, events: { data: {} }, diary: { data: { page: 'SECRET-diary-1', read: 0 } } });
  assert.deepEqual([view._undo, view._redo, view._stateID], [[], [], 3]);
});

test('Rondel sends the same as boardgame.io, except for the initial state', () => {
  const { game, states } = played();
  const filter = getFilterPlayerView(game);
  const theirs = bgioInternal.getFilterPlayerView(bgioInternal.ProcessGameConfig(secretive()));
  const cases = payloads(states.map((state) => ({ ...state, plugins: { ...state.plugins, log: { data: {} }, events: { data: {} } } })));
  // boardgame.io would send added fields of a state, and credentials.
  const clean = ({ type, args: [matchID, state] }) => {
    const { _sync, extra, ...rest } = state;
    return { type, args: [matchID, rest] };
  };
  for (const viewer of ['0', '1']) {
    assert.deepEqual(throughJSON(filter(viewer, clean(cases.update))), throughJSON(theirs(viewer, clean(cases.update))));
    assert.deepEqual(throughJSON(filter(viewer, cases.whispered)), throughJSON(theirs(viewer, cases.whispered)));
    const [, mine] = filter(viewer, cases.sync).args;
    const [, expected] = theirs(viewer, cases.sync).args;
    assert.deepEqual(throughJSON(mine.log), throughJSON(expected.log));
    assert.deepEqual(throughJSON(mine.state.G), throughJSON(expected.state.G));
  }
});

test('only the author receives the arguments of moves with redact', () => {
  const { game } = played();
  const filter = getFilterPlayerView(game);
  for (const name of ['whisper', 'murmur']) {
    const states = statesOf(game, [move(name, '1', 'hidden')]);
    const entryFor = (viewer) => filter(viewer, { type: 'update', args: ['m', states[1]] }).args[2][0];
    assert.deepEqual(entryFor('1').action.payload, { type: name, args: ['hidden'], playerID: '1' });
    for (const viewer of ['0', null, undefined]) {
      assert.deepEqual(entryFor(viewer).action.payload, { type: name, args: null, playerID: '1' });
      assert.equal('redact' in entryFor(viewer), false);
    }
  }
});

test('a spectator is no player, also where boardgame.io treats them as player 0', () => {
  const { game } = played();
  const filter = getFilterPlayerView(game);
  const states = statesOf(game, [move('whisper', '0', 'hidden')]);
  for (const viewer of [null, undefined, '', '00', ' ', '0.0']) {
    assert.equal(filter(viewer, { type: 'update', args: ['m', states[1]] }).args[2][0].action.payload.args, null, `${viewer}`);
  }
});

test('redacted arguments of no player reach no player', () => {
  const { game, states } = played();
  const entry = { action: { type: 'MAKE_MOVE', payload: { type: 'x', args: ['SECRET'] } }, redact: true, _stateID: 0, turn: 1, phase: null };
  for (const viewer of ['0', null, undefined]) {
    const data = getFilterPlayerView(game)(viewer, { type: 'sync', args: ['m', { state: states[0], log: [entry] }] });
    assert.deepEqual(data.args[1].log[0].action.payload, { type: 'x', args: null });
  }
});

test('credentials in stored log entries are not sent', () => {
  const entry = { action: { type: 'MAKE_MOVE', payload: { type: 'x', args: [], playerID: '0', credentials: 'SECRET' } }, _stateID: 0, turn: 1, phase: null };
  const { game, states } = played();
  const log = [entry, { ...entry, redact: true }];
  const data = getFilterPlayerView(game)('0', { type: 'sync', args: ['m', { state: states[0], log }] });
  assert.deepEqual(data.args[1].log.map((shown) => shown.action.payload), [
    { type: 'x', args: [], playerID: '0' }, { type: 'x', args: [], playerID: '0' },
  ]);
});

test('updates stay updates, unless the transport requests patches', () => {
  const { game, states } = played();
  const filter = getFilterPlayerView(game);
  const payload = { type: 'update', args: ['m', states[1]], prev: states[0] };
  const before = filter('0', { type: 'update', args: ['m', states[0]] }).args[1];
  const after = filter('0', payload).args[1];
  assert.equal(filter('0', payload).type, 'update');
  const { type, args: [matchID, prevStateID, stateID, patch, log] } = filter('0', payload, { patches: true });
  assert.deepEqual([type, matchID, prevStateID, stateID, log.length], ['patch', 'm', 0, 1, 1]);
  assert.deepEqual(throughJSON(patched(before, patch)), throughJSON(after));
  assert.deepEqual(patch, [
    { op: 'replace', path: '/G/cells/7', value: '0' },
    { op: 'replace', path: '/ctx/_activePlayersNumMoves/0', value: 1 },
    { op: 'replace', path: '/ctx/numMoves', value: 1 },
    { op: 'replace', path: '/_stateID', value: 1 },
  ]);
  assert.equal(filter('0', { type: 'update', args: ['m', states[1]] }, { patches: true }).type, 'update');
});

test("a deltaState game's payload is a patch for everybody", () => {
  const { game, states } = played();
  const data = getFilterPlayerView(game)('0', { type: 'patch', args: ['m', 0, states[0], states[1]] });
  assert.deepEqual([data.type, data.args[1], data.args[2], data.args[3].length], ['patch', 0, 1, 4]);
});

test('an answer without a change is an empty patch without a log', () => {
  const { game, states } = played();
  const data = getFilterPlayerView(game)('0', { type: 'patch', args: ['m', 1, states[1], states[1]], sync });
  assert.deepEqual(data.args, ['m', 1, 1, [], []]);
});

test('each viewer gets the acknowledgements of their own actions', () => {
  const { game, states } = played();
  const filter = getFilterPlayerView(game);
  const payload = { type: 'update', args: ['m', states[1]], prev: states[0], sync };
  assert.deepEqual(filter('0', payload).sync, { acks: sync.acks[0], canUndo: true });
  assert.deepEqual(filter('0', { ...payload, sync: { acks: {}, undo: null, redo: '0' } }).sync, { acks: [], canRedo: true });
  for (const viewer of ['1', null, '__proto__', 'toString']) assert.deepEqual(filter(viewer, payload).sync, { acks: [] });
  assert.equal('sync' in filter('0', { ...payload, sync: undefined }), false);
});

test('playerView is called once for each state and viewer', () => {
  let calls = 0;
  const game = { setup: () => ({ n: 0 }), playerView: ({ G }) => { calls += 1; return G; }, moves: { add: ({ G }) => { G.n += 1; } } };
  const filter = getFilterPlayerView(game);
  const states = statesOf(game, [move('add', '0'), move('add', '0')]);
  for (let i = 1; i < states.length; i += 1) {
    // A storage keeps a copy without deltalog.
    const { deltalog, ...prev } = states[i - 1];
    for (const viewer of ['0', '1', '0', null, null]) filter(viewer, { type: 'update', args: ['m', states[i]], prev }, { patches: true });
  }
  assert.equal(calls, 3 * states.length);
});

test('games are filtered alike before and after ProcessGameConfig', () => {
  const { game, states } = played();
  const payload = payloads(states).sync;
  assert.deepEqual(getFilterPlayerView(ProcessGameConfig(game))('0', payload), getFilterPlayerView(game)('0', payload));
});

test('STRIP_SECRETS removes secrets', () => {
  const game = { setup: () => ({ secret: 1, players: { 0: 'a', 1: 'b' } }), playerView: PlayerView.STRIP_SECRETS };
  const payload = { type: 'update', args: ['m', InitializeGame({ game })] };
  const filter = getFilterPlayerView(game);
  assert.deepEqual(throughJSON(filter('1', payload).args[1].G), { players: { 1: 'b' } });
  assert.deepEqual(throughJSON(filter(null, payload).args[1].G), { players: {} });
});

test('the caller gets an exception of playerView', () => {
  const game = { setup: () => ({}), playerView: () => { throw new Error('mine'); } };
  assert.throws(() => getFilterPlayerView(game)('0', { type: 'update', args: ['m', InitializeGame({ game })] }), /mine/);
});
