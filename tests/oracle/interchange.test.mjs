// Interchangeable states: a match alternates between boardgame.io's reducer and Rondel's, stored as JSON in between, and
// ends as if boardgame.io had played it alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/internal.js';
import { throughJSON } from '../js/support/json.mjs';
import { partOfToday } from '../js/support/rotation.mjs';
import { createAction } from './actions.mjs';
import { difference } from './compare.mjs';
import { createDefinition } from './definition.mjs';
import { loadRondel, oracle, silenced } from './engines.mjs';
import { Endless, instantiate, RUNS } from './instantiate.mjs';
import { createRng } from './rng.mjs';

/** Number of random games. Even and odd days have different games. Lower with scripts/test --fast. */
const GAMES = process.env.RONDEL_FAST ? 40 : 200;
const FIRST = partOfToday(2) * GAMES;
const STEPS = 25;

const { kit, extra } = await loadRondel();
const rondel = await import('rondel/internal');

for (const [name, engineAt] of [
  ['a match begun by boardgame.io goes on in Rondel', (step) => (step === 0 ? 'bgio' : 'rondel')],
  ['a match begun by Rondel goes on in boardgame.io', (step) => (step === 0 ? 'rondel' : 'bgio')],
  ['a match goes to and fro', (step) => (step % 2 === 0 ? 'bgio' : 'rondel')],
]) {
  test(`${name}: ${GAMES} random games from number ${FIRST}`, async () => {
    const failures = [];
    let compared = 0;
    await silenced(() => {
      for (let seed = FIRST; seed < FIRST + GAMES; seed += 1) {
        const { failure, steps } = play(seed, engineAt);
        compared += steps;
        if (failure) failures.push(`seed ${seed}: ${JSON.stringify(failure)}`);
      }
    });
    assert.deepEqual(failures, []);
    assert.ok(compared > GAMES * 10, `only ${compared} actions were compared`);
  });
}

test('a move that only the client predicts has the same result in both', async () => {
  const game = (more) => ({
    setup: () => ({ n: 0, rolled: null }),
    moves: {
      add: ({ G }, by) => { G.n += by; },
      roll: ({ G, random }) => { G.rolled = random.D6(); },
      end: ({ events }) => events.endTurn(),
      hidden: { move: ({ G }) => { G.n = -1; }, client: false },
    },
    turn: { maxMoves: 2, onMove: ({ G }) => { G.n += 1000; } },
    seed: 'client',
    ...more,
  });
  const [theirs, ours] = [bgio, rondel].map((engine) => engine.CreateGameReducer({ game: game(), isClient: true }));
  const start = json(bgio.InitializeGame({ game: game() }));
  await silenced(() => {
    for (const [type, ...args] of [['add', 5], ['roll'], ['end'], ['hidden'], ['nothing']]) {
      const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: '0' } };
      const [one, two] = [theirs(json(start), action), ours(json(start), action)];
      assert.equal(difference(view(one), view(two)), null, type);
      assert.equal(one.transients?.error.type, two.transients?.error.type, type);
    }
  });
});

test('a reducer changes none of its arguments', () => {
  const game = { setup: () => ({ list: [] }), moves: { push: ({ G }, x) => { G.list.push(x); } } };
  const reducer = rondel.CreateGameReducer({ game });
  const start = rondel.InitializeGame({ game });
  const before = JSON.stringify(start);
  const push = (x) => ({ type: 'MAKE_MOVE', payload: { type: 'push', args: [x], playerID: '0' } });
  const one = reducer(start, push(1));
  const other = reducer(start, push(2));
  assert.equal(JSON.stringify(start), before);
  assert.deepEqual([one.G.list, other.G.list, reducer(one, push(3)).G.list], [[1], [2], [1, 3]]);
});

function play(seed, engineAt) {
  const rng = createRng(seed);
  const definition = createDefinition(rng);
  const guard = { runs: RUNS };
  const make = (engine, engineKit, more) => {
    const game = () => ({ ...instantiate(definition, engineKit, guard), ...more });
    const reducer = engine.CreateGameReducer({ game: game() });
    return { reducer, init: () => engine.InitializeGame({ game: game(), numPlayers: definition.numPlayers }) };
  };
  const engines = { bgio: make(bgio, oracle.kit), rondel: make(rondel, kit, extra) };
  const alone = make(bgio, oracle.kit);
  let steps = 0;
  try {
    let expected = json(alone.init());
    let state = json(engines[engineAt(0)].init());
    let failure = difference(view(expected), view(state));
    // After a loop of phases at the very start boardgame.io counts with NaN, which JSON lacks.
    if (!failure && expected.ctx.turn === 0) return { steps };
    for (; !failure && steps < STEPS; steps += 1) {
      guard.runs = RUNS;
      const action = asAction(createAction(rng, definition, expected), expected);
      if (!action) continue;
      const theirs = attempt(() => alone.reducer(json(expected), action));
      const ours = attempt(() => engines[engineAt(steps + 1)].reducer(json(state), action));
      if (theirs.error) {
        // Each throws the error of the game, and the match ends there.
        if (whyIncomparable(theirs.error)) return { steps };
        failure = difference(theirs.error.message, ours.error?.message);
        break;
      }
      if (ours.error) throw ours.error;
      if (theirs.state.transients) {
        // Both refuse it. boardgame.io leaves traces of it in the state, so both continue from the previous one.
        failure = difference(theirs.state.transients.error.type, ours.state.transients?.error.type);
        continue;
      }
      expected = json(theirs.state);
      state = json(ours.state);
      failure = difference(view(expected), view(state));
      if (failure) failure.action = action;
    }
    return { failure, steps };
  } catch (error) {
    if (whyIncomparable(error)) return { steps };
    throw error;
  }
}

function attempt(run) {
  try {
    return { state: run() };
  } catch (error) {
    return { error };
  }
}

/** Errors of boardgame.io itself are not compared; the oracle counts such games. */
function whyIncomparable(error) {
  return error instanceof TypeError || error instanceof RangeError || error instanceof Endless;
}

function asAction({ do: kind, name, args, by }, { ctx }) {
  const playerID = by ?? ctx.currentPlayer;
  const type = { move: 'MAKE_MOVE', event: 'GAME_EVENT', plugin: 'PLUGIN', undo: 'UNDO', redo: 'REDO' }[kind];
  return type && { type, payload: { type: name ?? null, args: args ?? null, playerID } };
}

function view(state) {
  const { G, ctx, deltalog, _stateID, _undo, _redo } = state;
  const next = withoutMoveLimit(ctx._nextActivePlayers);
  return { G, ctx: { ...ctx, _nextActivePlayers: next }, deltalog, _stateID, undo: _undo.map(({ G }) => G), redo: _redo.map(({ G }) => G) };
}

/** boardgame.io rewrites `moveLimit` when the set becomes active, in the game's object or in a copy of it. */
function withoutMoveLimit(next) {
  if (!next) return next;
  const { moveLimit, ...rest } = next;
  return { ...rest, ...(moveLimit && { maxMoves: moveLimit }), next: withoutMoveLimit(rest.next) };
}

function json(state) {
  const { transients, ...rest } = state;
  return throughJSON(rest);
}
