// Masters that draw from a cryptographic generator: stored values, undo, a change between the two kinds of master, and replay.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/internal.js';
import { INVALID_MOVE, Stage, describeLog } from 'rondel/core';
import { createMatch, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { replay } from 'rondel/testing';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { RefusedDraws } from '../../../pkg/lib/online/proposal.js';
import { makeDice } from '../support/dice.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { event, move } from './support.mjs';

const EVERYTHING = { state: true, log: true, initialState: true, metadata: true };
const SECURE = { random: 'secure' };
const SEEDED = { random: 'seeded' };

/** Rolls, moves and hooks that draw, and some that do not. */
const dice = (settings = {}) => ({
  name: 'dice',
  setup: ({ random }) => ({ rolled: [random.D6()], waited: 0, ends: [], left: [] }),
  turn: { onEnd: ({ G, random }) => { G.ends.push(random.D20()); } },
  moves: {
    roll: ({ G, random }) => { G.rolled.push(random.Number()); },
    wait: ({ G }) => { G.waited += 1; },
    tryOut: { move: ({ G, random }) => { G.rolled.push(random.D6()); }, validate: ({ random }) => random.D6() > 2 },
    end: ({ events }) => events.endTurn(),
  },
  plugins: [{ name: 'notes', setup: () => [], action: (data, { args, playerID }) => [...data, [playerID, ...args]] }],
  onPlayerLeave: ({ G, random, playerID }) => { G.left.push([playerID, random.Number()]); },
  ...settings,
});

/** The same, but rolls can be undone. */
const tolerant = (settings = {}) => dice({ moves: { ...dice().moves, roll: { move: dice().moves.roll, undoable: true } }, ...settings });

const EVERYBODY = { turn: { activePlayers: { all: Stage.NULL }, onEnd: ({ G, random }) => { G.ends.push(random.D20()); } } };

const undo = (playerID) => ({ type: 'UNDO', payload: { playerID } });
const redo = (playerID) => ({ type: 'REDO', payload: { playerID } });

/** A master with its storage, and all messages to all viewers. */
function room(game, options, storage = new InMemory()) {
  const said = [];
  const filter = getFilterPlayerView(game);
  const tell = (viewers) => (payload) => viewers.forEach((viewer) => [{}, { patches: true }].forEach((form) => said.push(JSON.stringify(filter(viewer, payload, form)))));
  const master = new Master(game, storage, { send: tell(['0']), sendAll: tell(['0', '1', null]) }, undefined, options);
  const thrown = [];
  master.onError = (error) => thrown.push(error);
  return {
    master,
    storage,
    said,
    thrown,
    stored: () => storage.fetch('m', EVERYTHING),
    /** Returns the answer, if any. Default `_stateID`: the present one. */
    act: (action) => master.onUpdate(action, storage.fetch('m', { state: true }).state._stateID, 'm', action.payload.playerID),
  };
}

async function begun(game, options, storage) {
  const table = room(game, options, storage);
  await table.master.onSync('m', '0', undefined, 2);
  return table;
}

test('no stored value contains a generator, and the others do not reveal a draw', async () => {
  const { act, stored, said } = await begun(dice(), SECURE);
  for (const action of [move('roll', '0'), move('wait', '0'), move('end', '0'), move('roll', '1')]) assert.equal(await act(action), undefined);
  const { state, initialState, log } = stored();
  assert.deepEqual([initialState.plugins.random, state.plugins.random], [{ drawn: 1 }, { drawn: 4 }]);
  assert.doesNotMatch(JSON.stringify([state, initialState, log]), /seed|prngstate/);
  const drawn = log.flatMap((entry) => entry._replay?.drawn ?? []);
  assert.deepEqual(drawn.length, 3);
  assert.deepEqual([drawn[0], drawn[2]], state.G.rolled.slice(1));
  assert.doesNotMatch(said.join(), /_replay|"drawn"/);
  assert.ok(!said.join().includes(String(drawn[1])), 'the number behind D20');
});

test('masters of one game may draw in different ways at the same time', async () => {
  const game = dice();
  const rooms = [await begun(game, SECURE), await begun(game, undefined), await begun(game, SEEDED), await begun(game, SECURE)];
  for (const { act } of rooms) await act(move('roll', '0'));
  const kept = rooms.map(({ stored }) => Object.keys(stored().state.plugins.random));
  assert.deepEqual(kept, [['drawn'], ['data'], ['data'], ['drawn']]);
});

test('the option random has two values', () => {
  assert.throws(() => new Master(dice(), new InMemory(), /** @type {any} */ ({}), undefined, { random: /** @type {any} */ ('dice') }), {
    code: 'game/random', message: "random: expected 'secure' or 'seeded', got \"dice\"",
  });
});

test('a move that drew, itself or in its hooks, cannot be undone; other moves can', async () => {
  const { act, stored } = await begun(dice(), SECURE);
  const why = 'the last action has drawn random numbers; `undoable: true` permits an undo';
  const errors = [];
  const steps = [move('roll', '0'), undo('0'), move('wait', '0'), undo('0'), redo('0'), undo('0'), undo('0')];
  for (const action of steps) errors.push((await act(action))?.error);
  const refused = 'action/action_invalid';
  assert.deepEqual(errors, [undefined, refused, undefined, undefined, undefined, undefined, refused]);
  assert.equal(stored().state.G.rolled.length, 2);
  const hooked = await begun(dice({ turn: { onMove: ({ random }) => { random.D6(); } } }), SECURE);
  await hooked.act(move('wait', '0'));
  const sync = { session: 's', seq: 1, first: 1 };
  await hooked.act({ ...undo('0'), sync });
  assert.ok(hooked.said.some((text) => text.includes(why)), 'the player gets the reason');
});

test('a move that is refused or throws draws the same numbers when it is repeated', async () => {
  const aimed = (random, at) => [random.Number(), random.Number()].slice(0, at).reduce((sum, number) => sum + number, 0);
  const hits = [];
  const game = dice({
    moves: {
      throws: ({ G, random }, at) => { hits.push(aimed(random, at)); G.nothing[at].hit = true; },
      refuses: ({ random }, at) => { hits.push(aimed(random, at)); return INVALID_MOVE; },
      draws: ({ random }, count) => { hits.push(...Array.from({ length: count }, () => random.Number())); return INVALID_MOVE; },
      hit: ({ G, random }) => { G.rolled.push(random.Number(), random.Number(), random.Number()); },
    },
  });
  const { act, stored } = await begun(game, SECURE);
  for (const type of ['throws', 'refuses', 'throws', 'refuses']) assert.ok((await act(move(type, '0', [1]))).error);
  assert.equal(new Set(hits.splice(0)).size, 1);
  for (const count of [3, 1, 2]) await act(move('draws', '0', [count]));
  assert.equal(new Set(hits).size, 3);
  await act(move('hit', '0'));
  const [, ...rolled] = stored().state.G.rolled;
  assert.deepEqual(rolled, hits.slice(0, 3));
  assert.equal(replay(stored(), { game }).state.G.rolled.length, 4);
  const last = [...hits];
  await act(move('draws', '0', [1]));
  assert.ok(!last.includes(hits.at(-1)), 'an accepted action draws other numbers');
});

test('a master keeps at most a thousand numbers of refused actions, for a thousand matches', () => {
  const refused = new RefusedDraws();
  const state = { _stateID: 3 };
  for (let i = 0; i < 1500; i += 1) refused.note(`match ${i}`, state, Array(2000).fill(0.5));
  const kept = Array.from({ length: 1500 }, (_, i) => refused.of(`match ${i}`, state).length);
  assert.equal(kept.reduce((sum, count) => sum + count), 1_000_000);
  assert.equal(kept[1499], 1000);
  assert.deepEqual(refused.of('match 1499', { _stateID: 4 }), []);
});

test('a generator draws the same after an undo', async () => {
  const { act, stored } = await begun(tolerant(), SEEDED);
  await act(move('roll', '0'));
  const { rolled } = stored().state.G;
  for (const action of [undo('0'), move('roll', '0')]) assert.equal(await act(action), undefined);
  assert.deepEqual(stored().state.G.rolled, rolled);
});

test('a match with a generator loses it, and its undo history, with the next action of a master that draws securely', async () => {
  const seeded = await begun(dice(), SEEDED);
  for (const action of [move('roll', '0'), move('roll', '0'), undo('0')]) await seeded.act(action);
  const before = seeded.stored().state;
  const secure = room(dice(), SECURE, seeded.storage);
  await secure.master.onSync('m', '0');
  assert.deepEqual(secure.stored().state, before, 'and no earlier');
  for (const action of [undo('0'), redo('0')]) assert.equal((await secure.act(action)).error, 'action/action_invalid');
  assert.equal(await secure.act(move('wait', '0')), undefined);
  const { state } = secure.stored();
  assert.deepEqual([state.plugins.random, state._history.undo.length], [{ drawn: 0 }, 2]);
  assert.doesNotMatch(JSON.stringify(state), /seed|prngstate/);
  assert.equal(await secure.act(undo('0')), undefined);
  assert.equal(await secure.act(move('roll', '0')), undefined);
  assert.deepEqual(secure.stored().state.plugins.random, { drawn: 1 });
});

test('a match without a generator gets one with a new seed from a master that uses them', async () => {
  const secure = await begun(dice(), SECURE);
  await secure.act(move('roll', '0'));
  const copies = [1, 2].map(() => structuredClone(secure.stored()));
  const seeds = [];
  for (const { state, metadata, log, initialState } of copies) {
    const storage = new InMemory();
    storage.createMatch('m', { initialState, metadata });
    storage.setState('m', state, log);
    const seeded = room(tolerant({ seed: 'known' }), SEEDED, storage);
    assert.equal((await seeded.act(undo('0'))).error, 'action/action_invalid');
    for (const action of [move('roll', '0'), undo('0'), move('roll', '0')]) assert.equal(await seeded.act(action), undefined);
    const { random } = seeded.stored().state.plugins;
    assert.deepEqual(Object.keys(random), ['data']);
    seeds.push(random.data.seed);
  }
  assert.equal(new Set([...seeds, '0', 'known']).size, 4);
});

test("boardgame.io's own rules continue from a match without a generator", async () => {
  const { act, stored } = await begun(dice(), SECURE);
  await act(move('roll', '0'));
  const reducer = bgio.CreateGameReducer({ game: dice() });
  const state = reducer(structuredClone(stored().state), move('roll', '0'));
  assert.equal(state.G.rolled.length, 3);
  assert.ok(state.plugins.random.data.prngstate);
});

test('if two masters decide an action at once, the stored state is one master\'s draw', async () => {
  const storage = slowStorage(new InMemory());
  const game = dice(EVERYBODY);
  const { initialState, metadata } = createMatch({ game, numPlayers: 2 });
  await storage.createMatch('m', { initialState, metadata });
  const masters = [1, 2].map(() => new Master(game, storage, { send() {}, sendAll() {} }, undefined, SECURE));
  const rolls = masters.flatMap((master, i) => [0, 1, 2].map(() => master.onUpdate(move('roll', String(i)), 0, 'm', String(i))));
  await Promise.all(rolls);
  const { state, log } = await storage.fetch('m', EVERYTHING);
  const drawn = log.flatMap((entry) => entry._replay?.drawn ?? []);
  assert.ok(drawn.length >= 2);
  assert.deepEqual(drawn, state.G.rolled.slice(1));
});

test('matches can be replayed from their initial state and their log, including undo, events, leaving and refusals', async () => {
  let drawn = 0;
  for (let number = 0; number < 60; number += 1) {
    const chance = makeDice(number);
    const game = dice({ ...(chance.happens(50) && EVERYBODY), ...(chance.happens(50) && { compat: '0.50' }) });
    const secure = chance.happens(80);
    const { act, master, stored } = await begun(game, secure ? SECURE : SEEDED);
    for (let i = 0; i < 40; i += 1) {
      const player = chance.one(['0', '1']);
      await act(chance.one([
        move('roll', player), move('wait', player), move('wait', player), move('tryOut', player), move('end', player),
        undo(player), redo(player),
        // The log of a match with a generator does not say who called an event.
        ...(secure ? [
          event('endTurn', player), event('endStage', player), event('setActivePlayers', player, [{ all: Stage.NULL }]),
          { type: 'PLUGIN', payload: { type: 'notes', args: [i], playerID: player } },
        ] : []),
      ]));
    }
    if (chance.happens(50)) await master.onPlayerLeave('m', '1');
    const { initialState, log, state } = stored();
    const { G, ctx, plugins, _stateID } = replay(JSON.parse(JSON.stringify({ initialState, log, state })), { game, compare: false }).state;
    const expected = { G: state.G, ctx: state.ctx, plugins: state.plugins, _stateID: state._stateID };
    assert.deepEqual(JSON.parse(JSON.stringify({ G, ctx, plugins, _stateID })), JSON.parse(JSON.stringify(expected)), `match ${number}`);
    drawn += log.flatMap((entry) => entry._replay?.drawn ?? []).length;
  }
  assert.ok(drawn > 300, String(drawn));
});

test('a match that began with a generator and continued without one can be replayed', async () => {
  const seeded = await begun(dice(), SEEDED);
  for (const action of [move('roll', '0'), move('end', '0')]) await seeded.act(action);
  const secure = room(dice(), SECURE, seeded.storage);
  for (const action of [move('wait', '1'), move('roll', '1'), move('end', '1')]) assert.equal(await secure.act(action), undefined);
  const { state } = secure.stored();
  const { state: again } = replay(secure.stored(), { game: dice() });
  assert.deepEqual([again.G, again.ctx, again.plugins], [state.G, state.ctx, state.plugins]);
});

test('an action without a log entry is in the stored log, and nobody receives it', async () => {
  const { act, stored, said, master } = await begun(dice({ onEnd: ({ G, random }) => { G.ends.push(random.Number()); } }), SECURE);
  await act(move('roll', '0'));
  assert.equal(await act(event('endGame', '0', [{ winner: '0' }])), undefined);
  said.splice(0);
  await master.onSync('m', '0');
  const { log, state } = stored();
  assert.deepEqual(describeLog(log, { game: dice() }).map(({ name, index }) => [name, index]), [['roll', 0]]);
  assert.deepEqual(log.map(({ action, _replay }) => [action.payload.type, _replay.drawn]), [
    ['roll', [state.G.rolled[1]]], ['endGame', state.G.ends],
  ]);
  const [{ args: [, { log: told }] }] = said.map((text) => JSON.parse(text));
  assert.deepEqual(told.map((entry) => [entry.action.payload.type, Object.keys(entry)]), [
    ['roll', ['action', '_stateID', 'turn', 'phase']],
  ]);
});

test('an action that the log has no space for, and its draws, are absent from it, and no credentials are stored for replay', async () => {
  const { act, stored } = await begun(dice(), { ...SECURE, limits: { log: 3000 } });
  const endTurn = event('endTurn', '0');
  await act({ ...endTurn, payload: { ...endTurn.payload, credentials: 'sesame' } });
  const [{ _replay }] = stored().log;
  assert.deepEqual([_replay.action, _replay.drawn.length], [endTurn, 1]);
  const sync = (seq) => ({ session: 's', seq, first: 1 });
  for (let seq = 1; seq <= 40; seq += 1) await act({ ...move('roll', '1'), sync: sync(seq) });
  const { log, state } = stored();
  assert.ok(log.length > 1 && log.length < 40);
  assert.deepEqual(log.slice(1).flatMap((entry) => entry._replay.drawn), state.G.rolled.slice(1));
});

test('a game without a log stores nothing for replay', async () => {
  const { act, stored } = await begun(dice({ disableLog: true }), SECURE);
  await act(move('roll', '0'));
  assert.deepEqual(stored().log, []);
});

test('the error about a match that cannot be replayed says where it fails', async () => {
  const { act, stored } = await begun(dice(), SECURE);
  for (const action of [move('roll', '0'), move('roll', '0'), move('roll', '0')]) await act(action);
  const { initialState, log, state } = stored();
  const [first, , last] = log;
  const code = 'testing/replay';
  assert.throws(() => replay({ initialState, log: [first, last] }, { game: dice() }), { code, message: 'the log has no entry for the action of state 1' });
  assert.throws(() => replay({ initialState, log: [{ ...first, _replay: undefined }] }, { game: dice() }), {
    code, message: 'the action of state 0 cannot be played again: the action draws more numbers than it did at first',
  });
  assert.throws(() => replay({ initialState, log: [first], state }, { game: dice() }), { code, message: 'the log has no entry for the action of state 1' });
  assert.throws(() => replay(/** @type {any} */ ({}), { game: dice() }), { code });
});
