// The version of a game in Rust, and migrations by its rules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { BOUNDARY_VERSION } from '../../../pkg/lib/engine/codes.js';
import { rustGame } from '../../../pkg/rust-game.js';
import { compile, duel } from '../../rust-game/duel.mjs';

/** A duel of a version. Version 1 stored its round under another name, which the present module would not accept. */
function versioned(version, migrate) {
  const game = duel({ seed: 'duel', version });
  game[Symbol.for('rondel.rules')].migrate = migrate;
  return game;
}

/** A match of version 1, as a module of that version stored it. */
async function stored() {
  const storage = new InMemory();
  const master = new Master(versioned(1), storage, { send() {}, sendAll() {} });
  await master.onSync('m', '0', undefined, 2);
  await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'lay', args: [0], playerID: '0' } }, 0, 'm', '0');
  const { state } = storage.fetch('m', { state: true });
  assert.equal(state._version, 1);
  const { round, ...rest } = state.G;
  assert.equal(round.length, 1);
  const old = { ...state, G: { ...rest, laid: round }, _undo: [], _redo: [] };
  storage.setState('m', old);
  return { storage, old };
}

test('a game in Rust migrates a match by its rules, and does not change a match that they do not know', async () => {
  const { storage, old } = await stored();
  const told = [];
  const at = (game) => new Master(game, storage, { send: (payload) => told.push(payload), sendAll() {} });
  const refused = await at(versioned(2)).onSync('m', '0');
  assert.equal(refused.error, "match 'm' was last played with version 1; these rules are version 2, and have no migrate");
  const asked = [];
  const young = at(versioned(2, ({ G: { laid, round = laid, ...G }, ctx, plugins }, from) => {
    asked.push(from);
    return { G: { ...G, round }, ctx, plugins };
  }));
  assert.equal(await young.onSync('m', '0'), undefined);
  assert.deepEqual(storage.fetch('m', { state: true }).state, old);
  assert.deepEqual([told[0].args[1].state.G.round, told[0].args[1].version, asked], [old.G.laid, 2, [1, 1]]);
  assert.equal(await young.onUpdate({ type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID: '0' } }, 1, 'm', '0'), undefined);
  const { state } = storage.fetch('m', { state: true });
  assert.deepEqual([state._version, state.G.round, state.ctx.currentPlayer], [2, old.G.laid, '1']);
  assert.match((await at(versioned(1)).onSync('m', '0')).error, /last played with version 2; these rules are version 1$/);
});

test('an invalid version of a game in Rust is an error', () => {
  assert.throws(() => new Master(duel({ version: 1.5 }), new InMemory(), { send() {}, sendAll() {} }), /version: expected a whole number/);
  assert.equal(Client({ game: duel({ seed: 'duel', version: 7 }) }).getState().ctx.turn, 1);
});

test('a stored state that the struct cannot read is an error of that match, with the place', async () => {
  const storage = new InMemory();
  const open = () => new Master(duel({ seed: 'duel' }), storage, { send() {}, sendAll() {} });
  for (const matchID of ['wrong', 'right']) await open().onSync(matchID, '0', undefined, 2);
  const { state } = storage.fetch('wrong', { state: true });
  storage.setState('wrong', { ...state, G: { ...state.G, hands: [[21, 'x'], [22]] } });
  const { error: told } = console;
  console.error = () => {};
  const master = open();
  const lay = (matchID) => master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'lay', args: [0], playerID: '0' } }, 0, matchID, '0');
  try {
    assert.deepEqual(await lay('wrong'), { error: 'G.hands[0][1]: invalid type: string "x", expected u8' });
  } finally {
    console.error = told;
  }
  assert.equal(await lay('right'), undefined);
});

test('the error about a description of a game that the module does not have says so', () => {
  const absent = rustGame({ boundary: BOUNDARY_VERSION, game: 9, name: 'absent', moves: [] }, compile);
  assert.throws(() => Client({ game: absent }).start(), {
    name: 'RondelError', code: 'engine/version', message: 'the module has no game with the number 9: build the package of the game again',
  });
});
