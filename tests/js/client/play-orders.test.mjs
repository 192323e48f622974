// Play orders from games: an invalid play order of any length is refused by name.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { TurnOrder } from 'rondel/core';
import { PRESETS, TURN_ORDERS } from '../../../pkg/lib/engine/codes.js';
import { mulberry32 } from '../../../pkg/lib/util/random.js';

/** Sparse lists that exceed any page's memory. */
const endless = () => Object.assign([], { length: 2 ** 32 - 1 });

const start = (order) => Client({ game: { turn: { order } }, quiet: true });

const orderOf = (players) => ({ playOrder: () => players, first: () => 0, next: () => 0 });

for (const [what, players] of [
  ['a list without end', endless()],
  ['more turns than an order may have', Array.from({ length: 10_001 }, () => '0')],
  ['a list of other values than numbers', [Number.NaN, '1']],
  ['numbers without end', [Number.POSITIVE_INFINITY]],
]) {
  test(`${what} is refused as a play order`, () => {
    assert.throws(() => start(TurnOrder.CUSTOM(players)), { code: 'game/definition', message: /^turn\.order: .*list of players/ });
    assert.throws(() => start(orderOf(players)), { name: 'RondelError', message: /list of players/ });
  });
}

test('the longest play order is played', () => {
  const longest = Array.from({ length: 10_000 }, (_, i) => String(i % 2));
  for (const order of [TurnOrder.CUSTOM(longest), orderOf(longest)]) {
    assert.deepEqual(start(order).getState().ctx.playOrder, longest);
  }
});

/** The actions in a game of two phases with an order in one of them, and the turn after each. */
function played(order, seed) {
  const chance = mulberry32(seed);
  const turn = { order };
  const client = Client({
    game: {
      setup: () => ({ seats: ['2', '0', '2', '1'] }),
      moves: { remove: ({ events }, player) => events.removePlayer(player) },
      phases: { a: { start: true, next: 'b', turn }, b: { next: 'a', turn: seed % 2 ? turn : { order: TurnOrder.CUSTOM(['1', '3', '0', '1', '2']) } } },
    },
    numPlayers: 4,
    quiet: true,
  });
  return Array.from({ length: 30 }, () => {
    const draw = chance();
    if (draw < 0.6) client.events.endTurn();
    else if (draw < 0.9) client.events.endPhase();
    else client.moves.remove(String(Math.floor(chance() * 4)));
    const { ctx: { phase, turn, currentPlayer, playOrder, playOrderPos }, lastError } = client.getState();
    return `${phase} ${turn}: ${currentPlayer}, ${playOrderPos} of ${playOrder} ${lastError?.message ?? ''}`;
  });
}

test('the presets of TurnOrder are those of the engine', () => {
  assert.deepEqual(Object.keys(TurnOrder), TURN_ORDERS.filter((name) => name !== 'OWN'));
  assert.deepEqual([...PRESETS.keys()].map((kind) => TURN_ORDERS[kind]), Object.keys(TurnOrder));
});

for (const [name, preset] of Object.entries(TurnOrder)) {
  test(`a spread of TurnOrder.${name} plays like the preset`, () => {
    const order = { CUSTOM: () => preset(['3', '0', '1', '0']), CUSTOM_FROM: () => preset('seats') }[name]?.() ?? preset;
    const different = new Set();
    for (let seed = 1; seed <= 40; seed += 1) {
      const steps = played(order, seed);
      assert.deepEqual(played({ ...order }, seed), steps, `seed ${seed}`);
      for (const step of steps) different.add(step);
    }
    assert.ok(different.size > 100, `only ${different.size} situations`);
  });
}
