// Chess of examples/games without a clock plays the same on boardgame.io, with the import of `rondel/core` replaced.
import assert from 'node:assert/strict';
import test from 'node:test';
import { atRandom, bothOf, playBoth } from './both-engines.mjs';

const games = await bothOf('chess');

/** Returns a `next` for a list of moves such as `'e2e4'`, and of `[playerID, move]`. */
function inOrder(list) {
  const left = [...list];
  return ({ currentPlayer }) => {
    const one = left.shift();
    if (typeof one !== 'string') return one && { playerID: one[0], move: one[1] };
    return { playerID: currentPlayer, move: 'move', args: [{ from: one.slice(0, 2), to: one.slice(2, 4) }] };
  };
}

test('fool\'s mate', () => {
  assert.deepEqual(playBoth(games, inOrder(['f2f3', 'e7e5', 'g2g4', 'd8h4'])).gameover, { winner: '1', reason: 'checkmate' });
});

test('offers of a draw, for the second player with the white pieces', () => {
  const actions = ['e2e4', ['1', 'offerDraw'], ['0', 'declineDraw'], 'e7e5', ['0', 'offerDraw'], ['1', 'acceptDraw']];
  const { gameover, G } = playBoth(games, inOrder(actions), { setupData: { white: '1' } });
  assert.equal(G.white, '1');
  assert.deepEqual(gameover, { draw: true, reason: 'agreement' });
});

test('a resignation out of turn', () => {
  assert.deepEqual(playBoth(games, inOrder(['e2e4', ['0', 'resign']])).gameover, { winner: '1', reason: 'resignation' });
});

test('120 half-moves at random', () => {
  const { G } = playBoth(games, atRandom(games, 7, 120));
  assert.ok(G.moves.length > 20);
});
