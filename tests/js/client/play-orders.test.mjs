// Lists of players that a game makes up: what is no play order is refused by name, however long it is.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { TurnOrder } from 'rondel/core';

/** Longer than any page has memory for, and empty. */
const endless = () => Object.assign([], { length: 2 ** 32 - 1 });

const start = (order) => Client({ game: { turn: { order } }, debug: false });

const orderOf = (players) => ({ playOrder: () => players, first: () => 0, next: () => 0 });

for (const [what, players] of [
  ['a list without end', endless()],
  ['more turns than an order may have', Array.from({ length: 10_001 }, () => '0')],
  ['what is not a number', [Number.NaN, '1']],
  ['numbers without end', [Number.POSITIVE_INFINITY]],
]) {
  test(`${what}: no play order`, () => {
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
