// Development warnings about differences between a prediction and the master's result.
import assert from 'node:assert/strict';
import test from 'node:test';
import { printing } from '../support/console.mjs';
import { table } from './support.mjs';

/** The top of a hidden deck is turned over: a page without the deck turns over nothing. */
const game = () => ({
  setup: () => ({ deck: ['ace', 'king'], table: { cards: [] } }),
  playerView: ({ G: { deck, ...seen } }) => ({ ...seen, deck: deck.map(() => null) }),
  moves: {
    turn: ({ G }) => { G.table.cards.push(G.deck.pop()); },
    fine: ({ G }) => { G.table.isFine = true; },
  },
});

for (const [predict, told] of [['flow', ['G.table.cards.0', 'G.table.cards.1']], ['moves', []], ['none', []]]) {
  test(`with predict: '${predict}' the console names ${told.length} fields`, async (t) => {
    const match = table(t, game(), { predict, quiet: false });
    const [p0] = await match.seated('0');
    const lines = printing(t);
    p0.client.moves.fine();
    await match.run();
    assert.equal(lines.filter((line) => line.includes('predicted')).length, 0);
    for (let i = 0; i < 2; i += 1) {
      p0.client.moves.turn();
      await match.run();
    }
    assert.deepEqual(p0.client.getState().G.table.cards, ['king', 'ace']);
    const differing = lines.filter((line) => line.includes('with another value than predicted'));
    const paths = differing.map((line) => /the master has (\S+) with another/.exec(line)[1]);
    assert.deepEqual(paths, told);
  });
}

test('with predict: \'flow\' a running clock is no wrong prediction', async (t) => {
  const timed = { ...game(), playerView: undefined, turn: { maxMoves: 1, time: { bank: 60_000, increment: 1000 } } };
  const match = table(t, timed, { predict: 'flow', quiet: false });
  const [p0] = await match.seated('0');
  const lines = printing(t);
  p0.client.moves.fine();
  await match.run();
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  assert.deepEqual(lines.filter((line) => line.includes('predicted')), []);
});
