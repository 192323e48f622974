// Duels of two bots over many games; the first move alternates.
import { intervalOf } from '../../../pkg/lib/simulation/tally.js';
import { playMatch } from '../../../pkg/lib/simulation/match.js';

/** @typedef {(seed: string) => { play: (state: any, playerID: string) => any }} Contender creates a bot */

/**
 * Returns the score of the first contender: `points` of `games`, with half a point for a draw, and the 95 % confidence interval of its
 * strength. It stops early if `isEnough` returns `true` for the score in which all remaining games are lost, and returns that score.
 *
 * @param {object} game
 * @param {{ one: Contender, other: Contender, games: number, seed?: string, isEnough?: (score: { share: number, interval: [number, number]
 * }) => boolean }} options
 */
export async function duel(game, { one, other, games, seed = 'duel', isEnough = () => false }) {
  const score = { games, won: 0, drawn: 0, lost: 0 };
  for (let i = 0; i < games; i += 1) {
    const own = String(i % 2);
    // Two games have the same deal, one for each side.
    const { winners, isDraw, failure, isCut } = await playMatch(game, {
      seed: `${seed}/${i >> 1}`,
      numPlayers: 2,
      mostActions: 1000,
      botAt: (playerID) => (playerID === own ? one : other)(`${seed}/${i}/${playerID}`),
    });
    if (failure || isCut) throw new Error(`game ${i}: ${failure ?? 'it does not end'}`);
    score[isDraw ? 'drawn' : winners.includes(own) ? 'won' : 'lost'] += 1;
    const worst = scored({ ...score, lost: games - score.won - score.drawn });
    if (isEnough(worst)) return worst;
  }
  return scored(score);
}

/** A score in words. */
export function inWords({ games, won, drawn, lost, share, interval: [low, high] }) {
  const percent = (value) => `${(value * 100).toFixed(1)} %`;
  return `${won} won, ${drawn} drawn, ${lost} lost of ${games}: ${percent(share)} of the points (${percent(low)} to ${percent(high)})`;
}

/** With draws the true interval is narrower. */
function scored(score) {
  const points = score.won + score.drawn / 2;
  return { ...score, points, share: points / score.games, interval: intervalOf(points, score.games) };
}
