// Slow: thousands of states.
// Thousands of mutated states, loaded by clients, reducers and masters: each is refused with a path or played. Nothing else is thrown, and
// no match affects another.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { throughJSON } from '../support/json.mjs';
import { act, definitions, makeGame, options, play } from './arbitrary.mjs';

const throwing = () => { throw null; };
const ALL_TRAPS = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, throwing]));

/** Values of the wrong kind, made from the original value. */
const JUNK = {
  nothing: () => undefined,
  null: () => null,
  'not a number': () => NaN,
  'minus one': () => -1,
  half: () => 0.5,
  huge: () => 1e300,
  'most of 32 bits': () => 2 ** 32 - 1,
  truth: () => true,
  text: () => 'odd',
  digits: () => '1',
  prototype: () => '__proto__',
  symbol: () => Symbol('odd'),
  bigint: () => 3n,
  function: () => throwing,
  object: () => ({}),
  list: () => [],
  'a list of itself': () => {
    const list = [];
    list.push(list);
    return list;
  },
  'an object in itself': () => {
    const object = {};
    object.next = object;
    return object;
  },
  'a list with holes': () => new Array(5),
  'a long list': () => new Array(4e9),
  'wrapped up': (value) => [value],
  'as text': (value) => { try { return String(value); } catch { return 'odd'; } },
  'without a prototype': () => Object.create(null),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a proxy that throws': () => new Proxy({}, ALL_TRAPS),
  'a list that throws': () => new Proxy([], { get: throwing }),
  'a list without end': () => new Proxy([], { get: (list, key) => (key === 'length' ? Infinity : '0') }),
  'a getter that throws': () => ({ get ctx() { throw ALL_TRAPS; }, get 0() { throw null; } }),
  'thrown later': (value) => {
    let left = 1;
    const later = { get: (target, key) => { if ((left -= 1) < 0) throw new Proxy({}, ALL_TRAPS); return target[key]; } };
    return typeof value === 'object' && value !== null ? new Proxy(value, later) : value;
  },
};

/** All paths in a state, as lists of keys; `G` is the game's own. */
const mutation = fc.record({
  path: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 6 }),
  junk: fc.constantFrom(...Object.keys(JUNK)),
}, { noNullPrototype: true });
const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

function mutated(state, changes) {
  for (const { path, junk } of changes) {
    try {
      mutate(state, path, JUNK[junk]);
    } catch {
      // The path into a value that was inserted before does not exist.
    }
  }
  return state;
}

function mutate(state, path, make) {
  let [place, key] = [{ state }, 'state'];
  for (const step of path) {
    const next = place[key];
    const keys = typeof next === 'object' && next !== null && !(next.length > 100) ? Object.keys(next) : [];
    if (keys.length === 0) break;
    [place, key] = [next, keys[step % keys.length]];
  }
  if (key !== 'G') place[key] = make(place[key]);
}

/** A state during a match: with stages, limits, undo and redo entries, and random numbers drawn. */
const COUNTER = {
  seed: 'fuzzed',
  setup: () => ({ n: 0 }),
  moves: {
    set: ({ ctx }, n) => ({ n: n + ctx.turn }),
    roll: { move: ({ random }) => ({ n: random.D6(), deck: random.Shuffle([1, 2, 3]) }), undoable: true },
    leave: ({ events }) => events.endTurn(),
    think: () => ({ n: -1 }),
  },
  turn: {
    stages: { think: { next: 'answer' }, answer: {} },
    activePlayers: { currentPlayer: 'think', others: null, minMoves: 1, revert: true, next: { all: 'answer' } },
  },
  phases: { late: { next: 'later' }, later: {} },
  plugins: [{ name: 'tally', setup: () => ({ count: 0 }), flush: ({ G }) => ({ count: G.n }) }],
  playerView: ({ G }) => G,
};
const rules = (compat) => ({ ...COUNTER, compat });
const roll = { type: 'MAKE_MOVE', payload: { type: 'roll', args: [], playerID: '1' } };
const STEPS = [
  roll,
  { type: 'GAME_EVENT', payload: { type: 'setActivePlayers', args: [{ all: 'answer', maxMoves: 9, revert: true }], playerID: '0' } },
  roll,
  roll,
  { type: 'UNDO', payload: { playerID: '1' } },
];

function midst(compat) {
  const reducer = CreateGameReducer({ game: rules(compat) });
  const state = STEPS.reduce((now, step) => reducer(now, step), InitializeGame({ game: rules(compat) }));
  assert.equal(state.transients, undefined);
  assert.deepEqual([state._undo.length, state._redo.length, state.ctx._prevActivePlayers.length], [4, 1, 1]);
  return throughJSON(state);
}

const PATH = /^(state|G|ctx|plugins|_undo|_redo|_stateID)\b.*: /;

for (const compat of [undefined, '0.50']) {
  test(`a client refuses a state that it cannot play, and goes on${compat ? ', under compat' : ''}`, () => {
    const saved = midst(compat);
    const old = Client({ game: rules(compat), quiet: true });
    const another = Client({ game: rules(compat), quiet: true });
    const tally = { confirmed: 0, refused: 0 };
    fc.assert(fc.property(mutations, (changes) => {
      const before = old.getState();
      old.loadState(mutated(structuredClone(saved), changes));
      const { G, ctx, lastError } = old.getState();
      tally[lastError ? 'refused' : 'confirmed'] += 1;
      if (lastError) {
        assert.match(lastError.message, PATH);
        assert.deepEqual([G, ctx], [before.G, before.ctx]);
      }
      playAll(old);
      old.reset();
      for (const client of [old, another, Client({ game: rules(compat), quiet: true })]) {
        client.moves.set(1);
        assert.equal(client.getState().lastError, null);
        assert.equal(client.getState().G.n, client.getState().ctx.turn + 1);
        client.reset();
      }
    }), options(1500));
    assert.ok(tally.confirmed > 200 && tally.refused > 200, JSON.stringify(tally));
  });

  test(`a reducer reports what is wrong with a state, and goes on${compat ? ', under compat' : ''}`, () => {
    const saved = midst(compat);
    const reducer = CreateGameReducer({ game: rules(compat) });
    const start = InitializeGame({ game: rules(compat) });
    const expected = JSON.stringify(reducer(start, roll));
    fc.assert(fc.property(mutations, (changes) => {
      for (const action of STEPS) {
        const odd = mutated(structuredClone(saved), changes);
        try {
          const { transients } = reducer(odd, action);
          if (transients) assert.match(transients.error.type, /^action\//);
        } catch (error) {
          // The plugin derives its data from the mutated state.
          if (error.code === 'game/unserializable') {
            assert.match(error.message, /^plugins\.tally\.data\b/);
            continue;
          }
          // Its fields cannot even be copied.
          assert.deepEqual([error.name, error.message], ['RondelError', 'state: cannot be read']);
        }
      }
      assert.equal(JSON.stringify(reducer(start, roll)), expected);
    }), options(600));
  });
}

test('a master returns an error for that match, and others go on', async () => {
  const saved = midst();
  const storage = new InMemory();
  const master = new Master(rules(), storage, { send() {}, sendAll() {} });
  const reports = [];
  master.onError = (error) => reports.push(error);
  await master.onSync('fine', '0');
  let stateID = 0;
  await fc.assert(fc.asyncProperty(mutations, async (changes) => {
    const state = mutated(structuredClone(saved), changes);
    storage.createMatch('odd', { initialState: state, metadata: { players: { 0: { id: 0 }, 1: { id: 1 } } } });
    for (const { type, payload } of STEPS) {
      await master.onUpdate({ type, payload }, 5, 'odd', payload.playerID);
    }
    await master.onSync('odd', '0');
    await master.onPlayerLeave('odd', '1');
    for (const error of reports.splice(0)) {
      assert.ok(!(error instanceof WebAssembly.RuntimeError), error?.stack);
    }
    const set = { type: 'MAKE_MOVE', payload: { type: 'roll', args: [], playerID: '1' } };
    assert.equal(await master.onUpdate(set, stateID, 'fine', '1'), undefined);
    stateID += 1;
    assert.equal(storage.fetch('fine', { state: true }).state._stateID, stateID);
  }), options(600));
});

for (const compat of [undefined, '0.50']) {
  test(`every state of a match can be loaded${compat ? ', under compat' : ''}`, () => {
    let loaded = 0;
    fc.assert(fc.property(definitions, play, (definition, actions) => {
      const game = () => ({ ...makeGame(definition), compat });
      let clients;
      try {
        clients = [0, 1].map(() => Client({ game: game(), numPlayers: definition.numPlayers, quiet: true }));
      } catch (error) {
        // A random game may loop before it has begun.
        if (error.name !== 'RondelError') throw error;
        return;
      }
      const [played, fresh] = clients;
      for (const action of actions) {
        act(played, action);
        const saved = throughJSON(played.getState());
        fresh.loadState(saved);
        assert.equal(fresh.getState().lastError, null);
        assert.deepEqual(throughJSON(fresh.getState().ctx), saved.ctx);
        loaded += 1;
      }
      for (const client of clients) client.dispose();
    }), options(400));
    assert.ok(loaded > 1000, `${loaded} states`);
  });
}

function playAll(client) {
  for (const playerID of ['0', '1', undefined]) {
    client.updatePlayerID(playerID);
    client.moves.roll();
    client.moves.think();
    client.events.endStage();
    client.moves.leave();
    client.events.setPhase('late');
    client.undo();
    client.redo();
    client.undo();
  }
  client.updatePlayerID(undefined);
}
