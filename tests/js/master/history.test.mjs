// Slow: long histories. The undo and redo history is stored as steps. They give the same result as whole entries, are bounded, and are
// checked.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/internal.js';
import { Master } from 'rondel/master';
import { EngineCache } from '../../../pkg/lib/game/engine-cache.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { throughJSON } from '../support/json.mjs';
import { memoryInUse } from '../support/memory.mjs';
import { nextTask } from '../support/tasks.mjs';
import { begun, event, move } from './support.mjs';

const MOST_STEPS = 100;
const MOST_STEP_TEXT = 100_000;

const step = (type, playerID = '0') => ({ type, payload: { playerID } });

const makeGame = (more) => ({
  seed: 'history',
  setup: () => ({ list: [], by: {}, last: null }),
  moves: {
    add: ({ G, playerID }, n) => {
      G.list.push(n);
      G.by[playerID] = n;
    },
    roll: ({ G, random }) => { G.list = random.Shuffle([...G.list, random.D6()]); },
    drop: ({ G }) => {
      G.list.shift();
      delete G.by[0];
    },
    note: ({ G }, text) => { G.last = { text, '/~': [text] }; },
    final: { move: ({ G }) => { G.list.push('final'); }, undoable: false },
    maybe: { move: ({ G }) => { G.list.push('maybe'); }, undoable: ({ G }) => G.list.length % 2 === 0 },
  },
  turn: { stages: { s: { moves: { add: ({ G }, n) => { G.list.unshift(n); } } } } },
  plugins: [{ name: 'bell', setup: () => ({ rung: 0 }), action: (data) => ({ rung: data.rung + 1 }) }],
  ...more,
});

/** The objects of a storage that converts its values to text. */
class AsText extends InMemory {
  fetch(matchID, wanted) {
    return throughJSON(super.fetch(matchID, wanted));
  }
}

/** A room with one turn: `act` fails if an action is refused. */
async function long(game = makeGame(), storage = new AsText()) {
  const table = await begun(game, { storage, limits: { args: Infinity } });
  const answer = (action) => table.master.onUpdate(action, table.state()._stateID, 'm', action.payload.playerID);
  const act = async (...actions) => { for (const action of actions) assert.equal(await answer(action), undefined, JSON.stringify(action)); };
  return { ...table, answer, act };
}

const adds = (count, first = 1) => Array.from({ length: count }, (_, i) => move('add', '0', [first + i]));

for (const Storage of [InMemory, AsText]) {
  test(`random turns have the same result as with whole entries: ${Storage.name}`, async () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = generator(seed);
      const game = makeGame(seed % 3 === 0 ? { compat: '0.50' } : {});
      const { storage, state, answer, payloads } = await long(game, new Storage());
      const whole = new EngineCache(game);
      let expected = whole.start({ numPlayers: 2 });
      storage.setState('m', throughJSON(expected));
      for (let i = 0; i < 60; i += 1) {
        const action = randomAction(next, i);
        const outcome = whole.check(expected, action) ? { error: true } : whole.apply(expected, action);
        const given = await answer(action);
        assert.equal(given !== undefined, outcome.error !== undefined, `seed ${seed}, action ${i}: ${JSON.stringify([action, given, outcome.error])}`);
        if (outcome.state) expected = throughJSON(outcome.state);
        assert.deepEqual(partsOf(state()), partsOf(expected), `seed ${seed}, action ${i}: ${JSON.stringify(action)}`);
        if (!outcome.state) continue;
        const rights = whole.stepRights(expected);
        const { undo, redo } = payloads.findLast(({ sync }) => sync).sync;
        assert.deepEqual([undo, redo], [rights?.canUndo ? rights.playerID : null, rights?.canRedo ? rights.playerID : null], `seed ${seed}, action ${i}`);
        compared += 1;
      }
    }
    assert.ok(compared > 1400, `${compared} actions were compared`);
  });
}

test('a master keeps nothing of a long turn in memory', async () => {
  const storage = new InMemory();
  const master = new Master(makeGame({ disableLog: true }), storage, { send() {}, sendAll() {} });
  await master.onSync('m', '0');
  let made = 0;
  const batch = async () => {
    for (let i = 0; i < 2000; i += 1) {
      assert.equal(await master.onUpdate(move('note', '0', [i]), made, 'm', '0'), undefined);
      made += 1;
      if (i % 100 === 0) await nextTask();
    }
    return memoryInUse();
  };
  await batch();
  const before = await batch();
  await batch();
  const growth = (await batch() - before) / 4000;
  assert.equal(storage.fetch('m', { state: true }).state.ctx.turn, 1);
  // An entry of the history contains a `G`, a `ctx` and more: at least half a kilobyte.
  assert.ok(growth < 300, `${growth.toFixed(0)} bytes a move stay behind`);
});

test('undo is possible again when one player alone stays active, also across another player\'s moves', async () => {
  const game = makeGame({ turn: { activePlayers: { all: null } } });
  const { act, answer, state } = await long(game);
  await act(move('add', '0', [1]), move('add', '1', [2]), move('add', '0', [3]));
  assert.deepEqual(await answer(step('UNDO', '0')), { error: 'action/action_invalid' });
  await act(event('endStage', '1'));
  // The event belongs to the other player.
  assert.deepEqual(await answer(step('UNDO', '0')), { error: 'action/action_invalid' });
  await act(move('add', '0', [4]), step('UNDO'));
  assert.deepEqual(state().G.list, [1, 2, 3]);
  await act(event('setActivePlayers', '0', [{ currentPlayer: null }]), step('UNDO'), step('REDO'), step('UNDO'), step('REDO'));
  assert.deepEqual(state().G.list, [1, 2, 3]);
});

test('nothing is stored below a move that cannot be undone', async () => {
  const { act, answer, state } = await long();
  await act(...adds(20), move('final', '0'));
  assert.equal(state()._history.undo.length, 2);
  assert.deepEqual(await answer(step('UNDO')), { error: 'action/action_invalid' });
  await act(...adds(2), step('UNDO'), step('UNDO'));
  assert.deepEqual(await answer(step('UNDO')), { error: 'action/action_invalid' });
  assert.equal(state().G.list.at(-1), 'final');
  const without = await long(makeGame({ disableUndo: true }));
  await without.act(...adds(20));
  assert.deepEqual(without.state()._history, { stateID: 20, undo: [], redo: [] });
});

test('nothing is stored below a move that drew secure numbers', async () => {
  const { seed, ...game } = makeGame({ random: 'secure' });
  const { act, answer, state } = await long(game);
  await act(...adds(20), move('roll', '0'));
  assert.equal(state()._history.undo.length, 2);
  assert.deepEqual(await answer(step('UNDO')), { error: 'action/action_invalid' });
  await act(...adds(2), step('UNDO'), step('UNDO'), step('REDO'));
  assert.equal(state().G.list.length, 22);
});

test('a move whose undo right the game decides later is stored', async () => {
  const { act, answer } = await long();
  await act(move('add', '0', [1]), move('add', '0', [2]), move('maybe', '0'));
  assert.deepEqual(await answer(step('UNDO')), { error: 'action/action_invalid' });
  await act(move('add', '0', [3]), step('UNDO'), move('maybe', '0'), step('UNDO'));
});

test('the number and size of a turn\'s steps are limited, but one always remains', async () => {
  const small = await long();
  await small.act(...adds(MOST_STEPS + 50));
  assert.equal(small.state()._history.undo.length, MOST_STEPS + 1);

  const large = await long();
  const texts = [1, 2, 3, 4, 5].map((n) => String(n).repeat(MOST_STEP_TEXT / 3));
  await large.act(...texts.map((text) => move('note', '0', [text])));
  assert.ok(large.state()._history.undo.join('').length <= MOST_STEP_TEXT);

  const huge = await long();
  await huge.act(...texts.map((text) => move('note', '0', [text.repeat(2)])), step('UNDO'));
  assert.equal(huge.state().G.last.text, texts[3].repeat(2));
});

test('a turn that boardgame.io stored is undone by as many actions, and its entries are not stored again', async () => {
  const { act, state, storage } = await long();
  storage.setState('m', playedByBoardgameIO(throughJSON(new EngineCache(makeGame()).start({ numPlayers: 2 })), 150));
  assert.equal(state()._undo.length, 151);
  await act(move('add', '0', [151]));
  assert.deepEqual([state()._undo, state()._redo], [[], []]);
  for (let i = 0; i < MOST_STEPS; i += 1) await act(step('UNDO'));
  assert.deepEqual(state().G.list, Array.from({ length: 51 }, (_, i) => i + 1));
  await act(step('REDO'), step('REDO'), move('add', '0', [0]), step('UNDO'), step('UNDO'));
  assert.equal(state().G.list.length, 52);
});

test('boardgame.io continues from a stored state, and its moves can be undone afterwards', async () => {
  const { act, answer, state, storage } = await long();
  await act(...adds(5));
  const theirs = playedByBoardgameIO(state(), 3);
  assert.deepEqual([theirs.G.list.length, theirs._history.stateID, theirs._stateID], [8, 5, 8], 'the steps are of an older state');
  storage.setState('m', theirs);
  await act(step('UNDO'), step('UNDO'), step('REDO'));
  assert.deepEqual(state().G.list, [1, 2, 3, 4, 5, 1, 2]);
  await act(step('UNDO'));
  assert.deepEqual(await answer(step('UNDO')), { error: 'action/action_invalid' }, 'theirs begins where they have gone on');
});

test('storing a refusal keeps the undo history', async () => {
  const { act, master, state } = await long();
  await act(...adds(3));
  const sync = { session: 'tab', seq: 1, first: 1 };
  const { error } = await master.onUpdate(move('nothing', '0', [], sync), 3, 'm', '0');
  assert.equal(error, 'action/unavailable_move');
  await act(step('UNDO'), step('UNDO'));
  assert.deepEqual(state().G.list, [1]);
});

const WRONG = [
  [(history) => null, '_history: expected an object, got null'],
  [(history) => ({ ...history, stateID: '6' }), '_history.stateID: expected a whole number, got a string'],
  [(history) => ({ ...history, undo: {} }), '_history.undo: expected a list, got an object'],
  [(history) => ({ ...history, redo: [7] }), '_history.redo[0]: expected a text, got a number'],
  ...['', 'x', '7', 'null', '[]', '{}', '["0","add",null]', '["0","add",[{}]]', '["0","add",[{"op":"remove","path":"/G/none"}]]', '["0","add",[{"op":"replace","path":"","value":7}]]']
    .flatMap((text) => [
      [(history) => ({ ...history, undo: history.undo.with(0, text) }), '_history.undo[0]: expected a step from the state or entry before it'],
      [(history) => ({ ...history, undo: history.undo.with(1, text) }), '_history.undo[1]: expected a step from the state or entry before it'],
      [(history) => ({ ...history, redo: [text] }), '_history.redo[0]: expected a step from the state or entry before it'],
    ]),
  [(history) => ({ ...history, undo: history.undo.with(1, '["0","add",[{"op":"replace","path":"/ctx/phase","value":"none"}]]') }), '_history.undo[1].ctx.phase: no phase is called "none"'],
  [(history) => ({ ...history, undo: history.undo.with(1, '["0","add",[{"op":"remove","path":"/ctx"}]]') }), '_history.undo[1].ctx: expected an object, got undefined'],
  [(history) => ({ ...history, redo: ['[7,"add",[{"op":"replace","path":"/ctx/turn","value":-1}]]'] }), '_history.redo[0].ctx.turn: expected a whole number, got -1'],
];

test('an invalid stored history is its match\'s error, which names the place', async () => {
  for (const [work, expected] of WRONG) {
    const { act, answer, master, state, storage, errors } = await long();
    await act(...adds(7), step('UNDO'));
    const sound = state();
    storage.setState('m', { ...sound, _history: work(sound._history) });
    const [moved, undone, synced] = [await answer(move('add', '0', [1])), await answer(step('UNDO')), await master.onSync('m', '0')];
    assert.deepEqual([moved, undone, synced], Array(3).fill({ error: expected }));
    assert.deepEqual(errors.map(({ message }) => message), [expected]);
    storage.setState('m', sound);
    await act(step('REDO'), step('UNDO'), step('UNDO'));
    assert.equal(state().G.list.length, 5);
  }
});

test('an invalid deeper step fails only the action that reaches it, and the match goes on', async () => {
  const { act, answer, state, storage, heard } = await long();
  await act(...adds(5));
  const sound = state();
  storage.setState('m', { ...sound, _history: { ...sound._history, undo: sound._history.undo.with(3, 'x') } });
  await act(step('UNDO'));
  const before = state();
  const sync = { session: 'tab', seq: 1, first: 1 };
  assert.deepEqual(await answer({ ...step('UNDO'), sync }), { error: 'action/action_invalid' });
  const [, [[, [, error]]]] = [0, heard[0].at(-1).sync.acks.map(([, , [refused]]) => [0, refused])];
  assert.equal(error.message, '_history.undo[1]: expected a step from the state or entry before it');
  assert.deepEqual(partsOf(state()), partsOf(before));
  await act(step('REDO'), ...adds(3), step('UNDO'), step('UNDO'), step('UNDO'));
});

function playedByBoardgameIO(state, count) {
  const reduce = bgio.CreateGameReducer({ game: { ...makeGame(), plugins: [] } });
  let now = state;
  for (const action of adds(count)) now = throughJSON(reduce(now, action));
  return now;
}

function partsOf({ G, ctx, plugins, _stateID }) {
  return throughJSON({ G, ctx, plugins, _stateID });
}

function randomAction(next, i) {
  const by = next(5) === 0 ? '1' : '0';
  const pick = next(22);
  if (pick < 6) return move('add', by, [i]);
  if (pick < 8) return move(['roll', 'drop'][pick - 6], by);
  if (pick < 9) return move('note', by, [String(i)]);
  if (pick < 10) return move('maybe', by);
  if (pick < 16) return step('UNDO', by);
  if (pick < 18) return step('REDO', by);
  if (pick < 19) return { type: 'PLUGIN', payload: { type: 'bell', args: [], playerID: by } };
  if (pick < 20) return next(4) === 0 ? move('final', by) : event('endStage', by);
  const active = [{ all: null }, { currentPlayer: 's' }, { currentPlayer: null }, { value: { 1: 's' }, revert: true }][next(4)];
  return next(12) === 0 ? event('endTurn', by) : event('setActivePlayers', by, [active]);
}

/** The numbers below `n`. */
function generator(seed) {
  let state = seed;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}
