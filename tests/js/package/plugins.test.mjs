// PluginPlayer works like boardgame.io's, but keeps nothing of a refused action; MockRandom.
import assert from 'node:assert/strict';
import test from 'node:test';
import oracle from 'boardgame.io/dist/cjs/plugins.js';
import { PluginPlayer } from 'rondel/plugins';
import { MockRandom } from 'rondel/testing';

const setup = (playerID) => ({ name: `p${playerID}`, score: 0 });

/** A plugin's data after a short story, with its methods called as the engine calls them. */
function story(make, numPlayers, currentPlayer) {
  const plugin = make({ setup, playerView: (players, playerID) => ({ [playerID]: players[playerID] }) });
  const ctx = { numPlayers, currentPlayer };
  const data = structuredClone(plugin.setup({ ctx }));
  const api = plugin.api({ ctx, data });
  const told = [structuredClone(data), api.get(), api.set({ name: 'new', score: 1 }), api.get(), Object.keys(api).sort()];
  if (api.opponent) told.push(api.opponent.get(), api.opponent.set({ score: 9 }), api.opponent.get());
  const flushed = plugin.flush({ api, ctx, data });
  return [...told, flushed, plugin.playerView({ data: flushed, playerID: '1' })];
}

for (const [players, current] of [[2, '0'], [2, '1'], [3, '2']]) {
  test(`PluginPlayer works like boardgame.io's: ${players} players, ${current}'s turn`, () => {
    assert.deepEqual(story(PluginPlayer, players, current), story(oracle.PluginPlayer, players, current));
  });
}

test('PluginPlayer without options gives every player {} and hides nothing', () => {
  const ours = PluginPlayer();
  const theirs = oracle.PluginPlayer();
  const ctx = { numPlayers: 3 };
  assert.deepEqual(ours.setup({ ctx }), theirs.setup({ ctx }));
  const data = ours.setup({ ctx });
  assert.equal(ours.playerView({ data, playerID: '0' }), data);
  assert.equal(ours.name, theirs.name);
});

test('a refused action does not change the data of PluginPlayer', () => {
  const plugin = PluginPlayer({ setup });
  const ctx = { numPlayers: 2, currentPlayer: '0' };
  const data = plugin.setup({ ctx });
  const before = structuredClone(data);
  const api = plugin.api({ ctx, data });
  api.set({ score: 5 });
  api.opponent.set({ score: 6 });
  assert.deepEqual(data, before);
});

test('an action that sets nothing keeps the same data object of PluginPlayer', () => {
  const plugin = PluginPlayer({ setup });
  const ctx = { numPlayers: 2, currentPlayer: '0' };
  const data = plugin.setup({ ctx });
  const api = plugin.api({ ctx, data });
  api.get();
  assert.equal(plugin.flush({ api, ctx, data }), data);
  api.state[1] = { score: 1 };
  assert.deepEqual(plugin.flush({ api, ctx, data }).players, { 0: data.players[0], 1: { score: 1 } });
});

test('MockRandom replaces the given methods and keeps the others', () => {
  const api = { D6: () => 1, D4: () => 2 };
  const plugin = MockRandom({ D6: () => 6 });
  assert.equal(plugin.name, 'random');
  const mocked = plugin.api({ api });
  assert.deepEqual([mocked.D6(), mocked.D4(), api.D6()], [6, 2, 1]);
  assert.equal(MockRandom().api({ api }).D6(), 1);
});
