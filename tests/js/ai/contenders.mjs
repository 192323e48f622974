// Bots of the tests and benchmarks of strength, each created from a seed.
import { ISMCTSBot, MCTSBot, RandomBot } from 'rondel/ai';
import { MCTSBot as TheirBot } from 'boardgame.io/dist/cjs/ai.js';
import { mulberry32 } from '../../../pkg/lib/util/random.js';
import { textbookCard } from './textbook.mjs';

/** Number of states that the `averaged` bot searches. */
const STATES = 10;

export const random = (game) => (seed) => new RandomBot({ ...game.ai, game, seed });

/** Rondel's bot; `how` holds iterations, a difficulty or a time. */
export const mcts = (game, how) => (seed) => new MCTSBot({ ...game.ai, game, seed, ...how });

export const ismcts = (game, how) => (seed) => new ISMCTSBot({ ...game.ai, game, seed, ...how });

export const boardgameio = (game, iterations) => (seed) => new TheirBot({ ...game.ai, game, seed, iterations, playoutDepth: 50 });

/** The textbook's ISMCTS for whist. */
export const textbook = (iterations) => (seed) => {
  const number = numbersOf(seed);
  return {
    async play(view, playerID) {
      const card = textbookCard(view.G, playerID, { iterations, number });
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [card], playerID } } };
    },
  };
};

/**
 * A bot for perfect information in a game with hidden information. It determinizes its view ten times, searches each state with a share of
 * the iterations, and plays the action with the most visits over all of them.
 */
export const averaged = (game, iterations) => (seed) => {
  const bots = Array.from({ length: STATES }, (_, i) => new MCTSBot({ ...game.ai, game, seed: `${seed}/${i}`, iterations: iterations / STATES }));
  return {
    async play(view, playerID) {
      const tried = new Map();
      for (const bot of bots) {
        const { metadata } = await bot.play(view, playerID);
        for (const { parentAction, visits } of metadata.children) {
          const key = JSON.stringify(parentAction);
          tried.set(key, (tried.get(key) ?? 0) + visits);
        }
      }
      const [[best]] = [...tried].sort(([, one], [, other]) => other - one);
      return { action: JSON.parse(best) };
    },
  };
};

/** The same bot with timed searches: it spent `spent` milliseconds on `thoughts` searches. */
export function timed(contender, clock) {
  return (seed) => {
    const bot = contender(seed);
    return {
      async play(state, playerID) {
        const began = performance.now();
        const played = await bot.play(state, playerID);
        clock.spent += performance.now() - began;
        clock.thoughts += 1;
        return played;
      },
    };
  };
}

function numbersOf(seed) {
  let hash = 0;
  for (const character of seed) hash = (Math.imul(hash, 31) + character.codePointAt(0)) >>> 0;
  return mulberry32(hash);
}
