// loadState continues from a stored state; previewState shows another state.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';

const game = () => ({
  seed: 'stored',
  setup: () => ({ n: 0, rolled: [] }),
  moves: { add: ({ G }, by) => { G.n += by; }, roll: ({ G, random }) => { G.rolled.push(random.D6()); } },
  turn: { minMoves: 1, maxMoves: 3 },
});

const stored = (client) => throughJSON(client.getState());

test('a stored match continues with its random numbers, its move counts and its undo history', () => {
  const [one, two, through] = [game(), game(), game()].map((each) => Client({ game: each, debug: false, quiet: true }));
  for (const client of [one, through]) {
    client.moves.add(2);
    client.moves.roll();
  }
  two.moves.add(99);
  assert.equal(two.loadState(stored(one)).status, 'confirmed');
  assert.deepEqual(two.getState().ctx, one.getState().ctx);
  assert.deepEqual(two.log, [], 'the log starts again');
  for (const client of [two, through]) client.moves.roll();
  assert.deepEqual(two.getState().G, through.getState().G);
  assert.deepEqual(two.getState().ctx, through.getState().ctx);
  assert.equal(two.getState()._stateID, 3);
});

test('a state that boardgame.io stored continues, undo included', () => {
  const theirs = quietly(() => {
    const client = bgio.Client({ game: game(), debug: false, quiet: true });
    client.moves.add(5);
    client.moves.add(1);
    return stored(client);
  });
  const client = Client({ game: game(), debug: false, quiet: true });
  client.loadState(theirs);
  assert.equal(client.undo().status, 'confirmed');
  assert.equal(client.getState().G.n, 5);
  client.redo();
  assert.equal(client.getState().G.n, 6);
});

for (const [what, rules] of [['disableUndo', { disableUndo: true }], ['a view of the undo history', {}]]) {
  test(`a state without a generator continues with the client's next random numbers: ${what}`, () => {
    const [client, through] = [1, 2].map(() => Client({ game: { ...game(), ...rules }, debug: false, quiet: true }));
    for (const each of [client, through]) for (let i = 0; i < 2; i += 1) each.moves.roll();
    const { _undo, _redo, ...shown } = stored(client);
    assert.equal(client.loadState(shown).status, 'confirmed');
    for (const each of [client, through]) each.moves.roll();
    assert.deepEqual(client.getState().G, through.getState().G);
  });
}

test('loading an older state without a generator repeats no random number', () => {
  const [client, through] = [1, 2].map(() => Client({ game: { ...game(), turn: {}, disableUndo: true }, debug: false, quiet: true }));
  const older = stored(client);
  for (let i = 0; i < 6; i += 1) through.moves.roll();
  for (let i = 0; i < 3; i += 1) client.moves.roll();
  client.loadState(older);
  for (let i = 0; i < 3; i += 1) client.moves.roll();
  assert.deepEqual(client.getState().G.rolled, through.getState().G.rolled.slice(3));
});

test('loading an older state with its generator repeats its random numbers', () => {
  const client = Client({ game: game(), debug: false, quiet: true });
  client.moves.roll();
  const older = stored(client);
  client.moves.roll();
  const { rolled } = client.getState().G;
  client.loadState(older);
  client.moves.roll();
  assert.deepEqual(client.getState().G.rolled, rolled);
});

test('undo entries without a generator use the state\'s', () => {
  const [client, through] = [1, 2].map(() => Client({ game: game(), debug: false, quiet: true }));
  for (const each of [client, through]) {
    each.moves.roll();
    each.moves.roll();
  }
  const saved = stored(client);
  saved.plugins = saved._undo.at(-1).plugins;
  for (const entry of saved._undo) delete entry.plugins;
  client.loadState(saved);
  client.undo();
  client.moves.roll();
  through.moves.roll();
  assert.equal(client.getState().G.rolled.at(-1), through.getState().G.rolled.at(-1));
});

test('a reducer draws the same random numbers for a state without a generator, regardless of earlier calls', () => {
  const reducer = CreateGameReducer({ game: game() });
  const roll = { type: 'MAKE_MOVE', payload: { type: 'roll', args: [], playerID: '0' } };
  const state = InitializeGame({ game: game() });
  const shown = () => ({ ...state, _undo: [], plugins: {} });
  const first = reducer(shown(), roll).G;
  reducer(reducer(state, roll), roll);
  assert.deepEqual(reducer(shown(), roll).G, first);
});

test('any value of gameover is kept', () => {
  const ending = { ...game(), moves: { end: ({ events }) => events.endGame(null) } };
  const [over, other] = [1, 2].map(() => Client({ game: ending, debug: false, quiet: true }));
  over.moves.end();
  assert.equal(over.getState().ctx.gameover, null);
  other.loadState(stored(over));
  assert.equal(other.getState().ctx.gameover, null);
  assert.equal(other.moves.end().error.type, 'action/gameover');
});

test('all subscribers see a preview while play goes on', () => {
  const client = Client({ game: game(), debug: false, quiet: true });
  client.moves.add(1);
  const early = client.getState();
  client.moves.add(1);
  const seen = [];
  client.subscribe((state) => seen.push(state.G.n));
  client.previewState(early);
  assert.equal(client.getState().G.n, 1);
  client.moves.add(40);
  assert.equal(client.getState().G.n, 1);
  client.previewState(null);
  assert.equal(client.getState().G.n, 42);
  assert.deepEqual(seen, [2, 1, 1, 42]);
});

test('a preview goes through playerView for the client\'s seat', () => {
  const client = Client({ game: { ...game(), playerView: ({ G, playerID }) => ({ ...G, for: playerID }) }, playerID: '1', debug: false, quiet: true });
  client.previewState({ ...stored(client), G: { n: 7 } });
  assert.deepEqual(client.getState().G, { n: 7, for: '1' });
  assert.equal(client.getState().isActive, false);
});

for (const [kind, connect] of [['in one page', {}], ['on a master', { playerID: '0' }]]) {
  test(`a malformed state cannot be previewed ${kind}: the error names the path, and the client keeps its state`, () => {
    const multiplayer = connect.playerID && Local();
    const client = Client({ game: game(), debug: false, quiet: true, multiplayer, ...connect });
    client.start();
    const whole = stored(client);
    const cases = [
      [5, 'state: expected an object, got 5'],
      [{}, 'G: expected a state of the game, got none'],
      [{ G: {} }, 'ctx: expected an object, got undefined'],
      [{ G: {}, ctx: 5 }, 'ctx: expected an object, got 5'],
      [{ ...whole, ctx: { ...whole.ctx, playOrder: null } }, 'ctx.playOrder: expected a list of players, got null'],
    ];
    for (const [bad, message] of cases) {
      assert.throws(() => client.previewState(bad), { code: 'game/state', message });
      assert.deepEqual(client.getState().G, { n: 0, rolled: [] });
    }
    client.stop();
  });
}

test('a subscriber that loads a malformed state at each notification is stopped like any other', () => {
  const client = Client({ game: game(), debug: false, quiet: true });
  let told = 0;
  const acting = () => {
    told += 1;
    client.loadState(null);
  };
  const unsubscribe = quietly(() => client.subscribe(acting));
  assert.ok(told < 600, `told ${told} times`);
  assert.match(client.getState().lastError.message, /^loadState: subscribers act again at each notification, without end \(500/);
  unsubscribe();
  assert.equal(client.moves.add(1).status, 'confirmed');
});

test('a move cannot load a state', () => {
  let client;
  const again = { ...game(), moves: { cheat: ({ G }) => { G.n = client.loadState(stored(client)).status; } } };
  client = Client({ game: again, debug: false, quiet: true });
  client.moves.cheat();
  assert.equal(client.getState().G.n, 'rejected');
});

test('a long history of sets of active players with a next one is loaded completely', () => {
  const value = Object.fromEntries(Array.from({ length: 100 }, (_, player) => [player, 'a']));
  const game = {
    turn: { stages: { a: {} } },
    moves: { ask: ({ events }) => events.setActivePlayers({ value, next: { value } }) },
  };
  const client = Client({ game, numPlayers: 100 });
  client.moves.ask();
  const state = client.getState();
  client.loadState({ ...state, _undo: Array(400).fill(state._undo.at(-1)) });
  const loaded = client.getState();
  assert.equal(loaded.lastError, null);
  assert.deepEqual(loaded._undo.at(-1).ctx._nextActivePlayers, { value });
});
