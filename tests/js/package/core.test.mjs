// The constants of rondel/core work like boardgame.io's.
import assert from 'node:assert/strict';
import test from 'node:test';
import { build } from 'esbuild';
import oracle from 'boardgame.io/dist/cjs/core.js';
import * as core from 'rondel/core';

const BRAND = Symbol.for('rondel.turnOrder');

/** Arguments of a turn order: every position with three numbers of players, in the first turn and later. */
const CONTEXTS = [1, 2, 5].flatMap((players) => [0, 1, 7].flatMap((turn) => Array.from({ length: players }, (_, playOrderPos) => ({
  G: { order: ['2', '0'] },
  ctx: { numPlayers: players, turn, playOrderPos, playOrder: Array.from({ length: players }, (_, i) => String(i)) },
}))));

test('rondel/core has every name of boardgame.io/core, and its own ones', () => {
  assert.deepEqual(Object.keys(core).sort(), [...Object.keys(oracle), 'current', 'defineGame', 'describeLog', 'effect', 'invalid', 'legacyGame', 'original'].sort());
});

test('defineGame returns its argument', () => {
  const game = Object.freeze({ setup: () => ({ n: 0 }) });
  assert.equal(core.defineGame(game), game);
});

test('a bundle contains nothing of defineGame', async () => {
  const contents = "import { defineGame } from 'rondel/core'; console.log(defineGame({ name: 'small' }));";
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents, resolveDir: import.meta.dirname }, bundle: true, format: 'esm', minify: true, write: false,
  });
  assert.equal(text.trim(), 'console.log({name:"small"});');
});

for (const name of ['INVALID_MOVE', 'Stage', 'ActivePlayers']) {
  test(`${name} equals boardgame.io's`, () => assert.deepEqual(core[name], oracle[name]));
}

test("GameMethod has boardgame.io's names, and those of Rondel's hooks", () => {
  assert.deepEqual(core.GameMethod, { ...oracle.GameMethod, GAME_ON_PLAYER_LEAVE: 'GAME_ON_PLAYER_LEAVE', TURN_ON_TIMEOUT: 'TURN_ON_TIMEOUT' });
});

test('TurnOrder has the names of boardgame.io', () => {
  assert.deepEqual(Object.keys(core.TurnOrder).sort(), Object.keys(oracle.TurnOrder).sort());
});

for (const [name, ours, theirs] of [
  ...['DEFAULT', 'RESET', 'CONTINUE', 'ONCE'].map((name) => [name, core.TurnOrder[name], oracle.TurnOrder[name]]),
  ['CUSTOM', core.TurnOrder.CUSTOM(['1', '0']), oracle.TurnOrder.CUSTOM(['1', '0'])],
  ['CUSTOM_FROM', core.TurnOrder.CUSTOM_FROM('order'), oracle.TurnOrder.CUSTOM_FROM('order')],
]) {
  test(`TurnOrder.${name} orders players as boardgame.io's, called in either style`, () => {
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
    for (const key of Object.keys(theirs)) {
      for (const context of CONTEXTS) {
        assert.deepEqual(ours[key](context), theirs[key](context), `${key} of ${JSON.stringify(context)}`);
        assert.deepEqual(ours[key](context.G, context.ctx), theirs[key](context), `positional ${key}`);
      }
    }
  });
}

test('the engine recognises a turn order preset, but not a changed copy', () => {
  assert.deepEqual(core.TurnOrder.ONCE[BRAND], { kind: 'ONCE' });
  assert.deepEqual(core.TurnOrder.CUSTOM(['2', '1'])[BRAND], { kind: 'CUSTOM', playOrder: ['2', '1'] });
  assert.deepEqual(core.TurnOrder.CUSTOM_FROM('order')[BRAND], { kind: 'CUSTOM_FROM', field: 'order' });
  assert.equal({ ...core.TurnOrder.ONCE, first: () => 1 }[BRAND], undefined);
});

for (const [what, G] of [
  ['a secret', { secret: { deck: [1] }, table: [2] }],
  ['hands', { players: { 0: { hand: [1] }, 1: { hand: [2] } } }],
  ['a secret and hands', { secret: 1, players: { 0: 'a', 1: 'b' }, deck: 3 }],
  ['neither', { cells: [null] }],
]) {
  for (const playerID of ['0', '1', '7', null, undefined]) {
    test(`STRIP_SECRETS shows ${playerID ?? 'a spectator'} (${playerID === null ? 'null' : typeof playerID}) the same as boardgame.io's of a G with ${what}`, () => {
      const before = structuredClone(G);
      const seen = core.PlayerView.STRIP_SECRETS({ G, ctx: {}, playerID });
      assert.deepEqual(seen, oracle.PlayerView.STRIP_SECRETS({ G, ctx: {}, playerID }));
      assert.deepEqual(core.PlayerView.STRIP_SECRETS(G, {}, playerID), seen);
      assert.deepEqual(G, before);
    });
  }
}
