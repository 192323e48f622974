// Malformed stored states: the error names the path, the client keeps its state, and play goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { throughJSON } from '../support/json.mjs';

const game = (changes) => ({
  seed: 'stored',
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }, by) => { G.n += by; }, roll: ({ G, random }) => { G.n += random.D6(); } },
  turn: { maxMoves: 3, stages: { think: {}, answer: {} } },
  phases: { late: { turn: { stages: { rest: {} } } } },
  plugins: [{ name: 'notes', setup: () => ({ said: [] }) }],
  ...changes,
});

const throwing = () => { throw null; };
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const hostile = (target) => new Proxy(target, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing });

/** The invalid value, its place in the state, and the beginning of the message. */
const BAD = [
  ['G', undefined, 'G: expected a state of the game, got none'],
  ['ctx', null, 'ctx: expected an object, got null'],
  ['ctx', [], 'ctx: expected an object, got a list'],
  ['ctx', revoked(), 'ctx: cannot be read'],
  ['ctx', hostile({}), 'ctx: cannot be read'],
  ['ctx.numPlayers', undefined, 'ctx.numPlayers: expected a whole number, got undefined'],
  ['ctx.numPlayers', 0, 'ctx.numPlayers: expected 1 to 1000 players, got 0'],
  ['ctx.numPlayers', 1e9, 'ctx.numPlayers: expected 1 to 1000 players, got 1000000000'],
  ['ctx.numPlayers', 2.5, 'ctx.numPlayers: expected a whole number, got 2.5'],
  ['ctx.turn', NaN, 'ctx.turn: expected a whole number, got NaN'],
  ['ctx.turn', -1, 'ctx.turn: expected a whole number, got -1'],
  ['ctx.turn', 2 ** 32, 'ctx.turn: expected a whole number, got 4294967296'],
  ['ctx.turn', '1', 'ctx.turn: expected a whole number, got "1"'],
  ['ctx.turn', Symbol('one'), 'ctx.turn: expected a whole number, got a symbol'],
  ['ctx.currentPlayer', {}, 'ctx.currentPlayer: expected a player, got an object'],
  ['ctx.currentPlayer', '7', 'ctx.currentPlayer: no player is called "7"'],
  ['ctx.currentPlayer', '01', 'ctx.currentPlayer: no player is called "01"'],
  ['ctx.currentPlayer', null, 'ctx.currentPlayer: expected a player, got none'],
  ['ctx.playOrder', null, 'ctx.playOrder: expected a list of players, got null'],
  ['ctx.playOrder', { length: 2 }, 'ctx.playOrder: expected a list of players, got an object'],
  ['ctx.playOrder', ['0', null], 'ctx.playOrder[1]: expected a player, got null'],
  ['ctx.playOrder', new Array(2), 'ctx.playOrder[0]: expected a player, got undefined'],
  ['ctx.playOrder', ['0', throwing], 'ctx.playOrder[1]: expected a player, got a function'],
  ['ctx.playOrder', new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 40 : list[key]) }), 'ctx.playOrder: expected a list of players, 10000 at most'],
  ['ctx.playOrderPos', null, 'ctx.playOrderPos: expected a whole number, got null'],
  ['ctx.playOrderPos', 1e300, 'ctx.playOrderPos: expected a whole number, got 1e+300'],
  ['ctx.playOrderPos', 2, 'ctx.playOrderPos: 2 is not a position in a play order of 2'],
  ['ctx.playOrderPos', -1, 'ctx.playOrderPos: -1 is not a position in a play order of 2'],
  ['ctx.phase', 5, 'ctx.phase: expected the name of a phase, got 5'],
  ['ctx.phase', 'noon', 'ctx.phase: no phase is called "noon"'],
  ['ctx.activePlayers', 5, 'ctx.activePlayers: expected an object, got 5'],
  ['ctx.activePlayers', ['0'], 'ctx.activePlayers: expected an object, got a list'],
  ['ctx.activePlayers', { 0: {} }, 'ctx.activePlayers.0: expected a stage, got an object'],
  ['ctx.activePlayers', { get 0() { throw hostile({}); } }, 'ctx.activePlayers: cannot be read'],
  ['ctx.activePlayers', { 0: 'rest' }, 'ctx.activePlayers.0: the turn declares no stage called "rest"'],
  ['ctx.activePlayers', { 9: null }, 'ctx.activePlayers: it contains no player of the match'],
  ['ctx.activePlayers', Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, null])), 'ctx.activePlayers: expected an object, of 1000 players at most'],
  ['ctx.numMoves', 'many', 'ctx.numMoves: expected a whole number, got "many"'],
  ['ctx._activePlayersNumMoves', 1, 'ctx._activePlayersNumMoves: expected an object, got 1'],
  ['ctx._activePlayersNumMoves', { 0: -2 }, 'ctx._activePlayersNumMoves.0: expected a whole number, got -2'],
  ['ctx._activePlayersMinMoves', { 0: 'x' }, 'ctx._activePlayersMinMoves.0: expected a number, got "x"'],
  ['ctx._prevActivePlayers', null, 'ctx._prevActivePlayers: expected a list, got null'],
  ['ctx._prevActivePlayers', [null], 'ctx._prevActivePlayers[0]: expected an object, got null'],
  ['ctx._prevActivePlayers', [{ activePlayers: { 1: 'rest' } }], 'ctx._prevActivePlayers[0].activePlayers.1: the turn declares no stage called "rest"'],
  ['ctx._nextActivePlayers', throwing, 'ctx._nextActivePlayers: cannot be read'],
  ['ctx._nextActivePlayers', endless(), 'ctx._nextActivePlayers: expected fewer values and levels'],
  ['ctx._nextActivePlayers', { next: { all: 'rest' } }, 'ctx._nextActivePlayers: the turn declares no stage called "rest"'],
  ['ctx._removedPlayers', '1', 'ctx._removedPlayers: expected a list of players, got "1"'],
  ['plugins', null, 'plugins: expected an object, got null'],
  ['plugins', 'none', 'plugins: expected an object, got "none"'],
  ['plugins.random', null, 'plugins.random: expected an object, got null'],
  ['plugins.random.data', 3, 'plugins.random.data: expected an object, got 3'],
  ['plugins.random.data.seed', {}, 'plugins.random.data.seed: expected a text or a number, got an object'],
  ['plugins.random.data.prngstate', 7, 'plugins.random.data.prngstate: expected an object, got 7'],
  ['plugins.random.data.prngstate', { c: 'x', s0: 0, s1: 0, s2: 0 }, 'plugins.random.data.prngstate.c: expected a number, got "x"'],
  ['plugins.random.data.prngstate', { c: 1, s0: 0.5, s1: 0.5, s2: 7 }, 'plugins.random.data.prngstate: a generator cannot reach this state'],
  ['plugins.random.data.prngstate', { c: 0.5, s0: 0.5, s1: 0.5, s2: 0.5 }, 'plugins.random.data.prngstate: a generator cannot reach this state'],
  ['plugins.notes', 3, 'plugins.notes: expected an object, got 3'],
  ['_undo', null, '_undo: expected a list, got null'],
  ['_undo', 'x', '_undo: expected a list, got "x"'],
  ['_undo', [null], '_undo[0]: expected an object, got null'],
  ['_undo', [{}], '_undo[0].G: expected a state of the game, got none'],
  ['_undo.1.ctx', undefined, '_undo[1].ctx: expected an object, got undefined'],
  ['_undo.1.ctx.phase', 'noon', '_undo[1].ctx.phase: no phase is called "noon"'],
  ['_undo.0.ctx.playOrderPos', 4, '_undo[0].ctx.playOrderPos: 4 is not a position'],
  ['_undo.1.plugins.random.data.prngstate', { c: 0, s0: 1, s1: 0, s2: 0 }, '_undo[1].plugins.random.data.prngstate: a generator cannot reach this state'],
  ['_undo.1.playerID', {}, '_undo[1].playerID: expected a player, got an object'],
  ['_undo.1.moveType', 3, '_undo[1].moveType: expected the name of a move, got 3'],
  ['_redo', [3], '_redo[0]: expected an object, got 3'],
  ['_redo.1.ctx.turn', null, '_redo[1].ctx.turn: expected a whole number, got null'],
  ['_redo.1.ctx.currentPlayer', '9', '_redo[1].ctx.currentPlayer: no player is called "9"'],
  ['_stateID', -1, '_stateID: expected a whole number, got -1'],
  ['_stateID', 2 ** 53, '_stateID: expected a whole number, got 9007199254740992'],
  ['_stateID', null, '_stateID: expected a whole number, got null'],
];

const LONG = 'n'.repeat(1_000_001);
const LONG_NAMES = [
  ['ctx.currentPlayer', LONG, 'ctx.currentPlayer'],
  ['ctx.playOrder', ['0', LONG], 'ctx.playOrder[1]'],
  ['ctx.phase', LONG, 'ctx.phase'],
  ['ctx.activePlayers', { [LONG]: 0 }, 'ctx.activePlayers'],
  ['ctx.activePlayers', { 0: LONG }, 'ctx.activePlayers.0'],
  ['ctx._activePlayersNumMoves', { [LONG]: 1 }, 'ctx._activePlayersNumMoves'],
  ['ctx._prevActivePlayers', [{ activePlayers: { [LONG]: null } }], 'ctx._prevActivePlayers[0].activePlayers'],
  ['ctx._removedPlayers', [LONG], 'ctx._removedPlayers[0]'],
  ['_undo.1.ctx.activePlayers', { 0: LONG }, '_undo[1].ctx.activePlayers.0'],
  ['_redo.1.playerID', LONG, '_redo[1].playerID'],
];
for (const [path, value, place] of LONG_NAMES) BAD.push([path, value, `${place}: a name of 1000001 characters; 1000000 is the most`]);

for (const [path, value, message] of BAD) {
  test(`${message}`, () => {
    const client = played();
    const before = client.getState();
    const handle = client.loadState(put(sound(), path, value));
    assert.equal(handle.status, 'rejected');
    assert.equal(handle.error.type, 'action/action_invalid');
    assert.ok(handle.error.message.startsWith(message), handle.error.message);
    assert.deepEqual([client.getState().G, client.getState().ctx], [before.G, before.ctx]);
    assert.equal(client.getState().lastError, handle.error);
    assert.equal(client.moves.add(1).status, 'confirmed');
    assert.equal(client.undo().status, 'confirmed');
    assert.deepEqual(client.getState().G, before.G);
  });

  test(`a reducer: ${message}`, () => {
    const reducer = CreateGameReducer({ game: game() });
    const fine = InitializeGame({ game: game() });
    const add = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } };
    const bad = put(sound(), path, value);
    const { transients, G } = reducer(bad, add);
    assert.equal(transients.error.type, 'action/action_invalid');
    assert.ok(transients.error.payload.startsWith(message), transients.error.payload);
    assert.equal(G, bad.G);
    assert.equal(reducer(fine, add).G.n, 1);
  });
}

test('a reducer that cannot copy a state throws an error of Rondel\'s own', () => {
  const reducer = CreateGameReducer({ game: game() });
  const add = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } };
  for (const odd of [revoked(), hostile({}), { get ctx() { throw null; } }]) {
    assert.throws(() => reducer(odd, add), { name: 'RondelError', code: 'game/state', message: 'state: cannot be read' });
  }
  for (const odd of [3, 'state', [], {}]) {
    assert.match(reducer(odd, add).transients.error.payload, /^(state|G|ctx): expected/);
  }
});

for (const [what, odd] of Object.entries({ undefined, null: null, number: 3, text: 'state', list: [], revoked: revoked(), hostile: hostile({}) })) {
  test(`loadState refuses a value that is not a state: ${what}`, () => {
    const client = played();
    const { error } = client.loadState(odd);
    assert.match(error.message, /^(state|ctx|G): /);
    assert.equal(client.moves.add(1).status, 'confirmed');
  });
}

test('each field of a state is read once', () => {
  const reads = new Map();
  const saved = counting(sound(), '', reads);
  assert.equal(played().loadState(saved).status, 'confirmed');
  assert.ok(reads.size > 60, `${reads.size} fields`);
  assert.deepEqual([...reads].filter(([, times]) => times > 1), []);
});

test('later changes to a loaded object do not change the state', () => {
  const saved = sound();
  const client = played();
  client.loadState(saved);
  saved.ctx.playOrder.pop();
  saved._undo[0].ctx = null;
  saved.plugins.random.data.prngstate.c = 'x';
  for (let i = 0; i < 2; i += 1) client.undo();
  assert.equal(client.moves.roll().status, 'confirmed');
  assert.deepEqual(client.getState().ctx.playOrder, ['0', '1']);
});

for (const compat of [undefined, '0.50']) {
  test(`an overlong name does not shift the values that are read after it${compat ? ', under compat' : ''}`, () => {
    const client = Client({ game: game({ compat }), debug: false, quiet: true });
    const saved = put(sound(game({ compat })), 'ctx.activePlayers', { [LONG]: 0 });
    // As the length of a list, it would make the reader run without end.
    client.loadState(put(saved, 'ctx._activePlayersMinMoves', { a: 4_294_967_295 }));
    assert.equal(client.getState().lastError.message, 'ctx.activePlayers: a name of 1000001 characters; 1000000 is the most');
    client.moves.add(1);
    assert.equal(client.getState().G.n, 1);
  });
}

test("with compat: '0.50' a state may be as incomplete as boardgame.io allows", () => {
  const compat = () => game({ compat: '0.50' });
  for (const [path, value] of [
    ['ctx.currentPlayer', 'undefined'],
    ['ctx.currentPlayer', null],
    ['ctx.playOrderPos', -1],
    ['ctx.playOrder', [0, 1]],
    ['ctx.numMoves', NaN],
    ['ctx.activePlayers', { 0: true, 7: 'anything' }],
    ['ctx.activePlayers', {}],
  ]) {
    const client = Client({ game: compat(), debug: false, quiet: true });
    client.loadState(put(sound(compat()), path, value));
    assert.equal(client.getState().lastError, null, path);
    assert.equal(client.getState().G.n, sound().G.n);
  }
  const client = Client({ game: compat(), debug: false, quiet: true });
  client.loadState(put(sound(compat()), 'ctx.phase', 'noon'));
  assert.match(client.getState().lastError.message, /^ctx\.phase: no phase is called "noon"/);
});

function played() {
  const client = Client({ game: game(), debug: false, quiet: true });
  client.moves.add(1);
  return client;
}

/** A state with a value in every field. */
function sound(rules = game()) {
  const reducer = CreateGameReducer({ game: rules });
  const actions = [
    ['MAKE_MOVE', 'roll', []],
    ['GAME_EVENT', 'setActivePlayers', [{ currentPlayer: { stage: 'think', minMoves: 1, maxMoves: 9 }, revert: true }]],
    ['GAME_EVENT', 'setActivePlayers', [{ all: 'answer', revert: true, next: { all: 'think', next: { others: null } } }]],
    ['MAKE_MOVE', 'add', [2]],
    ['UNDO'],
    ['UNDO'],
  ];
  let state = InitializeGame({ game: rules });
  for (const [type, name, args] of actions) state = reducer(state, { type, payload: { type: name, args, playerID: '0' } });
  const [newest] = state._redo;
  const saved = throughJSON({ ...state, ctx: newest.ctx });
  assert.equal(saved.transients, undefined);
  return saved;
}

function put(state, path, value) {
  const keys = path.split('.');
  const last = keys.pop();
  const place = keys.reduce((object, key) => object[key], state);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return state;
}

function endless() {
  const arg = { all: null };
  arg.next = arg;
  return arg;
}

/** A state that counts the reads of each field, except for the game's own data. */
function counting(value, path, reads) {
  if (typeof value !== 'object' || value === null || path.endsWith('.G')) return value;
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'symbol') return target[key];
      const here = `${path}.${key}`;
      reads.set(here, (reads.get(here) ?? 0) + 1);
      return counting(target[key], here, reads);
    },
  });
}
