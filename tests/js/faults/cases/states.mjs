// Thousands of states with mistakes, loaded into clients and reducers. Playable states are played. The others are refused with
// the path of the mistake, and nothing changes.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { playsOn } from '../crew.mjs';
import { HOSTILE, chances, mutated } from '../mutate.mjs';
import { Problems } from '../problems.mjs';
import { isFault, textOf, thrownBy } from '../values.mjs';
import { throughJSON } from '../../support/json.mjs';

const RUNS = Number(process.env.RONDEL_FAULTS_RUNS ?? 500);

/** A game whose code never throws, whatever `G` is. */
function game(more = {}) {
  const count = ({ G }) => { if (Number.isSafeInteger(G?.n)) G.n += 1; };
  return {
    seed: 'states',
    setup: () => ({ n: 0 }),
    moves: { add: count, roll: (context) => { context.random.D6(); count(context); }, ask: ({ events }) => events.setActivePlayers({ others: 'aside', minMoves: 1, maxMoves: 2, revert: true, next: { currentPlayer: 'aside' } }) },
    turn: { minMoves: 1, stages: { aside: { moves: { answer: count }, next: 'after' }, after: { moves: { answer: count } } } },
    phases: { late: { next: 'later', turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.playOrder.length } } }, later: { turn: { activePlayers: { all: 'busy' }, stages: { busy: {} } } } },
    plugins: [{ name: 'diary', setup: () => ({ pages: 1 }), api: ({ data }) => ({ data }), flush: ({ data }) => data, playerView: ({ data }) => data }],
    ...more,
  };
}

/** Play that leads to states with something of everything. */
const JOURNEYS = {
  'at the beginning': () => {},
  'in a turn': ({ moves }) => { moves.add(); moves.roll(); },
  'with something undone': (client) => { client.moves.add(); client.moves.roll(); client.moves.add(); client.undo(); client.undo(); },
  'with players in stages': (client) => { client.moves.add(); client.moves.ask(); client.updatePlayerID('1'); client.moves.answer(); client.updatePlayerID(undefined); },
  'in a phase': ({ moves, events }) => { moves.add(); events.setPhase('late'); moves.roll(); },
  'in a phase in which all may act': ({ events }) => { events.setPhase('later'); },
  'over': ({ moves, events }) => { moves.add(); events.endGame({ winner: '0' }); },
};

/** The stored state of each journey. */
function statesOf(more) {
  return Object.entries(JOURNEYS).map(([when, travel]) => {
    const client = Client({ game: game(more), numPlayers: 3, debug: false, quiet: true });
    travel(client);
    const { G, ctx, plugins, _undo, _redo, _stateID } = client.getState();
    const random = InitializeGame({ game: game(more) }).plugins.random;
    return { when, state: throughJSON({ G, ctx, plugins: { ...plugins, random }, _undo, _redo, _stateID }) };
  });
}

const cases = {};

for (const compat of [undefined, '0.50']) {
  const way = compat ? ', under compat' : '';
  for (const [what, within] of Object.entries({ 'states': undefined, 'undo histories': ['_undo', '_redo'], 'contexts': ['ctx'], 'plugins\' data': ['plugins'] })) {
    cases[`mutated ${what} are loaded into a client${way}`] = () => eachMutation({ compat }, within, (client, mutation) => {
      const before = client.getState();
      const length = client.log.length;
      const [thrown] = thrownBy(() => client.loadState(mutation));
      if (thrown !== undefined) return `loadState throws ${textOf(thrown)}`;
      if (client.getState().lastError) {
        const { type, message } = client.getState().lastError;
        if (type !== 'action/action_invalid') return `it is refused as ${type}`;
        if (!/^(G|ctx|plugins|_undo|_redo|_stateID|state|loadState)\b/.test(message)) return `the refusal names no place: ${message}`;
        const after = client.getState();
        // boardgame.io counts in place, and creates its `ctx` again for each state.
        const isSameCtx = compat ? isDeepStrictEqual(after.ctx, before.ctx) : after.ctx === before.ctx;
        if (after.G !== before.G || !isSameCtx || client.log.length !== length) return 'it is refused, and has left something';
        return undefined;
      }
      return playedOn(client);
    });
  }
}

cases['mutated states are given to a reducer'] = () => {
  const rules = game();
  const reduce = CreateGameReducer({ game: rules });
  const problems = new Problems();
  const states = statesOf();
  const chance = chances(11);
  const actions = [['MAKE_MOVE', 'add'], ['MAKE_MOVE', 'roll'], ['MAKE_MOVE', 'ask'], ['MAKE_MOVE', 'answer'], ['GAME_EVENT', 'endTurn'], ['GAME_EVENT', 'setPhase'], ['GAME_EVENT', 'endPhase'], ['UNDO'], ['REDO'], ['PLAYER_LEAVE']];
  for (let i = 0; i < RUNS && !problems.areMany; i += 1) {
    const { when, state } = states[i % states.length];
    const { value, what } = mutated(state, chance);
    const [type, name] = actions[Math.floor(chance() * actions.length)];
    const [thrown] = thrownBy(() => {
      const next = reduce(value, { type, payload: { type: name, args: ['late'], playerID: String(i % 3) } });
      // A refused value is not changed.
      if (!next.transients) JSON.stringify([next.ctx, next._stateID]);
    });
    problems.note(isAllowed(thrown) ? undefined : `it throws ${textOf(thrown)}`, `${when}: ${what}`);
    const sound = reduce(states[0].state, { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } });
    if (sound?.G?.n !== 1) problems.note('the reducer no longer plays a sound state', `${when}: ${what}`);
  }
  problems.assertNone();
};

cases['values that are not states'] = () => {
  const client = Client({ game: game(), debug: false, quiet: true });
  client.moves.add();
  const reduce = CreateGameReducer({ game: game() });
  const problems = new Problems();
  const refuse = () => { throw HOSTILE; };
  const odd = [undefined, null, 0, 'x', true, 7n, Symbol('x'), refuse, [], {}, [[]], { G: {} }, { ctx: {} }, { G: {}, ctx: null }, new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse }), Object.freeze({}), { get ctx() { return refuse(); } }];
  for (const state of odd) {
    const [thrown] = thrownBy(() => client.loadState(state));
    problems.note(thrown === undefined ? undefined : `loadState throws ${textOf(thrown)}`, typeof state);
    if (client.getState().G.n !== 1) problems.note('something was loaded', typeof state);
    if (state === undefined || state === null) continue;
    const [error] = thrownBy(() => reduce(state, { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } }));
    problems.note(isAllowed(error) ? undefined : `a reducer throws ${textOf(error)}`, typeof state);
  }
  problems.assertNone();
  playsOn(client, 'the client');
};

export default cases;

/** Accepts an error of Rondel's, and what the state itself throws. */
function isAllowed(error) {
  return error === undefined || error === HOSTILE || (error?.name === 'RondelError' && !isFault(error));
}

/** Loads mutations into one client after the other; `load` returns what is wrong. */
function eachMutation(more, within, load) {
  const states = statesOf(more);
  const problems = new Problems();
  const chance = chances((within ? within[0].length : 1));
  for (let i = 0; i < RUNS && !problems.areMany; i += 1) {
    const { when, state } = states[i % states.length];
    const { value, what } = mutated(state, chance, { within });
    const client = Client({ game: game(more), numPlayers: 3, debug: false, quiet: true });
    client.moves.add();
    const [thrown, problem] = outcomeOf(() => load(client, value));
    problems.note(thrown === undefined ? problem : `it throws ${textOf(thrown)}`, `${when}: ${what}`);
    const [error] = thrownBy(() => {
      client.reset();
      client.moves.add();
      assert.equal(client.getState().G.n, 1, 'the client no longer plays');
      client.dispose();
    });
    if (error !== undefined) problems.note(`and then ${textOf(error)}`, `${when}: ${what}`);
  }
  problems.assertNone();
}

/** Plays on from the loaded state, and reads all of it. Nothing here throws in a valid match. */
function playedOn(client) {
  for (const step of [() => client.moves.add(), () => client.moves.roll(), () => client.undo(), () => client.redo(), () => client.moves.ask(), () => client.moves.answer(), () => client.events.endTurn(), () => client.events.setPhase('late'), () => client.moves.add(), () => client.events.endPhase()]) {
    const [thrown] = thrownBy(() => {
      step();
      const { ctx, _undo, _redo, plugins, log, deltalog, canUndo, canRedo, _stateID } = client.getState();
      assert.ok(Number.isSafeInteger(_stateID), `_stateID is ${textOf(_stateID)}`);
      assert.ok(Number.isSafeInteger(ctx.turn) && Array.isArray(ctx.playOrder), 'ctx is none');
      return [_undo, _redo, plugins, log, deltalog, canUndo, canRedo];
    });
    if (!isAllowed(thrown)) return `it is played, and throws ${textOf(thrown)}`;
  }
  return undefined;
}

function outcomeOf(call) {
  let answer;
  const [thrown] = thrownBy(() => { answer = call(); });
  return [thrown, answer];
}
