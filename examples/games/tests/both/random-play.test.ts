// Whole matches of random players, on Rondel and on boardgame.io.
import { expect, test } from 'vitest';
import { game as chess } from '../../src/chess/game.ts';
import { isReacting, totalOf, type Beach } from '../../src/strandline/beach.ts';
import { CARDS } from '../../src/strandline/cards.ts';
import { game as strandline } from '../../src/strandline/game.ts';
import { playAtRandom } from './random-play.ts';

/** Each card is in one place: in a hand, in front of a player, in the sea, or in a wave that goes on. */
function checkCards({ hands, finds, sea, wave, tides, results }: Beach) {
  if (results.length === tides) return;
  const open = wave && !wave.isSettled ? [...Object.values(wave.picks), ...wave.crates.map(({ card }) => card)] : [];
  expect([...Object.values(hands).flat(), ...Object.values(finds).flat(), ...sea, ...open].sort()).toEqual([...CARDS].sort());
}

test.each([2, 3, 4, 5])('random players end matches of %i of Strandline by the rules', { timeout: 60_000 }, (numPlayers) => {
  let reactions = 0;
  for (let seed = 0; seed < 10; seed += 1) {
    const { G, ctx, count } = playAtRandom({
      game: strandline, enumerate: strandline.ai.enumerate as any, numPlayers, seed,
      look: (G, ctx) => {
        checkCards(G);
        if (isReacting(G)) reactions += 1;
        expect(Object.values((G as Beach).whistles).every((whistles) => whistles >= 0)).toBe(true);
        if (!ctx.gameover) expect(ctx.activePlayers).not.toBe(null);
      },
    });
    const order: string[] = ctx.playOrder;
    const best = Math.max(...order.map((id) => totalOf(G, id)));
    expect(ctx.gameover).toEqual({ winners: order.filter((id) => totalOf(G, id) === best) });
    expect(G.results.length).toBe(3);
    // Six waves in each of three tides, with a pick of each player. Reactions are further actions.
    expect(ctx.turn).toBe(18);
    expect(count).toBeGreaterThanOrEqual(18 * numPlayers);
  }
  expect(reactions).toBeGreaterThan(0);
});

test('120 half-moves of chess without a clock', { timeout: 60_000 }, () => {
  const { G, count } = playAtRandom({ game: chess, enumerate: chess.ai.enumerate as any, numPlayers: 2, seed: 7, most: 120 });
  expect(G.moves.length).toBe(count);
  expect(count).toBeGreaterThan(20);
});
