// The coverage of random play: the moves that it made, and those that it never made.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';

const game = {
  setup: () => ({ sum: 0 }),
  moves: { add: ({ G }) => { G.sum += 1; }, never: () => INVALID_MOVE },
  phases: { end: { moves: { far: () => {} } } },
};

for (const [name, check] of Object.entries({ checkSecrecy, checkDeterminism })) {
  test(`${name} returns how often each move was made and refused, and names on the console those that were never made`, async (t) => {
    const warn = t.mock.method(console, 'warn', () => {});
    const { moves } = await check(game, { games: 3 });
    assert.deepEqual(Object.keys(moves).sort(), ['add', 'far', 'never']);
    assert.ok(moves.add.made > 20 && moves.never.refused > 0 && moves.never.made === 0);
    assert.equal(moves.far.made, 0);
    assert.equal(warn.mock.callCount(), 1);
    const [text] = warn.mock.calls[0].arguments;
    assert.match(text, new RegExp(`^rondel: ${name} never made these moves, and proves nothing about them: `));
    assert.match(text, /never \(refused \d+ times\)/);
    assert.match(text, /far \(refused \d+ times\)/);
    assert.doesNotMatch(text, /add \(/);
  });

  test(`${name} prints nothing if every move was made`, async (t) => {
    const warn = t.mock.method(console, 'warn', () => {});
    await check({ moves: { add: ({ G }) => { G.sum = (G.sum ?? 0) + 1; } } }, { games: 2 });
    assert.equal(warn.mock.callCount(), 0);
  });
}
