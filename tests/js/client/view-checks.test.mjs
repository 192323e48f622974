// Development checks of playerView, of a game or of a plugin: a result that is absent, or that JSON cannot represent, is reported by name.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { PluginPlayer } from 'rondel/plugins';
import { capture } from '../support/console.mjs';
import { inProduction } from '../support/environment.mjs';
import { begun, move } from '../master/support.mjs';

const game = (playerView, more) => ({ setup: () => ({ n: 0, hands: { 0: [1] } }), moves: { go: ({ G }) => { G.n += 1; } }, playerView, ...more });
const MISTAKES = [
  ['forgets its return', () => {}, { code: 'game/returned', message: 'playerView returned nothing: expected what a player sees of G' }],
  ['returns a promise', async ({ G }) => G, { code: 'game/returned', message: /^playerView returned a promise/ }],
  ['returns a Map', ({ G }) => ({ ...G, hands: new Map() }), { code: 'game/unserializable', message: 'playerView: G.hands: a Map cannot be serialised; a view of G may contain only JSON values' }],
  ['returns NaN', ({ G }) => ({ ...G, n: NaN }), { code: 'game/unserializable', message: /^playerView: G\.n: NaN/ }],
];

for (const [what, playerView, error] of MISTAKES) {
  test(`a playerView that ${what} is an error in one page, and reported by a master`, async () => {
    assert.throws(() => Client({ game: game(playerView), quiet: true }).getState(), error);
    const { master, errors } = await begun(game(({ G, playerID }) => (G.n > 0 && playerID === '1' ? playerView({ G }) : G)));
    await master.onUpdate(move('go', '0'), 0, 'm', '0');
    assert.deepEqual(errors.map(({ code }) => code), [error.code]);
  });

  test(`under compat a playerView that ${what} is reported once, and the game plays on`, () => {
    const { printed } = capture(() => {
      const client = Client({ game: game(playerView, { compat: '0.50' }), quiet: false });
      client.moves.go();
      client.getState();
    });
    assert.equal(printed.filter((line) => line.includes('playerView')).length, what === 'returns NaN' ? 0 : 1);
  });
}

test('views that JSON can represent are accepted, with undefined members; production checks nothing', (t) => {
  const client = Client({ game: game(({ G }) => ({ ...G, hands: undefined })), quiet: true });
  assert.deepEqual(client.getState().G, { n: 0, hands: undefined });
  inProduction(t);
  assert.equal(Client({ game: game(() => {}), quiet: true }).getState().G, undefined);
});

const bank = (playerView) => ({ name: 'bank', setup: () => ({ n: 0, hands: { 0: [1] } }), playerView });
const PLUGIN_MISTAKES = [
  ['forgets its return', bank(() => {}), { code: 'game/returned', message: 'plugins.bank.playerView returned nothing: expected what a player sees of data' }],
  ['returns a promise', bank(async ({ data }) => data), { code: 'game/returned', message: /^plugins\.bank\.playerView returned a promise/ }],
  ['returns a Map', bank(({ data }) => ({ ...data, hands: new Map() })), { code: 'game/unserializable', message: 'plugins.bank.playerView: data.hands: a Map cannot be serialised; a view of data may contain only JSON values' }],
  ['returns NaN', bank(({ data }) => ({ ...data, n: NaN })), { code: 'game/unserializable', message: /^plugins\.bank\.playerView: data\.n: NaN/ }],
  ['for PluginPlayer forgets its return', PluginPlayer({ playerView: () => {} }), { code: 'game/returned', message: /^plugins\.player\.playerView returned nothing/ }],
];

for (const [what, plugin, error] of PLUGIN_MISTAKES) {
  test(`a plugin's playerView that ${what} is an error in one page, and reported by a master`, async () => {
    assert.throws(() => Client({ game: game(undefined, { plugins: [plugin] }), quiet: true }).getState().plugins, error);
    const right = ({ data }) => data;
    const picky = { ...plugin, playerView: (asked) => (asked.G.n > 0 && asked.playerID === '1' ? plugin.playerView : right)(asked) };
    const { master, errors, heard } = await begun(game(undefined, { plugins: [picky] }));
    await master.onUpdate(move('go', '0'), 0, 'm', '0');
    assert.deepEqual(errors.map(({ code }) => code), [error.code]);
    assert.deepEqual([heard[0].length, heard[1].length], [1, 0]);
  });

  test(`under compat a plugin's playerView that ${what} is reported once, and the game plays on`, () => {
    const { printed } = capture(() => {
      const client = Client({ game: game(undefined, { plugins: [plugin], compat: '0.50' }), quiet: false });
      assert.ok(client.getState().plugins);
      client.moves.go();
      assert.ok(client.getState().plugins);
    });
    assert.equal(printed.filter((line) => line.includes('playerView')).length, what === 'returns NaN' ? 0 : 1);
  });
}

test('a plugin may show null in place of its data, and production checks nothing', (t) => {
  const shown = (playerView) => Client({ game: game(undefined, { plugins: [bank(playerView)] }), quiet: true }).getState().plugins.bank.data;
  assert.equal(shown(() => null), null);
  inProduction(t);
  assert.equal(shown(() => {}), undefined);
});
