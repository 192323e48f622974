// A game in Rust with random numbers from a cryptographic generator.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { replay } from 'rondel/testing';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { duel, duelThatSays } from '../../rust-game/duel.mjs';

const silent = /** @type {any} */ ({ send() {}, sendAll() {} });

test('a match in one page has no generator, and two matches differ', () => {
  const [one, other] = [1, 2].map(() => Client({ game: duel({ random: 'secure', seed: undefined }), quiet: true }));
  assert.deepEqual(one.getState()._undo.map(({ plugins }) => plugins.random), [{ drawn: 6 }]);
  one.moves.draw();
  assert.deepEqual(one.getState()._undo.at(-1).plugins.random, { drawn: 7 });
  assert.match(one.undo().error.message, /cannot be undone/);
  const dealt = (client) => JSON.stringify(client.getState().G);
  assert.notEqual(dealt(one), dealt(other));
});

test('a game that requests secure numbers gets them everywhere, and has no seed', () => {
  const game = duelThatSays({ random: 'secure' });
  assert.equal(game.random, 'secure');
  const client = Client({ game, quiet: true });
  assert.deepEqual(client.getState()._undo.map(({ plugins }) => plugins.random), [{ drawn: 6 }]);
  assert.throws(() => Client({ game: { ...game, seed: 'known' }, quiet: true }), { code: 'game/definition', message: /^seed: / });
});

test('a master with the option draws securely, even if the game has a seed, and repeats its draws', async () => {
  const game = duel({ seed: 'duel' });
  const storage = new InMemory();
  const master = new Master(game, storage, silent, undefined, { random: 'secure' });
  await master.onSync('m', '0', undefined, 2);
  const act = (stateID, type, args = []) => master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args, playerID: '0' } }, stateID, 'm', '0');
  assert.equal(await act(0, 'draw'), undefined);
  assert.equal(await act(1, 'lay', [0]), undefined);
  const { state, log, initialState } = storage.fetch('m', { state: true, log: true, initialState: true });
  assert.deepEqual(state.plugins.random, { drawn: 7 });
  assert.equal(log[0]._replay.drawn.length, 1);
  const { state: again } = replay({ state, log, initialState }, { game });
  assert.deepEqual([again.G, again.ctx, again.plugins], [state.G, state.ctx, state.plugins]);
});

test('a game without that variant draws as its rules say, and a master with the option reports it', () => {
  const game = duel({ seed: 'duel' });
  game[Symbol.for('rondel.rules')].variant = undefined;
  assert.throws(() => new Master(game, new InMemory(), silent, undefined, { random: 'secure' }), { code: 'game/random' });
  assert.ok(new Master(game, new InMemory(), silent, undefined, { random: 'seeded' }));
});
